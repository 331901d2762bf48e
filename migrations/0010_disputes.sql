-- Disputes at the card payment provider: one row each, and how far the shop has acted on it. Of a charge that is not the
-- shop's, `order_id` is empty.
CREATE TABLE disputes (
    reference TEXT NOT NULL PRIMARY KEY,
    order_id TEXT REFERENCES orders (id),
    payment_id TEXT REFERENCES payments (id),
    invoice TEXT,
    charge TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    reason TEXT NOT NULL,
    standing TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    respond_by BIGINT,
    seen_at BIGINT NOT NULL,
    decided_at BIGINT,
    renewal_stopped_at BIGINT
);
CREATE INDEX disputes_order ON disputes (order_id, opened_at);
CREATE INDEX disputes_undecided ON disputes (standing) WHERE decided_at IS NULL;
CREATE INDEX late_charges_payment_intent ON late_charges (payment_intent);

-- Since when the eSIM of a disputed order has no data service at the supplier.
ALTER TABLE esims ADD COLUMN suspended_at BIGINT;

-- Early fraud warnings about charges by card, until the charge is refunded or disputed.
CREATE TABLE fraud_warnings (
    reference TEXT NOT NULL PRIMARY KEY,
    order_id TEXT REFERENCES orders (id),
    charge TEXT NOT NULL,
    kind TEXT NOT NULL,
    warned_at BIGINT NOT NULL,
    resolved_at BIGINT
);
CREATE INDEX fraud_warnings_order ON fraud_warnings (order_id, warned_at);
CREATE INDEX fraud_warnings_open ON fraud_warnings (warned_at) WHERE resolved_at IS NULL;

-- Whether a refund answers a fraud warning; otherwise an operator has decided it.
ALTER TABLE charge_refunds ADD COLUMN is_fraud BIGINT NOT NULL DEFAULT 0;
