//! `/api/esim/*`: the calls of the eSIM shop (specification 2, sections 3 and 7).
//!
//! Amounts are whole cents of US dollars or euros, as everywhere on the wire; the texts beside them are finished.

use core::fmt;

use serde::de::{Error as DecodeError, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use validator::Validate;

use super::subscription::{PaymentStatus, Status};
use crate::attribution::{FbParams, readable};
use crate::bundle::BundleType;
use crate::language::Language;

/// Answer of `GET /api/esim/bundles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BundlesResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// The list.
    pub data: BundleList,
}

/// The countries and regions with data plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BundleList {
    /// Countries and regions, by name as the language sorts.
    pub countries: Vec<BundleItem>,
    /// Language of every text here.
    pub language: Language,
    /// Number of the immutable price book that holds these prices.
    pub price_book: i64,
}

/// A country or region in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BundleItem {
    /// Number in addresses and orders.
    pub id: u32,
    /// Name in the language of the list.
    pub name: String,
    /// ISO 3166-1 alpha-2 code of a country, the supplier's code of a region.
    pub code: String,
    /// Flag as an emoji.
    pub img: String,
    /// Lowest price per day in US cents, rounded; absent when there is no plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<i64>,
    /// The same as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_text: Option<String>,
    /// Lowest price per day in euro cents, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_eur: Option<i64>,
    /// The same as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_eur_text: Option<String>,
    /// Networks that carry it.
    pub coverage: Vec<String>,
}

/// Answer of `GET /api/esim/search-texts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchTextsResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// Every country and region.
    pub data: Vec<SearchText>,
}

/// The search terms of a country or region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchText {
    /// Number of its bundle.
    pub id: u32,
    /// Its code and its names in every language, folded for the search, one per line.
    pub text: String,
}

/// Answer of `GET /api/esim/bundle/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BundleResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// The bundle.
    pub data: BundleDetail,
}

/// A country or region with its plans.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BundleDetail {
    /// Number in addresses and orders.
    pub id: u32,
    /// Name in the language of the answer.
    pub name: String,
    /// ISO 3166-1 alpha-2 code of a country, the supplier's code of a region.
    pub code: String,
    /// Flag as an emoji.
    pub img: String,
    /// What it covers: a country, a region or the world.
    pub bundle_type: BundleType,
    /// A sentence that describes it.
    pub description: String,
    /// Networks that carry it.
    pub coverage: Vec<String>,
    /// The plans in display order; empty when there is none.
    pub refills: Vec<RefillItem>,
    /// Language of every text here.
    pub language: Language,
    /// Number of the immutable price book that holds these prices.
    pub price_book: i64,
}

/// One data plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefillItem {
    /// Title of the plan.
    pub title: String,
    /// Megabytes: of the whole plan, or of every day at full speed when it is `unlimited`.
    pub amount_mb: u32,
    /// Days it is valid.
    pub amount_days: u32,
    /// Whether data continues at a lower speed when a day's megabytes are used.
    pub unlimited: bool,
    /// US cents: send this back as `expected_amount` of a card payment.
    pub price_usd: i64,
    /// Euro cents: send this back as `expected_amount` of an iDEAL payment.
    pub price_eur: i64,
    /// The id of the plan in orders.
    pub structured_data: String,
    /// The megabytes as text.
    pub data_text: String,
    /// The days as text.
    pub days_text: String,
    /// The price in US dollars as text.
    pub price_usd_text: String,
    /// The price in euros as text.
    pub price_eur_text: String,
    /// The price per day in US dollars as text, rounded to the cent.
    pub day_usd_text: String,
    /// The price per day in euros as text, rounded to the cent.
    pub day_eur_text: String,
}

/// Body of `POST /api/esim/stripe/create-payment` and `POST /api/esim/mollie/create-payment`.
///
/// The first five fields are the specification's; the rest is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EsimPaymentRequest {
    /// The buyer's address, for the eSIM and the receipt.
    #[serde(default)]
    #[validate(custom(function = "crate::email::validate_field"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// Number of the bundle, as text or as a number.
    #[serde(default, deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "ts", tsify(type = "string | number"))]
    #[validate(length(max = 16))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub bundle_id: String,
    /// `card` or `ideal`; absent or empty means the method of the call.
    #[serde(default)]
    #[validate(length(max = 16))]
    pub payment_method: String,
    /// The plan: bundle, megabytes and days joined by hyphens.
    #[serde(default)]
    #[validate(length(max = 64))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub structured_data: String,
    /// Discount code; absent or empty means none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 64))]
    pub discount_code: Option<String>,
    /// ISO 4217 code of the currency the page showed: `USD` or `EUR`, for iDEAL `EUR`; absent means US dollars by card
    /// and euros by iDEAL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 8))]
    pub currency: Option<String>,
    /// Cents the page showed as due now; the server answers a different figure with `price_changed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_amount: Option<i64>,
    /// `true` buys the same plan again within an hour. Without it the server answers such a call with `bought_just_now`, or,
    /// when it has no `Idempotency-Key`, with the earlier purchase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_another: Option<bool>,
    /// Language of the page, of the return addresses and of the letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Local path of the page that sold the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 512))]
    pub return_to: Option<String>,
    /// Advertising parameters of a visitor who consented; the server drops values that are too long or no text.
    #[serde(default, deserialize_with = "readable", skip_serializing_if = "Option::is_none")]
    pub fb_params: Option<FbParams>,
}

/// Answer of the two calls that start an eSIM payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimPaymentResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// The hosted page.
    pub data: EsimPaymentPage,
}

/// The provider's hosted page of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimPaymentPage {
    /// Its URL, to which a page adds the query `payment_method`.
    pub checkout_url: String,
}

/// Query of `GET /api/esim/stripe/check-payment-status` and `GET /api/esim/mollie/check-payment-status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimStatusRequest {
    /// The payment hash of the return URL.
    #[serde(default)]
    #[validate(length(max = 255))]
    pub hash: String,
    /// `card`, `ideal` or `mollie`; it has no effect, because the path decides.
    #[serde(default)]
    #[validate(length(max = 16))]
    pub payment_method: String,
}

/// Answer of the two calls that return the outcome of an eSIM payment.
///
/// The buyer's own browser gets every field; anyone else who holds the hash gets a masked e-mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimStatusResponse {
    /// `ok` once the outcome is known, whether paid, failed or refunded; `pending` while it is not.
    pub status: Status,
    /// The outcome of the payment.
    pub payment_status: PaymentStatus,
    /// Whether `payment_status` is `paid`.
    pub is_paid: bool,
    /// As in [`VerifyResponse`](crate::wire::subscription::VerifyResponse).
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub held: bool,
    /// The order, as `generate-esim-order` takes it.
    pub order_id: String,
    /// The short order number that the page, the letter and support use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    /// Number of the bundle.
    pub bundle_id: u32,
    /// Megabytes of the plan; for an unlimited one, of each day at full speed.
    pub data: u32,
    /// Days of the plan.
    pub validity: u32,
    /// Name of the country or region in the order's language.
    pub country: String,
    /// Cents paid, or refunded of a refunded payment; 0 before the payment, and when it failed.
    pub amount_paid: i64,
    /// ISO 4217 code of `amount_paid`.
    pub currency: String,
    /// The address to which the eSIM goes; masked for strangers.
    pub email: String,
    /// Until when this browser may correct the address ([`crate::email::correction`]), RFC 3339 in UTC; absent for strangers,
    /// and when no correction is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_correctable_until: Option<String>,
    /// The megabytes as text; for an unlimited plan it states that they are per day and that data continues slower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_text: Option<String>,
    /// The days as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validity_text: Option<String>,
    /// `amount_paid` as text; absent where nothing was paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_text: Option<String>,
}

/// Body of `POST /api/esim/generate-esim-order`.
///
/// `structure_data` is the specification's; the browser that ordered needs no other field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GenerateEsimRequest {
    /// The order id.
    #[serde(default)]
    #[validate(length(min = 1, max = 255))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub structure_data: String,
    /// The payment hash of the return URL, for a buyer in another browser: valid for 30 days after the payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = 255))]
    pub hash: Option<String>,
}

/// Answer of `POST /api/esim/generate-esim-order`. Any reader of it can take over the line, so it is never cached or logged.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GenerateEsimResponse {
    /// `ok` when the eSIM is ready, `pending` while the supplier makes it, `error` when it cannot be made.
    pub status: Status,
    /// The full activation code; empty unless `ok`.
    pub generated_esim: String,
    /// Ways to install it; absent unless `ok`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub installation: Option<EsimInstallation>,
}

/// Ways to install an eSIM. Each of them is as secret as its code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimInstallation {
    /// The QR code as a data URL (`data:image/png;base64,…`).
    pub qr: String,
    /// The SM-DP+ address that phones request.
    pub smdp_address: String,
    /// The activation code that phones request beside that address; absent where it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching_id: Option<String>,
    /// The code to type in on Android phones: the full activation code without `LPA:`.
    pub whole_code: String,
    /// Whether the phone also requests a confirmation code, which the supplier issues.
    pub confirmation_required: bool,
    /// Opens the setup page of an iPhone or iPad.
    pub link_ios: String,
    /// Opens the setup page of an Android phone.
    pub link_android: String,
}

impl fmt::Debug for EsimInstallation {
    /// Without anything of it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EsimInstallation(***)")
    }
}

impl fmt::Debug for GenerateEsimResponse {
    /// Without the code.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GenerateEsimResponse").field("status", &self.status).finish_non_exhaustive()
    }
}

/// Pages have the number of a bundle from an address, as text, or from the list, as a number.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct TextOrNumber;

    impl Visitor<'_> for TextOrNumber {
        type Value = String;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a bundle's number")
        }

        fn visit_str<E: DecodeError>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_u64<E: DecodeError>(self, number: u64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_i64<E: DecodeError>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }
    }

    deserializer.deserialize_any(TextOrNumber)
}
