-- Renewals that a buyer no longer wants. The row is the request; a job passes it on to the provider, and notes when the
-- provider had it and when access ends.
CREATE TABLE cancellations (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payments (id),
    requested_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    ends_at BIGINT
);
