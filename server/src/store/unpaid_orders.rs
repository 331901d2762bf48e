//! Unpaid orders, and what their deletion leaves behind: their number by product and day.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::StoreError;
use super::payments::page_left;
use super::row::Record;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Orders placed before an instant that were never paid and cannot be paid any more: every page has ended, nothing was
/// delivered, no job is about them, and no buyer has tried again since. Nothing was sent but the receipt of a
/// withdrawal that is handled.
macro_rules! forgettable {
    ($rest:literal) => {
        concat!(
            "SELECT o.id, o.product_id, o.currency, o.due_now, o.created_at FROM orders o \
             WHERE o.created_at < $1 AND o.state = 'closed' AND o.paid_at IS NULL \
             AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id \
             AND (p.created_at >= $1 OR p.state <> 'failed' \
             OR (",
            page_left!(),
            ") \
             OR EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id) \
             OR EXISTS (SELECT 1 FROM jobs j WHERE j.subject = p.id))) \
             AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.subject = o.id) \
             AND NOT EXISTS (SELECT 1 FROM redemptions u WHERE u.order_id = o.id AND u.state <> 'released') \
             AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id) \
             AND NOT EXISTS (SELECT 1 FROM esims e WHERE e.order_id = o.id) \
             AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.order_id = o.id AND w.handled_at IS NULL) \
             AND NOT EXISTS (SELECT 1 FROM letters l WHERE l.order_id = o.id \
             AND (l.kind <> 'withdrawal' OR (l.refused_at IS NOT NULL AND l.done_at IS NULL))) \
             AND NOT EXISTS (SELECT 1 FROM cancellations n WHERE n.order_id = o.id) \
             AND NOT EXISTS (SELECT 1 FROM plan_changes c WHERE c.order_id = o.id) ",
            $rest
        )
    };
}

/// Deletes an order with everything that belongs to it, in the order that the foreign keys allow.
const PARTS: [&str; 7] = [
    "DELETE FROM attempts WHERE payment_id IN (SELECT id FROM payments WHERE order_id = $1)",
    "DELETE FROM provider_ids WHERE payment_id IN (SELECT id FROM payments WHERE order_id = $1)",
    "DELETE FROM payments WHERE order_id = $1",
    "DELETE FROM redemptions WHERE order_id = $1",
    "DELETE FROM letters WHERE order_id = $1",
    "DELETE FROM withdrawals WHERE order_id = $1",
    "DELETE FROM orders WHERE id = $1",
];

/// The oldest of these orders, `at_most` of them.
pub async fn oldest(conn: &mut AnyConnection, before: DateTime<Utc>, at_most: u32) -> Result<Vec<String>, StoreError> {
    let query = sqlx::query(forgettable!("ORDER BY o.created_at, o.id LIMIT $2"));
    let rows = query.bind(before.timestamp_millis()).bind(i64::from(at_most)).fetch_all(conn).await?;
    rows.iter().map(|row| Record::new(row, "orders", "id").text("id")).collect()
}

/// Deletes one of these orders and counts it. `false`: it is no longer one of them. The caller holds the order's lock,
/// so that a concurrent attempt waits, or was first.
pub async fn forget(conn: &mut AnyConnection, id: &str, before: DateTime<Utc>) -> Result<bool, StoreError> {
    let query = sqlx::query(forgettable!("AND o.id = $2")).bind(before.timestamp_millis()).bind(id);
    let Some(row) = query.fetch_optional(&mut *conn).await? else { return Ok(false) };
    let order = Record::new(&row, "orders", "id");
    let sql = "INSERT INTO unpaid_orders (day, product_id, currency, orders, amount) VALUES ($1, $2, $3, 1, $4) \
               ON CONFLICT (day, product_id, currency) DO UPDATE SET orders = unpaid_orders.orders + 1, \
               amount = unpaid_orders.amount + excluded.amount";
    sqlx::query(sql)
        .bind(order.number("created_at")?.div_euclid(DAY))
        .bind(order.text("product_id")?)
        .bind(order.text("currency")?)
        .bind(order.number("due_now")?)
        .execute(&mut *conn)
        .await?;
    for sql in PARTS {
        sqlx::query(sql).bind(id).execute(&mut *conn).await?;
    }
    Ok(true)
}
