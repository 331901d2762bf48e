//! Refunds by card.

use std::collections::BTreeMap;

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::provider_amount::{ProviderAmountError, from_stripe, to_stripe};
use serde::{Deserialize, Serialize};

use super::answers::Reference;
use crate::payments::open_enum::open_enum_text;

/// A refund, as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewRefund {
    /// Ours; the root of its idempotency key.
    pub refund_id: String,
    /// Our payment.
    pub payment_id: String,
    /// Our order.
    pub order_id: String,
    /// The payment intent to refund, `pi_…`.
    pub payment_intent: String,
    /// The amount to refund: at most what was paid.
    pub amount: Money,
    /// Why.
    pub reason: RefundReason,
    /// Full hours since the refund was decided.
    pub hours: i64,
}

/// Why a payment is refunded, in Stripe's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundReason {
    /// The order was paid twice.
    Duplicate,
    /// The card's issuer reported fraud.
    Fraudulent,
    /// Anything else that is not fraud: not delivered, or our support decided it.
    RequestedByCustomer,
}

/// Why Stripe's API cannot express a refund: a mistake of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRefund {
    /// The amount is zero or negative.
    #[error("nothing goes back")]
    Nothing,
    /// An amount that Stripe does not take.
    #[error(transparent)]
    Amount(#[from] ProviderAmountError),
}

/// Body of `POST /v1/refunds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateRefund {
    payment_intent: String,
    amount: i64,
    reason: RefundReason,
    metadata: RefundIds,
}

/// Our ids: the last one finds a refund whose answer was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct RefundIds {
    order_id: String,
    payment_id: String,
    refund_id: String,
}

/// Query of `GET /v1/refunds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListRefunds<'id> {
    /// The refunds of this payment.
    pub payment_intent: &'id str,
    /// Most refunds, up to 100.
    pub limit: u32,
}

/// A refund.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refund {
    /// Stripe's id, `re_…`.
    pub id: String,
    amount: i64,
    currency: String,
    /// What was charged.
    #[serde(default)]
    pub payment_intent: Option<Reference>,
    /// Its status; a few kinds have none.
    #[serde(default)]
    pub status: Option<RefundStatus>,
    /// Why it failed.
    #[serde(default)]
    pub failure_reason: Option<String>,
    /// When it was created, epoch seconds.
    #[serde(default)]
    pub created: Option<i64>,
    #[serde(default)]
    metadata: Option<BTreeMap<String, String>>,
}

/// The status of a refund.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    /// On its way.
    Pending,
    /// Waits for the buyer, who must name an account.
    RequiresAction,
    /// Completed, as far as Stripe can tell.
    Succeeded,
    /// The bank returned it, perhaps long after it had succeeded.
    Failed,
    /// Cancelled before it was sent.
    Canceled,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// A page of a list.
#[derive(Debug, Deserialize)]
pub(super) struct List<T> {
    pub(super) data: Vec<T>,
}

impl NewRefund {
    /// The request for this refund.
    ///
    /// # Errors
    /// See [`InvalidRefund`].
    pub fn request(&self) -> Result<CreateRefund, InvalidRefund> {
        if self.amount.minor() <= 0 {
            return Err(InvalidRefund::Nothing);
        }
        let (amount, _) = to_stripe(self.amount)?;
        Ok(CreateRefund {
            payment_intent: self.payment_intent.clone(),
            amount,
            reason: self.reason,
            metadata: RefundIds {
                order_id: self.order_id.clone(),
                payment_id: self.payment_id.clone(),
                refund_id: self.refund_id.clone(),
            },
        })
    }

    /// Key of the call that creates it: a new one each hour, because Stripe repeats even a failure of its own under a
    /// key for a day. The caller has searched for the refund before, and Stripe refunds no more than was paid.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-refund-{}", self.refund_id, self.hours)
    }
}

/// Minor units of a payment that have arrived at its buyer, refunded by the shop or by others.
#[must_use]
pub fn arrived(refunds: &[Refund], currency: Currency) -> i64 {
    let arrived = refunds.iter().filter(|one| one.status == Some(RefundStatus::Succeeded)).filter_map(Refund::money);
    let arrived = arrived.filter(|amount| amount.currency() == currency);
    arrived.map(Money::minor).fold(0_i64, i64::saturating_add)
}

impl Refund {
    /// How much is refunded; `None` for an amount that the arithmetic does not know.
    #[must_use]
    pub fn money(&self) -> Option<Money> {
        from_stripe(self.amount, &self.currency)
    }

    /// One of our ids from the metadata.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.as_ref()?.get(key).map(String::as_str)
    }
}

open_enum_text!(RefundStatus {
    Pending => "pending",
    RequiresAction => "requires_action",
    Succeeded => "succeeded",
    Failed => "failed",
    Canceled => "canceled",
});
