//! The body of every refusal.

use serde::{Deserialize, Serialize};

use super::subscription::Status;
use crate::quote::{AmountDue, PlanPrice};

/// The body of a refusal. Its sentences all come from one list ([`crate::problem`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemBody {
    /// Always `error`.
    pub status: Status,
    /// Stable code, such as `price_changed`, by which pages find the translated sentence.
    pub code: String,
    /// The English sentence of the specification.
    pub message: String,
    /// The request field that caused the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Id by which support finds the log lines of this call.
    pub request_id: String,
    /// With `price_changed`: the present price of the chosen plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<PlanPrice>,
    /// With `price_changed`: the amount due now, also for a product that is paid once and so has no `quote`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<AmountDue>,
    /// With `bought_just_now`: the earlier purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bought: Option<BoughtBefore>,
}

/// A purchase that this browser made a short while ago.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoughtBefore {
    /// Whole minutes since the payment.
    pub minutes: i64,
    /// The same in the language of the page, such as `5 minutes ago`.
    pub when_text: String,
    /// URL of its receipt.
    pub receipt_url: String,
}
