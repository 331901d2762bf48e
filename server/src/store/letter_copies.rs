//! Letters that an operator had sent once more: each a row of its own, beside the one that says that the letter went
//! out at all ([`letters`](super::letters)).

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A copy as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterCopy {
    /// The order it tells about.
    pub order_id: String,
    /// The kind of letter, as in [`letters`](super::letters).
    pub kind: String,
    /// 2 for the first copy: the letter itself was the first.
    pub copy: i64,
    /// When it was asked for.
    pub asked_at: DateTime<Utc>,
    /// Our id of the letter, once it went out.
    pub message_id: Option<String>,
    /// When it went out.
    pub sent_at: Option<DateTime<Utc>>,
}

/// The column that names a row in reports.
const KEY: &str = "order_id";

/// Asks for a copy. `false`: one of this kind waits already.
pub async fn ask(conn: &mut AnyConnection, order_id: &str, kind: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "INSERT INTO letter_copies (order_id, kind, copy, asked_at) SELECT $1, $2, \
               COALESCE((SELECT MAX(copy) FROM letter_copies WHERE order_id = $1 AND kind = $2), 1) + 1, \
               CAST($3 AS BIGINT) WHERE 1 = 1 ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(order_id).bind(kind).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Every copy of an order's letters, in the order of kinds and numbers.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<LetterCopy>, StoreError> {
    let sql = "SELECT order_id, kind, copy, asked_at, message_id, sent_at FROM letter_copies WHERE order_id = $1 \
               ORDER BY kind, copy";
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Notes that a copy went out. `false`: it was noted before.
pub async fn note_sent(
    conn: &mut AnyConnection,
    copy: &LetterCopy,
    message_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE letter_copies SET message_id = $1, sent_at = $2 \
               WHERE order_id = $3 AND kind = $4 AND copy = $5 AND sent_at IS NULL";
    let query = sqlx::query(sql).bind(message_id).bind(now.timestamp_millis());
    let query = query.bind(&copy.order_id).bind(&copy.kind).bind(copy.copy);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Takes back a copy that waits: there is nothing to tell any more.
pub async fn take_back(conn: &mut AnyConnection, copy: &LetterCopy) -> Result<(), StoreError> {
    let sql = "DELETE FROM letter_copies WHERE order_id = $1 AND kind = $2 AND copy = $3 AND sent_at IS NULL";
    sqlx::query(sql).bind(&copy.order_id).bind(&copy.kind).bind(copy.copy).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<LetterCopy, StoreError> {
    let record = Record::new(row, "letter_copies", KEY);
    Ok(LetterCopy {
        order_id: record.text("order_id")?,
        kind: record.text("kind")?,
        copy: record.number("copy")?,
        asked_at: record.instant("asked_at")?,
        message_id: record.text_or_none("message_id")?,
        sent_at: record.instant_or_none("sent_at")?,
    })
}
