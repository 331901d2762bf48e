//! The Mollie account.

use std::net::SocketAddr;

use secrecy::SecretString;
use url::Url;

use super::{ConfigError, MOLLIE_KEY, NO_ACCOUNT, authority, base_of, invalid, list, text, url};

/// The sandbox accepts exactly this; it is no secret.
pub const SANDBOX_MOLLIE_KEY: &str = "test_onefare_sandbox";

/// Mollie's API.
const BASE: &str = "https://api.mollie.com";

/// Hosts of pay pages: Mollie's own, and the iDEAL hub, to which a chosen method may lead directly.
const CHECKOUT_HOSTS: [&str; 2] = ["www.mollie.com", "pay.ideal.nl"];

/// The Mollie account.
#[derive(Clone, Debug)]
pub struct Mollie {
    /// `MOLLIE_API_BASE`: default `https://api.mollie.com`, or the sandbox without a key.
    pub api_base: Url,
    /// `MOLLIE_API_KEY`: `live_…` or `test_…`.
    pub api_key: SecretString,
    /// Whether the key moves real money.
    pub livemode: bool,
    /// `MOLLIE_CHECKOUT_HOSTS`: hosts that `checkout_url` may lead to, separated by commas, with their port where it is
    /// not the usual one; default `www.mollie.com,pay.ideal.nl`, or the sandbox's.
    pub checkout_hosts: Vec<String>,
}

/// The account that the environment names, if any.
pub(super) fn live_mollie() -> Result<Option<Mollie>, ConfigError> {
    let Some(key) = text(MOLLIE_KEY) else { return Ok(None) };
    let livemode = key.starts_with("live_");
    if !livemode && !key.starts_with("test_") {
        return Err(invalid(MOLLIE_KEY, "(hidden)", "an API key that begins with live_ or test_"));
    }
    let hosts = list("MOLLIE_CHECKOUT_HOSTS");
    Ok(Some(Mollie {
        api_base: url("MOLLIE_API_BASE", BASE)?,
        api_key: key.into(),
        livemode,
        checkout_hosts: if hosts.is_empty() { CHECKOUT_HOSTS.map(str::to_owned).into() } else { hosts },
    }))
}

/// No account, for a shop that never had one: Mollie refuses every call with its key.
pub(super) fn no_mollie() -> Result<Mollie, ConfigError> {
    Ok(Mollie {
        api_base: url("MOLLIE_API_BASE", BASE)?,
        api_key: NO_ACCOUNT.into(),
        livemode: true,
        checkout_hosts: CHECKOUT_HOSTS.map(str::to_owned).into(),
    })
}

/// The sandbox as a Mollie account.
#[must_use]
pub fn sandbox_mollie(listen: SocketAddr, public_url: &Url) -> Mollie {
    Mollie {
        api_base: base_of(listen),
        api_key: SANDBOX_MOLLIE_KEY.into(),
        livemode: false,
        checkout_hosts: vec![authority(public_url)],
    }
}
