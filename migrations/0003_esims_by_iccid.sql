-- Operators find the order of an eSIM by the number that the traveller's phone shows (ICCID), of which the shop keeps a keyed
-- digest.
CREATE INDEX esims_iccid ON esims (iccid_digest) WHERE iccid_digest IS NOT NULL;
