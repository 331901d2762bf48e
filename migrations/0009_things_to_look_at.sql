-- What a person must look at, until it is done with.

-- Letters that the mail server will never take. `copy` is 1, or the number of the copy in letter_copies; `kind` is as in
-- letters. `done_at` says when an operator had seen to it in another way.
CREATE TABLE undeliverable_letters (
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL,
    copy BIGINT NOT NULL,
    reason TEXT NOT NULL,
    refused_at BIGINT NOT NULL,
    done_at BIGINT,
    PRIMARY KEY (order_id, kind, copy)
);

-- Counted at every look at the figures: small beside the tables, because what stands in them is soon done with.
CREATE INDEX undeliverable_letters_open ON undeliverable_letters (refused_at) WHERE done_at IS NULL;
CREATE INDEX orders_to_look_at ON orders (state)
    WHERE state IN ('held', 'stalled', 'refund_due', 'disputed', 'suspended');
CREATE INDEX payments_to_look_at ON payments (state) WHERE state IN ('quarantined', 'refund_due');
CREATE INDEX refunds_failed ON refunds (payment_id) WHERE state = 'failed';
CREATE INDEX esims_being_made ON esims (accepted_at) WHERE state = 'accepted';
