-- Mistyped addresses of paid orders that were corrected. `old_email` stays until its letter went out. `trial_digest` is kept
-- of trials alone: an address has one trial, and a correction does not give it another.
CREATE TABLE email_changes (
    order_id TEXT NOT NULL REFERENCES orders (id),
    change BIGINT NOT NULL,
    old_email TEXT,
    trial_digest TEXT,
    changed_at BIGINT NOT NULL,
    told_at BIGINT,
    PRIMARY KEY (order_id, change)
);

CREATE INDEX email_changes_trial ON email_changes (trial_digest) WHERE trial_digest IS NOT NULL;
