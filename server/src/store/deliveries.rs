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

/// A delivery with what has happened to its order since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveredOrder {
    /// What was delivered.
    pub delivery: Delivery,
    /// Whether its renewal is cancelled.
    pub is_cancelled: bool,
    /// With a cancellation: when access ends, once the provider has said so.
    pub access_ends_at: Option<DateTime<Utc>>,
    /// How often the order's address was corrected.
    pub corrections: usize,
    /// How many changes of plan there are to read.
    pub plan_changes: usize,
}

/// The delivery of an order, with its current state.
pub async fn delivered_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<DeliveredOrder>, StoreError> {
    let sql = "SELECT d.order_id, d.kind, d.starts_at, d.ends_at, d.created_at, c.order_id AS cancelled, \
               c.ends_at AS access_ends_at, \
               (SELECT COUNT(*) FROM email_changes e WHERE e.order_id = d.order_id) AS corrections, \
               (SELECT COUNT(*) FROM plan_changes p WHERE p.order_id = d.order_id AND p.refused_at IS NULL) AS plan_changes \
               FROM deliveries d LEFT JOIN cancellations c ON c.order_id = d.order_id AND c.resumed_at IS NULL \
               WHERE d.order_id = $1";
    let Some(row) = sqlx::query(sql).bind(order_id).fetch_optional(conn).await? else { return Ok(None) };
    let delivery = read(&row)?;
    let cancellation = Record::new(&row, "cancellations", "order_id");
    Ok(Some(DeliveredOrder {
        delivery,
        is_cancelled: cancellation.text_or_none("cancelled")?.is_some(),
        access_ends_at: cancellation.instant_or_none("access_ends_at")?,
        corrections: cancellation.count("corrections")?,
        plan_changes: cancellation.count("plan_changes")?,
    }))
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
