//! The fields that we read from Mollie's payments and refusals. Unknown fields are ignored and unknown values kept: a
//! new value at Mollie must mean "wait", never "fail". The payer's name and account are not read at all.

use std::fmt;

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::provider_amount::from_mollie;
use serde::Deserialize;
use serde_json::Value;

use crate::payments::open_enum::open_enum_text;
use crate::payments::redacted_text::Sentence;

/// A payment. Its `Debug` form leaves out our ids and everything that opens the pay page.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Mollie's id, `tr_…`.
    pub id: String,
    /// Whether real money moves.
    pub mode: Mode,
    /// Its status. Refunds and chargebacks do not change it.
    pub status: PaymentStatus,
    /// The amount to pay.
    pub amount: Amount,
    /// What was refunded, or is being refunded.
    #[serde(default)]
    pub amount_refunded: Option<Amount>,
    /// What can still be refunded.
    #[serde(default)]
    pub amount_remaining: Option<Amount>,
    /// What the buyer's bank charged back.
    #[serde(default)]
    pub amount_charged_back: Option<Amount>,
    /// `ideal`; the buyer can change it where the payment offers more.
    #[serde(default)]
    pub method: Option<String>,
    /// Whether [`cancel_payment`](super::MollieClient::cancel_payment) may work; absent once the payment is over.
    #[serde(default)]
    pub is_cancelable: Option<bool>,
    /// When it expires; absent once it cannot.
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// Why it has its status, where Mollie says so.
    #[serde(default)]
    pub status_reason: Option<StatusReason>,
    #[serde(default)]
    details: Option<Details>,
    #[serde(default)]
    metadata: Value,
    #[serde(default, rename = "_links")]
    links: Links,
}

/// Whether real money moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// It does.
    Live,
    /// It does not.
    Test,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// The status of a payment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// The buyer may still pay.
    Open,
    /// Started; the outcome is unknown.
    Pending,
    /// The money is reserved but not captured.
    Authorized,
    /// The money has arrived.
    Paid,
    /// It can no longer be completed.
    Failed,
    /// The buyer or we cancelled it.
    Canceled,
    /// It expired unpaid.
    Expired,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// Why a payment has its status.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StatusReason {
    /// A word for programs, such as `insufficient_funds`.
    pub code: String,
    /// A sentence for people, in the payment's language.
    pub message: Sentence,
}

/// Why a payment failed, where the method says so: cards do, iDEAL mostly does not.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// The payer abandoned the bank's authentication.
    AuthenticationAbandoned,
    /// The bank's authentication failed.
    AuthenticationFailed,
    /// The bank requires an authentication that was not made.
    AuthenticationRequired,
    /// The bank's authentication was unreachable.
    #[serde(rename = "authentication_unavailable_acs")]
    AuthenticationUnavailable,
    /// The card was declined.
    CardDeclined,
    /// The card has expired.
    CardExpired,
    /// The card is not active.
    InactiveCard,
    /// The account's balance is too low.
    InsufficientFunds,
    /// The security code is wrong.
    InvalidCvv,
    /// The name on the card is wrong.
    InvalidCardHolderName,
    /// The card number is wrong.
    InvalidCardNumber,
    /// Cards of this kind are not accepted.
    InvalidCardType,
    /// Mollie or the bank suspects fraud.
    PossibleFraud,
    /// The bank refused.
    RefusedByIssuer,
    /// The provider names no reason.
    UnknownReason,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// An amount in Mollie's format: decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Amount {
    /// ISO 4217 code.
    pub currency: String,
    /// With exactly the currency's digits.
    pub value: String,
}

#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    #[serde(default)]
    failure_reason: Option<FailureReason>,
}

/// The links of a payment that we follow.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
struct Links {
    #[serde(default)]
    checkout: Option<Link>,
    #[serde(default)]
    dashboard: Option<Link>,
}

#[derive(Clone, PartialEq, Eq, Deserialize)]
struct Link {
    href: String,
}

/// The body of a refusal.
#[derive(Deserialize)]
pub(super) struct ErrorBody {
    pub(super) title: String,
    #[serde(default)]
    pub(super) detail: Option<Sentence>,
    #[serde(default)]
    pub(super) field: Option<String>,
}

impl Amount {
    /// As money; `None` for an unknown currency or another number of digits than its own.
    #[must_use]
    pub fn money(&self) -> Option<Money> {
        from_mollie(&self.value, &self.currency)
    }
}

impl Payment {
    /// One of our ids from the metadata.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.get(key)?.as_str()
    }

    /// Why it failed, where the method says so.
    #[must_use]
    pub fn failure_reason(&self) -> Option<&FailureReason> {
        self.details.as_ref()?.failure_reason.as_ref()
    }

    /// Its page for operators.
    #[must_use]
    pub fn dashboard(&self) -> Option<&str> {
        self.links.dashboard.as_ref().map(|link| link.href.as_str())
    }

    /// The URL of its pay page; [`checkout_url`](super::MollieClient::checkout_url) decides whether we send a buyer
    /// there.
    pub(super) fn checkout(&self) -> Option<&str> {
        self.links.checkout.as_ref().map(|link| link.href.as_str())
    }
}

impl fmt::Debug for Payment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Payment")
            .field("status", &self.status)
            .field("amount", &self.amount)
            .field("amount_refunded", &self.amount_refunded)
            .field("amount_charged_back", &self.amount_charged_back)
            .field("mode", &self.mode)
            .field("method", &self.method)
            .field("status_reason", &self.status_reason)
            .finish_non_exhaustive()
    }
}

open_enum_text!(Mode { Live => "live", Test => "test" });
open_enum_text!(PaymentStatus {
    Open => "open",
    Pending => "pending",
    Authorized => "authorized",
    Paid => "paid",
    Failed => "failed",
    Canceled => "canceled",
    Expired => "expired",
});
open_enum_text!(FailureReason {
    AuthenticationAbandoned => "authentication_abandoned",
    AuthenticationFailed => "authentication_failed",
    AuthenticationRequired => "authentication_required",
    AuthenticationUnavailable => "authentication_unavailable_acs",
    CardDeclined => "card_declined",
    CardExpired => "card_expired",
    InactiveCard => "inactive_card",
    InsufficientFunds => "insufficient_funds",
    InvalidCvv => "invalid_cvv",
    InvalidCardHolderName => "invalid_card_holder_name",
    InvalidCardNumber => "invalid_card_number",
    InvalidCardType => "invalid_card_type",
    PossibleFraud => "possible_fraud",
    RefusedByIssuer => "refused_by_issuer",
    UnknownReason => "unknown_reason",
});
