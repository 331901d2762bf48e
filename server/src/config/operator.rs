//! The name of the operator who runs a command.

use super::{ConfigError, invalid, text};

const OPERATOR: &str = "ONEFARE_OPERATOR";

/// Longest name, in characters.
const LONGEST: usize = 64;

/// `ONEFARE_OPERATOR`: the operator's name in the audit log; by default the name of the system's user.
///
/// # Errors
/// The name is too long or holds control characters, or the variable is unset and the system knows no name either.
pub fn operator() -> Result<String, ConfigError> {
    let name = text(OPERATOR).or_else(|| whoami::username().ok()).unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST && !name.chars().any(char::is_control);
    if is_name { Ok(name) } else { Err(invalid(OPERATOR, &name, "a name of at most 64 letters")) }
}
