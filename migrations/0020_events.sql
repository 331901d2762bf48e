-- What a visitor who agreed to it did, until it is forwarded: one row an event. `visitor` is a digest of the consent cookie.
-- A purchase waits here from its checkout until the order is paid; its amount is read from the order.
CREATE TABLE events (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    event_id TEXT NOT NULL,
    visitor TEXT NOT NULL,
    order_id TEXT,
    page TEXT,
    product_id TEXT,
    currency TEXT,
    amount BIGINT,
    fb_params TEXT,
    created_at BIGINT NOT NULL,
    forwarded_at BIGINT,
    UNIQUE (name, event_id)
);
CREATE INDEX events_visitor ON events (visitor);
CREATE INDEX events_order ON events (order_id);
CREATE INDEX events_created ON events (created_at);
