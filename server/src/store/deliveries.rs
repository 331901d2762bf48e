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
    /// When Stripe charges next, or would after a resumption, as far as the shop knows.
    pub charges_at: Option<DateTime<Utc>>,
    /// How often the order's address was corrected.
    pub corrections: usize,
    /// How many changes of plan there are to read.
    pub plan_changes: usize,
    /// What its customer had bought by then.
    pub customer: CustomerFacts,
}

/// What is known of the customer at the time of one paid order. It counts only what the same browser bought for the same
/// address, so that ordering in another person's name does not reveal what that person has bought. Refunded orders are
/// left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomerFacts {
    /// Orders that were paid before this one.
    pub paid_orders_before: i64,
    /// Minor units of all of them and of this one, in this one's currency.
    pub lifetime: i64,
}

/// The orders `p` that [`CustomerFacts`] of an order `o` counts: those paid before it, and itself.
macro_rules! bought_until {
    () => {
        "FROM orders p WHERE p.email_canonical = o.email_canonical AND p.buyer = o.buyer \
         AND p.state NOT IN ('open', 'closed', 'held', 'refunded') \
         AND (p.paid_at < o.paid_at OR (p.paid_at = o.paid_at AND p.id <= o.id))"
    };
}

/// The delivery of an order, with its current state.
pub async fn delivered_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<DeliveredOrder>, StoreError> {
    let sql = concat!(
        "SELECT d.order_id, d.kind, d.starts_at, d.ends_at, d.created_at, c.order_id AS cancelled, \
         c.ends_at AS access_ends_at, COALESCE(s.renews_at, s.ends_at) AS charges_at, \
         (SELECT COUNT(*) FROM email_changes e WHERE e.order_id = d.order_id) AS corrections, \
         (SELECT COUNT(*) FROM plan_changes p WHERE p.order_id = d.order_id AND p.refused_at IS NULL) AS plan_changes, \
         (SELECT COUNT(*) ",
        bought_until!(),
        " AND p.id <> o.id) AS paid_orders_before, (SELECT CAST(COALESCE(SUM(p.due_now), 0) AS BIGINT) ",
        bought_until!(),
        " AND p.currency = o.currency) AS lifetime \
         FROM deliveries d JOIN orders o ON o.id = d.order_id \
         LEFT JOIN cancellations c ON c.order_id = d.order_id AND c.resumed_at IS NULL \
         LEFT JOIN subscriptions s ON s.order_id = d.order_id WHERE d.order_id = $1"
    );
    let Some(row) = sqlx::query(sql).bind(order_id).fetch_optional(conn).await? else { return Ok(None) };
    let delivery = read(&row)?;
    let since = Record::new(&row, "cancellations", "order_id");
    Ok(Some(DeliveredOrder {
        delivery,
        is_cancelled: since.text_or_none("cancelled")?.is_some(),
        access_ends_at: since.instant_or_none("access_ends_at")?,
        charges_at: since.instant_or_none("charges_at")?,
        corrections: since.count("corrections")?,
        plan_changes: since.count("plan_changes")?,
        customer: CustomerFacts {
            paid_orders_before: since.number("paid_orders_before")?,
            lifetime: since.number("lifetime")?,
        },
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
