//! What the pages of the eSIM shop hold between choosing a plan and paying for it (specification 2, section 3 "Checkout
//! data").

use serde::{Deserialize, Serialize};

use super::esim::{BundleDetail, RefillItem};
use crate::bundle::BundleType;
use crate::checkout_data;
use crate::esim_product_id::StructuredData;
use crate::problem::Problem;

/// The data of a chosen plan. The first six fields are required, see [`HeldCheckoutData::check`]; the other four are for
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

impl HeldCheckoutData {
    /// The data of one plan of a bundle, all ten fields.
    #[must_use]
    pub fn of(bundle: &BundleDetail, refill: &RefillItem) -> Self {
        Self {
            bundle_id: Some(bundle.id.to_string()),
            country_name: Some(bundle.name.clone()),
            refill_title: Some(refill.title.clone()),
            amount_mb: Some(refill.amount_mb.into()),
            amount_days: Some(refill.amount_days.into()),
            price_usd: Some(refill.price_usd),
            bundle_type: Some(bundle.bundle_type),
            bundle_description: Some(bundle.description.clone()),
            bundle_coverage: Some(bundle.coverage.clone()),
            bundle_img: Some(bundle.img.clone()),
        }
    }

    /// Checks the six required fields and returns the plan's id in orders.
    ///
    /// # Errors
    /// As [`checkout_data::CheckoutData::check`].
    pub fn check(&self) -> Result<StructuredData, Problem> {
        let data = checkout_data::CheckoutData {
            bundle_id: self.bundle_id.as_deref(),
            country_name: self.country_name.as_deref(),
            refill_title: self.refill_title.as_deref(),
            amount_mb: self.amount_mb,
            amount_days: self.amount_days,
            price_usd: self.price_usd,
        };
        data.check()
    }
}
