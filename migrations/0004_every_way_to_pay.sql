-- A payment has a quote of its own: one order may be put to a provider that can renew and to one that cannot. Absent
-- in payments from before, whose quote is their order's.
ALTER TABLE payments ADD COLUMN quote TEXT;

-- Which text about the charge after the trial was acknowledged, and when; both absent without a trial.
ALTER TABLE orders ADD COLUMN trial_terms TEXT;
ALTER TABLE orders ADD COLUMN trial_accepted_at BIGINT;
CREATE INDEX orders_trial ON orders (email_canonical) WHERE trial_accepted_at IS NOT NULL;

-- Customers are known by the provider's id, which stands beside the payments that were made for them or by them.
CREATE INDEX payments_customer ON payments (customer_ref) WHERE customer_ref IS NOT NULL;
