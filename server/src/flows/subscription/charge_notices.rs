//! Letters before money moves: each once for each charge, and none for a charge that does not come.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::subscription::Notice;

use crate::flows::later_terms::{self, TermsError};
use crate::flows::outbox::post_once;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::subscriptions::Subscription;
use crate::store::{Connection, StoreError, Tx, cancellations, plan_changes};

/// The next charge of a subscription.
#[derive(Clone, Copy, Debug)]
pub(in crate::flows) struct NextCharge {
    /// How much.
    pub amount: Money,
    /// Months of the term that it pays for.
    pub months: u32,
    /// When.
    pub at: DateTime<Utc>,
    ends_trial: bool,
}

impl NextCharge {
    /// The notice that is due by now.
    pub(in crate::flows) fn notice(&self, now: DateTime<Utc>) -> Option<Notice> {
        Notice::due(self.ends_trial, self.months, self.at, now)
    }

    /// When the next notice becomes due.
    pub(super) fn next_notice_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        Notice::next_at(self.ends_trial, self.months, self.at, now)
    }

    /// What a notice is about: the order, the kind of notice and the day of the charge.
    pub(in crate::flows) fn subject(&self, order: &Order, notice: Notice) -> String {
        format!("{}:{}:{}", order.id, notice.code(), self.at.format("%Y-%m-%d"))
    }
}

/// The next charge of an order as Stripe has named it; `None` for an order that is not delivered, does not renew or is
/// cancelled.
///
/// # Errors
/// See [`TermsError`].
pub(in crate::flows) async fn next_charge(
    conn: &mut Connection,
    order: &Order,
    subscription: &Subscription,
    now: DateTime<Utc>,
) -> Result<Option<NextCharge>, TermsError> {
    let Some(at) = subscription.renews_at.filter(|_| order.state == OrderState::Delivered) else { return Ok(None) };
    if cancellations::of_order(conn, &order.id).await?.is_some() {
        return Ok(None);
    }
    let changes = plan_changes::of_order(conn, &order.id).await?;
    let Some(terms) = later_terms::after(order, Some(at), changes, now)? else { return Ok(None) };
    let trial_end = order.paid_at.and_then(|begun| order.quote.first_term_end(begun));
    let ends_trial = order.quote.trial_days > 0 && trial_end.is_some_and(|end| now < end);
    Ok(Some(NextCharge { amount: terms.next.amount, months: terms.following.months, at, ends_trial }))
}

/// Posts the notice of a charge that is due, once.
///
/// # Errors
/// The database.
pub(super) async fn post(tx: &mut Tx, order: &Order, next: &NextCharge, now: DateTime<Utc>) -> Result<(), StoreError> {
    let Some(notice) = next.notice(now) else { return Ok(()) };
    let subject = next.subject(order, notice);
    let letter = NewLetter { kind: LetterKind::ChargeNotice, subject: &subject, order_id: Some(&order.id) };
    post_once(tx, letter, now).await
}
