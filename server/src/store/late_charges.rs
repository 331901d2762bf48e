//! Charges for a term that began after the buyer had ended the subscription, and their refunds.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A late charge as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateCharge {
    /// Unguessable id, `late_…`: our idempotency key at the provider.
    pub id: String,
    /// The order that its buyer had ended.
    pub order_id: String,
    /// The payment that began the subscription.
    pub payment_id: String,
    /// The provider's id of the invoice, `in_…`.
    pub invoice: String,
    /// The provider's id of the payment to refund, `pi_…`.
    pub payment_intent: String,
    /// What was charged.
    pub amount: Money,
    /// When it was charged.
    pub charged_at: DateTime<Utc>,
    /// When the shop found it.
    pub found_at: DateTime<Utc>,
    /// The provider's id of the refund, once it has accepted one.
    pub refund: Option<String>,
    /// Why the last refund failed: one word.
    pub failure: Option<String>,
    /// When the money was returned.
    pub returned_at: Option<DateTime<Utc>>,
}

/// A late charge to be stored. Fields as in [`LateCharge`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are documented at LateCharge")]
pub struct NewLateCharge<'charge> {
    pub id: &'charge str,
    pub order_id: &'charge str,
    pub payment_id: &'charge str,
    pub invoice: &'charge str,
    pub payment_intent: &'charge str,
    pub amount: Money,
    pub charged_at: DateTime<Utc>,
    pub found_at: DateTime<Utc>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, order_id, payment_id, invoice, payment_intent, amount, currency, charged_at, found_at, refund, \
             failure, returned_at FROM late_charges ",
            $rest
        )
    };
}

/// Stores a charge. `false`: its invoice is stored already.
pub async fn insert_once(conn: &mut AnyConnection, charge: &NewLateCharge<'_>) -> Result<bool, StoreError> {
    let sql = "INSERT INTO late_charges (id, order_id, payment_id, invoice, payment_intent, amount, currency, charged_at, \
               found_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (invoice) DO NOTHING";
    let query = sqlx::query(sql).bind(charge.id).bind(charge.order_id).bind(charge.payment_id).bind(charge.invoice);
    let query = query.bind(charge.payment_intent).bind(charge.amount.minor()).bind(charge.amount.currency().code());
    let query = query.bind(charge.charged_at.timestamp_millis()).bind(charge.found_at.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// A charge by our id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<LateCharge>, StoreError> {
    sqlx::query(select!("WHERE id = $1")).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The charge with that payment of the provider.
pub async fn by_payment_intent(
    conn: &mut AnyConnection,
    payment_intent: &str,
) -> Result<Option<LateCharge>, StoreError> {
    let row = sqlx::query(select!("WHERE payment_intent = $1")).bind(storable(payment_intent).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The charges of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<LateCharge>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY charged_at, id");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Notes the refund that the provider has accepted.
pub async fn set_refund(conn: &mut AnyConnection, id: &str, refund: &str) -> Result<(), StoreError> {
    let sql = "UPDATE late_charges SET refund = $1 WHERE id = $2 AND returned_at IS NULL";
    sqlx::query(sql).bind(refund).bind(id).execute(conn).await?;
    Ok(())
}

/// Notes that the money was returned. `false`: that was noted before.
pub async fn end(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE late_charges SET returned_at = $1, failure = NULL WHERE id = $2 AND returned_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Notes that the refund failed. `false`: that was noted before.
pub async fn fail(conn: &mut AnyConnection, id: &str, why: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE late_charges SET failure = $1 WHERE id = $2 AND returned_at IS NULL AND failure IS NULL";
    Ok(sqlx::query(sql).bind(why).bind(id).execute(conn).await?.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<LateCharge, StoreError> {
    let record = Record::new(row, "late_charges", "id");
    let currency = record.parsed("currency", Currency::parse)?;
    let amount = Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?;
    Ok(LateCharge {
        id: record.text("id")?,
        order_id: record.text("order_id")?,
        payment_id: record.text("payment_id")?,
        invoice: record.text("invoice")?,
        payment_intent: record.text("payment_intent")?,
        amount,
        charged_at: record.instant("charged_at")?,
        found_at: record.instant("found_at")?,
        refund: record.text_or_none("refund")?,
        failure: record.text_or_none("failure")?,
        returned_at: record.instant_or_none("returned_at")?,
    })
}
