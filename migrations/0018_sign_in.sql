-- Sign-in by a mailed code. Neither a code nor a link is stored: both follow from the server's key and the id of the
-- challenge. `browser` is the digest of the cookie that binds a challenge to a browser; `earlier_failures` are those of the
-- challenges that it replaces in the same browser.
CREATE TABLE sign_in_challenges (
    id TEXT NOT NULL PRIMARY KEY,
    browser TEXT NOT NULL UNIQUE,
    email_canonical TEXT NOT NULL,
    language TEXT NOT NULL,
    network TEXT NOT NULL,
    tries BIGINT NOT NULL,
    earlier_failures BIGINT NOT NULL,
    link_sent_at BIGINT,
    ended_at BIGINT,
    created_at BIGINT NOT NULL
);
-- The limits on letters are counted here, so that replicas share them.
CREATE INDEX sign_in_challenges_email ON sign_in_challenges (email_canonical, created_at);
CREATE INDEX sign_in_challenges_network ON sign_in_challenges (network, created_at);
CREATE INDEX sign_in_challenges_created ON sign_in_challenges (created_at);

-- Wrong codes of an account. No time lowers them, and no code that another browser typed right.
CREATE TABLE sign_in_failures (
    email_canonical TEXT NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL
);

CREATE TABLE sessions (
    token_digest TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    email_canonical TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_email ON sessions (email_canonical, created_at);
CREATE INDEX sessions_created ON sessions (created_at);
