//! Every stored order in pages, with what belongs to it: for the audit, which must not stop at a damaged row and must
//! not fill memory.

use chrono::{DateTime, Utc};
use onefare_core::discount::{DiscountCode, FoldedCode};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::deliveries::{self, Delivery};
use super::orders::{self, Order};
use super::payments::{self, Payment};
use super::plan_changes::{self, PlanChange};
use super::row::Record;
use super::{StoreError, price_books};

/// A row that was read, or the report of why it was not.
#[derive(Debug)]
pub struct Stored<T> {
    /// Id of the order that it is, or that it belongs to.
    pub order_id: String,
    /// What was read.
    pub row: Result<T, StoreError>,
}

/// At most `limit` orders after an id, in the order of ids. An empty id starts with the first.
pub async fn after(conn: &mut AnyConnection, id: &str, limit: u32) -> Result<Vec<Stored<Order>>, StoreError> {
    let rows = sqlx::query(orders::select!("WHERE id > $1 ORDER BY id LIMIT $2")).bind(id).bind(i64::from(limit));
    let rows = rows.fetch_all(conn).await?;
    rows.iter().map(|row| stored(row, "orders", "id", orders::read)).collect()
}

/// The payments of the orders whose ids lie after the first and not after the last one.
pub async fn payments(conn: &mut AnyConnection, after: &str, last: &str) -> Result<Vec<Stored<Payment>>, StoreError> {
    let rows = sqlx::query(payments::select!("WHERE order_id > $1 AND order_id <= $2")).bind(after).bind(last);
    let rows = rows.fetch_all(conn).await?;
    rows.iter().map(|row| stored(row, "payments", "order_id", payments::read)).collect()
}

/// The deliveries of those orders.
pub async fn deliveries(
    conn: &mut AnyConnection,
    after: &str,
    last: &str,
) -> Result<Vec<Stored<Delivery>>, StoreError> {
    let rows = sqlx::query(deliveries::select!("WHERE order_id > $1 AND order_id <= $2")).bind(after).bind(last);
    let rows = rows.fetch_all(conn).await?;
    rows.iter().map(|row| stored(row, "deliveries", "order_id", deliveries::read)).collect()
}

/// The changes of plan of those orders, oldest first, without those that were refused.
pub async fn plan_changes(
    conn: &mut AnyConnection,
    after: &str,
    last: &str,
) -> Result<Vec<Stored<PlanChange>>, StoreError> {
    let rows =
        plan_changes::select!("WHERE order_id > $1 AND order_id <= $2 AND refused_at IS NULL ORDER BY order_id, round");
    let rows = sqlx::query(rows).bind(after).bind(last).fetch_all(conn).await?;
    rows.iter().map(|row| stored(row, "plan_changes", "order_id", plan_changes::read)).collect()
}

/// A code as it is now, and when it last changed.
pub async fn code_since(
    conn: &mut AnyConnection,
    folded: &FoldedCode,
) -> Result<Option<(DiscountCode, DateTime<Utc>)>, StoreError> {
    let sql = "SELECT code, content, changed_at FROM discount_codes WHERE code = $1";
    let Some(row) = sqlx::query(sql).bind(folded.as_str()).fetch_optional(conn).await? else { return Ok(None) };
    let record = Record::new(&row, "discount_codes", "code");
    Ok(Some((record.document("content")?, record.instant("changed_at")?)))
}

/// When a price book came into force, and when the next one replaced it.
pub async fn book_in_force(
    conn: &mut AnyConnection,
    number: i64,
) -> Result<Option<(DateTime<Utc>, Option<DateTime<Utc>>)>, StoreError> {
    let sql = "SELECT number, applied_at, (SELECT MIN(applied_at) FROM price_books later WHERE later.number > $1) \
               AS replaced_at FROM price_books WHERE number = $1";
    let Some(row) = sqlx::query(sql).bind(number).fetch_optional(conn).await? else { return Ok(None) };
    let record = Record::new(&row, price_books::TABLE, "number");
    Ok(Some((record.instant("applied_at")?, record.instant_or_none("replaced_at")?)))
}

/// Fails only when the database does, or when not even the order's id can be read: then there is nothing to go on from.
fn stored<T>(
    row: &AnyRow,
    table: &'static str,
    id: &'static str,
    read: impl FnOnce(&AnyRow) -> Result<T, StoreError>,
) -> Result<Stored<T>, StoreError> {
    let order_id = Record::new(row, table, id).text(id)?;
    match read(row) {
        // The database itself failed, not this row.
        Err(error) if !matches!(error, StoreError::Corrupt { .. }) => Err(error),
        row => Ok(Stored { order_id, row }),
    }
}
