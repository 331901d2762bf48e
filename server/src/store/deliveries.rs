//! Deliveries: what the buyer got. One per order, by its key.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A delivery as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The order it fulfils.
    pub order_id: String,
    /// What it is, such as `subscription`.
    pub kind: String,
    /// From when it may be used.
    pub starts_at: DateTime<Utc>,
    /// The first instant it may not be used any more.
    pub ends_at: DateTime<Utc>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT order_id, kind, starts_at, ends_at, created_at FROM deliveries ", $rest)
    };
}

pub(super) use select;

/// Stores the delivery of an order. `false`: there is one already, and it stays as it is.
pub async fn insert_once(
    conn: &mut AnyConnection,
    order_id: &str,
    kind: &str,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO deliveries (order_id, kind, starts_at, ends_at, created_at) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (order_id) DO NOTHING";
    let query = sqlx::query(sql)
        .bind(order_id)
        .bind(kind)
        .bind(starts_at.timestamp_millis())
        .bind(ends_at.timestamp_millis())
        .bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The delivery of an order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Delivery>, StoreError> {
    let row = sqlx::query(select!("WHERE order_id = $1")).bind(order_id);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

pub(super) fn read(row: &AnyRow) -> Result<Delivery, StoreError> {
    let record = Record::new(row, "deliveries", "order_id");
    Ok(Delivery {
        order_id: record.text("order_id")?,
        kind: record.text("kind")?,
        starts_at: record.instant("starts_at")?,
        ends_at: record.instant("ends_at")?,
        created_at: record.instant("created_at")?,
    })
}
