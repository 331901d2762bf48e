-- Refunds of later charges that an operator has decided. A failed one is closed once it is tried again or was returned otherwise.
CREATE TABLE charge_refunds (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    invoice TEXT NOT NULL REFERENCES later_charges (invoice),
    payment_intent TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    ends_subscription BIGINT NOT NULL,
    decided_at BIGINT NOT NULL,
    reference TEXT,
    failure TEXT,
    returned_at BIGINT,
    closed_at BIGINT
);
CREATE INDEX charge_refunds_order ON charge_refunds (order_id, decided_at);
CREATE INDEX charge_refunds_reference ON charge_refunds (reference);
CREATE INDEX charge_refunds_failed ON charge_refunds (order_id) WHERE failure IS NOT NULL AND closed_at IS NULL;

-- What has arrived at the buyer of each later charge, by the shop or by others.
ALTER TABLE later_charges ADD COLUMN returned BIGINT NOT NULL DEFAULT 0;
CREATE INDEX later_charges_payment_intent ON later_charges (payment_intent);
