//! How many connections the server holds, from which clients, and how it closes them.

use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;

use super::{ConfigError, Environment, invalid, list, text};

/// Connections at once, unless the system allows fewer open files.
const AT_ONCE: usize = 8192;

/// Connections of one client: an IPv4 address, or an IPv6 network of 64 bits.
const PER_CLIENT: usize = 256;

/// How long a stopping server goes on answering in production, by default.
const STOP_PAUSE: Duration = Duration::from_secs(5);

/// Limits on connections to the shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connections {
    /// `ONEFARE_CONNECTIONS`: held at once, 8192 by default; fewer where the system allows fewer open files.
    pub at_once: usize,
    /// `ONEFARE_CONNECTIONS_PER_CLIENT`: of one address, or of one IPv6 network of 64 bits; 256 by default.
    pub per_client: usize,
    /// `ONEFARE_PROXIES`: addresses of our own proxies, through which every client comes: limits do not count the
    /// proxy, but the client that it names at the end of `X-Forwarded-For`.
    pub proxies: Vec<IpNet>,
    /// `ONEFARE_STOP_PAUSE_SECONDS`: how long a server that was signalled to stop still answers, with `/readyz`
    /// failing; 5 in production, 0 in development.
    pub stop_pause: Duration,
}

impl Default for Connections {
    fn default() -> Self {
        Self { at_once: AT_ONCE, per_client: PER_CLIENT, proxies: Vec::new(), stop_pause: Duration::ZERO }
    }
}

impl Connections {
    pub(super) fn from_env(environment: Environment) -> Result<Self, ConfigError> {
        let pause = match environment {
            Environment::Development => Duration::ZERO,
            Environment::Production => STOP_PAUSE,
        };
        Ok(Self {
            at_once: number("ONEFARE_CONNECTIONS", AT_ONCE, 1_000_000)?.max(1),
            per_client: number("ONEFARE_CONNECTIONS_PER_CLIENT", PER_CLIENT, 1_000_000)?.max(1),
            proxies: proxies(&list("ONEFARE_PROXIES"))?,
            stop_pause: match text("ONEFARE_STOP_PAUSE_SECONDS") {
                None => pause,
                Some(_) => Duration::from_secs(number("ONEFARE_STOP_PAUSE_SECONDS", 0, 300)? as u64),
            },
        })
    }
}

fn number(variable: &'static str, default: usize, most: usize) -> Result<usize, ConfigError> {
    let Some(value) = text(variable) else { return Ok(default) };
    let parsed = value.parse().ok().filter(|number| *number <= most);
    parsed.ok_or_else(|| invalid(variable, &value, "a whole number that is not too large"))
}

/// An address stands for a network of itself alone.
fn proxies(listed: &[String]) -> Result<Vec<IpNet>, ConfigError> {
    let expected = "IP addresses or networks such as 10.0.0.0/8, separated by commas";
    let network = |text: &String| {
        let parsed = text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse::<IpNet>());
        parsed.map_err(|_| invalid("ONEFARE_PROXIES", text, expected))
    };
    listed.iter().map(network).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_addresses_and_networks() {
        let listed = |texts: &[&str]| proxies(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(listed(&["10.0.0.7", "fd00::7", "10.0.0.0/8", "fd00::/8"]).unwrap().len(), 4);
        for text in ["proxy.internal", "10.0.0.0/33", "10.0.0"] {
            let error = listed(&[text]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("ONEFARE_PROXIES is \"{text}\"")), "{error}");
        }
    }
}
