-- eSIMs: one row for each order of data, from the moment its order at the supplier is prepared. Written before the
-- supplier is asked: whatever happens after that, the order there can be found by transaction_id.

-- `price` is what the supplier may take, in US dollars x 10000, of a daily package for a day; none means whatever it
-- costs. `volume_bytes` is that of a day when `daily` is 1. `asked_at` is the latest time the supplier was asked for it. The activation code is a bearer
-- secret: `sealed_code` holds it encrypted (`sealed_key` names the key, the order's id is bound to it), `code_digest` and
-- `iccid_digest` are keyed digests. A code that another order has was handed out before and must never be again.
CREATE TABLE esims (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    transaction_id TEXT NOT NULL UNIQUE,
    package_code TEXT NOT NULL,
    price BIGINT,
    volume_bytes BIGINT NOT NULL,
    days BIGINT NOT NULL,
    daily BIGINT NOT NULL,
    state TEXT NOT NULL,
    failure TEXT,
    order_no TEXT UNIQUE,
    esim_tran_no TEXT UNIQUE,
    iccid_digest TEXT,
    code_digest TEXT UNIQUE,
    sealed_code TEXT,
    sealed_key TEXT,
    expires_at BIGINT,
    created_at BIGINT NOT NULL,
    asked_at BIGINT,
    accepted_at BIGINT,
    ready_at BIGINT
);
