//! Statements of withdrawal that match no order.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::email::Email;
use onefare_core::withdrawal::Statement;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;
use crate::ids::new_id;

/// How long one is kept: a right to withdraw ends earlier, and an answer to the buyer is due within 14 days.
pub const KEPT: TimeDelta = TimeDelta::days(90);

/// A statement as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmatchedWithdrawal {
    /// The number that was typed, as receipts write numbers.
    pub order_number: String,
    /// The address that was typed.
    pub email: Email,
    /// The name, where one was given.
    pub name: Option<String>,
    /// When it was first stated.
    pub stated_at: DateTime<Utc>,
}

/// Stores a statement; a repeat changes nothing.
pub async fn insert_once(
    conn: &mut AnyConnection,
    statement: &Statement,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO unmatched_withdrawals (id, order_number, email, name, stated_at) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_number, email) DO NOTHING";
    let query = sqlx::query(sql).bind(new_id("umw")).bind(statement.order_number.as_str());
    let query = query.bind(statement.email.as_str()).bind(statement.name.as_deref());
    query.bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Every statement, the oldest first.
pub async fn all(conn: &mut AnyConnection) -> Result<Vec<UnmatchedWithdrawal>, StoreError> {
    let sql = "SELECT id, order_number, email, name, stated_at FROM unmatched_withdrawals ORDER BY stated_at, id";
    sqlx::query(sql).fetch_all(conn).await?.iter().map(read).collect()
}

/// Deletes those that were stated before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM unmatched_withdrawals WHERE stated_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<UnmatchedWithdrawal, StoreError> {
    let record = Record::new(row, "unmatched_withdrawals", "id");
    Ok(UnmatchedWithdrawal {
        order_number: record.text("order_number")?,
        email: record.parsed("email", |text| Email::parse(text).ok())?,
        name: record.text_or_none("name")?,
        stated_at: record.instant("stated_at")?,
    })
}
