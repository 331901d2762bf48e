//! `POST /api/page-recovery`: a page reports that it survived a change by others, or an error of its own.

use serde::{Deserialize, Serialize};
use validator::Validate;

use super::subscription::Status;

/// How the page survived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Recovery {
    /// Others had changed the server's HTML before the scripts started: the browser rendered the page anew.
    Repaired,
    /// An error removed the page: the browser rendered it anew.
    Redrawn,
    /// A second error: the page shows the server's HTML, without scripts.
    Restored,
}

/// The report. It holds nothing about the page or a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PageRecoveryRequest {
    /// How the page survived.
    pub outcome: Recovery,
}

/// Answer of `POST /api/page-recovery`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PageRecoveryResponse {
    /// Always `ok`.
    pub status: Status,
}
