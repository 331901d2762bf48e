//! `/api/stripe/create-checkout-session` and `/api/mollie/*`: the calls behind the deal page (specification 1, sections
//! 2.6, 2.10, 2.11, 3 and 7).

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::{CheckoutLinkRequest, PaymentStatus, Status, TermsAccepted};
use crate::attribution::{FbParams, readable};
use crate::language::Language;

/// Body of `POST /api/stripe/create-checkout-session` and of `POST /api/mollie/create-payment`.
///
/// `package`, `selectedPackage`, `email`, `code` and `im_ref` are the specification's; the rest is optional. Fields that
/// [`CheckoutLinkRequest`] has too are checked by its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DealCheckoutRequest {
    /// Absent, or the chosen deal again: its package id, its title (`12-month`) or its product id (`deal-12m`). The server
    /// refuses one that disagrees with `selectedPackage`.
    #[serde(default)]
    pub package: PackageId,
    /// Package id of the chosen deal: 1, 12 or 3.
    #[serde(default, rename = "selectedPackage")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub selected_package: PackageId,
    /// The buyer's address, for the receipt and for signing in.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// Discount code; absent or empty means none. By card, `trial` begins the trial of the plan with the same number of
    /// months when `expected_amount` is 0, or is absent beside `accepted_trial_terms`; otherwise it is no discount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Affiliate reference; the server drops one that is too long or no text.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub im_ref: Option<String>,
    /// Advertising parameters of a visitor who consented; the server drops values that are too long or no text.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fb_params: Option<FbParams>,
    /// ISO 4217 code of the currency the page showed; deals are sold in euros.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Minor units the page showed as due now; the server answers a different figure with `price_changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_amount: Option<i64>,
    /// Minor units the page showed as the next charge; the server answers a different figure with `price_changed`. Nothing
    /// renews after iDEAL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_renewal: Option<i64>,
    /// Language of the page, of the return addresses and of the letters; absent means Dutch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Local path of the page that sold the deal; absent means the deal page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub return_to: Option<String>,
    /// For a trial: whether the buyer ticked the box beside its terms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted_trial_terms: Option<TermsAccepted>,
}

/// A package id as pages send it: the number, or the number as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum PackageId {
    /// The number.
    Number(u32),
    /// The number in plain digits.
    Text(String),
}

impl Default for PackageId {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl PackageId {
    /// As [`crate::deal::chosen`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl From<DealCheckoutRequest> for CheckoutLinkRequest {
    /// The fields that both calls have; the deal takes the place of the plan.
    fn from(request: DealCheckoutRequest) -> Self {
        Self {
            email: request.email,
            selected_package: request.selected_package.text(),
            code: request.code,
            im_ref: request.im_ref,
            fb_params: request.fb_params,
            currency: request.currency,
            expected_amount: request.expected_amount,
            expected_renewal: request.expected_renewal,
            language: request.language,
            return_to: request.return_to,
            accepted_trial_terms: request.accepted_trial_terms,
        }
    }
}

/// Answer of the calls that start the payment of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealCheckoutResponse {
    /// Always `ok`; refusals use the problem body, whose `message` states the reason.
    pub status: Status,
    /// The provider's hosted page for this order.
    pub checkout_url: String,
    /// The sentence that the page shows until the hosted page opens.
    pub message: String,
}

/// Answer of `GET /api/mollie/check-payment-status`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentStatusResponse {
    /// The short order number that the page, the letter and support use.
    #[serde(rename = "orderId")]
    pub order_id: String,
    /// The buyer's e-mail, masked for strangers.
    pub email: String,
    /// Until when this browser may correct the address ([`crate::email::correction`]), RFC 3339 in UTC; absent for strangers,
    /// and when no correction is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_correctable_until: Option<String>,
    /// End of the paid term, RFC 3339 in UTC; absent until it is delivered.
    #[serde(rename = "subscriptionEndDate", skip_serializing_if = "Option::is_none")]
    pub subscription_end_date: Option<String>,
    /// The same day as text in the order's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_end_text: Option<String>,
    /// When access ends because the order does not renew or was cancelled, RFC 3339 in UTC; absent until it is delivered,
    /// and while it renews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_at: Option<String>,
    /// The same day as text in the order's language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expired_text: Option<String>,
    /// The amount paid as text in the order's language, or with `refunded` the amount refunded. Absent before either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_text: Option<String>,
    /// The next charge as text in the order's language; absent until it is delivered, and where nothing renews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renewal_text: Option<String>,
    /// The outcome of the payment.
    pub payment_status: PaymentStatus,
    /// As in [`VerifyResponse`](crate::wire::subscription::VerifyResponse).
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub held: bool,
}
