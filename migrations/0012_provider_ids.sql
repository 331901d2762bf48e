-- Ids under which providers' letters, dashboards and notices know a payment, beside those of its page, customer and
-- subscription: the charge (ch_), what was paid (pi_), the invoice (in_). A customer's charge may belong to several payments.
CREATE TABLE provider_ids (
    id TEXT NOT NULL,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    PRIMARY KEY (id, payment_id)
);
CREATE INDEX payments_subscription ON payments (subscription_ref) WHERE subscription_ref IS NOT NULL;
