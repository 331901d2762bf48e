//! `/api/orders/*`: what a buyer's own browser may do about a paid order.

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::Status;

/// Body of `POST /api/orders/change-email`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeEmailRequest {
    /// Stripe's session id from the return URL, or the shop's payment hash.
    #[serde(default)]
    #[validate(length(min = 1, max = 255))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub session_id: String,
    /// The correct address.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
}

/// Answer of `POST /api/orders/change-email`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangeEmailResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// The new address of the order.
    pub email: String,
    /// Until when it can be corrected again, RFC 3339 in UTC; absent when it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_correctable_until: Option<String>,
}
