//! The content of the eSIM shop's pages.

use serde::{Deserialize, Serialize};

use super::esim::BundleDetail;
use crate::bundle::BundleType;

/// Content of `/esim/countries`: every place on sale, in the order of their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimCountriesPage {
    /// The search text of the URL; empty when there is none.
    pub query: String,
    /// Countries and regions; those that do not match the query are `hidden`.
    pub places: Vec<PlaceCard>,
}

/// A country or region in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlaceCard {
    /// Number of its bundle.
    pub id: u32,
    /// Name in the language of the page.
    pub name: String,
    /// ISO 3166-1 alpha-2 code of a country, the supplier's code of a region.
    pub code: String,
    /// What it covers: a country, a region or the world.
    pub kind: BundleType,
    /// The lowest price per day as text; absent when there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_text: Option<String>,
    /// Its position among all places by that price.
    pub by_price: u32,
    /// Its position among those that the query finds, the best first; absent without a query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_fit: Option<u32>,
    /// Whether it does not match the query.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub hidden: bool,
}

/// Content of `/esim/bundle/{id}` and `/esim/checkout/{bundleId}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimBundlePage {
    /// The country or region with its plans.
    pub bundle: BundleDetail,
    /// `structured_data` of the preselected plan; absent when there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Whether the URL names that plan.
    pub by_address: bool,
    /// Whether the shop takes iDEAL beside cards.
    pub ideal: bool,
}

/// Content of a URL of the eSIM shop that names no bundle on sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimNoBundlePage {
    /// The problem code of the reason.
    pub problem: String,
}

/// A plan for a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MonthOffer {
    /// Its data as text.
    pub data_text: String,
    /// Its days as text.
    pub days_text: String,
    /// Its price as text.
    pub price_text: String,
}

/// Content of `/esim`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimHomePage {
    /// Number of countries with data plans.
    pub countries: u32,
    /// Number of regions.
    pub regions: u32,
    /// A few popular places.
    pub places: Vec<PlaceCard>,
    /// The lowest price of a plan for 30 days, shown beside the price of roaming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<MonthOffer>,
}
