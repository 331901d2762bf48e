//! The body of every refusal.

use serde::{Deserialize, Serialize};

use super::page::PlanPrice;
use super::subscription::Status;

/// What a refused call answers with. Only sentences from the closed catalogue ([`crate::problem`]) appear here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProblemBody {
    /// Always `error`.
    pub status: Status,
    /// Stable code, such as `price_changed`; pages translate by it.
    pub code: String,
    /// The English sentence of the specification.
    pub message: String,
    /// The request field that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Quote this to support: it finds the log lines of this call.
    pub request_id: String,
    /// With `price_changed`: what the chosen plan costs now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<PlanPrice>,
}
