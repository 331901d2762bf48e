//! `/api/subscription/*`: the calls behind the purchase pages (specification 1, sections 3 and 7).

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::attribution::{FbParams, readable};
use crate::billing_cycle::BillingCycle;
use crate::discount::CodeState;
use crate::language::Language;
use crate::money::Money;
use crate::plan::Plan;
use crate::quote::{Product, Quote, QuoteError, smallest_saving};
use crate::trial;

/// The outcome of a call, in every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The call succeeded.
    Ok,
    /// The outcome is not known yet: repeat the call.
    Pending,
    /// The server refused the call; `code` and `message` state the reason.
    Error,
}

/// An amount in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceEntry {
    /// Whole minor units (cents, fils, baisa) of `currency`.
    pub unit_amount: i64,
    /// ISO 4217 code in capitals.
    pub currency: String,
}

/// A plan as the purchase pages receive it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Package {
    /// Stable id of the plan in the price book.
    pub product_id: String,
    /// Number of months and `-month`, such as `12-month`.
    pub title: String,
    /// The badge text; empty means not highlighted.
    pub highlight: String,
    /// How often the plan is billed.
    pub billing_cycle: BillingCycle,
    /// Whole percent saved against the amount before discount, rounded down; 0 when nothing is saved.
    pub discount: u32,
    /// The amount due now divided by the months, rounded half away from zero.
    pub price_per_month: Vec<PriceEntry>,
    /// The amount before discount divided by the months.
    pub price_per_month_before_discount: Vec<PriceEntry>,
    /// The amount due now.
    pub billing_amount: Vec<PriceEntry>,
    /// The amount before discount.
    pub billing_amount_before_discount: Vec<PriceEntry>,
    /// The amount of every later term; differs from `billing_amount` when a code applies to one term only.
    pub renewal_amount: Vec<PriceEntry>,
    /// Ascending sort order.
    pub priority: u32,
}

impl Package {
    /// A plan with its quotes; a plan that is quoted as a trial gets the title of all trials. Per month means the first
    /// paid term, extra months included.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn of(plan: &Plan, quotes: &[Quote]) -> Result<Self, QuoteError> {
        let entry =
            |money: Money| PriceEntry { unit_amount: money.minor(), currency: money.currency().code().to_owned() };
        let is_trial = quotes.iter().any(|quote| quote.product() == Product::Trial);
        let mut package = Self {
            product_id: plan.product_id.clone(),
            title: if is_trial { trial::TITLE.to_owned() } else { plan.title() },
            highlight: plan.highlight_in(Language::En).to_owned(),
            billing_cycle: plan.billing_cycle(),
            discount: smallest_saving(quotes)?,
            price_per_month: Vec::with_capacity(quotes.len()),
            price_per_month_before_discount: Vec::with_capacity(quotes.len()),
            billing_amount: Vec::with_capacity(quotes.len()),
            billing_amount_before_discount: Vec::with_capacity(quotes.len()),
            renewal_amount: Vec::with_capacity(quotes.len()),
            priority: plan.priority,
        };
        for quote in quotes {
            let (due_now, list) = (quote.due_now()?, Money::new(quote.list, quote.currency)?);
            let months = quote.term_months();
            package.price_per_month.push(entry(quote.term_price()?.per(months)?.amount));
            package.price_per_month_before_discount.push(entry(list.per(months)?.amount));
            package.billing_amount.push(entry(due_now));
            package.billing_amount_before_discount.push(entry(list));
            package.renewal_amount.extend(quote.renewal()?.map(entry));
        }
        Ok(package)
    }
}

/// Answer of `GET /api/subscription/get_initial_data`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InitialData {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// When the code's offer ends, RFC 3339 in UTC; `null` without a code or for one without an end.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    #[cfg_attr(feature = "ts", tsify(type = "string | null"))]
    pub expire_date: Option<String>,
    /// ISO 4217 code of the currency shown first.
    pub default_currency: String,
    /// The plans, ascending by priority.
    pub packages: Vec<Package>,
    /// State of the code in the query; absent without a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_state: Option<CodeState>,
    /// Number of the immutable price book that holds these prices.
    pub price_book: i64,
}

/// Body of `POST /api/subscription/get_checkout_link`.
///
/// `email`, `selectedPackage`, `code`, `im_ref` and `fb_params` are the specification's; the rest is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckoutLinkRequest {
    /// The buyer's address, for the receipt and for signing in.
    #[serde(default)]
    #[validate(custom(function = "crate::email::validate_field"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// `product_id` of the chosen plan.
    #[serde(rename = "selectedPackage")]
    #[validate(length(min = 1, max = 64))]
    pub selected_package: String,
    /// Discount code; absent or empty means none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 64))]
    pub code: Option<String>,
    /// Affiliate reference. The server drops one that is no text or has more than
    /// [`MAX_REFERENCE`](crate::attribution::MAX_REFERENCE) characters, because attribution never prevents a purchase.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub im_ref: Option<String>,
    /// Advertising parameters; the server drops unknown ones, and values that are too long or no text.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fb_params: Option<FbParams>,
    /// ISO 4217 code of the currency the page showed; absent means the default currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 8))]
    pub currency: Option<String>,
    /// Minor units the page showed as due now; the server answers a different figure with `price_changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_amount: Option<i64>,
    /// Minor units the page showed as the next charge, such as the one after a trial; a different figure here is
    /// answered with `price_changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_renewal: Option<i64>,
    /// Language of the page, of the return addresses and of the letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Local path of the page that sold the plan, for "Retry Payment".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 512))]
    pub return_to: Option<String>,
    /// With the code `trial`: whether the buyer ticked the box beside the trial terms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_trial_terms: Option<TermsAccepted>,
}

/// The box beside the trial terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum TermsAccepted {
    /// Whether it is ticked, beside the text in force.
    Ticked(bool),
    /// It is ticked beside the text of this version ([`crate::trial::TERMS_VERSION`]). The shop's own pages send the version
    /// that they showed, so that the buyer must accept a newer text.
    Version(String),
}

impl TermsAccepted {
    /// The version that was ticked, as [`crate::trial::check_acknowledged`] takes it.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        match self {
            Self::Ticked(true) => Some(trial::TERMS_VERSION),
            Self::Ticked(false) => None,
            Self::Version(version) => Some(version),
        }
    }
}

/// Answer of the calls that start a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckoutLinkResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// The provider's hosted page for this order.
    pub checkout_url: String,
}

/// Body of `POST /api/subscription/verify`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// Stripe's session id from the return URL, or the shop's payment hash.
    #[serde(default)]
    #[validate(length(min = 1, max = 255))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub session_id: String,
    /// Affiliate reference. The server drops one that is no text or has more than
    /// [`MAX_REFERENCE`](crate::attribution::MAX_REFERENCE) characters, because attribution never prevents a purchase.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub im_ref: Option<String>,
    /// Advertising parameters; the server drops unknown ones, and values that are too long or no text.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fb_params: Option<FbParams>,
}

/// The outcome of a payment, as pages need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Settled: the order is delivered or about to be.
    Paid,
    /// Not known yet. Never shown as a failure.
    Pending,
    /// It will not be paid: declined, expired or cancelled.
    Failed,
    /// It was paid and refunded in full. Neither a delivery nor a charge follows.
    Refunded,
}

/// Answer of `POST /api/subscription/verify`.
///
/// With a `payment_status` other than `paid` only `status`, `payment_status` and `orderId` are present, with `refunded` the
/// amount refunded, and `held` where a person checks the payment. The buyer's own browser gets every field; any other caller
/// who has the id gets a masked e-mail and neutral customer facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerifyResponse {
    /// `ok` once paid and delivered, `pending` while waiting, `error` when the payment failed or was refunded.
    pub status: Status,
    /// The outcome of the payment.
    pub payment_status: PaymentStatus,
    /// Whether the order is held: its payment does not match it, and a person checks. Asking again soon gives the same answer.
    /// Absent otherwise.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub held: bool,
    /// End of the paid term, RFC 3339 in UTC.
    #[serde(rename = "subscriptionEndDate", skip_serializing_if = "Option::is_none")]
    pub subscription_end_date: Option<String>,
    /// The same day as text in the order's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_end_text: Option<String>,
    /// The buyer's e-mail, masked for strangers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Until when this browser may correct the address ([`crate::email::correction`]), RFC 3339 in UTC; absent for strangers,
    /// and when no correction is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_correctable_until: Option<String>,
    /// The short order number that the page, the letter and support use.
    #[serde(rename = "orderId", skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// Minor units charged, or with `refunded` those refunded; 0 where nothing was charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// That amount as text in the order's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_text: Option<String>,
    /// ISO 4217 code of `amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// `product_id` of the plan.
    #[serde(rename = "itemId", skip_serializing_if = "Option::is_none")]
    pub item_id: Option<String>,
    /// Title of the plan.
    #[serde(rename = "itemName", skip_serializing_if = "Option::is_none")]
    pub item_name: Option<String>,
    /// Whether this is the first paid order of this e-mail; `true` for strangers.
    #[serde(rename = "isNewCustomer", skip_serializing_if = "Option::is_none")]
    pub is_new_customer: Option<bool>,
    /// Minor units paid by this e-mail in `currency` so far; 0 for strangers.
    #[serde(rename = "lifetimeValue", skip_serializing_if = "Option::is_none")]
    pub lifetime_value: Option<i64>,
    /// Minor units of the next charge; absent when the order does not renew, such as a deal paid by iDEAL, or was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal_amount: Option<i64>,
    /// The next charge as text in the order's language; absent with `renewal_amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal_text: Option<String>,
    /// When access ends because the order does not renew or was cancelled, RFC 3339 in UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_at: Option<String>,
    /// The same day as text in the order's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_text: Option<String>,
}

/// Body of `POST /api/subscription/get-session-redirect`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionRedirectRequest {
    /// Stripe's session id, or the shop's payment hash.
    #[serde(default)]
    #[validate(length(min = 1, max = 255))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub session_id: String,
}

/// Answer of `POST /api/subscription/get-session-redirect`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionRedirectResponse {
    /// Local path of the page that sold the plan; `/` when it is not known.
    pub redirect_from: String,
}
