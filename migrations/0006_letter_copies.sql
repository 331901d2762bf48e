-- Letters that an operator had sent once more. `letters` says that a letter went out, and only once; a copy has a row of
-- its own with a number from 2 on, and is sent once as well. `sent_at` is absent while it waits.
CREATE TABLE letter_copies (
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL,
    copy BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    message_id TEXT,
    sent_at BIGINT,
    PRIMARY KEY (order_id, kind, copy)
);
-- Asking twice while a copy waits is asking once.
CREATE UNIQUE INDEX letter_copies_waiting ON letter_copies (order_id, kind) WHERE sent_at IS NULL;
