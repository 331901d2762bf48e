//! `/api/website/*`: the call behind the wizard (specification 2, sections 3 and 7).

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::Status;
use crate::language::Language;
use crate::onboarding::{Answers, MAX_DEVICE, MAX_REASONS, MAX_SERVICE, Step};

/// Body of `POST /api/website/onboarding`.
///
/// `email`, `selected_device` and `selected_reasons` are the specification's; the rest is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OnboardingRequest {
    /// The visitor's address.
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
    /// Language of the page, of the stored consent, and of the URL in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl<'given> From<&'given OnboardingRequest> for Answers<'given> {
    fn from(request: &'given OnboardingRequest) -> Self {
        Self {
            email: &request.email,
            device: &request.selected_device,
            reasons: &request.selected_reasons,
            streaming_service: request.streaming_service.as_deref(),
        }
    }
}

/// Answer of `POST /api/website/onboarding`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingResponse {
    /// Always `ok`; refusals use the problem body.
    pub status: Status,
    /// URL of the plans, with the visitor's address for the e-mail field.
    pub next: String,
}

/// Content of `/onboarding`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingPage {
    /// The devices of the first step.
    pub devices: Vec<DeviceChoice>,
    /// Codes of the reasons of the second step.
    pub reasons: Vec<String>,
    /// The example's credits.
    pub credits: String,
    /// Where the page begins: at the first step, unless it answers a form that was sent without scripts.
    pub start: OnboardingStart,
}

/// A device that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeviceChoice {
    /// Its code.
    pub code: String,
    /// Its name, the same in every language.
    pub name: String,
}

/// Where the wizard begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingStart {
    /// The step.
    pub step: Step,
    /// The answers given so far.
    pub answers: OnboardingRequest,
    /// Problem code of the server's refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// With the dashboard: the address of the plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
