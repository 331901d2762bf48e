//! One call: signs it, paces it, bounds it, and opens the answer's envelope.
//!
//! A call is tried once. The caller is a job, which retries by itself: it backs off, continues after a restart, and
//! looks up the outcome of the last call first.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use tokio::time::Instant;
use url::Url;

use super::error::EsimAccessError;
use super::rate_limit::Pace;
use super::signature::Signed;
use crate::access::Access;
use crate::clock::Clock;
use crate::http_client::bounded_body;

/// A larger answer, in bytes, is parsed on a blocking thread: parsing the package list takes longer than any task of
/// the shop may wait.
const READ_BESIDE: usize = 64 * 1024;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// One operation of the supplier's API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    /// Its name in the log.
    pub(super) name: &'static str,
    /// Its path below `/api/v1/open/`.
    pub(super) path: &'static [&'static str],
    /// Whether a call changes something at the supplier.
    pub(super) changes: bool,
    /// Largest answer that is accepted, in bytes.
    pub(super) largest: usize,
    /// The call's time-out, as a multiple of the usual one.
    pub(super) patience: u32,
}

/// The account, and how to reach the supplier.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub(super) http: reqwest::Client,
    pub(super) base: Url,
    pub(super) access_code: SecretString,
    pub(super) secret: SecretString,
    pub(super) clock: Clock,
    pub(super) timeout: Duration,
    pub(super) pace: Arc<Pace>,
    pub(super) access: Access,
}

/// The envelope of every answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<A> {
    success: Success,
    #[serde(default)]
    error_code: Option<Code>,
    obj: Option<A>,
}

/// A boolean; the supplier's documentation types it as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Success {
    Plain(bool),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Code {
    Text(String),
    Number(u32),
}

impl Wire {
    /// Makes the call; `body` is sent as it is.
    pub(super) async fn call<A: DeserializeOwned + Send + 'static>(
        &self,
        operation: Operation,
        body: String,
    ) -> Result<A, EsimAccessError> {
        let (status, body) = self.send(operation, body).await?;
        let answer = if !status.is_success() {
            Err(refusal(operation, status, &body))
        } else if body.len() <= READ_BESIDE {
            read(status, &body)
        } else {
            let beside = tokio::task::spawn_blocking(move || read(status, &body)).await;
            beside.unwrap_or_else(|_| Err(malformed(status, "it could not be read".to_owned())))
        };
        match &answer {
            Err(error) if error.refuses_us() => self.access.refused(),
            Ok(_) | Err(EsimAccessError::Refused { .. }) => self.access.accepted(),
            Err(_) => {}
        }
        answer
    }

    async fn send(&self, operation: Operation, body: String) -> Result<(StatusCode, Bytes), EsimAccessError> {
        self.pace.turn().await;
        let started = Instant::now();
        let answer = self.answer(operation, body).await;
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let operation = operation.name;
        match &answer {
            Ok((status, _)) => {
                tracing::info!(supplier = "esim_access", operation, status = status.as_u16(), elapsed_ms, "answered");
            }
            Err(error) => tracing::warn!(supplier = "esim_access", operation, %error, elapsed_ms, "did not answer"),
        }
        answer
    }

    async fn answer(&self, operation: Operation, body: String) -> Result<(StatusCode, Bytes), EsimAccessError> {
        let response = self.signed(operation, body).send().await.map_err(|error| {
            let unreached = error.is_connect();
            EsimAccessError::lost(operation.changes && !unreached, error.without_url().to_string())
        })?;
        let status = response.status();
        let body = bounded_body(response, operation.largest).await;
        let unread = |error| EsimAccessError::unread(operation.changes, status.as_u16(), &error);
        Ok((status, body.map_err(unread)?))
    }

    /// The request with its credentials and signature.
    fn signed(&self, operation: Operation, body: String) -> reqwest::RequestBuilder {
        let timestamp = self.clock.now_millis().to_string();
        let request_id = uuid::Builder::from_random_bytes(rand::random()).into_uuid().to_string();
        let access_code = self.access_code.expose_secret();
        let signed = Signed { timestamp: &timestamp, request_id: &request_id, access_code, body: &body };
        let signature = signed.signature(&self.secret);
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(["api", "v1", "open"]).extend(operation.path);
        }
        let mut request = self
            .http
            .post(url)
            .timeout(self.timeout.saturating_mul(operation.patience))
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, JSON);
        for (name, value) in [
            ("rt-accesscode", access_code),
            ("rt-timestamp", timestamp.as_str()),
            ("rt-requestid", request_id.as_str()),
            ("rt-signature", signature.as_str()),
        ] {
            // The access code was checked when the client was made; the others are digits, hex and hyphens.
            if let Ok(mut value) = HeaderValue::from_str(value) {
                value.set_sensitive(true);
                request = request.header(HeaderName::from_static(name), value);
            }
        }
        request.body(body)
    }
}

/// Opens an answer's envelope.
fn read<A: DeserializeOwned>(status: StatusCode, body: &[u8]) -> Result<A, EsimAccessError> {
    let head: Envelope<IgnoredAny> = serde_json::from_slice(body).map_err(|error| malformed(status, place(&error)))?;
    head.verdict().unwrap_or_else(|| Err(malformed(status, "neither a success nor a refusal".to_owned())))?;
    let whole: Envelope<A> = serde_json::from_slice(body).map_err(|error| malformed(status, place(&error)))?;
    whole.obj.ok_or_else(|| malformed(status, "a success without an object".to_owned()))
}

const fn malformed(status: StatusCode, reason: String) -> EsimAccessError {
    EsimAccessError::Malformed { status: status.as_u16(), reason }
}

impl<A> Envelope<A> {
    /// Whether the call succeeded; `None` when the envelope holds neither a success nor a refusal.
    fn verdict(&self) -> Option<Result<(), EsimAccessError>> {
        let code = match &self.error_code {
            None => None,
            Some(Code::Text(code)) => Some(code.clone()).filter(|code| !code.is_empty() && code != "0"),
            // As a number the code has lost its leading zeros.
            Some(Code::Number(code)) => (*code != 0).then(|| format!("{code:06}")),
        };
        let success = match &self.success {
            Success::Plain(success) => *success,
            Success::Text(text) => text == "true",
        };
        match (success, code) {
            (_, Some(code)) => Some(Err(EsimAccessError::refused(&code))),
            (true, None) => Some(Ok(())),
            (false, None) => None,
        }
    }
}

/// The error of an answer without a success status. The supplier sends its own refusals with 200, a gateway does not.
fn refusal(operation: Operation, status: StatusCode, body: &[u8]) -> EsimAccessError {
    if let Ok(envelope) = serde_json::from_slice::<Envelope<IgnoredAny>>(body)
        && let Some(Err(refused)) = envelope.verdict()
        && !status.is_server_error()
    {
        return refused;
    }
    let reason = format!("status {}", status.as_u16());
    match status {
        StatusCode::TOO_MANY_REQUESTS => EsimAccessError::Unavailable { reason },
        status if status.is_server_error() => EsimAccessError::lost(operation.changes, reason),
        _ => {
            EsimAccessError::Malformed { status: status.as_u16(), reason: "neither an answer nor a refusal".to_owned() }
        }
    }
}

/// The position of the fault, without the text there: that may be an activation code.
fn place(error: &serde_json::Error) -> String {
    format!("{:?} at line {} column {}", error.classify(), error.line(), error.column())
}
