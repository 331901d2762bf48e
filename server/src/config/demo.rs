//! How many places the demo sells data for.

use super::{ConfigError, invalid, text};

/// What fills an empty database, and what the sandbox's eSIM supplier sells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Demo {
    /// Data for all the world.
    #[default]
    All,
    /// Data for the most popular destinations: enough for tests that go through everything on sale.
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
