//! Cancels the renewal of an order, because its buyer has asked support to: nothing more is charged, what is paid for
//! stays usable until its end. Nothing is refunded.
//!
//! What it means is shown first ([`look`]); what was shown and agreed to is stored with its job in one transaction, or
//! refused because it is out of date ([`cancel_within`]). A running server passes it on to the provider, and the letter
//! follows.

use chrono::{DateTime, Utc};
use onefare_core::money::{Money, MoneyError};
use onefare_core::order::{DeliveryState, OrderState};
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::quote::Renewal;

use crate::flows::later_terms::{self, LaterTerms, TermsError};
use crate::flows::refund::case::all_goes_back;
use crate::flows::support::find::{product_words, typed_order};
use crate::jobs::JobKind;
use crate::store::cancellations::{self, Cancellation};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::{Connection, Store, StoreError, Tx, jobs, order_search, unpaid_invoices};

/// Why no renewal is cancelled.
#[derive(Debug, thiserror::Error)]
pub enum CancelError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error("a stored amount is out of bounds: {0}")]
    Money(#[from] MoneyError),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// Never paid.
    #[error("order {0} is {1}: it was never paid, so nothing renews")]
    NotPaid(String, &'static str),
    /// The money was refunded.
    #[error("order {0} is refunded: its subscription has ended with it")]
    Refunded(String),
    /// A full refund is in flight.
    #[error("all of the money of order {0} is on its way back, and its subscription ends with it")]
    GoesBack(String),
    /// Paid once.
    #[error("order {0} ({1}) was paid once: nothing renews, and there is nothing to cancel")]
    NothingRenews(String, String),
    /// Paid, but nothing was delivered that could renew.
    #[error(
        "order {0} is {1}: only the renewal of a delivered order is cancelled; `onefare orders show {0}` tells why"
    )]
    NotDelivered(String, &'static str),
    /// No subscription is known.
    #[error("order {0} has no subscription at its provider: look at its payment there")]
    NoSubscription(String),
    /// Done before.
    #[error("the renewal of order {0} was cancelled {1}: nothing more is charged")]
    Already(String, String),
    /// Requested before.
    #[error("the renewal of order {0} was cancelled {1}, and a running server passes it on to the provider")]
    AlreadyAsked(String, String),
    /// Its resumption is requested, and the provider has not confirmed it yet.
    #[error("the renewal of order {0} is being resumed: a running server passes that on first")]
    Resuming(String),
    /// What was shown is out of date.
    #[error("order {0} has changed since it was shown: nothing was done; look at it again")]
    Changed(String),
}

impl From<TermsError> for CancelError {
    fn from(error: TermsError) -> Self {
        match error {
            TermsError::Store(error) => Self::Store(error),
            TermsError::Money(error) => Self::Money(error),
        }
    }
}

/// What would happen: shown before the operator agrees to it, and exactly what is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The order's id.
    pub order_id: String,
    /// Its number.
    pub number: String,
    /// Its state.
    pub order: OrderState,
    /// Its buyer, masked.
    pub email: String,
    /// What renews, in words.
    pub product: String,
    /// Our id of the payment that began the subscription.
    pub payment_id: String,
    /// The provider's id of the subscription.
    pub subscription: String,
    /// The charge that no longer follows. Until then the buyer keeps what is paid for.
    pub next: Renewal,
    /// The unpaid renewal, if any: the cancellation voids it and ends the subscription at once.
    pub unpaid: Option<Money>,
}

/// How far a cancellation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The cancellation.
    pub cancellation: Cancellation,
    /// Why its job failed the last time.
    pub last_error: Option<String>,
}

/// Reports what cancelling would mean, without changing anything.
///
/// # Errors
/// See [`CancelError`].
pub async fn look(store: &Store, number: &str, now: DateTime<Utc>) -> Result<Offer, CancelError> {
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, number).await?.map_err(CancelError::Unknown)?;
    offer(&mut conn, &order, now).await
}

/// Cancels the renewal of an order for its owner, if it is still theirs once it is locked. A running server passes it
/// on.
///
/// # Errors
/// See [`CancelError`]; [`CancelError::Unknown`] for an order of another account. Nothing happened then.
pub async fn cancel_own(store: &Store, order_id: &str, owner: &str, now: DateTime<Utc>) -> Result<(), CancelError> {
    let mut tx = store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if !order.is_of_account(owner) {
        return Err(CancelError::Unknown(order.number.to_string()));
    }
    cancel_held(&mut tx, &order, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Stores what was shown and agreed to, within the caller's transaction. A running server passes it on.
///
/// # Errors
/// See [`CancelError`]; whatever differs from what was shown. The caller must roll back then.
pub async fn cancel_within(tx: &mut Tx, agreed: &Offer, now: DateTime<Utc>) -> Result<(), CancelError> {
    let order = orders::lock(tx, &agreed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if offer(tx, &order, now).await? != *agreed {
        return Err(CancelError::Changed(order.number.to_string()));
    }
    Ok(note(tx, agreed, now).await?)
}

/// Cancels the renewal of an order that the caller's transaction has locked, without a preview of the consequences.
///
/// # Errors
/// See [`CancelError`]; nothing was changed then.
pub async fn cancel_held(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), CancelError> {
    let offer = offer(tx, order, now).await?;
    Ok(note(tx, &offer, now).await?)
}

async fn note(tx: &mut Tx, agreed: &Offer, now: DateTime<Utc>) -> Result<(), StoreError> {
    cancellations::insert_once(tx, &agreed.order_id, &agreed.payment_id, now).await?;
    jobs::enqueue(tx, JobKind::CancelRenewal, &agreed.order_id, now, now).await
}

/// How far it is by now.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, order_id: &str) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let cancellation = cancellations::of_order(&mut conn, order_id).await?.ok_or(StoreError::Gone("cancellations"))?;
    let last_error = last_error(&mut conn, JobKind::CancelRenewal, order_id).await?;
    Ok(Progress { cancellation, last_error })
}

/// Why the job that passes a change of the renewal on failed the last time.
pub(super) async fn last_error(
    conn: &mut Connection,
    kind: JobKind,
    order_id: &str,
) -> Result<Option<String>, StoreError> {
    let jobs = order_search::jobs_about(conn, order_id).await?;
    Ok(jobs.into_iter().find(|job| job.kind == kind.word()).and_then(|job| job.last_error))
}

async fn offer(conn: &mut Connection, order: &Order, now: DateTime<Utc>) -> Result<Offer, CancelError> {
    let number = || order.number.to_string();
    let terms = renews(conn, order, now).await?;
    if let Some(known) = cancellations::of_order(conn, &order.id).await? {
        let at = known.requested_at.format("%Y-%m-%d %H:%M:%S UTC").to_string();
        if known.resume_requested_at.is_some() {
            return Err(CancelError::Resuming(number()));
        }
        let already = if known.confirmed_at.is_some() { CancelError::Already } else { CancelError::AlreadyAsked };
        return Err(already(number(), at));
    }
    standing(conn, order, &terms).await
}

/// The terms that would follow without a cancellation.
pub(in crate::flows) async fn renews(
    conn: &mut Connection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<LaterTerms, CancelError> {
    let number = || order.number.to_string();
    match order.state {
        OrderState::Open | OrderState::Closed => return Err(CancelError::NotPaid(number(), order.state.code())),
        OrderState::Refunded => return Err(CancelError::Refunded(number())),
        _ => {}
    }
    let terms = later_terms::at(conn, order, now).await?;
    terms.ok_or_else(|| CancelError::NothingRenews(number(), product_words(&order.quote)))
}

/// The order with its subscription, if it is delivered and no full refund is in flight.
pub(super) async fn standing(conn: &mut Connection, order: &Order, terms: &LaterTerms) -> Result<Offer, CancelError> {
    let number = || order.number.to_string();
    if !matches!(order.state.delivery(), DeliveryState::Active | DeliveryState::Frozen) {
        return Err(CancelError::NotDelivered(number(), order.state.code()));
    }
    if all_goes_back(conn, order).await? {
        return Err(CancelError::GoesBack(number()));
    }
    let payments = payments::of_order(conn, &order.id).await?;
    let began = |payment: &&Payment| payment.state == PaymentState::Paid && payment.provider == Provider::Stripe;
    let payment = payments.iter().find(began).ok_or_else(|| CancelError::NoSubscription(number()))?;
    let subscription = payment.subscription_ref.clone().ok_or_else(|| CancelError::NoSubscription(number()))?;
    Ok(Offer {
        order_id: order.id.clone(),
        number: number(),
        order: order.state,
        email: order.email.masked(),
        product: product_words(&terms.present),
        payment_id: payment.id.clone(),
        subscription,
        next: terms.next,
        unpaid: unpaid_invoices::open_of_order(conn, &order.id).await?.map(|stored| stored.unpaid.amount),
    })
}
