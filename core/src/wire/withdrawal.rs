//! Content of `/withdrawal`. The page is a plain form without a call of its own, so that a legal right depends on no
//! script.

use serde::{Deserialize, Serialize};

/// Content of `/withdrawal`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WithdrawalPage {
    /// The step that the visitor has reached.
    pub step: WithdrawalStep,
    /// The typed fields; from the second step on as the shop has read them.
    pub typed: WithdrawalFields,
    /// Problem code of the refusal.
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
    /// Name the order.
    #[default]
    Statement,
    /// Read it again and confirm.
    Confirmation,
    /// The statement is made.
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
