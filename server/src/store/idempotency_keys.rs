//! Idempotency keys: which payment a repeated attempt belongs to.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::StoreError;

/// Claims a key for a payment. `false`: the key is taken, and [`of_key`](super::payments::of_key) says by which. The
/// payment may be stored after the claim, in the same transaction. Of two transactions that claim one key at once, the
/// second waits for the first to end.
pub async fn claim(
    conn: &mut AnyConnection,
    key_digest: &str,
    payment_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO attempts (key_digest, payment_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(key_digest).bind(payment_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Frees a key for another payment.
pub async fn release(conn: &mut AnyConnection, key_digest: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM attempts WHERE key_digest = $1").bind(key_digest).execute(conn).await?;
    Ok(())
}
