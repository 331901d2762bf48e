//! `/api/website/*`: the call behind the wizard (specification 2, sections 3 and 7).

use serde::{Deserialize, Serialize};
use validator::Validate;

/// Longest name of a device, in characters.
pub const MAX_DEVICE: u64 = 32;

/// Most reasons, one that is chosen twice counted twice.
pub const MAX_REASONS: u64 = 16;

/// Longest name of a streaming service, in characters.
pub const MAX_SERVICE: u64 = 100;

/// Body of `POST /api/website/onboarding`.
///
/// `email`, `selected_device` and `selected_reasons` are the specification's; the rest is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnboardingRequest {
    /// Where the visitor can be reached.
    #[serde(default)]
    #[validate(custom(function = "crate::email::validate_field"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// `ios`, `android`, `macbook`, `windows` or `linux`; case does not matter.
    #[serde(default)]
    #[validate(length(max = "MAX_DEVICE"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub selected_device: String,
    /// At least one of `unblock_apps`, `streaming`, `privacy_and_security`, `other`; case does not matter, and spaces
    /// may stand for the underscores.
    #[serde(default)]
    #[validate(length(max = "MAX_REASONS"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub selected_reasons: Vec<String>,
    /// Which streaming service, in the visitor's own words; ignored when `streaming` is not among the reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[validate(length(max = "MAX_SERVICE"))]
    pub streaming_service: Option<String>,
}
