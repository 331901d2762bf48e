-- How often something was done, where servers share the count: wrong discount codes, and what accounts depend on. `client`
-- is a keyed digest of an address, network, cookie or e-mail; the window began at `began_at`.
CREATE TABLE limit_counts (
    rule TEXT NOT NULL,
    client TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (rule, client)
);
CREATE INDEX limit_counts_began ON limit_counts (began_at);
