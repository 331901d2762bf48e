//! Letters before money moves: each once for each charge, and none for a charge that does not come.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::subscription::{Notice, Standing};

use crate::flows::later_terms::{self, TermsError};
use crate::flows::outbox::post_once;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::{Connection, Tx, cancellations, subscriptions};

/// A charge that is to be announced.
pub(in crate::flows) struct Upcoming {
    /// Which letter announces it.
    pub notice: Notice,
    /// How much.
    pub amount: Money,
    /// Months of the term that it pays for.
    pub months: u32,
    /// When.
    pub at: DateTime<Utc>,
}

/// The next charge of an order as Stripe has it: when, how much, for how many months, and whether it ends a trial. `None`
/// for an order that is not delivered, does not renew or is cancelled.
async fn next_charge(
    conn: &mut Connection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Option<(DateTime<Utc>, Money, u32, bool)>, TermsError> {
    if order.state != OrderState::Delivered || cancellations::of_order(conn, &order.id).await?.is_some() {
        return Ok(None);
    }
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let standing = |standing| matches!(standing, Standing::Trialing | Standing::Active);
    let renews_at = subscription.filter(|one| standing(one.standing)).and_then(|one| one.renews_at);
    let Some((at, terms)) = renews_at.zip(later_terms::at(conn, order, now).await?) else { return Ok(None) };
    let trial_end = order.paid_at.and_then(|begun| order.quote.first_term_end(begun));
    let ends_trial = order.quote.trial_days > 0 && trial_end.is_some_and(|end| now < end);
    Ok(Some((at, terms.next.amount, terms.following.months, ends_trial)))
}

/// The charge that is to be announced by now.
///
/// # Errors
/// See [`TermsError`].
pub(in crate::flows) async fn upcoming(
    conn: &mut Connection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Option<Upcoming>, TermsError> {
    let Some((at, amount, months, ends_trial)) = next_charge(conn, order, now).await? else { return Ok(None) };
    Ok(Notice::due(ends_trial, months, at, now).map(|notice| Upcoming { notice, amount, months, at }))
}

/// When the next notice of an order becomes due.
///
/// # Errors
/// See [`TermsError`].
pub(super) async fn next_at(
    conn: &mut Connection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, TermsError> {
    let next = next_charge(conn, order, now).await?;
    Ok(next.and_then(|(at, _, months, ends_trial)| Notice::next_at(ends_trial, months, at, now)))
}

/// What a notice is about: the order, the kind of notice and the day of the charge.
pub(in crate::flows) fn subject(order: &Order, upcoming: &Upcoming) -> String {
    format!("{}:{}:{}", order.id, upcoming.notice.code(), upcoming.at.format("%Y-%m-%d"))
}

/// Posts the notice that is due, once.
///
/// # Errors
/// See [`TermsError`].
pub(super) async fn post(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), TermsError> {
    let Some(due) = upcoming(tx, order, now).await? else { return Ok(()) };
    let subject = subject(order, &due);
    let letter = NewLetter { kind: LetterKind::ChargeNotice, subject: &subject, order_id: Some(&order.id) };
    Ok(post_once(tx, letter, now).await?)
}
