//! Subscriptions as the payment provider describes them: one row for each order that has one.

use chrono::{DateTime, Utc};
use onefare_core::subscription::Standing;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A subscription as it was when the shop last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The order that began it.
    pub order_id: String,
    /// The provider's id, `sub_…`.
    pub reference: String,
    /// How it stands.
    pub standing: Standing,
    /// When the provider charges next; `None` when it does not, and before the first answer.
    pub renews_at: Option<DateTime<Utc>>,
    /// When it ended or will end; `None` while it renews.
    pub ends_at: Option<DateTime<Utc>>,
    /// When the provider said so; at first the time of the payment.
    pub seen_at: DateTime<Utc>,
    /// When the shop asks again; `None` once it has ended.
    pub look_at: Option<DateTime<Utc>>,
}

impl Subscription {
    /// When the provider charges next, as the shop knew at an instant; for a cancelled subscription, when it would charge after a
    /// resumption.
    #[must_use]
    pub fn charges_at(&self, by: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.renews_at.or(self.ends_at).filter(|_| self.seen_at <= by)
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT order_id, reference, standing, renews_at, ends_at, seen_at, look_at FROM subscriptions ", $rest)
    };
}

/// Stores a subscription with its delivery. Nothing happens when it is stored already.
pub async fn insert_once(conn: &mut AnyConnection, new: &Subscription) -> Result<(), StoreError> {
    let sql = "INSERT INTO subscriptions (order_id, reference, standing, renews_at, ends_at, seen_at, look_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&new.order_id).bind(&new.reference).bind(new.standing.code());
    let query = query.bind(new.renews_at.map(|at| at.timestamp_millis()));
    let query = query.bind(new.ends_at.map(|at| at.timestamp_millis())).bind(new.seen_at.timestamp_millis());
    query.bind(new.look_at.map(|at| at.timestamp_millis())).execute(conn).await?;
    Ok(())
}

/// Stores what the provider has said at `seen_at`. `false`: a later answer is stored already.
pub async fn note(conn: &mut AnyConnection, seen: &Subscription) -> Result<bool, StoreError> {
    let sql = "UPDATE subscriptions SET standing = $1, renews_at = $2, ends_at = $3, seen_at = $4, look_at = $5 \
               WHERE order_id = $6 AND seen_at <= $4";
    let query = sqlx::query(sql).bind(seen.standing.code()).bind(seen.renews_at.map(|at| at.timestamp_millis()));
    let query = query.bind(seen.ends_at.map(|at| at.timestamp_millis())).bind(seen.seen_at.timestamp_millis());
    let query = query.bind(seen.look_at.map(|at| at.timestamp_millis())).bind(&seen.order_id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The subscription of an order.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Subscription>, StoreError> {
    let row = sqlx::query(select!("WHERE order_id = $1")).bind(order_id);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The subscription with that id of the provider.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<Subscription>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The orders about whose subscriptions the shop asks by now, those that have waited longest first.
pub async fn due(conn: &mut AnyConnection, now: DateTime<Utc>, limit: u32) -> Result<Vec<String>, StoreError> {
    let sql =
        "SELECT order_id FROM subscriptions WHERE look_at IS NOT NULL AND look_at <= $1 ORDER BY look_at LIMIT $2";
    Ok(sqlx::query_scalar(sql).bind(now.timestamp_millis()).bind(i64::from(limit)).fetch_all(conn).await?)
}

/// Sets when the shop asks next.
pub async fn look_again_at(conn: &mut AnyConnection, order_id: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE subscriptions SET look_at = $1 WHERE order_id = $2 AND look_at IS NOT NULL";
    sqlx::query(sql).bind(at.timestamp_millis()).bind(order_id).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Subscription, StoreError> {
    let record = Record::new(row, "subscriptions", "order_id");
    let standing = |text: &str| Standing::ALL.into_iter().find(|standing| standing.code() == text);
    Ok(Subscription {
        order_id: record.text("order_id")?,
        reference: record.text("reference")?,
        standing: record.parsed("standing", standing)?,
        renews_at: record.instant_or_none("renews_at")?,
        ends_at: record.instant_or_none("ends_at")?,
        seen_at: record.instant("seen_at")?,
        look_at: record.instant_or_none("look_at")?,
    })
}
