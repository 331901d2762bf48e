//! The bodies as sent. Only the files beside this one fill them in.

use onefare_core::email::Email;
use serde::{Serialize, Serializer};

/// Body of `POST /v1/checkout/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateSession {
    pub(super) mode: Mode,
    pub(super) line_items: Vec<LineItem>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "address")]
    pub(super) customer_email: Option<Email>,
    /// Never beside `customer_email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) customer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) customer_creation: Option<CustomerCreation>,
    pub(super) client_reference_id: String,
    pub(super) metadata: OurIds,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) subscription_data: Option<SubscriptionData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) payment_intent_data: Option<PaymentIntentData>,
    pub(super) adaptive_pricing: AdaptivePricing,
    pub(super) allowed_payment_method_types: Vec<MethodType>,
    pub(super) locale: &'static str,
    pub(super) success_url: String,
    pub(super) cancel_url: String,
    pub(super) expires_at: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) discounts: Vec<AppliedCoupon>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) custom_text: Option<CustomText>,
}

/// What a session sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    Subscription,
    Payment,
}

/// When Stripe keeps a customer for the buyer of something that is paid once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CustomerCreation {
    IfRequired,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LineItem {
    pub(super) price_data: PriceData,
    pub(super) quantity: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PriceData {
    pub(super) currency: String,
    pub(super) unit_amount: i64,
    pub(super) product_data: ProductData,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recurring: Option<Recurring>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ProductData {
    pub(super) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(in crate::payments::stripe) struct Recurring {
    pub(super) interval: Interval,
    pub(super) interval_count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Interval {
    Month,
    Year,
}

/// Our ids, on the session and on what it creates: any object in an event leads back to the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct OurIds {
    pub(super) order_id: String,
    pub(super) payment_id: String,
}

/// What the session passes on to its subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SubscriptionData {
    pub(super) description: String,
    pub(super) metadata: OurIds,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) trial_period_days: Option<u32>,
}

/// What the session passes on to its payment: Stripe does not copy the session's own metadata.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PaymentIntentData {
    pub(super) description: String,
    pub(super) metadata: OurIds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct AdaptivePricing {
    pub(super) enabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MethodType {
    Card,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct AppliedCoupon {
    pub(super) coupon: String,
}

/// The text beside the pay page's button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CustomText {
    pub(super) submit: Message,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Message {
    pub(super) message: String,
}

/// Body of `POST /v1/coupons`: the difference between first term and renewal, once, for one buyer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateCoupon {
    /// Chosen by us, so that a second creation is noticed even after Stripe forgot the idempotency key.
    pub(in crate::payments::stripe) id: String,
    pub(in crate::payments::stripe) amount_off: i64,
    pub(in crate::payments::stripe) currency: String,
    pub(super) duration: Duration,
    pub(super) max_redemptions: u32,
    pub(super) name: &'static str,
    pub(super) metadata: OurIds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Duration {
    Once,
}

/// Body of `POST /v1/checkout/sessions/{id}/expire`: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExpireSession {}

#[expect(clippy::ref_option, reason = "serde hands a reference over")]
fn address<S: Serializer>(email: &Option<Email>, serializer: S) -> Result<S::Ok, S::Error> {
    email.as_ref().map(Email::as_str).serialize(serializer)
}
