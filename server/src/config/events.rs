//! Where the shop forwards the events of visitors who consented.

use secrecy::SecretString;
use url::{Host, Url};

use super::{ConfigError, Environment, SECRET_LENGTH, invalid, text};

/// Names the receiver's URL.
const URL: &str = "ONEFARE_EVENTS_URL";

/// Names the key that signs events.
pub(super) const SECRET: &str = "ONEFARE_EVENTS_SECRET";

/// The receiver of events. Without one the shop asks for no consent, and stores and sends no event.
#[derive(Clone, Debug)]
pub struct Events {
    /// `ONEFARE_EVENTS_URL`: an `https` address; in development also `http` on this machine.
    pub url: Url,
    /// `ONEFARE_EVENTS_SECRET`: the key that signs events, at least 32 characters.
    pub secret: SecretString,
}

impl Events {
    pub(super) fn from_env(environment: Environment) -> Result<Option<Self>, ConfigError> {
        Self::read(environment, text(URL), text(SECRET))
    }

    fn read(
        environment: Environment,
        url: Option<String>,
        secret: Option<String>,
    ) -> Result<Option<Self>, ConfigError> {
        let (url, secret) = match (url, secret) {
            (None, None) => return Ok(None),
            (Some(url), Some(secret)) => (url, secret),
            (Some(_), None) => return Err(ConfigError::Missing(SECRET, "events to ONEFARE_EVENTS_URL are signed")),
            (None, Some(_)) => return Err(ConfigError::Missing(URL, "ONEFARE_EVENTS_SECRET signs what is sent there")),
        };
        if secret.len() < SECRET_LENGTH {
            return Err(invalid(SECRET, "(too short)", "at least 32 random characters"));
        }
        let takes = "an https address without a user name; http only on this machine, in development";
        let url = Url::parse(&url)
            .ok()
            .filter(|url| is_receiver(url, environment))
            .ok_or_else(|| invalid(URL, &url, takes))?;
        Ok(Some(Self { url, secret: secret.into() }))
    }
}

/// Whether the shop may send to an address: over TLS, or in development on this machine.
pub(super) fn is_receiver(address: &Url, environment: Environment) -> bool {
    let is_plain = address.username().is_empty() && address.password().is_none() && address.fragment().is_none();
    let may_be_open = environment == Environment::Development && is_loopback(address);
    is_plain && address.has_host() && (address.scheme() == "https" || (address.scheme() == "http" && may_be_open))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "3b5d5c3712955042212316173ccf37be";

    fn read(environment: Environment, url: &str, secret: &str) -> Result<Option<Events>, String> {
        let set = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Events::read(environment, set(url), set(secret)).map_err(|error| error.to_string())
    }

    #[test]
    fn events_go_nowhere_without_settings_and_only_to_https_with_them() {
        assert!(read(Environment::Production, "", "").unwrap().is_none());
        for url in ["https://events.example/in", "https://events.example:8443/in?shop=1"] {
            assert_eq!(read(Environment::Production, url, KEY).unwrap().unwrap().url.as_str(), url);
        }
        for url in ["http://127.0.0.1:9/in", "http://localhost:9/", "http://[::1]:9/"] {
            assert!(read(Environment::Development, url, KEY).unwrap().is_some(), "{url}");
            assert!(read(Environment::Production, url, KEY).unwrap_err().starts_with("ONEFARE_EVENTS_URL is"), "{url}");
        }
        for url in ["http://events.example/", "https://me:secret@events.example/", "ftp://events.example/", "events"] {
            let error = read(Environment::Development, url, KEY).unwrap_err();
            assert!(error.starts_with(&format!("ONEFARE_EVENTS_URL is \"{url}\", but it takes an https")), "{error}");
        }
    }

    #[test]
    fn one_setting_without_the_other_names_what_is_missing() {
        let error = read(Environment::Development, "https://events.example/", "").unwrap_err();
        assert_eq!(error, "ONEFARE_EVENTS_SECRET must be set: events to ONEFARE_EVENTS_URL are signed");
        let error = read(Environment::Development, "", KEY).unwrap_err();
        assert_eq!(error, "ONEFARE_EVENTS_URL must be set: ONEFARE_EVENTS_SECRET signs what is sent there");
        let error = read(Environment::Development, "https://events.example/", "short").unwrap_err();
        assert!(error.starts_with("ONEFARE_EVENTS_SECRET is \"(too short)\""), "{error}");
    }
}
