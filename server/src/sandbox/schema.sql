-- The sandbox's own file. Made at opening, kept across restarts, read by checkers.

CREATE TABLE IF NOT EXISTS objects (
    sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,
    id         TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body       TEXT NOT NULL,
    UNIQUE (kind, id)
);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, sequence);
CREATE INDEX IF NOT EXISTS open_sessions ON objects (json_extract(body, '$.expires_at'))
    WHERE kind = 'checkout.session' AND json_extract(body, '$.status') = 'open';
CREATE INDEX IF NOT EXISTS invoice_payments_by_invoice ON objects (json_extract(body, '$.invoice'))
    WHERE kind = 'invoice_payment';
CREATE INDEX IF NOT EXISTS mollie_payments_by_status ON objects (json_extract(body, '$.status'), created_at)
    WHERE kind = 'mollie.payment';
CREATE INDEX IF NOT EXISTS mollie_refunds_by_status ON objects (json_extract(body, '$.status'), created_at)
    WHERE kind = 'mollie.refund';
CREATE INDEX IF NOT EXISTS mollie_refunds_by_payment ON objects (json_extract(body, '$.payment_id'))
    WHERE kind = 'mollie.refund';
CREATE INDEX IF NOT EXISTS esim_orders_by_status ON objects (json_extract(body, '$.status'))
    WHERE kind = 'esim.order';
CREATE INDEX IF NOT EXISTS esim_profiles_by_order ON objects (json_extract(body, '$.order_no'))
    WHERE kind = 'esim.profile';

-- One row per request that began to execute under a key.
CREATE TABLE IF NOT EXISTS idempotency_keys (
    provider    TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status      INTEGER NOT NULL,
    body        TEXT NOT NULL,
    request_id  TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (provider, key)
);

-- Money that would have moved. Never updated, never deleted.
CREATE TABLE IF NOT EXISTS ledger (
    sequence         INTEGER PRIMARY KEY AUTOINCREMENT,
    moved_at         INTEGER NOT NULL,
    provider         TEXT NOT NULL,
    movement         TEXT NOT NULL CHECK (movement IN ('charge', 'refund')),
    amount           INTEGER NOT NULL CHECK (amount > 0),
    currency         TEXT NOT NULL,
    session          TEXT,
    client_reference TEXT,
    payment          TEXT NOT NULL,
    reference        TEXT NOT NULL UNIQUE
);
CREATE INDEX IF NOT EXISTS ledger_by_payment ON ledger (payment);
CREATE INDEX IF NOT EXISTS ledger_by_session ON ledger (session);

-- What eSIMs cost the merchant, in US dollars x 10000. Never updated, never deleted; the opening balance is not in it.
CREATE TABLE IF NOT EXISTS esim_ledger (
    sequence  INTEGER PRIMARY KEY AUTOINCREMENT,
    moved_at  INTEGER NOT NULL,
    movement  TEXT NOT NULL CHECK (movement IN ('order', 'cancel')),
    amount    INTEGER NOT NULL CHECK (amount > 0),
    balance   INTEGER NOT NULL,
    order_no  TEXT NOT NULL,
    reference TEXT NOT NULL UNIQUE
);

-- One row per event; `next_attempt_at` is null once delivered or given up. Instants of the machine's clock.
CREATE TABLE IF NOT EXISTS deliveries (
    sequence        INTEGER PRIMARY KEY AUTOINCREMENT,
    provider        TEXT NOT NULL,
    event           TEXT NOT NULL UNIQUE,
    first_due_at    INTEGER NOT NULL,
    next_attempt_at INTEGER,
    attempts        INTEGER NOT NULL DEFAULT 0,
    delivered_at    INTEGER
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS delivery_attempts (
    sequence     INTEGER PRIMARY KEY AUTOINCREMENT,
    event        TEXT NOT NULL,
    attempted_at INTEGER NOT NULL,
    status       INTEGER,
    error        TEXT
);

CREATE TABLE IF NOT EXISTS mails (
    sequence    INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    received_at INTEGER NOT NULL,
    sender      TEXT NOT NULL,
    recipients  TEXT NOT NULL,
    raw         BLOB NOT NULL
);

-- What a test asked for. Kept here so that it survives the kill of the process that hosts the sandbox.
CREATE TABLE IF NOT EXISTS webhook_mode (
    only     INTEGER PRIMARY KEY CHECK (only = 1),
    mode     TEXT NOT NULL,
    delay_ms INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS faults (
    sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
    operation  TEXT NOT NULL,
    fault      TEXT NOT NULL,
    times_left INTEGER NOT NULL
);
