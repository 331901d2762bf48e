-- Shows that the database takes what is written: one row that is written again and again, and one that never stays.
CREATE TABLE readiness (
    id BIGINT NOT NULL PRIMARY KEY,
    proven_at BIGINT NOT NULL,
    filling TEXT NOT NULL
);
