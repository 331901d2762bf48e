//! Reads the variables of the environment.

use std::env::{self, VarError};
use std::net::SocketAddr;

use url::Url;

use super::ConfigError;

pub(super) fn text(variable: &str) -> Option<String> {
    match env::var(variable) {
        Ok(value) if !value.trim().is_empty() => Some(value.trim().to_owned()),
        Ok(_) | Err(VarError::NotPresent | VarError::NotUnicode(_)) => None,
    }
}

/// Values separated by commas.
pub(super) fn list(variable: &str) -> Vec<String> {
    let values = text(variable).unwrap_or_default();
    values.split(',').map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect()
}

pub(super) fn invalid(variable: &'static str, value: &str, takes: &'static str) -> ConfigError {
    ConfigError::Invalid { variable, value: value.to_owned(), takes }
}

pub(super) fn address(variable: &'static str, default: &str) -> Result<SocketAddr, ConfigError> {
    let value = text(variable).unwrap_or_else(|| default.to_owned());
    value.parse().map_err(|_| invalid(variable, &value, "an address and port, such as 127.0.0.1:8080"))
}

pub(super) fn url(variable: &'static str, default: &str) -> Result<Url, ConfigError> {
    let value = text(variable).unwrap_or_else(|| default.to_owned());
    let parsed = Url::parse(&value).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    parsed.ok_or_else(|| invalid(variable, &value, "an http or https address"))
}

pub(super) fn optional_url(variable: &'static str) -> Result<Option<Url>, ConfigError> {
    text(variable).map(|_| url(variable, "")).transpose()
}
