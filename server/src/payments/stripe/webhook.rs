//! Stripe's webhook events: verifies that one is from Stripe, and reads what it is about.
//!
//! The signature is checked over the raw bytes, before anything is parsed. An event is only a hint: the flow that
//! settles reads the session from Stripe.
//!
//! Own code rather than a library: the official Rust client keeps only the last `v1` of a header, so that a rolled
//! secret would fail depending on the order, and the check is a page long.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;
use subtle::{Choice, ConstantTimeEq as _};

/// Largest distance of a signature's time from ours, in seconds, either way. Official libraries check the age only; a
/// time far ahead means a broken clock or a client that stores requests up.
pub const TOLERANCE_SECONDS: i64 = 300;

/// Longest header that is parsed. A real one, with two signatures of a rolled secret, has some 250 characters.
const HEADER_LIMIT: usize = 2048;

/// Why a delivery is refused. The answer is 400 in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// No header, or an empty one.
    #[error("no signature header")]
    Missing,
    /// Longer than any real one.
    #[error("the signature header is too long")]
    TooLong,
    /// Not `t=…,v1=…`.
    #[error("the signature header is malformed")]
    Malformed,
    /// Only schemes that must not be accepted.
    #[error("no signature of scheme v1")]
    NoSupportedSignature,
    /// Not signed with a secret of ours, or the body is another one.
    #[error("no signature matches")]
    NoMatch,
    /// Signed too long ago, or in the future.
    #[error("the signature's time is more than {TOLERANCE_SECONDS} seconds away")]
    OutsideTolerance,
}

/// A secret that would accept any signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a webhook secret is missing or blank")]
pub struct BlankSecret;

/// Checks deliveries against the secrets in use: one, or two while a secret is rolled.
#[derive(Clone, Debug)]
pub struct SignatureVerifier {
    secrets: Vec<SecretString>,
}

impl SignatureVerifier {
    /// A verifier with at least one secret.
    ///
    /// # Errors
    /// [`BlankSecret`] when there is none or one is blank: anyone could sign with that HMAC key.
    pub fn new(secrets: Vec<SecretString>) -> Result<Self, BlankSecret> {
        if secrets.is_empty() || secrets.iter().any(|secret| secret.expose_secret().trim().is_empty()) {
            return Err(BlankSecret);
        }
        Ok(Self { secrets })
    }

    /// Accepts a body exactly as received, with the value of its `Stripe-Signature` header.
    ///
    /// Every secret is tried against every `v1`, without stopping at a match, so that the timing reveals nothing.
    ///
    /// # Errors
    /// See [`SignatureError`].
    pub fn verify(&self, body: &[u8], header: Option<&str>, now: DateTime<Utc>) -> Result<(), SignatureError> {
        let header = Header::parse(header.unwrap_or_default())?;
        let mut matched = Choice::from(0);
        for secret in &self.secrets {
            let expected = signature(secret, header.time_text, body);
            for candidate in &header.signatures {
                matched |= expected.as_bytes().ct_eq(candidate.as_bytes());
            }
        }
        if !bool::from(matched) {
            return Err(SignatureError::NoMatch);
        }
        if now.timestamp().abs_diff(header.time) > TOLERANCE_SECONDS.unsigned_abs() {
            return Err(SignatureError::OutsideTolerance);
        }
        Ok(())
    }
}

/// `t=1793000000,v1=…,v1=…`; other schemes are left out.
struct Header<'a> {
    time: i64,
    /// The time exactly as signed.
    time_text: &'a str,
    signatures: Vec<&'a str>,
}

impl<'a> Header<'a> {
    fn parse(text: &'a str) -> Result<Self, SignatureError> {
        if text.is_empty() {
            return Err(SignatureError::Missing);
        }
        if text.len() > HEADER_LIMIT {
            return Err(SignatureError::TooLong);
        }
        let mut times = Vec::new();
        let mut signatures = Vec::new();
        for item in text.split(',') {
            match item.split_once('=') {
                Some(("t", value)) => times.push(value),
                Some(("v1", value)) => signatures.push(value),
                // `v0` is a test scheme without security: accepting it would be a downgrade.
                Some(_) => {}
                None => return Err(SignatureError::Malformed),
            }
        }
        let [time_text] = times[..] else { return Err(SignatureError::Malformed) };
        if !time_text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(SignatureError::Malformed);
        }
        let time = time_text.parse().map_err(|_| SignatureError::Malformed)?;
        if signatures.is_empty() {
            return Err(SignatureError::NoSupportedSignature);
        }
        Ok(Self { time, time_text, signatures })
    }
}

/// Lower-case hex HMAC-SHA256 over `t.body`; the key is the whole secret, `whsec_` included.
fn signature(secret: &SecretString, time: &str, body: &[u8]) -> String {
    // HMAC takes keys of any length; the error type exists for other constructions.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes()) else {
        return String::new();
    };
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    hex::encode(mac.finalize().into_bytes())
}

/// An event of Stripe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Event {
    /// Stripe's id, `evt_…`: the same in every repetition.
    pub id: String,
    /// What happened.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// When it happened, epoch seconds.
    pub created: i64,
    /// False for test money.
    pub livemode: bool,
    /// The API version of the object; set on the endpoint, not by us.
    #[serde(default)]
    pub api_version: Option<String>,
    /// The object that it is about.
    pub data: EventData,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum EventKind {
    /// The buyer has finished the pay page.
    #[serde(rename = "checkout.session.completed")]
    SessionCompleted,
    /// A delayed payment has arrived.
    #[serde(rename = "checkout.session.async_payment_succeeded")]
    SessionPaymentSucceeded,
    /// A delayed payment will not arrive.
    #[serde(rename = "checkout.session.async_payment_failed")]
    SessionPaymentFailed,
    /// The pay page expired unpaid.
    #[serde(rename = "checkout.session.expired")]
    SessionExpired,
    /// Any other type, accepted and recorded. Those about refunds have an effect, too (`flows/payment/webhooks`).
    #[serde(untagged)]
    Other(String),
}

/// The envelope around the object.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EventData {
    /// The object.
    pub object: EventObject,
}

/// The fields of an event's object that lead back to a payment of ours. There are two hundred kinds of objects, so a
/// field of an unexpected type counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Value")]
pub struct EventObject {
    /// Its id; a few kinds of object have none.
    pub id: Option<String>,
    /// Its type, such as `checkout.session`.
    pub object: Option<String>,
    /// Our payment id, on sessions.
    pub client_reference_id: Option<String>,
    /// Stripe's id of the customer.
    pub customer: Option<String>,
    /// Stripe's ids of the payment, charge and invoice, where the object names them.
    pub paid_by: Vec<String>,
    /// Stripe's id of the subscription that an invoice charges for.
    pub billed_for: Option<String>,
    /// Our order id, from the metadata.
    pub order_id: Option<String>,
    /// Our payment id, from the metadata.
    pub payment_id: Option<String>,
}

impl From<Value> for EventObject {
    fn from(object: Value) -> Self {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        Self {
            id: text("/id"),
            object: text("/object"),
            client_reference_id: text("/client_reference_id"),
            customer: text("/customer").or_else(|| text("/customer/id")),
            paid_by: ["/payment_intent", "/payment_intent/id", "/charge", "/charge/id", "/invoice", "/invoice/id"]
                .into_iter()
                .filter_map(text)
                .collect(),
            billed_for: text("/parent/subscription_details/subscription")
                .or_else(|| text("/parent/subscription_details/subscription/id")),
            order_id: text("/metadata/order_id"),
            payment_id: text("/metadata/payment_id"),
        }
    }
}

/// A signed body that is not an event.
#[derive(Debug, thiserror::Error)]
#[error("not an event: {0}")]
pub struct NotAnEvent(#[from] serde_json::Error);

/// The fields that every kind of event has, also those without a snapshot of an object (`v2.core.event`).
#[derive(Debug, Deserialize)]
struct EventHeading {
    #[serde(rename = "type")]
    kind: EventKind,
}

/// The kind of a signed event that cannot be read and is none that the shop uses; `None` for any other body.
#[must_use]
pub fn unused_kind(body: &[u8]) -> Option<String> {
    let EventHeading { kind } = serde_json::from_slice(body).ok()?;
    let name = kind.as_str();
    let used = [
        "refund.",
        "charge.refund",
        "charge.dispute.",
        "radar.early_fraud_warning.",
        "invoice.pa",
        "customer.subscription.",
    ];
    let is_used = kind.concerns_session() || used.iter().any(|prefix| name.starts_with(prefix));
    (!is_used).then(|| name.to_owned())
}

impl Event {
    /// Parses a body whose signature was accepted.
    ///
    /// # Errors
    /// [`NotAnEvent`] when a field that every event has is missing.
    pub fn parse(body: &[u8]) -> Result<Self, NotAnEvent> {
        Ok(serde_json::from_slice(body)?)
    }

    /// Every id of Stripe's under which people may look up the payment of a refund or a charge.
    pub fn ids_of_payment(&self) -> impl Iterator<Item = &str> {
        let object = &self.data.object;
        object.id.iter().chain(&object.paid_by).map(String::as_str)
    }

    /// Our payment id, wherever the object carries it.
    #[must_use]
    pub fn payment_id(&self) -> Option<&str> {
        let object = &self.data.object;
        object.client_reference_id.as_deref().or(object.payment_id.as_deref())
    }
}

impl Event {
    /// Whether it is about a refund: created, failed or changed.
    #[must_use]
    pub fn is_of_refund(&self) -> bool {
        self.data.object.object.as_deref() == Some("refund")
    }

    /// Whether the shop does something about it.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.kind.concerns_session()
            || self.is_of_refund()
            || self.is_of_refunded_charge()
            || self.dispute().is_some()
            || self.fraud_warning().is_some()
            || self.subscription().is_some()
    }

    /// Stripe's id of the subscription that changed, or that an invoice was charged or not charged for.
    #[must_use]
    pub fn subscription(&self) -> Option<&str> {
        let kind = self.kind.as_str();
        if kind.starts_with("customer.subscription.") {
            return self.data.object.id.as_deref();
        }
        let is_of_charge =
            matches!(kind, "invoice.paid" | "invoice.payment_failed" | "invoice.payment_action_required");
        self.data.object.billed_for.as_deref().filter(|_| is_of_charge)
    }

    /// Stripe's id of the dispute that was opened, changed or decided.
    #[must_use]
    pub fn dispute(&self) -> Option<&str> {
        self.id_where("charge.dispute.")
    }

    /// Stripe's id of the early fraud warning that was made or changed.
    #[must_use]
    pub fn fraud_warning(&self) -> Option<&str> {
        self.id_where("radar.early_fraud_warning.")
    }

    /// The object's id in an event whose kind begins like this.
    fn id_where(&self, kind: &str) -> Option<&str> {
        self.data.object.id.as_deref().filter(|_| self.kind.as_str().starts_with(kind))
    }

    /// Whether money of a charge was refunded, by us or in the dashboard. The object is the charge, not the refund.
    #[must_use]
    pub fn is_of_refunded_charge(&self) -> bool {
        self.kind.as_str() == "charge.refunded"
    }
}

impl EventKind {
    /// The type as Stripe spells it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::SessionCompleted => "checkout.session.completed",
            Self::SessionPaymentSucceeded => "checkout.session.async_payment_succeeded",
            Self::SessionPaymentFailed => "checkout.session.async_payment_failed",
            Self::SessionExpired => "checkout.session.expired",
            Self::Other(text) => text,
        }
    }

    /// Whether it requires reading a session of ours from Stripe.
    #[must_use]
    pub const fn concerns_session(&self) -> bool {
        !matches!(self, Self::Other(_))
    }
}
