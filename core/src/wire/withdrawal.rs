//! Content of `/withdrawal`. The page is a plain form without a call of its own, so that a right that the law gives
//! depends on no script.

use serde::{Deserialize, Serialize};

/// Content of `/withdrawal`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WithdrawalPage {
    /// Where the visitor is.
    pub step: WithdrawalStep,
    /// What was typed; from the second step on as the shop has read it.
    pub typed: WithdrawalFields,
    /// Code of what was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// With the last step: when the statement arrived, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated_at: Option<String>,
}

/// The steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalStep {
    /// Say which order.
    #[default]
    Statement,
    /// Read it again and confirm.
    Confirmation,
    /// It is stated.
    Stated,
}

/// The fields of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WithdrawalFields {
    /// The order's number.
    pub order_number: String,
    /// The address of the order.
    pub email: String,
    /// The buyer's name; may be empty.
    pub name: String,
}
