//! The receiver of events: one address of the operator's choice, our own JSON, signed.

use std::fmt;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use crate::config::Events;
use crate::receiver::{NotAccepted, Receiver};

/// The header with the signature: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`.
const SIGNATURE: &str = "onefare-signature";

/// The header with the event's id, by which the receiver recognises repeats.
const EVENT_ID: &str = "onefare-event-id";

/// A client of the receiver.
pub struct EventReceiver {
    receiver: Receiver,
    secret: SecretString,
}

impl fmt::Debug for EventReceiver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("EventReceiver").finish_non_exhaustive()
    }
}

impl EventReceiver {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// As [`Receiver::new`].
    pub fn new(settings: &Events) -> Result<Self, reqwest::Error> {
        Ok(Self { receiver: Receiver::new(&settings.url, "events")?, secret: settings.secret.clone() })
    }

    /// Sends an event. Only a 2xx answer accepts it.
    ///
    /// # Errors
    /// See [`NotAccepted`].
    pub async fn send(&self, id: &str, body: String, now: DateTime<Utc>) -> Result<(), NotAccepted> {
        let signature = sign(&self.secret, now.timestamp(), &body);
        self.receiver.post(&[(SIGNATURE, signature), (EVENT_ID, id.to_owned())], body).await
    }
}

fn sign(secret: &SecretString, timestamp: i64, body: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()).expect("any key");
    mac.update(format!("{timestamp}.{body}").as_bytes());
    format!("t={timestamp},v1={}", hex::encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expectation is OpenSSL's: `printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac key`.
    #[test]
    fn the_signature_is_an_hmac_of_time_and_body() {
        let signature = sign(&"key".to_owned().into(), 1_700_000_000, r#"{"id":"evt_1"}"#);
        assert_eq!(signature, "t=1700000000,v1=f13fcf55005466f6988baefaf979824421a6cb50db7ae6b57698fb0498196e39");
    }
}
