//! How the supplier's packages reach the catalogue.

use std::path::PathBuf;
use std::time::Duration;

use super::{ConfigError, invalid, text};

/// Names the hours between two renewals.
const HOURS: &str = "ONEFARE_ESIM_IMPORT_HOURS";

/// How far a price list may lag behind the supplier by default.
const USUAL: Duration = Duration::from_hours(24);

/// The longest interval: a week.
const MOST_HOURS: u64 = 168;

/// How the supplier's packages reach the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EsimImport {
    /// `ONEFARE_ESIM_IMPORT_HOURS`: how often the shop fetches the supplier's list, 1 to 168 hours, 24 by default;
    /// `None` (`off`): never.
    pub every: Option<Duration>,
    /// `ONEFARE_ESIM_PRICES`: a file with the rules that turn costs into prices, instead of the built-in one.
    pub prices_file: Option<PathBuf>,
}

impl Default for EsimImport {
    fn default() -> Self {
        Self { every: Some(USUAL), prices_file: None }
    }
}

impl EsimImport {
    pub(super) fn from_env() -> Result<Self, ConfigError> {
        let every = text(HOURS).map_or(Ok(Some(USUAL)), |hours| pause(&hours))?;
        Ok(Self { every, prices_file: text("ONEFARE_ESIM_PRICES").map(PathBuf::from) })
    }
}

fn pause(hours: &str) -> Result<Option<Duration>, ConfigError> {
    if hours == "off" {
        return Ok(None);
    }
    let number = hours.parse().ok().filter(|number| (1..=MOST_HOURS).contains(number));
    number.map(|number| Some(Duration::from_hours(number))).ok_or_else(|| invalid(HOURS, hours, "1 to 168, or off"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_1_to_168_or_off() {
        for (text, hours) in [("1", 1), ("24", 24), ("168", 168)] {
            assert_eq!(pause(text).unwrap(), Some(Duration::from_secs(hours * 3_600)));
        }
        assert_eq!(pause("off").unwrap(), None);
        for text in ["0", "169", "-1", "1.5", "never", "OFF", "18446744073709551616"] {
            let error = pause(text).unwrap_err().to_string();
            assert_eq!(error, format!("ONEFARE_ESIM_IMPORT_HOURS is \"{text}\", but it takes 1 to 168, or off"));
        }
    }
}
