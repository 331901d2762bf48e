//! When a payment is rechecked at its provider, and when one without a page is abandoned.

use std::time::Duration;

use chrono::TimeDelta;
use onefare_core::payment::PaymentState;

use crate::app::App;
use crate::flows::payment::page_lifetime;
use crate::store::payments::Payment;

/// When a payment gets its first recheck, in case its webhook event was lost.
pub(in crate::flows) const FIRST_RECHECK: TimeDelta = TimeDelta::seconds(60);

/// After this a payment whose page no buyer has seen is abandoned, with its use of a limited code. A buyer who returns
/// gets a new payment after half a minute.
pub const HAND_OVER_LIFE: TimeDelta = TimeDelta::minutes(10);

/// How long to wait before rechecking a payment: often while its buyer is most likely at the page or has just come back
/// from it, so that the answer and the delivery come within five minutes of paying although every webhook event is
/// lost; rarely for a page without a visit for two hours. An abandoned payment is rechecked rarely too: money on it is
/// refunded, and no delivery depends on it.
///
/// Ten thousand open pages of the last two hours are 42 calls a second, of older ones 11; Stripe allows 100. With more
/// the pace slackens ([`crate::payments::budget`]) and nothing piles up, because the next recheck is counted from the
/// last answer. Webhooks and returning buyers wait for none of this.
pub fn pause(app: &App, payment: &Payment) -> Duration {
    let seen = payment.seen_at.map_or(payment.created_at, |seen| seen.max(payment.created_at));
    let (now, may_be_paid) = (app.clock.now(), payment.state == PaymentState::Open);
    match (now - seen).num_minutes() {
        ..5 => Duration::from_secs(30),
        5..60 => Duration::from_secs(120),
        60..120 if may_be_paid && now - payment.created_at < page_lifetime::LONGEST => Duration::from_secs(240),
        _ => Duration::from_secs(900),
    }
}
