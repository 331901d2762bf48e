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
