-- Outside systems that refuse our key or login, for as long as they do.
CREATE TABLE refused_access (
    system TEXT NOT NULL,
    since BIGINT NOT NULL
);
CREATE UNIQUE INDEX refused_access_system ON refused_access (system);

-- Orders that are paid and not delivered.
CREATE INDEX orders_undelivered ON orders (paid_at) WHERE state = 'paid';
