-- Who joined through the wizard: one row per address, as it was first given. `address` is the form under which two
-- addresses are the same mailbox. `consent` is the sentence that stood beside the button.
CREATE TABLE leads (
    address TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    device TEXT NOT NULL,
    reasons TEXT NOT NULL,
    streaming_service TEXT,
    language TEXT NOT NULL,
    consent TEXT NOT NULL,
    joined_at BIGINT NOT NULL
);
