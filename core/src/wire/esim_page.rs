//! What the pages of the eSIM shop show.

use serde::{Deserialize, Serialize};

use super::esim::BundleDetail;
use crate::bundle::BundleType;

/// Content of `/esim/countries`: every place on sale, in the order of their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimCountriesPage {
    /// What the address searches for; empty when it searches for nothing.
    pub query: String,
    /// Countries and regions; those that the query does not find are marked.
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
    /// What it is.
    pub kind: BundleType,
    /// The lowest price per day as text; absent when there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_text: Option<String>,
    /// Its position among all places by that price.
    pub by_price: u32,
    /// Whether the page's query leaves it out.
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
    /// `structured_data` of the plan that is chosen at first; absent when there is none to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Whether the address names that plan.
    pub by_address: bool,
}

/// Content of an address of the eSIM shop that names no bundle on sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimNoBundlePage {
    /// The problem code that says why.
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
    /// How many countries data is sold for.
    pub countries: u32,
    /// How many regions.
    pub regions: u32,
    /// A few places that many travel to.
    pub places: Vec<PlaceCard>,
    /// The lowest price of a plan for 30 days, to be shown beside the price of roaming.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<MonthOffer>,
}
