-- Accounts: an id that outlives every address. `email_canonical` is absent once the account was deleted, or joined into the
-- account of the address that its owner moved to.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email_canonical TEXT UNIQUE,
    joined_into TEXT REFERENCES accounts (id),
    created_at BIGINT NOT NULL
);

-- The account that an order belongs to, from its payment on. It stays when the account is deleted.
ALTER TABLE orders ADD COLUMN account_id TEXT REFERENCES accounts (id);
CREATE INDEX orders_account ON orders (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX orders_without_account ON orders (paid_at) WHERE paid_at IS NOT NULL AND account_id IS NULL;

-- Accounts from before this step get an id from their first order's, of which no page or letter shows anything.
INSERT INTO accounts (id, email_canonical, created_at)
SELECT 'acc_' || SUBSTR(MIN(id), 5), email_canonical, MIN(paid_at) FROM orders
WHERE paid_at IS NOT NULL AND account_deleted_at IS NULL GROUP BY email_canonical;
UPDATE orders SET account_id = (SELECT a.id FROM accounts a WHERE a.email_canonical = orders.email_canonical)
WHERE paid_at IS NOT NULL AND account_deleted_at IS NULL;
INSERT INTO accounts (id, created_at)
SELECT 'acc_' || SUBSTR(MIN(id), 5), MIN(paid_at) FROM orders
WHERE paid_at IS NOT NULL AND account_deleted_at IS NOT NULL GROUP BY email_canonical, account_deleted_at;
UPDATE orders SET account_id = (SELECT 'acc_' || SUBSTR(MIN(o.id), 5) FROM orders o WHERE o.paid_at IS NOT NULL
    AND o.email_canonical = orders.email_canonical AND o.account_deleted_at = orders.account_deleted_at)
WHERE paid_at IS NOT NULL AND account_deleted_at IS NOT NULL;

-- What each account may use, as it was handed over last. `revision` grows over all accounts. `waits_since`: since when the
-- receiver has not taken the newest revision; absent when it has, or when there is no receiver.
CREATE TABLE entitlements (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    revision BIGINT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    paid_until BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    devices BIGINT NOT NULL,
    at_once BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    taken_revision BIGINT,
    waits_since BIGINT,
    alarmed_at BIGINT,
    joined_into TEXT
);
CREATE INDEX entitlements_waiting ON entitlements (waits_since) WHERE waits_since IS NOT NULL;
CREATE INDEX entitlements_never_pushed ON entitlements (revision)
    WHERE waits_since IS NULL AND (taken_revision IS NULL OR taken_revision < revision);

-- The last revision: one row, locked from the moment a revision is drawn until it is committed, so that a reader who has seen
-- one has seen all before it. `checked_account` is how far the check of all accounts is that began at `check_begins_at`.
CREATE TABLE entitlement_revisions (
    id BIGINT NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL,
    check_begins_at BIGINT,
    checked_account TEXT
);
INSERT INTO entitlement_revisions (id, last) VALUES (1, 0);

-- The entitlement of each account from before this step is made by a job.
INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, created_at)
SELECT 'job_' || SUBSTR(id, 5), 'update_entitlement', 'entitlements', id, created_at, 0, 0, created_at FROM accounts;
