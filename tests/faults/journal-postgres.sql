CREATE TABLE faults_journal (
    sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    place TEXT NOT NULL,
    id TEXT NOT NULL,
    was TEXT NOT NULL,
    becomes TEXT NOT NULL,
    -- Milliseconds, so that a move can be compared with the moments of the kills.
    moved_at BIGINT NOT NULL DEFAULT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
);
CREATE FUNCTION faults_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES (TG_TABLE_NAME, OLD.id, OLD.state, NEW.state);
    RETURN NULL;
END $$;
CREATE TRIGGER faults_orders AFTER UPDATE OF state ON orders
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION faults_write();
CREATE TRIGGER faults_payments AFTER UPDATE OF state ON payments
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION faults_write();
CREATE FUNCTION faults_write_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO faults_journal (place, id, was, becomes) VALUES (TG_TABLE_NAME, OLD.order_id, OLD.state, NEW.state);
    RETURN NULL;
END $$;
CREATE TRIGGER faults_esims AFTER UPDATE OF state ON esims
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION faults_write_of_order();
CREATE TRIGGER faults_redemptions AFTER UPDATE OF state ON redemptions
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION faults_write_of_order();
