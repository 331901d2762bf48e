-- Charges that the provider made for a term that began after the buyer had ended the subscription, because it did not answer
-- in time. Each invoice once; a job refunds it.
CREATE TABLE late_charges (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payments (id),
    invoice TEXT NOT NULL UNIQUE,
    payment_intent TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    charged_at BIGINT NOT NULL,
    found_at BIGINT NOT NULL,
    refund TEXT,
    failure TEXT,
    returned_at BIGINT
);
CREATE INDEX late_charges_order ON late_charges (order_id);
CREATE INDEX late_charges_open ON late_charges (order_id) WHERE returned_at IS NULL;
