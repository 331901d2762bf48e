//! What subscriptions charged after their first payment, with what was agreed: one row for each invoice.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::subscription::ChargeVerdict;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A later charge as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterCharge {
    /// The provider's id of the invoice, `in_…`.
    pub invoice: String,
    /// The order that began the subscription.
    pub order_id: String,
    /// The provider's id of the payment, `pi_…`, if it has one.
    pub payment_intent: Option<String>,
    /// What was charged.
    pub amount: Money,
    /// What was agreed for that term.
    pub agreed: Money,
    /// How the two compare.
    pub verdict: ChargeVerdict,
    /// The beginning of the term that it charges for.
    pub charged_at: DateTime<Utc>,
    /// When it was paid: later than the term's beginning after a failed charge.
    pub paid_at: DateTime<Utc>,
    /// The refunded part, by refunds of the shop and of operators at the provider.
    pub returned: Money,
    /// When the shop found it.
    pub found_at: DateTime<Utc>,
    /// When a difference was returned, or an operator accepted it.
    pub resolved_at: Option<DateTime<Utc>>,
}

impl LaterCharge {
    /// Whether somebody must still look at it.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        !matches!(self.verdict, ChargeVerdict::AsAgreed) && self.resolved_at.is_none()
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT invoice, order_id, payment_intent, amount, currency, agreed, agreed_currency, verdict, charged_at, \
             paid_at, returned, found_at, resolved_at FROM later_charges ",
            $rest
        )
    };
}

/// Stores a charge. `false`: its invoice is stored already.
pub async fn insert_once(conn: &mut AnyConnection, charge: &LaterCharge) -> Result<bool, StoreError> {
    let sql = "INSERT INTO later_charges (invoice, order_id, payment_intent, amount, currency, agreed, agreed_currency, \
               verdict, charged_at, paid_at, found_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
               ON CONFLICT (invoice) DO NOTHING";
    let query = sqlx::query(sql).bind(&charge.invoice).bind(&charge.order_id).bind(&charge.payment_intent);
    let query = query.bind(charge.amount.minor()).bind(charge.amount.currency().code());
    let query = query.bind(charge.agreed.minor()).bind(charge.agreed.currency().code()).bind(charge.verdict.code());
    let query = query.bind(charge.charged_at.timestamp_millis()).bind(charge.paid_at.timestamp_millis());
    let query = query.bind(charge.found_at.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The charges of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<LaterCharge>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY charged_at, invoice");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// The charge with that payment of the provider.
pub async fn by_payment_intent(
    conn: &mut AnyConnection,
    payment_intent: &str,
) -> Result<Option<LaterCharge>, StoreError> {
    let row = sqlx::query(select!("WHERE payment_intent = $1")).bind(storable(payment_intent).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Stores the refunded part of a charge, in minor units.
pub async fn set_returned(conn: &mut AnyConnection, invoice: &str, returned: i64) -> Result<(), StoreError> {
    let sql = "UPDATE later_charges SET returned = $1 WHERE invoice = $2";
    sqlx::query(sql).bind(returned).bind(invoice).execute(conn).await?;
    Ok(())
}

/// Resolves a difference: it was returned or accepted. `false`: the charge is as agreed, or was resolved before.
pub async fn resolve(conn: &mut AnyConnection, invoice: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE later_charges SET resolved_at = $1 \
               WHERE invoice = $2 AND verdict <> 'as_agreed' AND resolved_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(invoice).execute(conn).await?.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<LaterCharge, StoreError> {
    let record = Record::new(row, "later_charges", "invoice");
    let money = |amount: &'static str, currency: &'static str| {
        let currency = record.parsed(currency, Currency::parse)?;
        Money::new(record.number(amount)?, currency).map_err(|_| record.corrupt(amount))
    };
    let verdict = |text: &str| ChargeVerdict::ALL.into_iter().find(|verdict| verdict.code() == text);
    let charged_at = record.instant("charged_at")?;
    Ok(LaterCharge {
        invoice: record.text("invoice")?,
        order_id: record.text("order_id")?,
        payment_intent: record.text_or_none("payment_intent")?,
        amount: money("amount", "currency")?,
        agreed: money("agreed", "agreed_currency")?,
        verdict: record.parsed("verdict", verdict)?,
        returned: money("returned", "currency")?,
        charged_at,
        // Absent in rows from before the column.
        paid_at: record.instant_or_none("paid_at")?.unwrap_or(charged_at),
        found_at: record.instant("found_at")?,
        resolved_at: record.instant_or_none("resolved_at")?,
    })
}
