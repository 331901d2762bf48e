//! What an order renews as: the plan it was bought with, or the one that its buyer changed to since.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::{Money, MoneyError};
use onefare_core::quote::{Quote, Renewal};

use crate::store::orders::Order;
use crate::store::plan_changes::{self, PlanChange};
use crate::store::{Connection, StoreError, cancellations, deliveries};

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

/// The amounts that were agreed for a charge of a later term at that instant, the newest agreement first: that of the order,
/// or of the last change of plan that has taken effect. A change that Stripe has not confirmed yet counts beside the
/// agreement that it replaces. Empty where nothing renews.
///
/// # Errors
/// A stored amount out of bounds.
pub fn agreed_for(order: &Order, changes: &[PlanChange], charged_at: DateTime<Utc>) -> Result<Vec<Money>, MoneyError> {
    let mut agreed: Vec<Money> = order.quote.renewal()?.into_iter().collect();
    for change in changes.iter().filter(|change| change.takes_effect_at <= charged_at + AROUND_A_CHANGE) {
        let Some(amount) = change.quote.renewal()? else { continue };
        if !change.is_open() {
            agreed.clear();
        }
        agreed.insert(0, amount);
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
    let delivered = deliveries::of_order(conn, &order.id).await?;
    let paid_until = delivered.map(|delivery| delivery.ends_at);
    Ok(after(order, paid_until, plan_changes::of_order(conn, &order.id).await?, now)?)
}

/// [`at`] with what it reads: until when the first term is paid, which is known with the delivery, and the changes of plan,
/// the oldest first.
///
/// # Errors
/// A stored amount out of bounds.
pub fn after(
    order: &Order,
    paid_until: Option<DateTime<Utc>>,
    changes: Vec<PlanChange>,
    now: DateTime<Utc>,
) -> Result<Option<LaterTerms>, MoneyError> {
    let begun = order.paid_at.unwrap_or(order.created_at);
    let first = match paid_until {
        // Free months are days at the provider; every other term follows the calendar.
        Some(end) if order.quote.extra_months > 0 => order.quote.renewal_from(begun, Some(end))?,
        Some(_) | None => order.quote.renewal_after(begun)?,
    };
    let Some(first) = first else { return Ok(None) };
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
    terms.next = terms.next.first_after(now);
    Ok(Some(terms))
}
