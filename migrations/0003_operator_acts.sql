-- What operators changed, and what they were refused. `customer` is a keyed digest of an address: no address stands here in
-- clear text. `order_number` refers to nothing, because unpaid orders are deleted before their acts.
CREATE TABLE operator_acts (
    id TEXT NOT NULL PRIMARY KEY,
    acted_at BIGINT NOT NULL,
    operator TEXT NOT NULL,
    command TEXT NOT NULL,
    order_number TEXT,
    customer TEXT,
    outcome TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX operator_acts_acted ON operator_acts (acted_at);
