-- What the provider says of a subscription: read again after each webhook event about it, a day after each charge, and at
-- least weekly. A subscription that has ended is not read any more.
CREATE TABLE subscriptions (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    reference TEXT NOT NULL UNIQUE,
    standing TEXT NOT NULL,
    renews_at BIGINT,
    ends_at BIGINT,
    seen_at BIGINT NOT NULL,
    look_at BIGINT
);
CREATE INDEX subscriptions_to_look_at ON subscriptions (look_at) WHERE look_at IS NOT NULL;

-- Subscriptions from before this step: the first look is at once.
INSERT INTO subscriptions (order_id, reference, standing, seen_at, look_at)
SELECT p.order_id, MIN(p.subscription_ref), 'active', o.paid_at, o.paid_at FROM payments p JOIN orders o ON o.id = p.order_id
WHERE p.state = 'paid' AND p.subscription_ref IS NOT NULL AND o.paid_at IS NOT NULL AND o.state IN ('delivered', 'disputed', 'suspended')
GROUP BY p.order_id, o.paid_at;

-- What a subscription charged after its first payment, each invoice once, with what was agreed for that term.
CREATE TABLE later_charges (
    invoice TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_intent TEXT,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    agreed BIGINT NOT NULL,
    agreed_currency TEXT NOT NULL,
    verdict TEXT NOT NULL,
    charged_at BIGINT NOT NULL,
    found_at BIGINT NOT NULL,
    resolved_at BIGINT
);
CREATE INDEX later_charges_order ON later_charges (order_id, charged_at);
CREATE INDEX later_charges_open ON later_charges (order_id) WHERE verdict <> 'as_agreed' AND resolved_at IS NULL;
