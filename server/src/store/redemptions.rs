//! The redemptions of limited codes by orders. How many uses of a code are taken is stored with the code
//! ([`discount_codes`](super::discount_codes)); both change in one transaction that holds the code's row.

use chrono::{DateTime, Utc};
use onefare_core::discount::{FoldedCode, Redemption};
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::row::Record;

const ALL: [Redemption; 4] = [Redemption::Reserved, Redemption::AtPayment, Redemption::Consumed, Redemption::Released];

/// The word the database stores.
const fn word(state: Redemption) -> &'static str {
    match state {
        Redemption::Reserved => "reserved",
        Redemption::AtPayment => "at_payment",
        Redemption::Consumed => "consumed",
        Redemption::Released => "released",
    }
}

/// The order's redemption; `None` when it never had one.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Redemption>, StoreError> {
    let sql = "SELECT order_id, state FROM redemptions WHERE order_id = $1";
    let Some(row) = sqlx::query(sql).bind(order_id).fetch_optional(conn).await? else { return Ok(None) };
    let read = |text: &str| ALL.into_iter().find(|state| word(*state) == text);
    Record::new(&row, "redemptions", "order_id").parsed("state", read).map(Some)
}

/// Stores the order's redemption. The caller holds the order and the code.
pub async fn put(
    conn: &mut AnyConnection,
    order_id: &str,
    folded: &FoldedCode,
    state: Redemption,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO redemptions (order_id, code, state, changed_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (order_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at";
    let query = sqlx::query(sql).bind(order_id).bind(folded.as_str()).bind(word(state)).bind(now.timestamp_millis());
    query.execute(conn).await?;
    Ok(())
}

/// How many uses of the code are reserved for unpaid orders. The caller holds the code.
pub async fn reserved(conn: &mut AnyConnection, folded: &FoldedCode) -> Result<u32, StoreError> {
    let sql = "SELECT code, CAST(COUNT(*) AS BIGINT) AS uses FROM redemptions \
               WHERE code = $1 AND state = 'reserved' GROUP BY code";
    let Some(row) = sqlx::query(sql).bind(folded.as_str()).fetch_optional(conn).await? else { return Ok(0) };
    Record::new(&row, "redemptions", "code").count("uses")
}

/// The buyer's closed orders that still have a use of the code: their pages are being closed. In the order of their
/// ids.
pub async fn of_closed_orders(
    conn: &mut AnyConnection,
    buyer: &str,
    folded: &FoldedCode,
) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT o.id FROM orders o JOIN redemptions r ON r.order_id = o.id \
               WHERE o.buyer = $1 AND o.state = 'closed' AND r.code = $2 AND r.state = 'reserved' ORDER BY o.id";
    let rows = sqlx::query(sql).bind(buyer).bind(folded.as_str()).fetch_all(conn).await?;
    Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
}

/// How many uses of the code this buyer's own orders have: those that are reserved, and those consumed since an
/// instant.
pub async fn of_buyer(
    conn: &mut AnyConnection,
    buyer: &str,
    folded: &FoldedCode,
    consumed_since: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let sql = "SELECT r.code AS code, CAST(COUNT(*) AS BIGINT) AS uses FROM orders o \
               JOIN redemptions r ON r.order_id = o.id WHERE o.buyer = $1 AND r.code = $2 \
               AND (r.state = 'reserved' OR (r.state = 'consumed' AND r.changed_at >= $3)) GROUP BY r.code";
    let query = sqlx::query(sql).bind(buyer).bind(folded.as_str()).bind(consumed_since.timestamp_millis());
    let Some(row) = query.fetch_optional(conn).await? else { return Ok(0) };
    Record::new(&row, "redemptions", "code").count("uses")
}
