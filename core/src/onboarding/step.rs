//! The steps of the wizard.

use serde::{Deserialize, Serialize};

/// The step that a visitor has reached. The dashboard follows the three steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Pick a device.
    #[default]
    Device,
    /// Choose reasons.
    Reasons,
    /// Enter an e-mail address and join.
    Email,
    /// Joined.
    Dashboard,
}
