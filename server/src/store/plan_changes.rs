//! Changes of the plan that an order renews as: one row for each, by order and round.

use chrono::{DateTime, Utc};
use onefare_core::quote::Quote;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A change of plan as it is stored, unless it was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChange {
    /// The order.
    pub order_id: String,
    /// 1 for the first of the order.
    pub round: i64,
    /// The payment that began the subscription.
    pub payment_id: String,
    /// The plan, for the price that was shown.
    pub quote: Quote,
    /// The first charge of it.
    pub takes_effect_at: DateTime<Utc>,
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the provider confirmed it.
    pub confirmed_at: Option<DateTime<Utc>>,
}

impl PlanChange {
    /// Whether the provider has not confirmed it yet.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.confirmed_at.is_none()
    }
}

/// A request to store.
#[derive(Clone, Copy, Debug)]
pub struct NewPlanChange<'a> {
    /// The order.
    pub order_id: &'a str,
    /// The payment that began the subscription.
    pub payment_id: &'a str,
    /// The plan, for the price that was shown.
    pub quote: &'a Quote,
    /// The next charge.
    pub takes_effect_at: DateTime<Utc>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT order_id, round, payment_id, quote, takes_effect_at, requested_at, confirmed_at FROM plan_changes ",
            $rest
        )
    };
}

pub(super) use select;

/// Stores a request in the next round of its order. The caller holds the order's lock.
pub async fn insert(conn: &mut AnyConnection, new: NewPlanChange<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO plan_changes (order_id, round, payment_id, quote, takes_effect_at, requested_at) \
               SELECT $1, COALESCE(MAX(round), 0) + 1, $2, $3, $4, $5 FROM plan_changes WHERE order_id = $1";
    sqlx::query(sql)
        .bind(new.order_id)
        .bind(new.payment_id)
        .bind(serde_json::to_string(new.quote)?)
        .bind(new.takes_effect_at.timestamp_millis())
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The changes of an order, oldest first, without the refused ones, whose subscription had ended or was charged first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<PlanChange>, StoreError> {
    let sql = select!("WHERE order_id = $1 AND refused_at IS NULL ORDER BY round");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Records the provider's confirmation, and the first charge. `false`: the change is not open any more.
pub async fn confirm(
    conn: &mut AnyConnection,
    change: &PlanChange,
    takes_effect_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE plan_changes SET confirmed_at = $1, takes_effect_at = $2 \
               WHERE order_id = $3 AND round = $4 AND confirmed_at IS NULL AND refused_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(takes_effect_at.timestamp_millis());
    Ok(query.bind(&change.order_id).bind(change.round).execute(conn).await?.rows_affected() == 1)
}

/// Records that it was refused. `false`: it is not open any more.
pub async fn refuse(conn: &mut AnyConnection, change: &PlanChange, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE plan_changes SET refused_at = $1 \
               WHERE order_id = $2 AND round = $3 AND confirmed_at IS NULL AND refused_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(&change.order_id).bind(change.round);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

pub(super) fn read(row: &AnyRow) -> Result<PlanChange, StoreError> {
    let record = Record::new(row, "plan_changes", "order_id");
    let quote: Quote = record.document("quote")?;
    // Without a renewal there would be nothing to charge.
    if !quote.renewal().is_ok_and(|renewal| renewal.is_some()) {
        return Err(record.corrupt("quote"));
    }
    Ok(PlanChange {
        order_id: record.text("order_id")?,
        round: record.number("round")?,
        payment_id: record.text("payment_id")?,
        quote,
        takes_effect_at: record.instant("takes_effect_at")?,
        requested_at: record.instant("requested_at")?,
        confirmed_at: record.instant_or_none("confirmed_at")?,
    })
}
