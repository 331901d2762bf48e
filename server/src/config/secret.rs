//! The server's own secret, from which all others are derived.

use std::path::Path;

use secrecy::SecretString;

use super::{ConfigError, Environment, invalid, text};
use crate::{ids, private_files};

/// Shortest accepted key: 32 characters carry at least 128 bits in any sensible alphabet.
pub(super) const SECRET_LENGTH: usize = 32;

pub(super) fn secret(environment: Environment, data_dir: &Path) -> Result<SecretString, ConfigError> {
    if let Some(value) = text("ONEFARE_SECRET") {
        if value.len() < SECRET_LENGTH {
            return Err(invalid("ONEFARE_SECRET", "(too short)", "at least 32 random characters"));
        }
        return Ok(value.into());
    }
    if environment == Environment::Production {
        return Err(ConfigError::Missing("ONEFARE_SECRET", "every replica must derive the same payment hashes"));
    }
    let file = data_dir.join("secret");
    let in_dir = |error| ConfigError::DataDir(data_dir.to_owned(), error);
    if let Ok(kept) = std::fs::read_to_string(&file)
        && kept.trim().len() >= SECRET_LENGTH
    {
        // Best effort: a file that another user created may keep its mode.
        let _ = std::fs::File::open(&file).and_then(|kept| private_files::narrow(&kept));
        return Ok(kept.trim().to_owned().into());
    }
    let made = format!("{}{}", ids::new_secret(), ids::new_secret());
    private_files::write(&file, &made).map_err(in_dir)?;
    Ok(made.into())
}
