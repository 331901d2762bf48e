//! The receiver of entitlements: one address of the operator's choice. Calls have the form of the Standard Webhooks specification
//! (<https://www.standardwebhooks.com>), so that the receiver verifies them with a library of that specification.

use std::fmt;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::CONTENT_TYPE;
use secrecy::{ExposeSecret as _, SecretSlice};
use sha2::Sha256;
use url::Url;

use crate::config::EntitlementReceiver as Settings;
use crate::http_client::http_client;

/// The id of the message, the same at every attempt.
const ID: &str = "webhook-id";

/// When this attempt was signed, in seconds since 1970.
const TIMESTAMP: &str = "webhook-timestamp";

/// One signature for each secret, separated by spaces: `v1,<base64 HMAC-SHA256 of "<id>.<timestamp>.<body>">`.
const SIGNATURE: &str = "webhook-signature";

/// Longest wait for the receiver.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Why the receiver did not take an entitlement. Neither variant names the URL, whose query may hold a key.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryRefused {
    /// No answer.
    #[error("the receiver of entitlements did not answer")]
    Unreachable(#[source] reqwest::Error),
    /// An answer other than 2xx.
    #[error("the receiver of entitlements answered {0}")]
    Answered(u16),
}

/// A client of the receiver.
pub struct EntitlementReceiver {
    http: reqwest::Client,
    url: Url,
    secrets: Vec<SecretSlice<u8>>,
}

impl fmt::Debug for EntitlementReceiver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("EntitlementReceiver").finish_non_exhaustive()
    }
}

impl EntitlementReceiver {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// As [`http_client`].
    pub fn new(settings: &Settings) -> Result<Self, reqwest::Error> {
        Ok(Self { http: http_client()?, url: settings.url.clone(), secrets: settings.secrets.clone() })
    }

    /// Sends a message. Only a 2xx answer takes it.
    ///
    /// # Errors
    /// See [`DeliveryRefused`].
    pub async fn send(&self, id: &str, body: String, now: DateTime<Utc>) -> Result<(), DeliveryRefused> {
        let timestamp = now.timestamp();
        let signatures = self.secrets.iter().map(|secret| sign(secret, id, timestamp, &body));
        let signatures = signatures.collect::<Vec<_>>().join(" ");
        let request = self.http.post(self.url.clone()).timeout(TIMEOUT).header(CONTENT_TYPE, "application/json");
        let request = request.header(ID, id).header(TIMESTAMP, timestamp).header(SIGNATURE, signatures).body(body);
        let answer = request.send().await.map_err(|error| DeliveryRefused::Unreachable(error.without_url()))?;
        if answer.status().is_success() { Ok(()) } else { Err(DeliveryRefused::Answered(answer.status().as_u16())) }
    }
}

fn sign(secret: &SecretSlice<u8>, id: &str, timestamp: i64, body: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret()).expect("any key");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's own libraries.
    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap().into();
        let signature = sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
