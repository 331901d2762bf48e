//! One call to Stripe: its tries, time-outs and limits, and what its end means.
//!
//! A try is repeated after connection failures, 409, 429 and 5xx, unless `Stripe-Should-Retry` says otherwise; always
//! with the same idempotency key, so a call that was executed after all is answered with its first result.

use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use http::{HeaderValue, Method, StatusCode};
use rand::RngExt as _;
use tokio::time::Instant;
use url::Url;

use super::answers::{ErrorBody, ErrorDetails};
use super::error::{StripeError, Unsendable};
use crate::payments::http_client::{BodyError, bounded_body};

/// Tries per call. More would outlast a buyer's patience; the recheck job takes over from here.
const TRIES: u32 = 3;

/// How long a call may take, and how long it waits between tries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    pub(super) per_try: Duration,
    pub(super) in_all: Duration,
    pub(super) first_pause: Duration,
}

/// Who calls, and how patiently.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    pub(super) http: reqwest::Client,
    pub(super) authorization: HeaderValue,
    pub(super) version: HeaderValue,
    pub(super) patience: Patience,
}

/// One call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// Its name in the log; the address itself holds ids and stays out.
    pub(super) operation: &'static str,
    pub(super) method: Method,
    pub(super) url: Url,
    /// A form.
    pub(super) form: Option<String>,
    pub(super) key: Option<HeaderValue>,
}

/// What one try came to.
enum Try {
    /// An answer, read whole.
    Answered(Answer),
    /// No connection: nothing was executed.
    Unreached(String),
    /// Sent, and then nothing, or half an answer.
    Lost(String),
}

struct Answer {
    status: StatusCode,
    request_id: Option<String>,
    should_retry: Option<bool>,
    retry_after: Option<Duration>,
    body: Result<Bytes, String>,
}

/// What follows from a try.
enum Verdict {
    Done(Answer),
    Final(StripeError),
    Again(StripeError, Option<Duration>),
}

impl Exchange {
    /// Makes the call.
    pub(super) async fn run<A: serde::de::DeserializeOwned>(&self, call: &Call) -> Result<A, StripeError> {
        let deadline = Instant::now() + self.patience.in_all;
        let mut executed_perhaps = false;
        let mut attempt = 1;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let outcome = self.attempt(call, attempt, left.min(self.patience.per_try)).await;
            let (error, asked) = match judge(outcome, call.method == Method::POST) {
                Verdict::Done(answer) => return read(&answer),
                Verdict::Final(error) => return Err(error),
                Verdict::Again(error, asked) => (error, asked),
            };
            executed_perhaps |= matches!(error, StripeError::Ambiguous { .. });
            let pause = asked.unwrap_or_default().max(self.pause(attempt));
            if attempt == TRIES || Instant::now() + pause >= deadline {
                return Err(if executed_perhaps { doubtful(error) } else { error });
            }
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    async fn attempt(&self, call: &Call, attempt: u32, timeout: Duration) -> Try {
        let started = Instant::now();
        let mut request = self
            .http
            .request(call.method.clone(), call.url.clone())
            .header(AUTHORIZATION, self.authorization.clone())
            .header("Stripe-Version", self.version.clone())
            .timeout(timeout);
        if let Some(key) = &call.key {
            request = request.header("Idempotency-Key", key.clone());
        }
        if let Some(form) = &call.form {
            request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form.clone());
        }
        let outcome = match request.send().await {
            Ok(response) => receive(response).await,
            Err(error) if error.is_connect() => Try::Unreached(error.without_url().to_string()),
            Err(error) => Try::Lost(error.without_url().to_string()),
        };
        let elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        match &outcome {
            Try::Answered(answer) => tracing::info!(
                provider = "stripe",
                operation = call.operation,
                attempt,
                status = answer.status.as_u16(),
                request_id = answer.request_id,
                elapsed_ms,
                "provider answered"
            ),
            Try::Unreached(reason) | Try::Lost(reason) => tracing::warn!(
                provider = "stripe",
                operation = call.operation,
                attempt,
                reason,
                elapsed_ms,
                "provider did not answer"
            ),
        }
        outcome
    }

    /// Doubles per try; half of it is chance, so that servers which failed together do not return together.
    fn pause(&self, attempt: u32) -> Duration {
        let full = self.patience.first_pause.saturating_mul(1 << attempt.saturating_sub(1).min(8));
        full.mul_f64(rand::rng().random_range(0.5..=1.0))
    }
}

async fn receive(response: reqwest::Response) -> Try {
    let headers = response.headers();
    let request_id = text(headers, "request-id").map(str::to_owned);
    let should_retry = match text(headers, "stripe-should-retry") {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    let retry_after = text(headers, RETRY_AFTER.as_str()).and_then(|value| value.parse().ok()).map(Duration::from_secs);
    let status = response.status();
    let body = match bounded_body(response).await {
        Ok(body) => Ok(body),
        Err(error @ BodyError::TooLarge) => Err(error.to_string()),
        Err(error @ BodyError::Broken(_)) => return Try::Lost(error.to_string()),
    };
    Try::Answered(Answer { status, request_id, should_retry, retry_after, body })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn judge(outcome: Try, changes: bool) -> Verdict {
    let answer = match outcome {
        Try::Unreached(reason) => return Verdict::Again(StripeError::Unavailable { reason, request_id: None }, None),
        Try::Lost(reason) => return Verdict::Again(unknown(changes, reason, None), None),
        Try::Answered(answer) => answer,
    };
    if answer.status.is_success() {
        return Verdict::Done(answer);
    }
    let reason = || format!("status {}", answer.status.as_u16());
    let request_id = answer.request_id.clone();
    let (error, repeat) = match answer.status {
        StatusCode::TOO_MANY_REQUESTS => (StripeError::Unavailable { reason: reason(), request_id }, true),
        // Another call with this key is still running: it may well succeed.
        StatusCode::CONFLICT if answer.should_retry != Some(false) => (unknown(changes, reason(), request_id), true),
        status if status.is_server_error() => (unknown(changes, reason(), request_id), true),
        status if status.is_client_error() => (refusal(&answer), false),
        _ => (malformed(&answer, "neither an answer nor a refusal".to_owned()), false),
    };
    if answer.should_retry.unwrap_or(repeat) {
        Verdict::Again(error, answer.retry_after)
    } else {
        Verdict::Final(error)
    }
}

/// A reading call that failed has changed nothing; a writing one may have.
fn unknown(changes: bool, reason: String, request_id: Option<String>) -> StripeError {
    if changes {
        StripeError::Ambiguous { reason, request_id }
    } else {
        StripeError::Unavailable { reason, request_id }
    }
}

/// The last try says "not executed", but an earlier one may have been.
fn doubtful(error: StripeError) -> StripeError {
    match error {
        StripeError::Unavailable { reason, request_id } => StripeError::Ambiguous { reason, request_id },
        other => other,
    }
}

fn refusal(answer: &Answer) -> StripeError {
    let body = answer.body.as_ref().map_or(&[][..], |body| body.as_ref());
    match serde_json::from_slice::<ErrorBody>(body) {
        Ok(ErrorBody { error: ErrorDetails { kind: Some(kind), code, param, message } }) => StripeError::Refused {
            status: answer.status.as_u16(),
            kind,
            code,
            param,
            message,
            request_id: answer.request_id.clone(),
        },
        _ => malformed(answer, "a refusal without an error object".to_owned()),
    }
}

fn malformed(answer: &Answer, reason: String) -> StripeError {
    StripeError::Malformed { status: answer.status.as_u16(), reason, request_id: answer.request_id.clone() }
}

fn read<A: serde::de::DeserializeOwned>(answer: &Answer) -> Result<A, StripeError> {
    match &answer.body {
        Ok(body) => serde_json::from_slice(body).map_err(|error| {
            // Where it went wrong, not what stood there: the values are a buyer's.
            let place = format!("{:?} at line {} column {}", error.classify(), error.line(), error.column());
            malformed(answer, place)
        }),
        Err(reason) => Err(malformed(answer, reason.clone())),
    }
}

/// An idempotency key as a header.
pub(super) fn key(text: &str) -> Result<HeaderValue, StripeError> {
    let plain = (1..=255).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    match HeaderValue::from_str(text) {
        Ok(value) if plain => Ok(value),
        _ => Err(Unsendable::Key.into()),
    }
}
