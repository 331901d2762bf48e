//! How long a hosted page can be paid.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::delivery::CARD_PAGE;
use onefare_core::payment::Provider;

use crate::store::payments::Payment;

/// How long an iDEAL page stays open when the provider does not say.
const IDEAL: TimeDelta = TimeDelta::minutes(15);

/// How long a repeated request surely finds the iDEAL payment made first: below Mollie's hour.
const IDEAL_KEY: TimeDelta = TimeDelta::minutes(50);

/// After this no page can be paid any more: a bank that began in time answers within the day.
pub(in crate::flows) const LONGEST: TimeDelta = TimeDelta::hours(24);

/// When a payment's page closes, as far as that is fixed before the provider answers: it follows from the payment, so
/// that a repeated hand-over says the same.
#[must_use]
pub fn page_ends(payment: &Payment) -> DateTime<Utc> {
    payment.created_at
        + match payment.provider {
            Provider::Stripe => CARD_PAGE,
            Provider::Mollie => IDEAL,
        }
}

/// Until when a repeated request for a payment's page finds the one that was made instead of making a second one. Later
/// the provider may have forgotten the key; by then the page has closed by itself.
#[must_use]
pub fn page_found_until(payment: &Payment) -> DateTime<Utc> {
    payment.created_at
        + match payment.provider {
            Provider::Stripe => CARD_PAGE,
            Provider::Mollie => IDEAL_KEY,
        }
}
