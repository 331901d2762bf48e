-- What an order has of its limited code, and money that goes back.

-- When the provider's page of a payment that was given up was known to be closed. Until then it may be paid, and what
-- the order holds is not given to anybody else.
ALTER TABLE payments ADD COLUMN page_ended_at BIGINT;
UPDATE payments SET page_ended_at = settled_at WHERE state = 'failed'
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = 'expire_session' AND jobs.subject = payments.id);

-- `state` is reserved, consumed or released; discount_codes.used counts the first two. `code` is folded. Codes without
-- a limit have rows for paid orders only.
CREATE TABLE redemptions (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    code TEXT NOT NULL,
    state TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX redemptions_code ON redemptions (code, state);

-- Orders from before. Paid ones are counted already; those that wait for money, or for a person to look at it, keep a
-- use from now on.
INSERT INTO redemptions (order_id, code, state, changed_at)
    SELECT id, code, 'consumed', COALESCE(paid_at, created_at) FROM orders
    WHERE code IS NOT NULL AND state NOT IN ('open', 'closed', 'held', 'refunded');
INSERT INTO redemptions (order_id, code, state, changed_at)
    SELECT id, code, 'reserved', created_at FROM orders WHERE code IS NOT NULL AND (state = 'held' OR (state = 'open'
    AND EXISTS (SELECT 1 FROM payments WHERE payments.order_id = orders.id AND payments.state = 'open')));
UPDATE discount_codes SET used = used
    + (SELECT COUNT(*) FROM redemptions WHERE redemptions.code = discount_codes.code AND redemptions.state = 'reserved');
