//! What the pages of the eSIM shop hold between choosing a plan and paying for it (specification 2, section 3 "Checkout
//! data").

use serde::{Deserialize, Serialize};

use crate::bundle::BundleType;

/// The data of a chosen plan. The first six fields are required, see [`crate::checkout_data`]; the other four are for
/// display and may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct HeldCheckoutData {
    /// Number of the bundle, spelled as in addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_id: Option<String>,
    /// Name of the country or region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_name: Option<String>,
    /// Title of the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refill_title: Option<String>,
    /// Megabytes; for an unlimited plan, of each day at full speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_mb: Option<i64>,
    /// Days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_days: Option<i64>,
    /// US cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_usd: Option<i64>,
    /// What the bundle covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_type: Option<BundleType>,
    /// A sentence that describes the bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_description: Option<String>,
    /// Networks that carry it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_coverage: Option<Vec<String>>,
    /// Flag as an emoji.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_img: Option<String>,
}
