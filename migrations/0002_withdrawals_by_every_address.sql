-- Statements of withdrawal find their order by every address that it ever had.

-- The digest of the address that a correction replaced, for as long as the order. Absent for corrections made before this
-- column.
ALTER TABLE email_changes ADD COLUMN old_digest TEXT;

-- Statements that match no order: a number that was mistyped, or an address that the order never had. An operator may find
-- the order by hand. Each pair of number and address once, for a limited time.
CREATE TABLE unmatched_withdrawals (
    id TEXT NOT NULL PRIMARY KEY,
    order_number TEXT NOT NULL,
    email TEXT NOT NULL,
    name TEXT,
    stated_at BIGINT NOT NULL,
    UNIQUE (order_number, email)
);
CREATE INDEX unmatched_withdrawals_stated ON unmatched_withdrawals (stated_at);
