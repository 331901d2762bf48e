//! Refunds: money that an order owes its buyer, and how far each refund is.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A refund as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Unguessable id, `ref_…`: our idempotency key at the provider.
    pub id: String,
    /// The payment to refund.
    pub payment_id: String,
    /// How much.
    pub amount: Money,
    /// Why.
    pub reason: Reason,
    /// How far it is.
    pub state: RefundState,
    /// The provider's id, once it has accepted the refund.
    pub reference: Option<String>,
    /// Why it failed: one word.
    pub failure: Option<String>,
    /// How the money was returned when the provider could not send it, in an operator's words.
    pub otherwise: Option<String>,
    /// When it was decided.
    pub created_at: DateTime<Utc>,
    /// When its outcome was known.
    pub ended_at: Option<DateTime<Utc>>,
}

/// A refund to be stored; it begins due. Fields as in [`Refund`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are documented at Refund")]
pub struct NewRefund<'refund> {
    pub id: &'refund str,
    pub payment_id: &'refund str,
    pub amount: i64,
    pub currency: Currency,
    pub reason: Reason,
    pub created_at: DateTime<Utc>,
}

/// Why a payment is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The order was paid twice; it stands.
    OrderPaidTwice,
    /// What was ordered cannot be delivered.
    DeliveryRefused,
    /// The address has had its trial: nothing was charged, and the subscription ends.
    SecondTrial,
    /// The buyer withdrew before the payment was confirmed.
    Withdrawn,
    /// The card's issuer reported the charge as fraud.
    FraudWarning,
    /// An operator decided so.
    BySupport,
}

/// How far a refund is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    /// Decided; the provider does not know of it, as far as we know.
    Due,
    /// The provider has it.
    Pending,
    /// The money was returned.
    Done,
    /// It failed; the money is still here.
    Failed,
}

impl Refund {
    /// The money to refund; `None` when nothing was charged, as for a trial, and only what was begun ends.
    #[must_use]
    pub fn money(&self) -> Option<Money> {
        Some(self.amount).filter(|amount| amount.minor() > 0)
    }

    /// Whether its provider may have news of it: it is in flight, or a bank may still return it.
    #[must_use]
    pub fn may_move(&self) -> bool {
        match self.state {
            RefundState::Due | RefundState::Pending => true,
            RefundState::Done => self.reference.is_some() && self.otherwise.is_none(),
            RefundState::Failed => false,
        }
    }
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 6] = [
        Self::OrderPaidTwice,
        Self::DeliveryRefused,
        Self::SecondTrial,
        Self::Withdrawn,
        Self::FraudWarning,
        Self::BySupport,
    ];

    /// The word the database stores.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::OrderPaidTwice => "order_paid_twice",
            Self::DeliveryRefused => "delivery_refused",
            Self::SecondTrial => "second_trial",
            Self::Withdrawn => "withdrawn",
            Self::FraudWarning => "fraud_warning",
            Self::BySupport => "by_support",
        }
    }
}

impl RefundState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Due, Self::Pending, Self::Done, Self::Failed];

    /// The word the database stores.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// Whether its outcome is known.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, payment_id, amount, currency, reason, state, reference, failure, otherwise, created_at, \
             ended_at FROM refunds ",
            $rest
        )
    };
}

/// Stores a refund that is due. `false`: one of this payment is in flight already, and nothing happened.
pub async fn insert(conn: &mut AnyConnection, refund: &NewRefund<'_>) -> Result<bool, StoreError> {
    let sql = "INSERT INTO refunds (id, payment_id, amount, currency, reason, state, created_at) \
               VALUES ($1, $2, $3, $4, $5, 'due', $6) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql)
        .bind(refund.id)
        .bind(refund.payment_id)
        .bind(refund.amount)
        .bind(refund.currency.code())
        .bind(refund.reason.word())
        .bind(refund.created_at.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores a refund that others have made and that has arrived. `false`: it is stored already.
pub async fn insert_done(
    conn: &mut AnyConnection,
    refund: &NewRefund<'_>,
    reference: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO refunds (id, payment_id, amount, currency, reason, state, reference, created_at, ended_at) \
               VALUES ($1, $2, $3, $4, $5, 'done', $6, $7, $8) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql)
        .bind(refund.id)
        .bind(refund.payment_id)
        .bind(refund.amount)
        .bind(refund.currency.code())
        .bind(refund.reason.word())
        .bind(storable(reference).into_owned())
        .bind(refund.created_at.timestamp_millis())
        .bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The refund with that id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Refund>, StoreError> {
    sqlx::query(select!("WHERE id = $1")).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The refund with that id at its provider.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<Refund>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Every refund of a payment, oldest first.
pub async fn of_payment(conn: &mut AnyConnection, payment_id: &str) -> Result<Vec<Refund>, StoreError> {
    let sql = select!("WHERE payment_id = $1 ORDER BY created_at, id");
    sqlx::query(sql).bind(payment_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// The refund of a payment that is in flight.
pub async fn running_of_payment(conn: &mut AnyConnection, payment_id: &str) -> Result<Option<Refund>, StoreError> {
    let sql = select!("WHERE payment_id = $1 AND (state = 'due' OR state = 'pending')");
    let row = sqlx::query(sql).bind(storable(payment_id).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The refunds of a payment that failed and were not replaced by a later one: their money is still here. A later one
/// replaces those that had failed before it was decided.
pub async fn unsettled_of_payment(conn: &mut AnyConnection, payment_id: &str) -> Result<Vec<Refund>, StoreError> {
    let mut unsettled = Vec::new();
    let mut last_decided = None;
    for refund in of_payment(conn, payment_id).await?.into_iter().rev() {
        let decided = refund.created_at;
        let stood_for = last_decided.is_some_and(|last| refund.ended_at.is_none_or(|ended| last >= ended));
        if refund.state == RefundState::Failed && !stood_for {
            unsettled.push(refund);
        }
        last_decided = last_decided.or(Some(decided));
    }
    unsettled.reverse();
    Ok(unsettled)
}

/// Stores the provider's id of a refund that it has accepted. `false`: one is stored already.
pub async fn set_reference(conn: &mut AnyConnection, id: &str, reference: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE refunds SET reference = $1, state = 'pending' WHERE id = $2 AND state = 'due'";
    Ok(sqlx::query(sql).bind(reference).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Ends a refund by compare-and-set. `false`: it is not in the state `from`, and nothing happened.
pub async fn end(
    conn: &mut AnyConnection,
    id: &str,
    from: RefundState,
    to: RefundState,
    failure: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE refunds SET state = $1, failure = $2, ended_at = $3 WHERE id = $4 AND state = $5";
    let query = sqlx::query(sql)
        .bind(to.word())
        .bind(failure.map(|word| storable(word).into_owned()))
        .bind(now.timestamp_millis())
        .bind(id)
        .bind(from.word());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores the minor units that a refund returned.
pub async fn set_amount(conn: &mut AnyConnection, id: &str, minor: i64) -> Result<(), StoreError> {
    sqlx::query("UPDATE refunds SET amount = $1 WHERE id = $2").bind(minor).bind(id).execute(conn).await?;
    Ok(())
}

/// Notes how the money of a failed refund was returned instead. `false`: it has not failed, and nothing happened.
pub async fn end_otherwise(
    conn: &mut AnyConnection,
    id: &str,
    how: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE refunds SET state = 'done', otherwise = $1, ended_at = $2 WHERE id = $3 AND state = 'failed'";
    let query = sqlx::query(sql).bind(storable(how).into_owned()).bind(now.timestamp_millis()).bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Minor units of a payment that were refunded.
pub async fn returned(conn: &mut AnyConnection, payment_id: &str) -> Result<i64, StoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS returned FROM refunds \
               WHERE payment_id = $1 AND state = 'done'";
    Ok(sqlx::query(sql).bind(payment_id).fetch_one(conn).await?.try_get("returned")?)
}

/// What was refunded of an order, refund by refund.
pub async fn done_of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<Money>, StoreError> {
    let sql = select!(
        "WHERE state = 'done' AND payment_id IN (SELECT p.id FROM payments p WHERE p.order_id = $1) ORDER BY created_at"
    );
    let rows = sqlx::query(sql).bind(order_id).fetch_all(conn).await?;
    rows.iter().map(|row| Ok(read(row)?.amount)).collect()
}

fn read(row: &AnyRow) -> Result<Refund, StoreError> {
    let record = Record::new(row, "refunds", "id");
    let currency = record.parsed("currency", Currency::parse)?;
    let amount = Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?;
    Ok(Refund {
        id: record.text("id")?,
        payment_id: record.text("payment_id")?,
        amount,
        reason: record.parsed("reason", |word| Reason::ALL.into_iter().find(|reason| reason.word() == word))?,
        state: record.parsed("state", |word| RefundState::ALL.into_iter().find(|state| state.word() == word))?,
        reference: record.text_or_none("reference")?,
        failure: record.text_or_none("failure")?,
        otherwise: record.text_or_none("otherwise")?,
        created_at: record.instant("created_at")?,
        ended_at: record.instant_or_none("ended_at")?,
    })
}
