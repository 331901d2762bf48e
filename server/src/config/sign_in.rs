//! How customers sign in.

use super::{ConfigError, invalid, text};

const UNKNOWN_EMAIL: &str = "ONEFARE_LOGIN_UNKNOWN_EMAIL";

/// The settings of signing in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignIn {
    /// `ONEFARE_LOGIN_UNKNOWN_EMAIL`: `neutral` (default) answers an address without an order like any other, because
    /// in some of the shop's markets it is dangerous to reveal who uses a VPN; `tell` answers "Email Not Found.".
    pub tells_unknown_email: bool,
}

impl SignIn {
    pub(super) fn from_env() -> Result<Self, ConfigError> {
        let tells_unknown_email = match text(UNKNOWN_EMAIL).as_deref() {
            None | Some("neutral") => false,
            Some("tell") => true,
            Some(other) => return Err(invalid(UNKNOWN_EMAIL, other, "neutral or tell")),
        };
        Ok(Self { tells_unknown_email })
    }
}
