//! Letters that went out: one of each kind per order.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::StoreError;

/// Notes that a letter went out. `false`: it was noted before.
pub async fn record(
    conn: &mut AnyConnection,
    order_id: &str,
    kind: &str,
    message_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO letters (order_id, kind, message_id, sent_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (order_id, kind) DO NOTHING";
    let query = sqlx::query(sql).bind(order_id).bind(kind).bind(message_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Whether the letter went out.
pub async fn sent(conn: &mut AnyConnection, order_id: &str, kind: &str) -> Result<bool, StoreError> {
    let sql = "SELECT message_id FROM letters WHERE order_id = $1 AND kind = $2";
    Ok(sqlx::query(sql).bind(order_id).bind(kind).fetch_optional(conn).await?.is_some())
}
