-- Charges of later terms that failed: each invoice once, until it is paid or given up.
CREATE TABLE unpaid_invoices (
    invoice TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    unpaid_since BIGINT NOT NULL,
    next_attempt_at BIGINT,
    page_url TEXT,
    needs_confirmation BIGINT NOT NULL,
    outcome TEXT,
    settled_at BIGINT
);
CREATE INDEX unpaid_invoices_order ON unpaid_invoices (order_id, unpaid_since);

-- When a later term was paid; until now that was taken to be its beginning.
ALTER TABLE later_charges ADD COLUMN paid_at BIGINT;
