//! Disputes at the card payment provider, and how far the shop has acted on each.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::order::dispute::DisputeStanding;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A dispute as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The provider's id, `du_…` or `dp_…`.
    pub reference: String,
    /// The order of the charge; `None` for a charge that is not the shop's.
    pub order_id: Option<String>,
    /// The payment, for the charge that settled one.
    pub payment_id: Option<String>,
    /// The provider's id of the invoice, for a charge of a later term.
    pub invoice: Option<String>,
    /// The provider's id of the charge, `ch_…`.
    pub charge: String,
    /// How much is disputed.
    pub amount: Money,
    /// The cardholder's reason, in the provider's word.
    pub reason: String,
    /// How it stands.
    pub standing: DisputeStanding,
    /// When the bank opened it.
    pub opened_at: DateTime<Utc>,
    /// Until when the bank takes evidence.
    pub respond_by: Option<DateTime<Utc>>,
    /// When the provider said so.
    pub seen_at: DateTime<Utc>,
    /// When the shop learned of the decision.
    pub decided_at: Option<DateTime<Utc>>,
    /// When the shop stopped the renewal because of it; `None` once it renews again, or if it never did.
    pub renewal_stopped_at: Option<DateTime<Utc>>,
}

impl Dispute {
    /// Whether it is about what paid for the order or for a later term of it.
    #[must_use]
    pub const fn is_about_a_term(&self) -> bool {
        self.payment_id.is_some() || self.invoice.is_some()
    }

    /// Whether the bank took the money of such a charge for good.
    #[must_use]
    pub const fn is_lost_about_a_term(&self) -> bool {
        matches!(self.standing, DisputeStanding::Lost) && self.is_about_a_term()
    }

    /// Whether the bank holds the money of such a charge.
    #[must_use]
    pub const fn is_open_about_a_term(&self) -> bool {
        matches!(self.standing, DisputeStanding::Open) && self.is_about_a_term()
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT reference, order_id, payment_id, invoice, charge, amount, currency, reason, standing, opened_at, \
             respond_by, seen_at, decided_at, renewal_stopped_at FROM disputes ",
            $rest
        )
    };
}

/// Stores a dispute as the provider described it. What the shop has done about it stays as it is.
pub async fn insert_or_update(conn: &mut AnyConnection, dispute: &Dispute) -> Result<(), StoreError> {
    let sql = "INSERT INTO disputes (reference, order_id, payment_id, invoice, charge, amount, currency, reason, standing, \
               opened_at, respond_by, seen_at, decided_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
               ON CONFLICT (reference) DO UPDATE SET order_id = excluded.order_id, payment_id = excluded.payment_id, \
               invoice = excluded.invoice, amount = excluded.amount, currency = excluded.currency, \
               reason = excluded.reason, standing = excluded.standing, respond_by = excluded.respond_by, \
               seen_at = excluded.seen_at, decided_at = excluded.decided_at";
    let query = sqlx::query(sql).bind(&dispute.reference).bind(&dispute.order_id).bind(&dispute.payment_id);
    let query = query.bind(&dispute.invoice).bind(storable(&dispute.charge).into_owned());
    let query = query.bind(dispute.amount.minor()).bind(dispute.amount.currency().code());
    let query = query.bind(storable(&dispute.reason).into_owned()).bind(dispute.standing.code());
    let query = query.bind(dispute.opened_at.timestamp_millis());
    let query = query.bind(dispute.respond_by.map(|at| at.timestamp_millis()));
    let query = query.bind(dispute.seen_at.timestamp_millis());
    query.bind(dispute.decided_at.map(|at| at.timestamp_millis())).execute(conn).await?;
    Ok(())
}

/// The dispute with that id of the provider.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<Dispute>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The disputes of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<Dispute>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY opened_at, reference");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Stores since when the renewal is stopped because of a dispute; `None` when it renews again.
pub async fn set_renewal_stopped(
    conn: &mut AnyConnection,
    reference: &str,
    at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    let sql = "UPDATE disputes SET renewal_stopped_at = $1 WHERE reference = $2";
    sqlx::query(sql).bind(at.map(|at| at.timestamp_millis())).bind(reference).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Dispute, StoreError> {
    let record = Record::new(row, "disputes", "reference");
    let currency = record.parsed("currency", Currency::parse)?;
    let standing = |text: &str| DisputeStanding::ALL.into_iter().find(|standing| standing.code() == text);
    Ok(Dispute {
        reference: record.text("reference")?,
        order_id: record.text_or_none("order_id")?,
        payment_id: record.text_or_none("payment_id")?,
        invoice: record.text_or_none("invoice")?,
        charge: record.text("charge")?,
        amount: Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?,
        reason: record.text("reason")?,
        standing: record.parsed("standing", standing)?,
        opened_at: record.instant("opened_at")?,
        respond_by: record.instant_or_none("respond_by")?,
        seen_at: record.instant("seen_at")?,
        decided_at: record.instant_or_none("decided_at")?,
        renewal_stopped_at: record.instant_or_none("renewal_stopped_at")?,
    })
}
