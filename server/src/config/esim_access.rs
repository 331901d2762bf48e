//! The eSIM Access account.

use std::net::SocketAddr;

use secrecy::SecretString;
use url::Url;

use super::{ConfigError, ESIM_ACCESS_CODE, NO_ACCOUNT, base_of, text, url};

/// The sandbox accepts exactly these; they are no secrets.
pub const SANDBOX_ESIM_ACCESS_CODE: &str = "ac_onefare_sandbox";
/// See [`SANDBOX_ESIM_ACCESS_CODE`].
pub const SANDBOX_ESIM_SECRET: &str = "sk_onefare_sandbox";

/// The supplier's API.
const BASE: &str = "https://api.esimaccess.com";

/// The eSIM Access account.
#[derive(Clone, Debug)]
pub struct EsimAccess {
    /// `ESIM_ACCESS_API_BASE`: default `https://api.esimaccess.com`, or the sandbox without an account.
    pub api_base: Url,
    /// `ESIM_ACCESS_ACCESS_CODE`: names the account.
    pub access_code: SecretString,
    /// `ESIM_ACCESS_SECRET`: signs every call.
    pub secret: SecretString,
}

impl EsimAccess {
    /// Whether orders cost money. The supplier has no test accounts: its own host is always live.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.api_base.host_str().is_some_and(|host| host.ends_with("esimaccess.com"))
    }
}

/// The account that the environment names, if any.
pub(super) fn live_esim_access() -> Result<Option<EsimAccess>, ConfigError> {
    let Some(access_code) = text(ESIM_ACCESS_CODE) else { return Ok(None) };
    let secret = text("ESIM_ACCESS_SECRET");
    let secret = secret.ok_or(ConfigError::Missing("ESIM_ACCESS_SECRET", "every call to eSIM Access is signed"))?;
    Ok(Some(EsimAccess {
        api_base: url("ESIM_ACCESS_API_BASE", BASE)?,
        access_code: access_code.into(),
        secret: secret.into(),
    }))
}

/// No account, for a shop that never had one: the supplier refuses every call with it.
pub(super) fn no_esim_access() -> Result<EsimAccess, ConfigError> {
    Ok(EsimAccess {
        api_base: url("ESIM_ACCESS_API_BASE", BASE)?,
        access_code: NO_ACCOUNT.into(),
        secret: NO_ACCOUNT.into(),
    })
}

/// The sandbox as an eSIM Access account.
#[must_use]
pub fn sandbox_esim_access(listen: SocketAddr) -> EsimAccess {
    EsimAccess {
        api_base: base_of(listen),
        access_code: SANDBOX_ESIM_ACCESS_CODE.into(),
        secret: SANDBOX_ESIM_SECRET.into(),
    }
}
