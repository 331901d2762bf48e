//! The receiver of entitlements: one address of the operator's choice. Calls have the form of the Standard Webhooks specification
//! (<https://www.standardwebhooks.com>), so that the receiver verifies them with a library of that specification.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretSlice};
use sha2::Sha256;

use crate::config::EntitlementReceiver as Settings;
use crate::receiver::{NotAccepted, Receiver};

/// The id of the message, the same at every attempt.
const ID: &str = "webhook-id";

/// When this attempt was signed, in seconds since 1970.
const TIMESTAMP: &str = "webhook-timestamp";

/// One signature for each secret, separated by spaces: `v1,<base64 HMAC-SHA256 of "<id>.<timestamp>.<body>">`.
const SIGNATURE: &str = "webhook-signature";

/// A client of the receiver.
pub struct EntitlementReceiver {
    receiver: Receiver,
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
    /// As [`Receiver::new`].
    pub fn new(settings: &Settings) -> Result<Self, reqwest::Error> {
        Ok(Self { receiver: Receiver::new(&settings.url, "entitlements")?, secrets: settings.secrets.clone() })
    }

    /// Sends a message. Only a 2xx answer takes it.
    ///
    /// # Errors
    /// See [`NotAccepted`].
    pub async fn send(&self, id: &str, body: String, now: DateTime<Utc>) -> Result<(), NotAccepted> {
        let timestamp = now.timestamp();
        let signatures = self.secrets.iter().map(|secret| sign(secret, id, timestamp, &body));
        let signatures = signatures.collect::<Vec<_>>().join(" ");
        let headers = [(ID, id.to_owned()), (TIMESTAMP, timestamp.to_string()), (SIGNATURE, signatures)];
        self.receiver.post(&headers, body).await
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
