//! One call to a payment provider: its attempts, time-outs and limits, and the meaning of its outcome.
//!
//! A call is retried after connection failures, 409, 429 and 5xx, unless the provider says in a header of its own that
//! a retry is useless. Every attempt has the same idempotency key, so a call that was executed after all is answered
//! with its first result.

use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use http::{HeaderValue, Method, StatusCode};
use rand::RngExt as _;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::Instant;
use url::Url;

use super::budget::Budget;
use crate::access::Access;
use crate::http_client::{BODY_LIMIT, BodyError, bounded_body};

/// Attempts per call. More would outlast a buyer's patience; the recheck job takes over from here.
const TRIES: u32 = 3;

/// How long a call may take, and how long it pauses between attempts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    pub(super) per_try: Duration,
    pub(super) in_all: Duration,
    pub(super) first_pause: Duration,
}

/// A provider as its client calls it: credentials, patience and budget.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// Its name in the log.
    pub(super) provider: &'static str,
    pub(super) http: reqwest::Client,
    /// The headers of every call: the credentials, and the API version.
    pub(super) headers: HeaderMap,
    /// The header in which the provider says whether a retry is worthwhile, where it has one.
    pub(super) retry_header: Option<&'static str>,
    pub(super) patience: Patience,
    /// How often it may call.
    pub(super) budget: Budget,
    /// Whether it accepts our key.
    pub(super) access: Access,
}

/// One call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Its name in the log; the URL holds ids and is not logged.
    pub(super) operation: &'static str,
    pub(super) method: Method,
    pub(super) url: Url,
    /// Its media type and its text.
    pub(super) body: Option<(&'static str, String)>,
    pub(super) key: Option<HeaderValue>,
}

/// An answer with its whole body.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) request_id: Option<String>,
    pub(super) body: Bytes,
}

/// Why a call failed. The words of a refusal differ by provider.
#[derive(Debug)]
pub(super) enum CallError {
    /// The provider refused, and would refuse again.
    Refused(Answer),
    /// The call was not executed, as far as the provider or the network shows.
    Unavailable { reason: String, request_id: Option<String> },
    /// The call may have been executed.
    Ambiguous { reason: String, request_id: Option<String> },
    /// The answer is not the provider's.
    Malformed { status: u16, reason: String, request_id: Option<String> },
}

/// The outcome of one attempt.
enum Try {
    /// An answer, as received.
    Answered(Received),
    /// No connection: the call was not executed.
    Unreached(String),
    /// The call was sent, and no answer or only part of one came back.
    Lost(String),
}

struct Received {
    status: StatusCode,
    request_id: Option<String>,
    should_retry: Option<bool>,
    retry_after: Option<Duration>,
    body: Result<Bytes, String>,
}

/// What follows from an attempt.
enum Verdict {
    Done(Received),
    Final(CallError),
    Again(CallError, Option<Duration>),
}

impl Exchange {
    /// Makes the call, with retries.
    pub(super) async fn run<A: serde::de::DeserializeOwned>(&self, call: &Call) -> Result<A, CallError> {
        let deadline = Instant::now() + self.patience.in_all;
        let mut executed_perhaps = false;
        let mut attempt = 1;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let outcome = self.attempt(call, attempt, left.min(self.patience.per_try)).await;
            let (error, asked) = match judge(outcome, call.method != Method::GET) {
                Verdict::Done(received) => return read(received),
                Verdict::Final(error) => return Err(error),
                Verdict::Again(error, asked) => (error, asked),
            };
            executed_perhaps |= matches!(error, CallError::Ambiguous { .. });
            let pause = asked.unwrap_or_default().max(self.pause(attempt));
            // Compared without an addition: a provider may ask for a pause that ends beyond every clock.
            if attempt == TRIES || pause >= deadline.saturating_duration_since(Instant::now()) {
                return Err(if executed_perhaps { doubtful(error) } else { error });
            }
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    async fn attempt(&self, call: &Call, attempt: u32, timeout: Duration) -> Try {
        let started = Instant::now();
        if tokio::time::timeout(timeout, self.budget.turn()).await.is_err() {
            tracing::warn!(provider = self.provider, operation = call.operation, "the budget of calls is used up");
            return Try::Unreached("the budget of calls to this provider is used up".to_owned());
        }
        let timeout = timeout.saturating_sub(started.elapsed());
        let mut request =
            self.http.request(call.method.clone(), call.url.clone()).headers(self.headers.clone()).timeout(timeout);
        if let Some(key) = &call.key {
            request = request.header("Idempotency-Key", key.clone());
        }
        if let Some((kind, text)) = &call.body {
            request = request.header(CONTENT_TYPE, *kind).body(text.clone());
        }
        let outcome = match request.send().await {
            Ok(response) => receive(response, self.retry_header).await,
            Err(error) if error.is_connect() => Try::Unreached(error.without_url().to_string()),
            Err(error) => Try::Lost(error.without_url().to_string()),
        };
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &outcome {
            Try::Answered(answer) => tracing::info!(
                provider = self.provider,
                operation = call.operation,
                attempt,
                status = answer.status.as_u16(),
                request_id = answer.request_id,
                elapsed_ms,
                "provider answered"
            ),
            Try::Unreached(reason) | Try::Lost(reason) => tracing::warn!(
                provider = self.provider,
                operation = call.operation,
                attempt,
                reason,
                elapsed_ms,
                "provider did not answer"
            ),
        }
        if let Try::Answered(answer) = &outcome {
            self.note_access(answer.status, call.operation);
        }
        outcome
    }

    /// Notes whether our key is accepted. One that lacks a right for this operation alone is accepted.
    fn note_access(&self, status: StatusCode, operation: &'static str) {
        match status {
            StatusCode::UNAUTHORIZED => self.access.refused(),
            StatusCode::FORBIDDEN => {
                tracing::error!(provider = self.provider, operation, "our key lacks the right for this operation");
            }
            status if status.is_success() => self.access.accepted(),
            _ => {}
        }
    }

    /// Doubles per attempt; half of it is random, so that servers which failed together do not retry together.
    fn pause(&self, attempt: u32) -> Duration {
        let full = self.patience.first_pause.saturating_mul(1 << attempt.saturating_sub(1).min(8));
        full.mul_f64(rand::rng().random_range(0.5..=1.0))
    }
}

async fn receive(response: reqwest::Response, retry_header: Option<&str>) -> Try {
    let headers = response.headers();
    let request_id = text(headers, "request-id").map(str::to_owned);
    let should_retry = match retry_header.and_then(|name| text(headers, name)) {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    let retry_after = text(headers, RETRY_AFTER.as_str()).and_then(|value| value.parse().ok()).map(Duration::from_secs);
    let status = response.status();
    let body = match bounded_body(response, BODY_LIMIT).await {
        Ok(body) => Ok(body),
        Err(error @ BodyError::TooLarge(_)) => Err(error.to_string()),
        Err(error @ BodyError::Broken(_)) => return Try::Lost(error.to_string()),
    };
    Try::Answered(Received { status, request_id, should_retry, retry_after, body })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn judge(outcome: Try, changes: bool) -> Verdict {
    let received = match outcome {
        Try::Unreached(reason) => return Verdict::Again(CallError::Unavailable { reason, request_id: None }, None),
        Try::Lost(reason) => return Verdict::Again(unknown(changes, reason, None), None),
        Try::Answered(received) => received,
    };
    if received.status.is_success() {
        return Verdict::Done(received);
    }
    let (should_retry, retry_after) = (received.should_retry, received.retry_after);
    let reason = || format!("status {}", received.status.as_u16());
    let request_id = received.request_id.clone();
    let (error, repeat) = match received.status {
        StatusCode::TOO_MANY_REQUESTS => (CallError::Unavailable { reason: reason(), request_id }, true),
        // Another call with this key is still running, and may well succeed.
        StatusCode::CONFLICT if should_retry != Some(false) => (unknown(changes, reason(), request_id), true),
        status if status.is_server_error() => (unknown(changes, reason(), request_id), true),
        status if status.is_client_error() => (refusal(received), false),
        _ => (malformed(&received, "neither an answer nor a refusal".to_owned()), false),
    };
    if should_retry.unwrap_or(repeat) { Verdict::Again(error, retry_after) } else { Verdict::Final(error) }
}

/// A failed reading call has changed nothing; a failed writing call may have.
fn unknown(changes: bool, reason: String, request_id: Option<String>) -> CallError {
    if changes { CallError::Ambiguous { reason, request_id } } else { CallError::Unavailable { reason, request_id } }
}

/// The last attempt was not executed, but an earlier one may have been.
fn doubtful(error: CallError) -> CallError {
    match error {
        CallError::Unavailable { reason, request_id } => CallError::Ambiguous { reason, request_id },
        other => other,
    }
}

fn refusal(received: Received) -> CallError {
    match received.body {
        Ok(body) => CallError::Refused(Answer { status: received.status, request_id: received.request_id, body }),
        Err(ref reason) => malformed(&received, reason.clone()),
    }
}

fn malformed(received: &Received, reason: String) -> CallError {
    CallError::Malformed { status: received.status.as_u16(), reason, request_id: received.request_id.clone() }
}

fn read<A: serde::de::DeserializeOwned>(received: Received) -> Result<A, CallError> {
    match &received.body {
        Ok(body) => serde_json::from_slice(body).map_err(|error| {
            // The position of the fault, without the text there: the values are a buyer's.
            let place = format!("{:?} at line {} column {}", error.classify(), error.line(), error.column());
            malformed(&received, place)
        }),
        Err(reason) => Err(malformed(&received, reason.clone())),
    }
}

impl Answer {
    /// The error for a refusal without the provider's error object.
    pub(super) fn wordless(self) -> CallError {
        let reason = "a refusal without an error object".to_owned();
        CallError::Malformed { status: self.status.as_u16(), reason, request_id: self.request_id }
    }
}

/// The header that authorises every call with this key; `None` when the key is blank or has characters that no key has.
pub(super) fn bearer(key: &SecretString) -> Option<HeaderValue> {
    let key = key.expose_secret();
    if key.trim().is_empty() {
        return None;
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {key}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// An idempotency key as a header: 1 to 255 characters of plain text.
pub(super) fn key(text: &str) -> Option<HeaderValue> {
    let plain = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    HeaderValue::from_str(text).ok().filter(|_| plain)
}

/// `base/version/a/b`: the URL of an API's path whose parts are ids, or words of ours; a path of the base is kept. `None`
/// for any other part, and when the base cannot carry a path.
pub(super) fn address(base: &Url, version: &str, path: &[&str]) -> Option<Url> {
    let parts: Vec<&str> = path.iter().map(|part| identifier(part)).collect::<Option<_>>()?;
    let mut url = base.clone();
    url.path_segments_mut().ok()?.pop_if_empty().push(version).extend(parts);
    Some(url)
}

/// Ids come from return URLs and events, so they are untrusted: only characters that cannot change the path pass.
fn identifier(text: &str) -> Option<&str> {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    (plain && (1..=255).contains(&text.len())).then_some(text)
}
