//! Letters that the mail server will never take: noted, so that they are not tried for ever and somebody looks.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// The number of a letter that is no copy.
pub const FIRST: i64 = 1;

/// A letter that is not tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undeliverable {
    /// The kind of letter, as in [`letters`](super::letters).
    pub kind: String,
    /// [`FIRST`], or the number in [`letter_copies`](super::letter_copies).
    pub copy: i64,
    /// Why, without an address.
    pub reason: String,
    /// When it was last refused.
    pub refused_at: DateTime<Utc>,
    /// When an operator said that nobody needs to look any more.
    pub done_at: Option<DateTime<Utc>>,
}

/// Notes that a letter will never be taken; again, when it was tried once more.
pub async fn note(
    conn: &mut AnyConnection,
    order_id: &str,
    kind: &str,
    copy: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO undeliverable_letters (order_id, kind, copy, reason, refused_at) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_id, kind, copy) DO UPDATE SET \
               reason = excluded.reason, refused_at = excluded.refused_at, done_at = NULL";
    let query = sqlx::query(sql).bind(order_id).bind(kind).bind(copy).bind(storable(reason).into_owned());
    query.bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Every one of an order, in the order of kinds and numbers.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<Undeliverable>, StoreError> {
    let sql = "SELECT order_id, kind, copy, reason, refused_at, done_at FROM undeliverable_letters \
               WHERE order_id = $1 ORDER BY kind, copy";
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Whether a letter is not to be tried.
pub async fn stands(conn: &mut AnyConnection, order_id: &str, kind: &str, copy: i64) -> Result<bool, StoreError> {
    let sql = "SELECT order_id FROM undeliverable_letters WHERE order_id = $1 AND kind = $2 AND copy = $3";
    let query = sqlx::query(sql).bind(order_id).bind(kind).bind(copy);
    Ok(query.fetch_optional(conn).await?.is_some())
}

/// Takes the note back: the letter is to be tried again, or there is nothing to tell any more.
pub async fn take_back(conn: &mut AnyConnection, order_id: &str, kind: &str, copy: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM undeliverable_letters WHERE order_id = $1 AND kind = $2 AND copy = $3";
    sqlx::query(sql).bind(order_id).bind(kind).bind(copy).execute(conn).await?;
    Ok(())
}

/// Notes that nobody needs to look at those of an order any more. How many they were.
pub async fn see_to(conn: &mut AnyConnection, order_id: &str, now: DateTime<Utc>) -> Result<u64, StoreError> {
    let sql = "UPDATE undeliverable_letters SET done_at = $1 WHERE order_id = $2 AND done_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(order_id).execute(conn).await?.rows_affected())
}

fn read(row: &AnyRow) -> Result<Undeliverable, StoreError> {
    let record = Record::new(row, "undeliverable_letters", "order_id");
    Ok(Undeliverable {
        kind: record.text("kind")?,
        copy: record.number("copy")?,
        reason: record.text("reason")?,
        refused_at: record.instant("refused_at")?,
        done_at: record.instant_or_none("done_at")?,
    })
}
