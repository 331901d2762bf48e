//! `POST /v1/checkout/sessions`: the parsed request. `tables` has checked names and types.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub type Metadata = BTreeMap<String, String>;

const DAY: i64 = 86_400;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Payment,
    Subscription,
    Setup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interval {
    Day,
    Week,
    Month,
    Year,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recurring {
    pub interval: Interval,
    #[serde(default = "one")]
    pub interval_count: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProductData {
    pub name: String,
    pub description: Option<String>,
    #[serde(default)]
    pub images: Vec<String>,
    #[serde(default)]
    pub metadata: Metadata,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PriceData {
    pub currency: String,
    pub product: Option<String>,
    pub product_data: Option<ProductData>,
    pub recurring: Option<Recurring>,
    pub tax_behavior: Option<String>,
    pub unit_amount: Option<i64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    pub price: Option<String>,
    pub price_data: Option<PriceData>,
    pub quantity: Option<i64>,
    #[serde(default)]
    pub metadata: Metadata,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SubscriptionData {
    pub description: Option<String>,
    #[serde(default)]
    pub metadata: Metadata,
    pub trial_end: Option<i64>,
    pub trial_period_days: Option<i64>,
    pub trial_settings: Option<serde_json::Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PaymentIntentData {
    pub description: Option<String>,
    #[serde(default)]
    pub metadata: Metadata,
    pub receipt_email: Option<String>,
    pub statement_descriptor: Option<String>,
    pub statement_descriptor_suffix: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DiscountData {
    pub coupon: Option<String>,
    pub promotion_code: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AdaptivePricing {
    pub enabled: Option<bool>,
}

/// The request, after its parameters were checked one by one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CreateSession {
    pub mode: Mode,
    #[serde(default)]
    pub line_items: Vec<Line>,
    pub adaptive_pricing: Option<AdaptivePricing>,
    pub allow_promotion_codes: Option<bool>,
    pub allowed_payment_method_types: Option<Vec<String>>,
    pub billing_address_collection: Option<String>,
    pub cancel_url: Option<String>,
    pub client_reference_id: Option<String>,
    pub currency: Option<String>,
    pub custom_text: Option<serde_json::Value>,
    pub customer: Option<String>,
    pub customer_creation: Option<String>,
    pub customer_email: Option<String>,
    pub discounts: Option<Vec<DiscountData>>,
    #[serde(default)]
    pub excluded_payment_method_types: Vec<String>,
    pub expires_at: Option<i64>,
    pub locale: Option<String>,
    #[serde(default)]
    pub metadata: Metadata,
    pub payment_intent_data: Option<PaymentIntentData>,
    pub payment_method_collection: Option<String>,
    pub submit_type: Option<String>,
    pub subscription_data: Option<SubscriptionData>,
    pub success_url: Option<String>,
    pub ui_mode: Option<String>,
}

const fn one() -> i64 {
    1
}

impl CreateSession {
    /// When the free (or prepaid) time ends for a subscription that begins at `start`, if it has one.
    pub fn trial_end(&self, start: DateTime<Utc>) -> Option<i64> {
        let data = self.subscription_data.as_ref()?;
        data.trial_end.or_else(|| data.trial_period_days.map(|days| start.timestamp() + days * DAY))
    }
}
