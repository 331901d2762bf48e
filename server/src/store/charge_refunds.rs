//! Refunds of later charges that an operator has decided.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::refunds::RefundState;
use super::row::Record;

/// A refund as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeRefund {
    /// Unguessable id, `cref_…`: our idempotency key at the provider.
    pub id: String,
    /// The order that began the subscription.
    pub order_id: String,
    /// The provider's id of the invoice, `in_…`.
    pub invoice: String,
    /// The provider's id of the payment to refund, `pi_…`.
    pub payment_intent: String,
    /// How much.
    pub amount: Money,
    /// Whether the subscription ends with it.
    pub ends_subscription: bool,
    /// When it was decided.
    pub decided_at: DateTime<Utc>,
    /// The provider's id of the refund, once it has accepted one.
    pub reference: Option<String>,
    /// Why it failed: one word.
    pub failure: Option<String>,
    /// When the money was returned.
    pub returned_at: Option<DateTime<Utc>>,
    /// When a failed refund was retried, or closed by hand.
    pub closed_at: Option<DateTime<Utc>>,
    /// Whether it answers a fraud warning; otherwise an operator has decided it.
    pub is_fraud: bool,
}

impl ChargeRefund {
    /// Its state, as of a payment's refund.
    #[must_use]
    pub const fn state(&self) -> RefundState {
        match (&self.failure, self.returned_at, &self.reference) {
            (Some(_), _, _) => RefundState::Failed,
            (None, Some(_), _) => RefundState::Done,
            (None, None, Some(_)) => RefundState::Pending,
            (None, None, None) => RefundState::Due,
        }
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, order_id, invoice, payment_intent, amount, currency, ends_subscription, decided_at, reference, \
             failure, returned_at, closed_at, is_fraud FROM charge_refunds ",
            $rest
        )
    };
}

/// Stores a new refund. A failed one of the same charge is closed.
pub async fn insert(conn: &mut AnyConnection, refund: &ChargeRefund) -> Result<(), StoreError> {
    close(&mut *conn, &refund.invoice, refund.decided_at).await?;
    let sql = "INSERT INTO charge_refunds (id, order_id, invoice, payment_intent, amount, currency, ends_subscription, \
               decided_at, is_fraud) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let query = sqlx::query(sql).bind(&refund.id).bind(&refund.order_id).bind(&refund.invoice);
    let query = query.bind(&refund.payment_intent).bind(refund.amount.minor()).bind(refund.amount.currency().code());
    let query = query.bind(i64::from(refund.ends_subscription)).bind(refund.decided_at.timestamp_millis());
    let query = query.bind(i64::from(refund.is_fraud));
    query.execute(conn).await?;
    Ok(())
}

/// A refund by our id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<ChargeRefund>, StoreError> {
    sqlx::query(select!("WHERE id = $1")).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// A refund by the provider's id.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<ChargeRefund>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The refunds of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<ChargeRefund>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY decided_at, id");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Stores the provider's id of a refund that it has accepted.
pub async fn set_reference(conn: &mut AnyConnection, id: &str, reference: &str) -> Result<(), StoreError> {
    let sql = "UPDATE charge_refunds SET reference = $1 WHERE id = $2 AND returned_at IS NULL";
    sqlx::query(sql).bind(reference).bind(id).execute(conn).await?;
    Ok(())
}

/// Marks the money returned. `false`: it was marked before.
pub async fn end(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE charge_refunds SET returned_at = $1, failure = NULL WHERE id = $2 AND returned_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Marks the refund failed. `false`: it was marked before.
pub async fn fail(conn: &mut AnyConnection, id: &str, why: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE charge_refunds SET failure = $1 WHERE id = $2 AND returned_at IS NULL AND failure IS NULL";
    Ok(sqlx::query(sql).bind(why).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Marks a refund failed that had arrived: the bank returned the money to the shop. `false`: it had not arrived.
pub async fn bounce(conn: &mut AnyConnection, id: &str, why: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE charge_refunds SET failure = $1, returned_at = NULL WHERE id = $2 AND returned_at IS NOT NULL";
    Ok(sqlx::query(sql).bind(why).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Closes the failed refund of a charge. `false`: there is none.
pub async fn close(conn: &mut AnyConnection, invoice: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql =
        "UPDATE charge_refunds SET closed_at = $1 WHERE invoice = $2 AND failure IS NOT NULL AND closed_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(invoice);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<ChargeRefund, StoreError> {
    let record = Record::new(row, "charge_refunds", "id");
    let currency = record.parsed("currency", Currency::parse)?;
    Ok(ChargeRefund {
        id: record.text("id")?,
        order_id: record.text("order_id")?,
        invoice: record.text("invoice")?,
        payment_intent: record.text("payment_intent")?,
        amount: Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?,
        ends_subscription: record.number("ends_subscription")? != 0,
        decided_at: record.instant("decided_at")?,
        reference: record.text_or_none("reference")?,
        failure: record.text_or_none("failure")?,
        returned_at: record.instant_or_none("returned_at")?,
        closed_at: record.instant_or_none("closed_at")?,
        is_fraud: record.number("is_fraud")? != 0,
    })
}
