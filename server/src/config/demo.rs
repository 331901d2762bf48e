//! For how many places the demo sells data.

use super::{ConfigError, invalid, text};

/// What an empty database is filled with, and what the sandbox's supplier of eSIMs sells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Demo {
    /// Data for all the world.
    #[default]
    All,
    /// Data for the places that most people travel to: enough for tests that go through everything that is sold.
    Few,
}

impl Demo {
    pub(super) fn from_env() -> Result<Self, ConfigError> {
        match text("ONEFARE_DEMO_PLACES").as_deref() {
            None | Some("all") => Ok(Self::All),
            Some("few") => Ok(Self::Few),
            Some(other) => Err(invalid("ONEFARE_DEMO_PLACES", other, "all or few")),
        }
    }
}
