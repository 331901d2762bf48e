//! The fields that we read from Stripe's objects. Unknown fields are ignored and unknown values kept: a new value at
//! Stripe must mean "wait", never "fail".

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::payments::open_enum::open_enum_text;
use crate::payments::redacted_text::Sentence;

/// A Checkout Session. Its `Debug` form leaves out the buyer's address and everything that opens the pay page.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Session {
    /// Stripe's id, `cs_…`.
    pub id: String,
    /// The pay page's URL; only while the session is open.
    #[serde(default)]
    pub url: Option<String>,
    /// The status of the session.
    #[serde(default)]
    pub status: Option<SessionStatus>,
    /// Whether the money has arrived.
    pub payment_status: PaymentStatus,
    /// What is charged for the first term, in minor units.
    #[serde(default)]
    pub amount_total: Option<i64>,
    /// ISO 4217 code in lower case.
    #[serde(default)]
    pub currency: Option<String>,
    /// False for test money.
    pub livemode: bool,
    /// What the session sells.
    pub mode: SessionMode,
    /// Our payment id.
    #[serde(default)]
    pub client_reference_id: Option<String>,
    /// Our ids again.
    #[serde(default)]
    pub metadata: Option<BTreeMap<String, String>>,
    /// The payment, where the session sells something that is paid once.
    #[serde(default)]
    pub payment_intent: Option<Reference>,
    /// The first invoice of the subscription it started.
    #[serde(default)]
    pub invoice: Option<Reference>,
    /// The subscription it started.
    #[serde(default)]
    pub subscription: Option<Reference>,
    /// The customer Stripe keeps for the buyer.
    #[serde(default)]
    pub customer: Option<Reference>,
    /// The address we sent.
    #[serde(default)]
    pub customer_email: Option<String>,
    /// What the buyer entered.
    #[serde(default)]
    pub customer_details: Option<CustomerDetails>,
    /// When it closes, epoch seconds.
    pub expires_at: i64,
}

/// The status of a session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    /// Waiting for the buyer.
    Open,
    /// The buyer has finished; `payment_status` says whether the money has arrived.
    Complete,
    /// It expired unpaid.
    Expired,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// Whether the money has arrived.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// It has.
    Paid,
    /// Not yet.
    Unpaid,
    /// Nothing was due.
    NoPaymentRequired,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// What a session sells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionMode {
    /// A recurring payment.
    Subscription,
    /// A one-off payment.
    Payment,
    /// A stored payment method.
    Setup,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// A link to another object: its id, or the object itself when it was expanded.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Reference {
    /// The id.
    Id(String),
    /// The object; only its id is read.
    Object {
        /// The id.
        id: String,
    },
}

/// What the buyer entered on the pay page.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct CustomerDetails {
    /// The address.
    #[serde(default)]
    pub email: Option<String>,
}

impl fmt::Debug for CustomerDetails {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CustomerDetails(withheld)")
    }
}

/// A coupon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Coupon {
    /// Its id, chosen by us.
    pub id: String,
    /// Minor units taken off.
    #[serde(default)]
    pub amount_off: Option<i64>,
    /// ISO 4217 code in lower case.
    #[serde(default)]
    pub currency: Option<String>,
    /// Whether it can still be redeemed.
    pub valid: bool,
}

/// The body of a refusal.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ErrorBody {
    pub(super) error: ErrorDetails,
}

/// What a refusal says.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ErrorDetails {
    #[serde(default, rename = "type")]
    pub(super) kind: Option<String>,
    #[serde(default)]
    pub(super) code: Option<String>,
    #[serde(default)]
    pub(super) param: Option<String>,
    #[serde(default)]
    pub(super) message: Option<Sentence>,
}

impl Reference {
    /// The id, whether the link was expanded or not.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Id(id) | Self::Object { id } => id,
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Session")
            .field("status", &self.status)
            .field("payment_status", &self.payment_status)
            .field("amount_total", &self.amount_total)
            .field("currency", &self.currency)
            .field("livemode", &self.livemode)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// The address that the buyer entered, else the one that we sent.
    #[must_use]
    pub fn email(&self) -> Option<&str> {
        let entered = self.customer_details.as_ref().and_then(|details| details.email.as_deref());
        entered.or(self.customer_email.as_deref())
    }

    /// One of our ids from the metadata.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.as_ref()?.get(key).map(String::as_str)
    }
}

open_enum_text!(SessionStatus { Open => "open", Complete => "complete", Expired => "expired" });
open_enum_text!(PaymentStatus { Paid => "paid", Unpaid => "unpaid", NoPaymentRequired => "no_payment_required" });
open_enum_text!(SessionMode { Subscription => "subscription", Payment => "payment", Setup => "setup" });
