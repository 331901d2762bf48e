-- What the shop's secret must agree with: a value derived from it, stored at the first start. One row.
CREATE TABLE secret_check (
    id BIGINT NOT NULL PRIMARY KEY,
    derived TEXT NOT NULL
);
