//! `POST /api/price-mismatch`: a page reports that a price differs from the figure its facts give.

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::Status;
use crate::money::MAX_MINOR;

/// The figures that differed. They hold nothing about a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PriceMismatchRequest {
    /// Name of the page, such as `buy`, not its URL, which may hold what a visitor wrote.
    #[validate(length(max = 64))]
    pub page: String,
    /// `product_id` of the plan.
    #[validate(length(max = 64))]
    pub product_id: String,
    /// ISO 4217 code.
    #[validate(length(equal = 3))]
    pub currency: String,
    /// Number of the price book in the page's facts.
    pub price_book: i64,
    /// Minor units that the page shows as due now.
    #[validate(range(min = 0, max = "MAX_MINOR"))]
    pub shown: i64,
    /// Minor units that the browser computed; absent when it could compute no price from the facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(range(min = 0, max = "MAX_MINOR"))]
    pub computed: Option<i64>,
}

/// Answer of `POST /api/price-mismatch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceMismatchResponse {
    /// Always `ok`.
    pub status: Status,
}
