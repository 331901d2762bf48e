//! Withdrawals from orders: one per order, by its key.

use chrono::{DateTime, Utc};
use onefare_core::withdrawal::WithdrawalState;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// How a withdrawal ended whose order was refunded.
pub const REFUNDED: &str = "refunded";

/// How a withdrawal ended whose order was not paid.
pub const NOTHING_PAID: &str = "nothing was paid";

/// A withdrawal as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The order.
    pub order_id: String,
    /// The name that the buyer gave.
    pub name: Option<String>,
    /// When it was stated.
    pub stated_at: DateTime<Utc>,
    /// When nothing was left to do about it.
    pub handled_at: Option<DateTime<Utc>>,
    /// How it ended: [`REFUNDED`], [`NOTHING_PAID`], or the words of an operator.
    pub how: Option<String>,
}

impl Withdrawal {
    /// Its state.
    #[must_use]
    pub const fn state(&self) -> WithdrawalState {
        if self.handled_at.is_some() { WithdrawalState::Handled } else { WithdrawalState::Requested }
    }
}

/// Stores a statement. `false`: the order has one already, and it stays as it is.
pub async fn insert_once(
    conn: &mut AnyConnection,
    order_id: &str,
    name: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql =
        "INSERT INTO withdrawals (order_id, name, stated_at) VALUES ($1, $2, $3) ON CONFLICT (order_id) DO NOTHING";
    let query = sqlx::query(sql).bind(order_id).bind(name).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Opens one again that is over, with another statement. `false`: it is not over, and stays as it is.
pub async fn state_again(
    conn: &mut AnyConnection,
    order_id: &str,
    name: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE withdrawals SET name = $1, stated_at = $2, handled_at = NULL, how = NULL \
               WHERE order_id = $3 AND handled_at IS NOT NULL";
    let query = sqlx::query(sql).bind(name).bind(now.timestamp_millis()).bind(order_id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The withdrawal from an order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Withdrawal>, StoreError> {
    let sql = "SELECT order_id, name, stated_at, handled_at, how FROM withdrawals WHERE order_id = $1";
    sqlx::query(sql).bind(order_id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The withdrawals that need attention, the oldest first.
pub async fn open(conn: &mut AnyConnection) -> Result<Vec<Withdrawal>, StoreError> {
    let sql = "SELECT order_id, name, stated_at, handled_at, how FROM withdrawals WHERE handled_at IS NULL \
               ORDER BY stated_at, order_id";
    sqlx::query(sql).fetch_all(conn).await?.iter().map(read).collect()
}

/// Records how a withdrawal ended. `false`: there is none, or that was recorded before.
pub async fn close(
    conn: &mut AnyConnection,
    order_id: &str,
    how: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE withdrawals SET handled_at = $1, how = $2 WHERE order_id = $3 AND handled_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(how).bind(order_id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Reopens a withdrawal that had ended because nothing was paid: money has arrived after all.
pub async fn reopen_unpaid(conn: &mut AnyConnection, order_id: &str) -> Result<(), StoreError> {
    let sql = "UPDATE withdrawals SET handled_at = NULL, how = NULL WHERE order_id = $1 AND how = $2";
    sqlx::query(sql).bind(order_id).bind(NOTHING_PAID).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Withdrawal, StoreError> {
    let record = Record::new(row, "withdrawals", "order_id");
    Ok(Withdrawal {
        order_id: record.text("order_id")?,
        name: record.text_or_none("name")?,
        stated_at: record.instant("stated_at")?,
        handled_at: record.instant_or_none("handled_at")?,
        how: record.text_or_none("how")?,
    })
}
