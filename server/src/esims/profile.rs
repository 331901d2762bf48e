//! What is delivered.

use std::fmt;

use chrono::{DateTime, Utc};
use onefare_core::bundle::DataUse;
use onefare_core::delivery::ActivationCode;

/// One eSIM as the supplier made it.
#[derive(Clone, PartialEq, Eq)]
pub struct Profile {
    /// The supplier's number of this very eSIM; unlike card numbers it is never used again.
    pub esim_tran_no: String,
    /// The order it belongs to.
    pub order_no: String,
    /// Our own reference of that order, where the supplier repeats it.
    pub transaction_id: Option<String>,
    /// Number of the card, which the supplier may use again.
    pub iccid: Option<String>,
    /// How it is installed. A bearer secret: its holder can take over the line.
    pub activation_code: ActivationCode,
    /// Its state.
    pub state: ProfileState,
    /// The package it was made from, by its code, where the supplier says so.
    pub package_code: Option<String>,
    /// The same by its alias.
    pub package_slug: Option<String>,
    /// Bytes, where the supplier says so.
    pub volume_bytes: Option<i64>,
    /// Days it is valid once in use, where the supplier says so.
    pub duration_days: Option<u32>,
    /// Until when it can be installed.
    pub expires_at: Option<DateTime<Utc>>,
}

/// What the supplier has counted of an eSIM's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The figures.
    pub data: DataUse,
    /// When it counted, where it says so.
    pub at: Option<DateTime<Utc>>,
}

/// How an eSIM is doing, long after it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its state; `None`: its time is over, or it was withdrawn.
    pub state: Option<ProfileState>,
    /// Until when it can be installed, or used once it is.
    pub until: Option<DateTime<Utc>>,
    /// What has been used of its data, once it is installed.
    pub counted: Option<Counted>,
}

/// Where an eSIM stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileState {
    /// Made, and not installed yet.
    New,
    /// Installed.
    InUse,
    /// Its data is used up.
    UsedUp,
    /// An unknown word; it does not say whether the eSIM is installed.
    Other(String),
}

impl Profile {
    /// Whether it was made from the package of that code or alias.
    #[must_use]
    pub fn is_of(&self, package: &str) -> bool {
        [&self.package_code, &self.package_slug].into_iter().any(|name| name.as_deref() == Some(package))
    }
}

impl fmt::Debug for Profile {
    /// Without what opens a line or names a card.
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
