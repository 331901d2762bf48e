//! Corrected addresses of paid orders.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::orders::Order;
use super::row::Record;
use crate::ids::new_id;

/// A correction as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailChange {
    /// Its id, `emc_…`.
    pub id: String,
    /// The order.
    pub order_id: String,
    /// 1 for its first correction.
    pub change: i64,
    /// The address that the order had; absent once its letter went out.
    pub old_email: Option<Email>,
    /// When it was corrected.
    pub changed_at: DateTime<Utc>,
}

/// Gives an order another address and returns the correction's id. The old address is kept for its letter, and
/// its digest for good: the buyer may withdraw from the order with it, and an address has one trial. The order then belongs to the account of the new address, even when that of the old one
/// was deleted. The caller holds the order's lock.
pub async fn apply(
    conn: &mut AnyConnection,
    order: &Order,
    new: &Email,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let sql = "UPDATE orders SET email = $1, email_canonical = $2, account_deleted_at = NULL WHERE id = $3";
    let query = sqlx::query(sql).bind(new.as_str()).bind(new.canonical()).bind(&order.id);
    query.execute(&mut *conn).await?;
    let id = new_id("emc");
    let sql = "INSERT INTO email_changes (order_id, change, old_email, trial_digest, old_digest, changed_at, id) SELECT $1, \
               COALESCE((SELECT MAX(change) FROM email_changes WHERE order_id = $1), 0) + 1, $2, $3, $4, \
               CAST($5 AS BIGINT), $6";
    let digest = order.email.digest();
    let query = sqlx::query(sql).bind(&order.id).bind(order.email.as_str());
    let query = query.bind(order.trial.as_ref().map(|_| digest.clone())).bind(&digest).bind(now.timestamp_millis());
    query.bind(&id).execute(conn).await?;
    Ok(id)
}

/// Whether an order had that address before a correction.
pub async fn had(conn: &mut AnyConnection, order_id: &str, email: &Email) -> Result<bool, StoreError> {
    let sql = "SELECT id FROM email_changes WHERE order_id = $1 AND old_digest = $2 LIMIT 1";
    let query = sqlx::query(sql).bind(order_id).bind(email.digest());
    Ok(query.fetch_optional(conn).await?.is_some())
}

/// Every correction of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<EmailChange>, StoreError> {
    let sql =
        "SELECT id, order_id, change, old_email, changed_at FROM email_changes WHERE order_id = $1 ORDER BY change";
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Forgets the old address of a correction: it had its letter, or needs none.
pub async fn forget_old_address(conn: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    let sql = "UPDATE email_changes SET old_email = NULL WHERE id = $1";
    sqlx::query(sql).bind(id).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<EmailChange, StoreError> {
    let record = Record::new(row, "email_changes", "id");
    Ok(EmailChange {
        id: record.text("id")?,
        order_id: record.text("order_id")?,
        change: record.number("change")?,
        old_email: record.parsed_or_none("old_email", |text| Email::parse(text).ok())?,
        changed_at: record.instant("changed_at")?,
    })
}
