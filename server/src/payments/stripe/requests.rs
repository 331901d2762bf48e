//! How a checkout of ours becomes Stripe's parameters.
//!
//! Requests name amounts, never percentages, so only our rounding decides; adaptive pricing is off in every session, so
//! only our exchange rate decides too. Whatever is less than a later term is said by exact amounts: as a coupon over
//! the difference where the first term is one cycle, as a line of its own where it is longer.
//!
//! A known customer is named by the id that Stripe gave; such a session carries no address.
//! `saved_payment_method_options` is not sent, so that no pay page offers to keep a card for later.

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

/// Longest time before the first recurring charge, free or paid for.
const DAYS_LIMIT: u32 = 730;

/// Why a checkout cannot be put into Stripe's words: a mistake of ours, never of the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCheckout {
    /// Nothing, or less, would be due now.
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
    /// A later term for nothing.
    #[error("the renewal costs nothing")]
    FreeRenewal,
    /// An amount that Stripe does not take.
    #[error(transparent)]
    Amount(#[from] ProviderAmountError),
    /// No months, or more than three years of them.
    #[error("a term has 1 to {MONTHS_LIMIT} months")]
    Term,
    /// No days before the first recurring charge, or more than two years of them.
    #[error("a first term has 1 to {DAYS_LIMIT} days")]
    Days,
    /// The return address lost its placeholder.
    #[error("the success address lacks {{CHECKOUT_SESSION_ID}}")]
    NoSessionPlaceholder,
}
