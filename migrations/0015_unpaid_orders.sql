-- Orders that nobody paid, once they are deleted with the addresses in them: how many there were of a product on a day
-- since 1970, and for how much.
CREATE TABLE unpaid_orders (
    day BIGINT NOT NULL,
    product_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    orders BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (day, product_id, currency)
);
CREATE INDEX orders_closed ON orders (created_at) WHERE state = 'closed';
