//! The statements of customers and the features of other providers, as the brand file gives them (specification 1,
//! section 3).

use serde::{Deserialize, Serialize};

/// The statement of one customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Testimonial {
    /// Stable id.
    pub id: String,
    /// Name of the customer.
    pub name: String,
    /// The customer's country, in the page's language.
    pub country: String,
    /// Stars, 1 to 5.
    pub rating: u32,
    /// The statement, in the page's language.
    pub comment: String,
    /// Day of the statement, RFC 3339.
    pub date: String,
    /// The same day as text.
    pub date_text: String,
    /// Whether it is a sample, which the page must say.
    pub sample: bool,
}

/// The features that the shop and other providers have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Comparison {
    /// Ids of the features that are compared, in order.
    pub features: Vec<String>,
    /// Ids of the features that the shop has.
    pub own: Vec<String>,
    /// The other providers.
    pub others: Vec<Competitor>,
}

/// Another provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Competitor {
    /// Its name.
    pub name: String,
    /// Ids of the features that it has.
    pub has: Vec<String>,
    /// Whether it is a sample, which the page must say.
    pub sample: bool,
}
