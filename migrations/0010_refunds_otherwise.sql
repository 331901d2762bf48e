-- How the money of a refund that the provider could not send went back instead, in a person's words. Absent where it went
-- back through the provider, or is still here.
ALTER TABLE refunds ADD COLUMN otherwise TEXT;
