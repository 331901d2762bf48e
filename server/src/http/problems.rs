//! Writes the body of every refusal, in one place, with the request's id in it.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use onefare_core::problem::Problem;
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;

use super::headers::RequestId;
use crate::metrics::Metrics;
use crate::problem::Refusal;

/// Seconds after which a caller may try again when a provider is down, or the database cannot be used.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// Whether a path is a call's, even when no route answers.
fn is_call(path: &str) -> bool {
    path.starts_with("/api/") || matches!(path, "/panel/verify-otp" | "/panel/manage-subscription")
}

/// Turns a [`Refusal`] that a handler left in its answer into the body callers read. An unknown method or a body that
/// broke a limit below any handler gets the same shape.
pub async fn write_refusals(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let is_call = is_call(request.uri().path());
    let request_id = request.extensions().get::<RequestId>().cloned().unwrap_or_default();
    let mut response = next.run(request).await;
    let refusal = response.extensions_mut().remove::<Refusal>().or_else(|| {
        let problem = match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => Problem::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => Problem::BodyTooLarge,
            StatusCode::INTERNAL_SERVER_ERROR => Problem::SomethingWrong,
            StatusCode::SERVICE_UNAVAILABLE => Problem::ProviderUnavailable,
            _ => return None,
        };
        is_call.then(|| problem.into())
    });
    let Some(refusal) = refusal else { return response };
    if let Some(alarm) = refusal.alarm {
        metrics.alarm(alarm);
    }
    let status = refusal.status();
    let body = ProblemBody {
        status: Status::Error,
        code: refusal.problem.code().to_owned(),
        message: refusal.problem.message().to_owned(),
        field: refusal.problem.field().map(str::to_owned),
        request_id: request_id.as_str().to_owned(),
        quote: refusal.quote.map(|quote| *quote),
        due: refusal.due.map(|due| *due),
        bought: refusal.bought.map(|bought| *bought),
    };
    let mut written = (status, Json(body)).into_response();
    // Cookies, `Allow` and whatever else a handler had set stay.
    for (name, value) in response.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            written.headers_mut().append(name.clone(), value.clone());
        }
    }
    if let Some(seconds) = refusal.retry_after {
        written.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::SERVICE_UNAVAILABLE {
        written.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
    }
    written
}
