CREATE TABLE faults_journal (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    place TEXT NOT NULL,
    id TEXT NOT NULL,
    was TEXT NOT NULL,
    becomes TEXT NOT NULL,
    -- Milliseconds, so that a move can be compared with the moments of the kills.
    moved_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
);
CREATE TRIGGER faults_orders AFTER UPDATE OF state ON orders WHEN OLD.state <> NEW.state BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES ('orders', OLD.id, OLD.state, NEW.state);
END;
CREATE TRIGGER faults_payments AFTER UPDATE OF state ON payments WHEN OLD.state <> NEW.state BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES ('payments', OLD.id, OLD.state, NEW.state);
END;
CREATE TRIGGER faults_esims AFTER UPDATE OF state ON esims WHEN OLD.state <> NEW.state BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES ('esims', OLD.order_id, OLD.state, NEW.state);
END;
CREATE TRIGGER faults_redemptions AFTER UPDATE OF state ON redemptions WHEN OLD.state <> NEW.state BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES ('redemptions', OLD.order_id, OLD.state, NEW.state);
END;
