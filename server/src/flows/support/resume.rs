//! Resumes a renewal that was cancelled, while what is paid for still runs: the subscription renews for the price it
//! had.
//!
//! As with cancelling, what it means is shown first ([`look`]); what was shown and agreed to is stored with its job in
//! one transaction, or refused ([`resume_within`]). One change of a renewal is passed on at a time: a cancellation
//! while a resumption is in flight, or the reverse, has to wait for it, so that the provider never gets two of them in
//! the wrong order.

use chrono::{DateTime, Utc};
use onefare_core::order::DeliveryState;
use onefare_core::subscription::Standing;

use super::renewal::{CancelError, Offer, last_error, renews, standing};
use crate::flows::support::find::typed_order;
use crate::jobs::JobKind;
use crate::store::orders::{self, Order};
use crate::store::{Connection, Store, StoreError, Tx, cancellations, jobs, subscriptions, withdrawals};

/// Why no renewal is resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It does not renew at all, or its money is refunded or being refunded.
    #[error(transparent)]
    DoesNotRenew(CancelError),
    /// Not cancelled.
    #[error("the renewal of order {0} is not cancelled: there is nothing to resume")]
    Renews(String),
    /// Cancelled, but the provider has not confirmed that yet.
    #[error("the cancellation of order {0} is still being passed on to the provider: try again then")]
    Cancelling(String),
    /// The provider has not confirmed a change of plan yet.
    #[error("the change of plan of order {0} is still being passed on to the provider: try again then")]
    PlanChanging(String),
    /// Requested before.
    #[error("the renewal of order {0} is being resumed, and a running server passes it on to the provider")]
    AlreadyAsked(String),
    /// The paid term is over.
    #[error("the subscription of order {0} ended {1}: it can only be bought again")]
    Ended(String, String),
    /// The buyer withdraws.
    #[error("the buyer of order {0} withdraws from it: `onefare orders withdrawals` comes first")]
    Withdrawn(String),
    /// Its buyer had the account deleted.
    #[error("the buyer of order {0} had the account deleted: it can only be bought again")]
    AccountDeleted(String),
    /// Disputed or suspended.
    #[error("order {0} is {1}: only the renewal of a delivered order is resumed")]
    NotDelivered(String, &'static str),
    /// What was shown is out of date.
    #[error("order {0} has changed since it was shown: nothing was done; look at it again")]
    Changed(String),
    /// Another charge than the one that was shown; this is what would be charged.
    #[error("the charge has changed since it was shown")]
    PriceChanged(Box<Offer>),
}

impl From<CancelError> for ResumeError {
    fn from(error: CancelError) -> Self {
        match error {
            CancelError::Store(error) => Self::Store(error),
            other => Self::DoesNotRenew(other),
        }
    }
}

/// How far a resumption is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// When the provider confirmed it.
    pub resumed_at: Option<DateTime<Utc>>,
    /// Why its job failed the last time.
    pub last_error: Option<String>,
}

/// Reports what resuming would mean, without changing anything: the charge that follows then, and its day.
///
/// # Errors
/// See [`ResumeError`].
pub async fn look(store: &Store, number: &str, now: DateTime<Utc>) -> Result<Offer, ResumeError> {
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, number).await?.map_err(CancelError::Unknown)?;
    offer(&mut conn, &order, now).await
}

/// The charge that an owner was shown and agreed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedCharge<'a> {
    /// Minor units.
    pub amount: i64,
    /// ISO 4217 code.
    pub currency: &'a str,
}

/// Resumes the renewal of an order for its owner, if it is still theirs once it is locked, for the charge that they
/// were shown. A running server passes it on.
///
/// # Errors
/// See [`ResumeError`]; [`CancelError::Unknown`] for an order of another account. Nothing happened then.
pub async fn resume_own(
    store: &Store,
    order_id: &str,
    owner: &str,
    agreed: AgreedCharge<'_>,
    now: DateTime<Utc>,
) -> Result<(), ResumeError> {
    let mut tx = store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if !order.is_of_account(owner) {
        return Err(CancelError::Unknown(order.number.to_string()).into());
    }
    let offer = offer(&mut tx, &order, now).await?;
    let charge = offer.next.amount;
    if (charge.minor(), charge.currency().code()) != (agreed.amount, agreed.currency) {
        return Err(ResumeError::PriceChanged(Box::new(offer)));
    }
    note(&mut tx, &order, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Stores what was shown and agreed to, within the caller's transaction. A running server passes it on.
///
/// # Errors
/// See [`ResumeError`]; whatever differs from what was shown. The caller must roll back then.
pub async fn resume_within(tx: &mut Tx, agreed: &Offer, now: DateTime<Utc>) -> Result<(), ResumeError> {
    let order = orders::lock(tx, &agreed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if offer(tx, &order, now).await? != *agreed {
        return Err(ResumeError::Changed(order.number.to_string()));
    }
    note(tx, &order, now).await
}

async fn note(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), ResumeError> {
    if !cancellations::ask_to_resume(tx, &order.id, now).await? {
        return Err(ResumeError::Changed(order.number.to_string()));
    }
    Ok(jobs::enqueue(tx, JobKind::ResumeRenewal, &order.id, now, now).await?)
}

/// How far it is by now.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, order_id: &str) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let resumed_at = cancellations::resumed_at(&mut conn, order_id).await?;
    let last_error = last_error(&mut conn, JobKind::ResumeRenewal, order_id).await?;
    Ok(Progress { resumed_at, last_error })
}

async fn offer(conn: &mut Connection, order: &Order, now: DateTime<Utc>) -> Result<Offer, ResumeError> {
    let number = || order.number.to_string();
    let terms = renews(conn, order, now).await?;
    let offer = standing(conn, order, &terms).await?;
    let cancelled = cancellations::of_order(conn, &order.id).await?.ok_or_else(|| ResumeError::Renews(number()))?;
    // The amount that is shown must be the one that the provider has.
    if terms.is_changing {
        return Err(ResumeError::PlanChanging(number()));
    }
    if cancelled.resume_requested_at.is_some() {
        return Err(ResumeError::AlreadyAsked(number()));
    }
    let Some((_, ends_at)) = cancelled.confirmed_at.zip(cancelled.ends_at) else {
        return Err(ResumeError::Cancelling(number()));
    };
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let ended_at = subscription.filter(|one| one.standing == Standing::Ended).and_then(|one| one.ends_at);
    let ends_at = ended_at.map_or(ends_at, |ended_at| ended_at.min(ends_at));
    if ends_at <= now {
        return Err(ResumeError::Ended(number(), ends_at.format("%Y-%m-%d %H:%M:%S UTC").to_string()));
    }
    if withdrawals::of_order(conn, &order.id).await?.is_some_and(|one| one.state().forbids_resuming()) {
        return Err(ResumeError::Withdrawn(number()));
    }
    // The buyer could not see such a renewal, and so not cancel it either.
    if order.account_deleted_at.is_some() {
        return Err(ResumeError::AccountDeleted(number()));
    }
    if order.state.delivery() != DeliveryState::Active {
        return Err(ResumeError::NotDelivered(number(), order.state.code()));
    }
    Ok(offer)
}
