-- When somebody last asked what became of a payment, to within some minutes: pages that nobody returns to are asked about
-- rarely.
ALTER TABLE payments ADD COLUMN seen_at BIGINT;
