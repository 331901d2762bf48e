//! Reads the table of limits that applies.

use std::path::Path;

use super::{ConfigError, Environment, invalid, text};
use crate::limits::{LimitsError, Row};

const VARIABLE: &str = "ONEFARE_LIMITS";

/// Reads the table. In production no limit can be switched off, neither by `off` nor by a file that lacks an action.
pub(super) fn from_env(environment: Environment) -> Result<Vec<Row>, ConfigError> {
    match (text(VARIABLE).as_deref(), environment) {
        (None, _) => Ok(Row::table(None)?),
        (Some("off"), Environment::Development) => Ok(Vec::new()),
        (Some("off"), Environment::Production) => Err(invalid(VARIABLE, "off", "in production a file of limits")),
        (Some(file), _) => {
            let rows = Row::table(Some(Path::new(file)))?;
            match Row::unlimited(&rows) {
                Some(action) if environment == Environment::Production => {
                    Err(LimitsError::Missing(file.into(), action.word()).into())
                }
                _ => Ok(rows),
            }
        }
    }
}
