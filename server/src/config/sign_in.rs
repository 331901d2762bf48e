//! How people sign in.

use super::{ConfigError, invalid, text};

const UNKNOWN_EMAIL: &str = "ONEFARE_LOGIN_UNKNOWN_EMAIL";
const PROXIES: &str = "ONEFARE_PROXIES";

/// The settings of signing in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignIn {
    /// `ONEFARE_LOGIN_UNKNOWN_EMAIL`: `neutral` (default) answers an address without an order as any other, because who uses
    /// a VPN is dangerous knowledge in some of its markets; `tell` answers "Email Not Found.".
    pub tells_unknown_email: bool,
    /// `ONEFARE_PROXIES`: how many proxies of ours stand before the shop, each adding the address it was called from to
    /// `X-Forwarded-For`; default 0. The limit per network counts by that address.
    pub proxies: usize,
}

impl SignIn {
    pub(super) fn from_env() -> Result<Self, ConfigError> {
        let tells_unknown_email = match text(UNKNOWN_EMAIL).as_deref() {
            None | Some("neutral") => false,
            Some("tell") => true,
            Some(other) => return Err(invalid(UNKNOWN_EMAIL, other, "neutral or tell")),
        };
        let proxies = text(PROXIES).unwrap_or_else(|| "0".to_owned());
        let proxies =
            proxies.parse().map_err(|_| invalid(PROXIES, &proxies, "how many proxies stand before the shop"))?;
        Ok(Self { tells_unknown_email, proxies })
    }
}
