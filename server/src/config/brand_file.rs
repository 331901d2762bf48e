//! The brand file of the shop.

use std::path::PathBuf;

use super::{ConfigError, Environment, text};

const BRAND: &str = "ONEFARE_BRAND";

/// A shop that opens under the demo's name and support address would write to buyers as somebody else.
pub(super) fn from_env(environment: Environment) -> Result<Option<PathBuf>, ConfigError> {
    match text(BRAND).as_deref() {
        Some("demo") => Ok(None),
        Some(file) => Ok(Some(PathBuf::from(file))),
        None if environment == Environment::Development => Ok(None),
        None => Err(ConfigError::Missing(BRAND, "the shop's own brand file, or `demo` for the built-in brand")),
    }
}
