//! The bodies of the calls of sign-in and account.

use core::fmt;

use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::language::Language;

/// Longest text of a code, digits of any script and blanks around them included.
pub const MAX_CODE: u64 = 32;

/// Longest token of a mailed link.
pub const MAX_LINK: u64 = 128;

/// Longest e-mail address that is read; a longer text is no address.
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
    /// The address to which the code was mailed.
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
    /// The part of the link after `#`.
    #[serde(default)]
    #[validate(length(max = "MAX_LINK"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub token: String,
    /// Language of the page that follows; the default is English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Body of `POST /api/account/delete`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountRequest {
    /// The address of the account, typed again to confirm the deletion.
    #[serde(default)]
    #[validate(length(max = "MAX_EMAIL"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
}

/// Body of `POST /api/account/orders/{number}/plan`: a plan as the panel showed it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePlanRequest {
    /// `product_id` of the plan.
    #[validate(length(min = 1, max = 64))]
    pub product_id: String,
    /// Minor units that the panel showed for every charge; the server answers a different figure with `price_changed`.
    pub expected_amount: i64,
    /// ISO 4217 code of the currency that the panel showed.
    #[validate(length(max = 8))]
    pub currency: String,
}

/// Body of `POST /api/account/orders/{number}/resume-renewal`: the charge as the panel showed it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ResumeRenewalRequest {
    /// Minor units that the panel showed for the charge that follows (`resumed_amount`); a different figure here is answered
    /// with `price_changed`.
    pub expected_amount: i64,
    /// ISO 4217 code of the currency that the panel showed.
    #[validate(length(max = 8))]
    pub currency: String,
}

/// Body of `POST /api/account/language`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountLanguageRequest {
    /// Language of every later letter about the account's orders.
    pub language: Language,
}

/// Body of `POST /api/account/email`, which mails one code to the present and one to the new address of the account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountEmailRequest {
    /// The new address of the account.
    #[serde(default)]
    #[validate(length(max = "MAX_EMAIL"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub email: String,
    /// Language of the letters; the default is English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// Body of `POST /api/account/email/confirm`: both codes.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfirmAccountEmailRequest {
    /// The code mailed to the present address.
    #[serde(default)]
    #[validate(length(max = "MAX_CODE"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub old_code: String,
    /// The code mailed to the new address.
    #[serde(default)]
    #[validate(length(max = "MAX_CODE"))]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub new_code: String,
}

impl fmt::Debug for ConfirmAccountEmailRequest {
    /// Without the codes.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ConfirmAccountEmailRequest(***)")
    }
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
