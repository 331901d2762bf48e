//! Cancelled renewals and their resumptions: one row per order, by its key.

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
    /// When the provider confirmed it: no charge follows.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When access ends, as the provider says.
    pub ends_at: Option<DateTime<Utc>>,
    /// 1 for the order's first; a cancellation after a resumption has the next number.
    pub round: i64,
    /// When the resumption of the renewal was requested; the provider has not confirmed it yet.
    pub resume_requested_at: Option<DateTime<Utc>>,
}

/// Stores a request. `false`: the order has one already that was not taken back, and it stays as it is.
pub async fn insert_once(
    conn: &mut AnyConnection,
    order_id: &str,
    payment_id: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO cancellations (order_id, payment_id, requested_at, round) VALUES ($1, $2, $3, 1) \
               ON CONFLICT (order_id) DO UPDATE SET payment_id = excluded.payment_id, \
               requested_at = excluded.requested_at, confirmed_at = NULL, ends_at = NULL, \
               round = cancellations.round + 1, resume_requested_at = NULL, resumed_at = NULL \
               WHERE cancellations.resumed_at IS NOT NULL";
    let query = sqlx::query(sql).bind(order_id).bind(payment_id).bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The cancellation of an order, unless it was taken back.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Cancellation>, StoreError> {
    let sql = "SELECT order_id, payment_id, requested_at, confirmed_at, ends_at, round, resume_requested_at \
               FROM cancellations WHERE order_id = $1 AND resumed_at IS NULL";
    sqlx::query(sql).bind(order_id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Notes that the provider has it. `false`: that was noted before, or is not so any more.
pub async fn confirm(
    conn: &mut AnyConnection,
    cancellation: &Cancellation,
    ends_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE cancellations SET confirmed_at = $1, ends_at = $2 \
               WHERE order_id = $3 AND round = $4 AND confirmed_at IS NULL AND resumed_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(ends_at.timestamp_millis());
    let query = query.bind(&cancellation.order_id).bind(cancellation.round);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores the request to take a cancellation back. `false`: the provider has not confirmed the cancellation yet, or the
/// request was stored before.
pub async fn ask_to_resume(conn: &mut AnyConnection, order_id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE cancellations SET resume_requested_at = $1 \
               WHERE order_id = $2 AND confirmed_at IS NOT NULL AND resume_requested_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(order_id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Records the provider's confirmation of a resumption: the order renews again. `false`: it was recorded before, or is
/// out of date.
pub async fn confirm_resumed(
    conn: &mut AnyConnection,
    cancellation: &Cancellation,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE cancellations SET resumed_at = $1 \
               WHERE order_id = $2 AND round = $3 AND resume_requested_at IS NOT NULL AND resumed_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(&cancellation.order_id).bind(cancellation.round);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Records that a cancellation cannot be taken back: the subscription ended first, and stays cancelled.
pub async fn refuse_to_resume(conn: &mut AnyConnection, cancellation: &Cancellation) -> Result<bool, StoreError> {
    let sql = "UPDATE cancellations SET resume_requested_at = NULL \
               WHERE order_id = $1 AND round = $2 AND resumed_at IS NULL";
    let query = sqlx::query(sql).bind(&cancellation.order_id).bind(cancellation.round);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// When the order began to renew again; `None`: it was never cancelled, or is cancelled now.
pub async fn resumed_at(conn: &mut AnyConnection, order_id: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
    let sql = "SELECT order_id, resumed_at FROM cancellations WHERE order_id = $1 AND resumed_at IS NOT NULL";
    let row = sqlx::query(sql).bind(order_id).fetch_optional(conn).await?;
    row.map_or(Ok(None), |row| Record::new(&row, "cancellations", "order_id").instant_or_none("resumed_at"))
}

fn read(row: &AnyRow) -> Result<Cancellation, StoreError> {
    let record = Record::new(row, "cancellations", "order_id");
    Ok(Cancellation {
        order_id: record.text("order_id")?,
        payment_id: record.text("payment_id")?,
        requested_at: record.instant("requested_at")?,
        confirmed_at: record.instant_or_none("confirmed_at")?,
        ends_at: record.instant_or_none("ends_at")?,
        round: record.number("round")?,
        resume_requested_at: record.instant_or_none("resume_requested_at")?,
    })
}
