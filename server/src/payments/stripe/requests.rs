//! How a checkout of ours becomes Stripe's parameters.
//!
//! Amounts are told, never percentages, so nobody else's rounding decides; adaptive pricing is off in every session,
//! so nobody else's exchange rate does either. A code that holds for the first term only becomes a coupon over the
//! difference, because the recurring line must carry what renews.
//!
//! Room for what comes later: a trial is one more field of [`SubscriptionData`], a one-off sale is another [`Mode`]
//! and a line without `recurring`, a paid first term is a second line.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use serde::{Serialize, Serializer};
use url::Url;

/// Longest product name and description sent. Stripe takes more; a line on a pay page does not.
const NAME_LIMIT: usize = 250;

/// Stripe takes recurring intervals of up to three years.
const MONTHS_LIMIT: u32 = 36;

/// A new subscription as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewSubscriptionCheckout {
    /// Our payment; also the root of every idempotency key of this checkout.
    pub payment_id: String,
    /// Our order.
    pub order_id: String,
    /// What the pay page and Stripe's receipts call the product, in the buyer's language.
    pub product_name: String,
    /// The buyer's address.
    pub email: Email,
    /// The language of the pay page.
    pub language: Language,
    /// What is charged for the first term.
    pub due_now: Money,
    /// What is charged for every later term; never less than `due_now`.
    pub renewal: Money,
    /// Length of a term.
    pub months: u32,
    /// Where a payer returns to; carries the literal `{CHECKOUT_SESSION_ID}`.
    pub success_url: String,
    /// Where somebody who turns back returns to.
    pub cancel_url: Url,
    /// When the pay page closes. Must be the same in every repetition: the key covers it.
    pub expires_at: DateTime<Utc>,
}

/// Why a checkout cannot be put into Stripe's words: a mistake of ours, never of the buyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCheckout {
    /// Nothing, or less, would be due now.
    #[error("nothing is due now")]
    NothingDue,
    /// One subscription has one currency.
    #[error("first term and renewal are in different currencies")]
    TwoCurrencies,
    /// A coupon cannot make the first term dearer.
    #[error("the first term costs more than the renewal")]
    DearerFirstTerm,
    /// The amount is finer than the currency may be charged in.
    #[error("the amount is finer than the currency's charge step")]
    BelowChargeStep,
    /// No months, or more than three years of them.
    #[error("a term has 1 to {MONTHS_LIMIT} months")]
    Term,
    /// The return address lost its placeholder.
    #[error("the success address lacks {{CHECKOUT_SESSION_ID}}")]
    NoSessionPlaceholder,
}

/// Body of `POST /v1/checkout/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateSession {
    mode: Mode,
    line_items: Vec<LineItem>,
    #[serde(serialize_with = "address")]
    customer_email: Email,
    client_reference_id: String,
    metadata: OurIds,
    subscription_data: SubscriptionData,
    adaptive_pricing: AdaptivePricing,
    allowed_payment_method_types: Vec<MethodType>,
    locale: &'static str,
    success_url: String,
    cancel_url: String,
    expires_at: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discounts: Vec<AppliedCoupon>,
}

/// What a session sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Subscription,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct LineItem {
    price_data: PriceData,
    quantity: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PriceData {
    currency: String,
    unit_amount: i64,
    product_data: ProductData,
    #[serde(skip_serializing_if = "Option::is_none")]
    recurring: Option<Recurring>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ProductData {
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Recurring {
    interval: Interval,
    interval_count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Interval {
    Month,
    Year,
}

/// Our ids, on the session and on the subscription: whatever object an event brings leads back to the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct OurIds {
    order_id: String,
    payment_id: String,
}

/// What the session passes on to the subscription it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SubscriptionData {
    description: String,
    metadata: OurIds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct AdaptivePricing {
    enabled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum MethodType {
    Card,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct AppliedCoupon {
    coupon: String,
}

/// Body of `POST /v1/coupons`: the difference between first term and renewal, once, for one buyer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateCoupon {
    /// Chosen by us, so that creating it twice is noticed even after the idempotency key is forgotten.
    pub(super) id: String,
    pub(super) amount_off: i64,
    pub(super) currency: String,
    duration: Duration,
    max_redemptions: u32,
    name: &'static str,
    metadata: OurIds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Duration {
    Once,
}

/// Body of `POST /v1/checkout/sessions/{id}/expire`: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExpireSession {}

impl NewSubscriptionCheckout {
    /// The coupon this checkout needs, when its first term costs less than the renewal.
    ///
    /// # Errors
    /// See [`InvalidCheckout`].
    pub fn coupon(&self) -> Result<Option<CreateCoupon>, InvalidCheckout> {
        self.check()?;
        let amount_off = self.renewal.minor().saturating_sub(self.due_now.minor());
        Ok((amount_off > 0).then(|| CreateCoupon {
            id: self.coupon_id(),
            amount_off,
            currency: self.currency(),
            duration: Duration::Once,
            max_redemptions: 1,
            name: coupon_name(self.language),
            metadata: self.our_ids(),
        }))
    }

    /// The session this checkout is.
    ///
    /// # Errors
    /// See [`InvalidCheckout`].
    pub fn session(&self) -> Result<CreateSession, InvalidCheckout> {
        let discounts = self.coupon()?.map(|coupon| AppliedCoupon { coupon: coupon.id });
        let name = shortened(&self.product_name);
        Ok(CreateSession {
            mode: Mode::Subscription,
            line_items: vec![LineItem {
                price_data: PriceData {
                    currency: self.currency(),
                    unit_amount: self.renewal.minor(),
                    product_data: ProductData { name: name.clone() },
                    recurring: Some(interval(self.months)),
                },
                quantity: 1,
            }],
            customer_email: self.email.clone(),
            client_reference_id: self.payment_id.clone(),
            metadata: self.our_ids(),
            subscription_data: SubscriptionData { description: name, metadata: self.our_ids() },
            adaptive_pricing: AdaptivePricing { enabled: false },
            allowed_payment_method_types: vec![MethodType::Card],
            locale: locale(self.language),
            success_url: self.success_url.clone(),
            cancel_url: self.cancel_url.to_string(),
            expires_at: self.expires_at.timestamp(),
            discounts: discounts.into_iter().collect(),
        })
    }

    /// Key of the call that creates the session.
    #[must_use]
    pub fn session_key(&self) -> String {
        format!("{}-session", self.payment_id)
    }

    /// Key of the call that creates the coupon.
    #[must_use]
    pub fn coupon_key(&self) -> String {
        format!("{}-coupon", self.payment_id)
    }

    fn coupon_id(&self) -> String {
        format!("once_{}", self.payment_id)
    }

    fn currency(&self) -> String {
        self.renewal.currency().code().to_ascii_lowercase()
    }

    fn our_ids(&self) -> OurIds {
        OurIds { order_id: self.order_id.clone(), payment_id: self.payment_id.clone() }
    }

    fn check(&self) -> Result<(), InvalidCheckout> {
        if self.due_now.currency() != self.renewal.currency() {
            return Err(InvalidCheckout::TwoCurrencies);
        }
        if self.due_now.minor() <= 0 {
            return Err(InvalidCheckout::NothingDue);
        }
        if self.due_now.minor() > self.renewal.minor() {
            return Err(InvalidCheckout::DearerFirstTerm);
        }
        let step = self.renewal.currency().charge_step();
        if self.due_now.minor() % step != 0 || self.renewal.minor() % step != 0 {
            return Err(InvalidCheckout::BelowChargeStep);
        }
        if !(1..=MONTHS_LIMIT).contains(&self.months) {
            return Err(InvalidCheckout::Term);
        }
        if !self.success_url.contains("{CHECKOUT_SESSION_ID}") {
            return Err(InvalidCheckout::NoSessionPlaceholder);
        }
        Ok(())
    }
}

/// Twelve months are called a year, because the pay page prints the interval; everything else counts months.
const fn interval(months: u32) -> Recurring {
    match months {
        12 => Recurring { interval: Interval::Year, interval_count: 1 },
        months => Recurring { interval: Interval::Month, interval_count: months },
    }
}

/// Stripe's pay page speaks no Arabic: there it chooses by the browser.
const fn locale(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Nl => "nl",
        Language::De => "de",
        Language::Fr => "fr",
        Language::Ar => "auto",
    }
}

/// How the pay page names the difference; at most 40 characters.
const fn coupon_name(language: Language) -> &'static str {
    match language {
        Language::En => "First term offer",
        Language::Nl => "Aanbieding eerste periode",
        Language::De => "Angebot für die erste Laufzeit",
        Language::Fr => "Offre première période",
        Language::Ar => "عرض المدة الأولى",
    }
}

fn address<S: Serializer>(email: &Email, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(email.as_str())
}

fn shortened(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(NAME_LIMIT).collect()
}
