//! `POST /api/esim/discount-code/{code}/{price}`: what a code leaves of the price of a data plan (specification 2, section
//! 7). `status` and `data` are the specification's.

use serde::{Deserialize, Serialize};

use super::subscription::Status;
use crate::quote::AppliedCode;

/// Answer of `POST /api/esim/discount-code/{code}/{price}`, also for a refused code, which has HTTP status 200.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DiscountCodeResponse {
    /// `ok` when the code lowers the price, else `error`.
    pub status: Status,
    /// The discounted price in cents when `ok`, else a sentence.
    pub data: DiscountData,
    /// When refused: the stable code of the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When `ok`: ISO 4217 code of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// When `ok`: the code's discount as a page shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applied: Option<AppliedCode>,
}

/// A discounted price, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum DiscountData {
    /// Cents to pay.
    Price(i64),
    /// A sentence of the catalogue.
    Message(String),
}
