//! The shop as its brand file describes it: name, addresses, and what it claims.

use serde::{Deserialize, Serialize};

use super::claims::{Comparison, Testimonial};

/// The public part of the brand file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Brand {
    /// Name of the shop.
    pub name: String,
    /// Company behind the shop.
    pub legal_entity: String,
    /// Its address on one line.
    pub address: String,
    /// Its registration number.
    pub registration: String,
    /// Its VAT number.
    pub vat: String,
    /// E-mail address of support.
    pub support_email: String,
    /// E-mail address of support for eSIMs.
    pub esim_support_email: String,
    /// Name of the messaging app in which support answers.
    pub chat_name: String,
    /// Link to the conversation with support in that app.
    pub chat_link: String,
    /// The number of support in that app.
    pub support_phone: String,
    /// When support answers, in the page's language.
    pub support_hours: String,
    /// App for iPhone and iPad.
    pub link_ios: String,
    /// App for Android.
    pub link_android: String,
    /// App for Windows.
    pub link_windows: String,
    /// App for macOS.
    pub link_macos: String,
    /// The claims of the shop on this page.
    pub claims: Claims,
}

/// Marketing statements, which the brand file sets page by page. Prices and savings are never among them: the price
/// book states those.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claims {
    /// Devices one subscription may be installed on.
    pub devices: u32,
    /// Devices that may be connected at the same time.
    pub devices_at_once: u32,
    /// Number of places to connect to, such as `50+`.
    pub locations: String,
    /// Number of users, such as `1 Million`.
    pub users: String,
    /// Days of the money-back guarantee.
    pub guarantee_days: u32,
    /// Places with servers, in the page's language; only on pages that list them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<String>,
    /// Price of a day of roaming with others, on pages that compare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roaming_day: Option<String>,
    /// Review badges.
    pub ratings: Vec<Rating>,
    /// Further figures that the page states about the shop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// The customers' statements; only on pages that show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub testimonials: Vec<Testimonial>,
    /// The comparison with other providers; only on pages that show one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
}

/// A figure that the shop states about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figure {
    /// Such as `50,000+` or `24/7`, in the page's language.
    pub value: String,
    /// What it counts.
    pub text: String,
}

/// A review badge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rating {
    /// Such as `4.6`.
    pub score: String,
    /// Such as `60+` or `113.2K`.
    pub reviews: String,
    /// Who collected the reviews.
    pub place: String,
}
