-- Whether an eSIM whose price went back to its buyer went back to the supplier: `given_back` is cancelled, kept (somebody
-- has installed it, or another order has it) or nothing (none was ever made).
ALTER TABLE esims ADD COLUMN given_back TEXT;
ALTER TABLE esims ADD COLUMN given_back_at BIGINT;
