//! Who types the commands.

use super::{ConfigError, invalid, text};

const OPERATOR: &str = "ONEFARE_OPERATOR";

/// The most letters of a name.
const LONGEST: usize = 64;

/// `ONEFARE_OPERATOR`: the name under which changes by command stand in the audit log; without it that of the system's user.
///
/// # Errors
/// The name is too long or holds control characters; the system knows no name either.
pub fn operator() -> Result<String, ConfigError> {
    let name = text(OPERATOR).or_else(|| whoami::username().ok()).unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST && !name.chars().any(char::is_control);
    if is_name { Ok(name) } else { Err(invalid(OPERATOR, &name, "a name of at most 64 letters")) }
}
