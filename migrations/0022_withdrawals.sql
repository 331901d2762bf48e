-- Withdrawals from orders that their buyers stated on-line: one per order. `handled_at` is when the money was back, or when
-- a person noted `how` it ended.
CREATE TABLE withdrawals (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    name TEXT,
    stated_at BIGINT NOT NULL,
    handled_at BIGINT,
    how TEXT
);

CREATE INDEX withdrawals_open ON withdrawals (stated_at) WHERE handled_at IS NULL;
