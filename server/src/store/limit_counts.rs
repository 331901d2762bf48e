//! Counts that servers share: how often something was done. A window begins with its first count.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;

use super::StoreError;
use super::row::Record;

/// How often it was done in a window, and when that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How often.
    pub count: i64,
    /// When the window began.
    pub began_at: DateTime<Utc>,
}

/// Counts one more, and returns the count with it.
pub async fn count(
    conn: &mut AnyConnection,
    rule: &str,
    client: &str,
    window: TimeDelta,
    now: DateTime<Utc>,
) -> Result<Counted, StoreError> {
    let sql = "INSERT INTO limit_counts (rule, client, began_at, count) VALUES ($1, $2, $3, 1) \
               ON CONFLICT (rule, client) DO UPDATE SET \
               count = CASE WHEN limit_counts.began_at > $4 THEN limit_counts.count + 1 ELSE 1 END, \
               began_at = CASE WHEN limit_counts.began_at > $4 THEN limit_counts.began_at ELSE $3 END RETURNING client, count, began_at";
    let query = sqlx::query(sql).bind(rule).bind(client).bind(now.timestamp_millis());
    let row = query.bind((now - window).timestamp_millis()).fetch_one(conn).await?;
    let record = Record::new(&row, "limit_counts", "client");
    Ok(Counted { count: record.number("count")?, began_at: record.instant("began_at")? })
}

/// Takes back one that was counted, and was not done after all.
pub async fn give_back(conn: &mut AnyConnection, rule: &str, client: &str) -> Result<(), StoreError> {
    let sql = "UPDATE limit_counts SET count = count - 1 WHERE rule = $1 AND client = $2 AND count > 0";
    sqlx::query(sql).bind(rule).bind(client).execute(conn).await?;
    Ok(())
}

/// Deletes windows that began before that.
pub async fn forget(conn: &mut AnyConnection, before: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM limit_counts WHERE began_at < $1";
    sqlx::query(sql).bind(before.timestamp_millis()).execute(conn).await?;
    Ok(())
}
