//! The mail server, or the sandbox's.

use secrecy::SecretString;

use super::variables::{invalid, text};
use super::{ConfigError, MAIL_HOST};

/// The mail account.
#[derive(Clone, Debug)]
pub struct Mail {
    /// `ONEFARE_SMTP_HOST`; the sandbox's mailbox without one.
    pub host: String,
    /// `ONEFARE_SMTP_PORT`; default 587.
    pub port: u16,
    /// `ONEFARE_SMTP_SECURITY`: `starttls` (default), `tls` or `none`.
    pub security: String,
    /// `ONEFARE_SMTP_USER` and `ONEFARE_SMTP_PASSWORD`.
    pub login: Option<(String, SecretString)>,
    /// `ONEFARE_MAIL_FROM`: sender address; default the brand's support address.
    pub from: Option<String>,
}

pub(super) fn live_mail() -> Result<Option<Mail>, ConfigError> {
    let Some(host) = text(MAIL_HOST) else { return Ok(None) };
    let port = text("ONEFARE_SMTP_PORT").unwrap_or_else(|| "587".to_owned());
    let login = match (text("ONEFARE_SMTP_USER"), text("ONEFARE_SMTP_PASSWORD")) {
        (None, None) => None,
        (Some(user), Some(password)) => Some((user, SecretString::from(password))),
        (Some(_), None) => {
            return Err(ConfigError::Missing("ONEFARE_SMTP_PASSWORD", "ONEFARE_SMTP_USER logs in with it"));
        }
        (None, Some(_)) => return Err(ConfigError::Missing("ONEFARE_SMTP_USER", "ONEFARE_SMTP_PASSWORD is of a user")),
    };
    Ok(Some(Mail {
        host,
        port: port.parse().map_err(|_| invalid("ONEFARE_SMTP_PORT", &port, "a port"))?,
        security: text("ONEFARE_SMTP_SECURITY").unwrap_or_else(|| "starttls".to_owned()),
        login,
        from: text("ONEFARE_MAIL_FROM"),
    }))
}

/// The port is filled in once the sandbox listens on one.
pub(super) fn sandbox_mail() -> Mail {
    Mail {
        host: "127.0.0.1".to_owned(),
        port: 0,
        security: "none".to_owned(),
        login: None,
        from: text("ONEFARE_MAIL_FROM"),
    }
}
