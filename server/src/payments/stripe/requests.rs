//! Turns our checkouts into Stripe's parameters.
//!
//! Requests name amounts, never percentages, so that only our rounding decides; adaptive pricing is off in every
//! session, so that only our exchange rate decides too. A first term that differs from a later one is stated in exact
//! amounts: as a coupon over the difference where it is one cycle, as a line of its own where it is longer.
//!
//! A known customer is named by the id from Stripe; such a session carries no e-mail address.
//! `saved_payment_method_options` is not sent, so that no pay page offers to store a card.

mod body;
mod fields;
mod one_off;
mod subscription;

pub(super) use body::Recurring;
pub(super) use fields::{interval, locale, name as product_name};

pub use body::{CreateCoupon, CreateSession, ExpireSession};
pub use one_off::NewOneOffCheckout;
pub use subscription::{FirstTerm, NewSubscriptionCheckout};

use onefare_core::provider_amount::ProviderAmountError;

/// Stripe takes recurring intervals of up to three years.
pub(super) const MONTHS_LIMIT: u32 = 36;

/// Longest time before the first recurring charge, free or paid.
const DAYS_LIMIT: u32 = 730;

/// Why Stripe's API cannot express a checkout: a mistake of ours, never of the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCheckout {
    /// Nothing, or a negative amount, is due now.
    #[error("nothing is due now")]
    NothingDue,
    /// A trial that costs something.
    #[error("something is due now although the first days are free")]
    DueInTrial,
    /// One subscription has one currency.
    #[error("first term and renewal are in different currencies")]
    TwoCurrencies,
    /// A coupon cannot make the first term dearer.
    #[error("the first term costs more than the renewal")]
    DearerFirstTerm,
    /// A later term costs nothing.
    #[error("the renewal costs nothing")]
    FreeRenewal,
    /// An amount that Stripe does not take.
    #[error(transparent)]
    Amount(#[from] ProviderAmountError),
    /// No months, or more than three years of them.
    #[error("a term has 1 to {MONTHS_LIMIT} months")]
    Term,
    /// Zero days before the first recurring charge, or more than two years of them.
    #[error("a first term has 1 to {DAYS_LIMIT} days")]
    Days,
    /// The return address lost its placeholder.
    #[error("the success address lacks {{CHECKOUT_SESSION_ID}}")]
    NoSessionPlaceholder,
}
