//! What an order renews as: the plan it was bought with, or the one that its buyer changed to since.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::{Money, MoneyError};
use onefare_core::quote::{Quote, Renewal};
use onefare_core::subscription::next_charge;

use crate::store::orders::Order;
use crate::store::plan_changes::{self, PlanChange};
use crate::store::{Connection, StoreError, cancellations, subscriptions};

/// The terms of an order that follow the one in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterTerms {
    /// The plan in use.
    pub present: Quote,
    /// The plan that follows; the same when nothing changes.
    pub following: Quote,
    /// The next charge.
    pub next: Renewal,
    /// Whether a change is in flight.
    pub is_changing: bool,
}

/// Why the later terms are unknown.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error("a stored amount is out of bounds: {0}")]
    Money(#[from] MoneyError),
}

/// The first charge of a trial that has become a paid plan by `now`; `None` for what charged at once, for a trial that still
/// runs, and for one whose renewal was cancelled before that charge. The order's own payment knows of no charge then: it
/// says what was charged on the first day.
///
/// # Errors
/// See [`TermsError`].
pub async fn charged_after_trial(
    conn: &mut Connection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Option<Renewal>, TermsError> {
    if order.quote.trial_days == 0 {
        return Ok(None);
    }
    let first = order.quote.renewal_after(order.paid_at.unwrap_or(order.created_at))?;
    let Some(first) = first.filter(|first| first.at <= now) else { return Ok(None) };
    let cancelled = cancellations::of_order(conn, &order.id).await?;
    let ended = cancelled.is_some_and(|one| one.ends_at.is_some_and(|end| end <= first.at));
    Ok((!ended).then_some(first))
}

/// How much earlier or later than agreed a charge of a changed plan may come.
const AROUND_A_CHANGE: TimeDelta = TimeDelta::hours(1);

/// What was agreed for a later term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The charge.
    pub amount: Money,
    /// Months of the term.
    pub months: u32,
    /// When the buyer agreed to it.
    pub agreed_at: DateTime<Utc>,
}

/// What was agreed for a charge of a later term at that instant, the newest agreement first: that of the order, or of the
/// last change of plan that has taken effect. A change that Stripe has not confirmed yet counts beside the agreement that it
/// replaces. Empty where nothing renews.
///
/// # Errors
/// A stored amount out of bounds.
pub fn agreements(
    order: &Order,
    changes: &[PlanChange],
    charged_at: DateTime<Utc>,
) -> Result<Vec<Agreement>, MoneyError> {
    let agreement = |quote: &Quote, agreed_at| {
        let renewal = quote.renewal()?;
        Ok::<_, MoneyError>(renewal.map(|amount| Agreement { amount, months: quote.months, agreed_at }))
    };
    let begun = order.paid_at.unwrap_or(order.created_at);
    let mut agreed: Vec<Agreement> = agreement(&order.quote, begun)?.into_iter().collect();
    for change in changes.iter().filter(|change| change.takes_effect_at <= charged_at + AROUND_A_CHANGE) {
        let Some(newer) = agreement(&change.quote, change.requested_at)? else { continue };
        if !change.is_open() {
            agreed.clear();
        }
        agreed.insert(0, newer);
    }
    Ok(agreed)
}

/// The later terms of an order at an instant; `None` for what was paid once.
///
/// # Errors
/// See [`TermsError`].
pub async fn at(conn: &mut Connection, order: &Order, now: DateTime<Utc>) -> Result<Option<LaterTerms>, TermsError> {
    if order.quote.renewal.is_none() {
        return Ok(None);
    }
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let named = subscription.and_then(|subscription| subscription.charges_at(now));
    Ok(after(order, named, plan_changes::of_order(conn, &order.id).await?, now)?)
}

/// [`at`] with what it reads: the next charge that Stripe had named by then, and the changes of plan, the oldest first.
///
/// # Errors
/// A stored amount out of bounds.
pub fn after(
    order: &Order,
    named: Option<DateTime<Utc>>,
    changes: Vec<PlanChange>,
    now: DateTime<Utc>,
) -> Result<Option<LaterTerms>, MoneyError> {
    let begun = order.paid_at.unwrap_or(order.created_at);
    let Some(first) = order.quote.renewal_after(begun)? else { return Ok(None) };
    let mut terms = LaterTerms {
        present: order.quote.clone(),
        following: order.quote.clone(),
        next: first,
        is_changing: changes.iter().any(PlanChange::is_open),
    };
    // A later change replaces one that has not taken effect.
    for change in changes {
        if let Some(amount) = change.quote.renewal()? {
            terms.next = Renewal::starting(amount, change.takes_effect_at, change.quote.months);
        }
        if change.takes_effect_at <= now {
            terms.present = change.quote.clone();
        }
        terms.following = change.quote;
    }
    terms.next = next_charge(terms.next, named, now);
    Ok(Some(terms))
}
