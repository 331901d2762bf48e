//! How entitlements are handed over to the systems of the VPN.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use secrecy::{SecretSlice, SecretString};
use url::Url;

use super::events::is_receiver;
use super::{ConfigError, Environment, SECRET_LENGTH, invalid, list, text};

/// Names the receiver's URL.
const URL: &str = "ONEFARE_ENTITLEMENTS_URL";

/// Names the secrets that sign pushes.
const SECRET: &str = "ONEFARE_ENTITLEMENTS_SECRET";

/// Names the keys of the calls.
const KEY: &str = "ONEFARE_ENTITLEMENTS_KEY";

/// Before the base64 of a secret, as the Standard Webhooks specification writes it.
const PREFIX: &str = "whsec_";

/// How entitlements are handed over.
#[derive(Clone, Debug, Default)]
pub struct Entitlements {
    /// Where changes are pushed; `None`: nowhere.
    pub receiver: Option<EntitlementReceiver>,
    /// `ONEFARE_ENTITLEMENTS_KEY`: one or two bearer keys of at least 32 characters for the calls of the operations port, separated
    /// by a comma. Without one every call is refused.
    pub keys: Vec<SecretString>,
}

/// The receiver of pushes.
#[derive(Clone, Debug)]
pub struct EntitlementReceiver {
    /// `ONEFARE_ENTITLEMENTS_URL`: an `https` address; in development also `http` on this machine.
    pub url: Url,
    /// `ONEFARE_ENTITLEMENTS_SECRET`: one or two `whsec_…` of 24 to 64 bytes, separated by a comma. Two while one is replaced.
    pub secrets: Vec<SecretSlice<u8>>,
}

impl Entitlements {
    pub(super) fn from_env(environment: Environment) -> Result<Self, ConfigError> {
        Self::read(environment, text(URL), &list(SECRET), list(KEY))
    }

    fn read(
        environment: Environment,
        url: Option<String>,
        secrets: &[String],
        keys: Vec<String>,
    ) -> Result<Self, ConfigError> {
        if keys.len() > 2 || keys.iter().any(|key| key.len() < SECRET_LENGTH) {
            return Err(invalid(KEY, "(too short, or too many)", "one or two keys of at least 32 random characters"));
        }
        let keys = keys.into_iter().map(SecretString::from).collect();
        Ok(Self { receiver: receiver(environment, url, secrets)?, keys })
    }
}

fn receiver(
    environment: Environment,
    url: Option<String>,
    secrets: &[String],
) -> Result<Option<EntitlementReceiver>, ConfigError> {
    let url = match (url, secrets) {
        (None, []) => return Ok(None),
        (Some(url), [_, ..]) => url,
        (Some(_), []) => return Err(ConfigError::Missing(SECRET, "pushes to ONEFARE_ENTITLEMENTS_URL are signed")),
        (None, _) => return Err(ConfigError::Missing(URL, "ONEFARE_ENTITLEMENTS_SECRET signs what is sent there")),
    };
    let read = |secret: &String| {
        let bytes = STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?;
        (24..=64).contains(&bytes.len()).then(|| SecretSlice::from(bytes))
    };
    let read: Option<Vec<_>> = secrets.iter().map(read).collect();
    let takes = "one or two secrets, whsec_ and the base64 of 24 to 64 random bytes";
    let secrets = read.filter(|read| read.len() <= 2).ok_or_else(|| invalid(SECRET, "(not shown)", takes))?;
    let takes = "an https address without a user name; http only on this machine, in development";
    let parsed = Url::parse(&url).ok().filter(|parsed| is_receiver(parsed, environment));
    Ok(Some(EntitlementReceiver { url: parsed.ok_or_else(|| invalid(URL, &url, takes))?, secrets }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const HTTPS: &str = "https://vpn.example/entitlements";

    fn read(url: &str, secrets: &[&str], keys: &[&str]) -> Result<Entitlements, String> {
        let url = (!url.is_empty()).then(|| url.to_owned());
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let read = Entitlements::read(Environment::Production, url, &owned(secrets), owned(keys));
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn nothing_is_handed_over_without_settings() {
        let none = read("", &[], &[]).unwrap();
        assert!(none.receiver.is_none() && none.keys.is_empty());
    }

    #[test]
    fn a_receiver_has_an_address_and_one_or_two_secrets() {
        assert_eq!(read(HTTPS, &[SIGNS], &[]).unwrap().receiver.unwrap().secrets.len(), 1);
        assert_eq!(read(HTTPS, &[SIGNS, SIGNS], &[]).unwrap().receiver.unwrap().secrets.len(), 2);
        let error = read(HTTPS, &[], &[]).unwrap_err();
        assert_eq!(error, "ONEFARE_ENTITLEMENTS_SECRET must be set: pushes to ONEFARE_ENTITLEMENTS_URL are signed");
        let error = read("", &[SIGNS], &[]).unwrap_err();
        assert!(error.starts_with("ONEFARE_ENTITLEMENTS_URL must be set"), "{error}");
        for wrong in
            [&[SIGNS, SIGNS, SIGNS][..], &["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], &["whsec_c2hvcnQ="], &["whsec_?"]]
        {
            let error = read(HTTPS, wrong, &[]).unwrap_err();
            assert!(error.starts_with("ONEFARE_ENTITLEMENTS_SECRET is \"(not shown)\""), "{error}");
        }
        for wrong in ["http://vpn.example/", "http://localhost:9/", "https://me:secret@vpn.example/", "vpn"] {
            let error = read(wrong, &[SIGNS], &[]).unwrap_err();
            assert!(error.starts_with("ONEFARE_ENTITLEMENTS_URL is"), "{error}");
        }
    }

    #[test]
    fn a_key_is_long() {
        let key = "3b5d5c3712955042212316173ccf37be";
        assert_eq!(read("", &[], &[key, key]).unwrap().keys.len(), 2);
        for wrong in [&["short"][..], &[key, key, key]] {
            let error = read("", &[], wrong).unwrap_err();
            assert!(error.starts_with("ONEFARE_ENTITLEMENTS_KEY is"), "{error}");
        }
    }
}
