//! The subscription of an order and what was charged after its first payment.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::price_text::price_text;
use onefare_core::subscription::UnpaidInvoice;
use serde::Serialize;

use crate::store::late_charges::LateCharge;
use crate::store::later_charges::LaterCharge;
use crate::store::subscriptions::Subscription;
use crate::store::unpaid_invoices::StoredInvoice;

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubscriptionSheet {
    /// The provider's id.
    pub reference: String,
    /// `trialing`, `active`, `past_due`, `paused` or `ended`.
    pub stands: &'static str,
    /// When the provider charges next.
    pub renews_at: Option<DateTime<Utc>>,
    /// When it ended or will end.
    pub ends_at: Option<DateTime<Utc>>,
    /// When the provider said so.
    pub seen_at: DateTime<Utc>,
}

/// A charge of a later term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LaterChargeSheet {
    /// How much, as text.
    pub price: String,
    /// What was agreed, as text.
    pub agreed: String,
    /// `as_agreed`, or how it differs.
    pub verdict: &'static str,
    /// The provider's id of the invoice.
    pub invoice: String,
    /// When it was charged.
    pub charged_at: DateTime<Utc>,
    /// The refunded part, as text; absent without a refund.
    pub returned: Option<String>,
    /// When a difference was returned or accepted.
    pub resolved_at: Option<DateTime<Utc>>,
}

/// An invoice of a later term whose charge failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnpaidInvoiceSheet {
    /// The amount due, as text.
    pub price: String,
    /// The provider's id of the invoice.
    pub invoice: String,
    /// When the unpaid term began.
    pub unpaid_since: DateTime<Utc>,
    /// The provider's next attempt.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// Whether the bank requires the customer to confirm the charge.
    pub needs_confirmation: bool,
    /// `paid`, `voided` or `given_up`; absent while it is unpaid.
    pub outcome: Option<&'static str>,
    /// When the shop learned of the outcome.
    pub settled_at: Option<DateTime<Utc>>,
}

/// A charge for a term that began after the cancellation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LateChargeSheet {
    /// How much, as text.
    pub price: String,
    /// When it was charged.
    pub charged_at: DateTime<Utc>,
    /// The provider's id of the payment.
    pub payment_intent: String,
    /// The provider's id of its refund.
    pub refund: Option<String>,
    /// Why the last refund failed.
    pub failure: Option<String>,
    /// When the money was returned.
    pub returned_at: Option<DateTime<Utc>>,
}

impl From<Subscription> for SubscriptionSheet {
    fn from(subscription: Subscription) -> Self {
        let Subscription { reference, standing, renews_at, ends_at, seen_at, .. } = subscription;
        Self { reference, stands: standing.code(), renews_at, ends_at, seen_at }
    }
}

impl From<LaterCharge> for LaterChargeSheet {
    fn from(charge: LaterCharge) -> Self {
        Self {
            price: price_text(charge.amount, Language::En),
            agreed: price_text(charge.agreed, Language::En),
            verdict: charge.verdict.code(),
            invoice: charge.invoice,
            charged_at: charge.charged_at,
            returned: (charge.returned.minor() > 0).then(|| price_text(charge.returned, Language::En)),
            resolved_at: charge.resolved_at,
        }
    }
}

impl From<StoredInvoice> for UnpaidInvoiceSheet {
    fn from(StoredInvoice { unpaid, settled, .. }: StoredInvoice) -> Self {
        let UnpaidInvoice { invoice, amount, unpaid_since, next_attempt_at, needs_confirmation, .. } = unpaid;
        let price = price_text(amount, Language::En);
        let (outcome, settled_at) = settled.map(|(outcome, at)| (outcome.code(), at)).unzip();
        Self { price, invoice, unpaid_since, next_attempt_at, needs_confirmation, outcome, settled_at }
    }
}

impl From<LateCharge> for LateChargeSheet {
    fn from(charge: LateCharge) -> Self {
        let LateCharge { amount, charged_at, payment_intent, refund, failure, returned_at, .. } = charge;
        Self { price: price_text(amount, Language::En), charged_at, payment_intent, refund, failure, returned_at }
    }
}
