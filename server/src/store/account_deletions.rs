//! Deleted accounts: what is left to do after a deletion, and when it was done. The orders stay, marked.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::orders::{self, Order};
use super::row::Record;

/// A deletion as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDeletion {
    /// Its id, `del_…`.
    pub id: String,
    /// The account; absent once everything that follows is done.
    pub email_canonical: Option<String>,
    /// When it was requested: from then on the account cannot be signed in to.
    pub requested_at: DateTime<Utc>,
    /// When everything that follows was done.
    pub done_at: Option<DateTime<Utc>>,
}

/// Stores a deletion.
pub async fn insert(
    conn: &mut AnyConnection,
    id: &str,
    email_canonical: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO account_deletions (id, email_canonical, requested_at) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(id).bind(email_canonical).bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// The deletion with an id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<AccountDeletion>, StoreError> {
    let sql = "SELECT id, email_canonical, requested_at, done_at FROM account_deletions WHERE id = $1";
    sqlx::query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Records that everything is done, and forgets the address.
pub async fn note_done(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE account_deletions SET done_at = $1, email_canonical = NULL WHERE id = $2 AND done_at IS NULL";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// Ids of the orders that the account of an address shows: those that were paid, and those that need attention. An
/// unpaid checkout is no part of it; a job deletes it. Sorted: they are locked in this order.
pub async fn orders_to_mark(conn: &mut AnyConnection, email_canonical: &str) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM orders WHERE email_canonical = $1 AND account_deleted_at IS NULL \
               AND (paid_at IS NOT NULL OR state NOT IN ('open', 'closed')) ORDER BY id";
    let rows = sqlx::query(sql).bind(email_canonical).fetch_all(conn).await?;
    rows.iter().map(|row| Record::new(row, "orders", "id").text("id")).collect()
}

/// Marks an order as one of a deleted account, and deletes its advertising parameters: no law wants them kept.
pub async fn mark(conn: &mut AnyConnection, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET account_deleted_at = $1, fb_params = NULL WHERE id = $2";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(order_id).execute(conn).await?;
    Ok(())
}

/// The orders of an address that were marked, newest first.
pub async fn marked(conn: &mut AnyConnection, email_canonical: &str) -> Result<Vec<Order>, StoreError> {
    let sql = orders::select!(
        "WHERE email_canonical = $1 AND account_deleted_at IS NOT NULL ORDER BY account_deleted_at DESC, \
         COALESCE(paid_at, created_at) DESC, id DESC"
    );
    sqlx::query(sql).bind(email_canonical).fetch_all(conn).await?.iter().map(orders::read).collect()
}

fn read(row: &AnyRow) -> Result<AccountDeletion, StoreError> {
    let record = Record::new(row, "account_deletions", "id");
    Ok(AccountDeletion {
        id: record.text("id")?,
        email_canonical: record.text_or_none("email_canonical")?,
        requested_at: record.instant("requested_at")?,
        done_at: record.instant_or_none("done_at")?,
    })
}
