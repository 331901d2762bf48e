//! `POST /api/events`: what a page reports of a visitor who agreed to it (specification 1, section 7).

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::Status;

/// What a page can report. The settlement reports a purchase, never a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EventName {
    /// A page that sells something was opened.
    ViewContent,
    /// A plan was chosen and the buyer goes on to pay.
    AddToCart,
    /// The page could not read the result of a payment.
    Conversion,
}

impl EventName {
    /// The word on the wire, in the store, and at the receiver.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ViewContent => "view_content",
            Self::AddToCart => "add_to_cart",
            Self::Conversion => "conversion",
        }
    }
}

/// Body of `POST /api/events`. It names no price: the server reads that from its own price book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EventRequest {
    /// What happened.
    pub name: EventName,
    /// Random id that the page gives the event; a repeat with the same id is the same event. 16 to 64 letters, digits, `-`
    /// or `_`.
    #[validate(length(min = 16, max = 64))]
    pub event_id: String,
    /// Path of the page, such as `/buy`.
    #[validate(length(min = 1, max = 256))]
    pub page: String,
    /// `product_id` of the plan or deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(min = 1, max = 64))]
    pub product_id: Option<String>,
    /// ISO 4217 code of the currency that the page shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(equal = 3))]
    pub currency: Option<String>,
}

/// Answer of `POST /api/events`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EventResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// Whether the server stored the event for forwarding: `false` without consent, and where the shop forwards none.
    pub kept: bool,
}
