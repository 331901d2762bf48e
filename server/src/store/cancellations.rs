//! Renewals that a buyer no longer wants: one request per order, by its key.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A cancellation as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancellation {
    /// The order that no longer renews.
    pub order_id: String,
    /// The payment that began the subscription.
    pub payment_id: String,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the provider had it: no charge follows.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When access ends, as the provider says.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Stores a request. `false`: the order has one already, and it stays as it is.
pub async fn insert_once(
    conn: &mut AnyConnection,
    order_id: &str,
    payment_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO cancellations (order_id, payment_id, requested_at) VALUES ($1, $2, $3) \
               ON CONFLICT (order_id) DO NOTHING";
    let query = sqlx::query(sql).bind(order_id).bind(payment_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The cancellation of an order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Cancellation>, StoreError> {
    let sql = "SELECT order_id, payment_id, requested_at, confirmed_at, ends_at FROM cancellations WHERE order_id = $1";
    sqlx::query(sql).bind(order_id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Notes that the provider has it. `false`: that was noted before.
pub async fn confirm(
    conn: &mut AnyConnection,
    order_id: &str,
    ends_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE cancellations SET confirmed_at = $1, ends_at = $2 WHERE order_id = $3 AND confirmed_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(ends_at.timestamp_millis()).bind(order_id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<Cancellation, StoreError> {
    let record = Record::new(row, "cancellations", "order_id");
    Ok(Cancellation {
        order_id: record.text("order_id")?,
        payment_id: record.text("payment_id")?,
        requested_at: record.instant("requested_at")?,
        confirmed_at: record.instant_or_none("confirmed_at")?,
        ends_at: record.instant_or_none("ends_at")?,
    })
}
