-- What a provider said it had taken with a payment that disagreed with its quote, in minor units and as an ISO 4217 code:
-- asked before any of it is sent back. Absent where nobody asked; then what was agreed was taken.
ALTER TABLE payments ADD COLUMN charged BIGINT;
ALTER TABLE payments ADD COLUMN charged_currency TEXT;
