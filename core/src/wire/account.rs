//! `/panel/*` and `/api/account/*`: signing in, and what a signed-in customer sees (specification 1, section 7).

use core::fmt;

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::language::Language;

/// Longest text of a code, digits of any script and blanks round them included.
pub const MAX_CODE: u64 = 32;

/// Longest token of a mailed link.
pub const MAX_LINK: u64 = 128;

/// Longest address that is read; what is longer is none.
pub const MAX_EMAIL: u64 = 512;

/// Body of `POST /panel/verify-otp`, which sends a code.
///
/// `email` is the specification's; the rest is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SendCodeRequest {
    /// The address of the account.
    #[serde(default)]
    #[validate(length(max = "MAX_EMAIL"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// Language of the letter; the default is English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Body of `POST /panel/manage-subscription`, which checks a code.
///
/// `email` and `otp` are the specification's; the rest is optional.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckCodeRequest {
    /// The address that the code was sent to.
    #[serde(default)]
    #[validate(length(max = "MAX_EMAIL"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// The four digits.
    #[serde(default)]
    #[validate(length(max = "MAX_CODE"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub otp: String,
    /// Language of the page that follows; the default is English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Body of `POST /api/account/sign-in-link`, which uses a mailed link.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SignInLinkRequest {
    /// What stands behind `#` in the link.
    #[serde(default)]
    #[validate(length(max = "MAX_LINK"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub token: String,
    /// Language of the page that follows; the default is English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl fmt::Debug for CheckCodeRequest {
    /// Without the code.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CheckCodeRequest").field("language", &self.language).finish_non_exhaustive()
    }
}

impl fmt::Debug for SignInLinkRequest {
    /// Without the token.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SignInLinkRequest").field("language", &self.language).finish_non_exhaustive()
    }
}

/// Answer of the calls that sign in.
///
/// `success` and `redirect_url` are the specification's. A refusal that the specification words says so in the body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignInResponse {
    /// Whether the call did what it says.
    pub success: bool,
    /// Where to go once signed in: a path of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// Without success: the stable code of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Without success: the reason in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Answer of `GET /api/account/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionList {
    /// The sessions that have not ended, newest first.
    pub sessions: Vec<SessionView>,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionView {
    /// Whether it is the one that asks.
    pub is_this_one: bool,
    /// `ios`, `android`, `windows`, `macos`, `linux` or `other`.
    pub device: String,
    /// When it began, RFC 3339 in UTC.
    pub began_at: String,
    /// When it was last used, to within a few minutes.
    pub seen_at: String,
}

/// Answer of the calls that sign out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignedOut {
    /// Always true; refusals use the problem body.
    pub success: bool,
}
