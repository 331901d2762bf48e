//! A delivered eSIM.

use std::fmt;

use chrono::{DateTime, Utc};
use onefare_core::bundle::DataUse;
use onefare_core::delivery::ActivationCode;

/// One eSIM as the supplier made it.
#[derive(Clone, PartialEq, Eq)]
pub struct Profile {
    /// The supplier's number of this eSIM; unlike card numbers it is never reused.
    pub esim_tran_no: String,
    /// The order it belongs to.
    pub order_no: String,
    /// Our reference of that order, where the supplier repeats it.
    pub transaction_id: Option<String>,
    /// Number of the card, which the supplier may reuse.
    pub iccid: Option<String>,
    /// Installs the eSIM. A bearer secret: its holder can take over the line.
    pub activation_code: ActivationCode,
    /// Its state.
    pub state: ProfileState,
    /// The code of the package it was made from, where the supplier names it.
    pub package_code: Option<String>,
    /// The alias of that package.
    pub package_slug: Option<String>,
    /// Bytes, where the supplier states them.
    pub volume_bytes: Option<i64>,
    /// Days it is valid once in use, where the supplier states them.
    pub duration_days: Option<u32>,
    /// Installable until.
    pub expires_at: Option<DateTime<Utc>>,
}

/// The data usage that the supplier has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The figures.
    pub data: DataUse,
    /// When the supplier counted, where it says so.
    pub at: Option<DateTime<Utc>>,
}

/// The condition of an eSIM, long after it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its state; `None` when its time is over, or it was cancelled or revoked.
    pub state: Option<ProfileState>,
    /// Installable until; once installed, usable until.
    pub until: Option<DateTime<Utc>>,
    /// The data it has used, once it is installed.
    pub counted: Option<Counted>,
}

/// The state of an eSIM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileState {
    /// Made, and not installed yet.
    New,
    /// Installed.
    InUse,
    /// Its data is used up.
    UsedUp,
    /// Without data service, because we have suspended it. It does not say whether the eSIM is installed.
    Suspended,
    /// A word we do not know; it does not say whether the eSIM is installed.
    Other(String),
}

impl ProfileState {
    /// Whether we have suspended it.
    #[must_use]
    pub const fn is_suspended(&self) -> bool {
        matches!(self, Self::Suspended)
    }
}

impl Profile {
    /// Whether it was made from the package with that code or alias.
    #[must_use]
    pub fn is_of(&self, package: &str) -> bool {
        [&self.package_code, &self.package_slug].into_iter().any(|name| name.as_deref() == Some(package))
    }
}

impl fmt::Debug for Profile {
    /// Leaves out the activation code and the card's number.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Profile")
            .field("esim_tran_no", &self.esim_tran_no)
            .field("order_no", &self.order_no)
            .field("state", &self.state)
            .field("package_code", &self.package_code)
            .field("volume_bytes", &self.volume_bytes)
            .field("duration_days", &self.duration_days)
            .finish_non_exhaustive()
    }
}
