//! Handles one request: key, version, route and parameters here, then the steps that all providers share.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::Value;

use super::errors::Refusal;
use super::routes::{self, Operation};
use super::{API_VERSION, Cause, authorisation, expand, form, params};
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::idempotency::Keyed;
use crate::sandbox::pipeline::{self, Answer, LARGEST_BODY};
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxSettings;
use crate::sandbox::store::Work;

/// Stripe repeats its answers for a day.
const KEY_LIFE_SECONDS: i64 = 24 * 3_600;

/// Every call of the API.
pub async fn serve(State(sandbox): State<Arc<Sandbox>>, request: Request) -> Response {
    let request_id = new_id("req");
    let (parts, body) = request.into_parts();
    let answer = match to_bytes(body, LARGEST_BODY).await {
        Ok(body) => {
            let sent =
                Sent { sandbox: &sandbox, method: &parts.method, path: parts.uri.path(), headers: &parts.headers };
            sent.answer(parts.uri.query().unwrap_or_default(), body, &request_id).await
        }
        Err(_) => Err(Refusal::invalid("The request body is too large.").status(StatusCode::PAYLOAD_TOO_LARGE)),
    };
    let answer = answer.unwrap_or_else(|refusal| Answer::refusing(&refusal));
    tracing::debug!(method = %parts.method, path = parts.uri.path(), status = answer.status.as_u16(), %request_id, "stripe");
    respond(answer, &request_id)
}

struct Sent<'a> {
    sandbox: &'a Sandbox,
    method: &'a Method,
    path: &'a str,
    headers: &'a HeaderMap,
}

impl Sent<'_> {
    async fn answer(&self, query: &str, body: Bytes, request_id: &str) -> Result<Answer, Refusal> {
        authorisation::check(self.headers, &self.sandbox.settings.stripe.secret_key)?;
        let (route, id) = routes::find(self.method, self.path.trim_start_matches("/v1/")).ok_or_else(|| {
            let message = format!("Unrecognized request URL ({}: {}).", self.method, self.path);
            Refusal::invalid(message).status(StatusCode::NOT_FOUND)
        })?;
        let sent = self.parameters(query, &body)?;
        let params = params::check(route.fields, &form::decode(&sent)?)?;
        let keyed = self.keyed(&sent)?;
        let call = Call {
            settings: &self.sandbox.settings,
            operation: route.operation,
            id: id.unwrap_or_default(),
            params,
            idempotency_key: keyed.as_ref().map(|keyed| keyed.key.clone()),
        };
        self.sandbox.carry_out(&call, route.name, keyed.as_ref(), request_id).await
    }

    /// The parameters: the query of a GET, the body of a POST, either of a DELETE.
    fn parameters(&self, query: &str, body: &Bytes) -> Result<Vec<u8>, Refusal> {
        if !body.is_empty() {
            let kind = self.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
            if !kind.starts_with("application/x-www-form-urlencoded") {
                return Err(Refusal::invalid(
                    "Invalid request (check that your POST content type is application/x-www-form-urlencoded).",
                ));
            }
        }
        let mut sent = query.as_bytes().to_vec();
        if !sent.is_empty() && !body.is_empty() {
            sent.push(b'&');
        }
        sent.extend_from_slice(body);
        Ok(sent)
    }

    fn keyed(&self, sent: &[u8]) -> Result<Option<Keyed>, Refusal> {
        let key = self.headers.get("idempotency-key").filter(|_| *self.method == Method::POST);
        let Some(key) = key else { return Ok(None) };
        let key = key.to_str().map_err(|_| Refusal::invalid("Idempotency-Key must be plain text."))?;
        let request = format!("{} {}\n{}", self.method, self.path, form::canonical(sent));
        let keyed = Keyed::new(Provider::Stripe, KEY_LIFE_SECONDS, key, &request);
        keyed.map(Some).ok_or_else(|| Refusal::invalid("Idempotency-Key must have 1 to 255 characters."))
    }
}

/// A call whose parameters the table has checked.
struct Call<'a> {
    settings: &'a SandboxSettings,
    operation: Operation,
    id: &'a str,
    params: Value,
    idempotency_key: Option<String>,
}

impl pipeline::Call for Call<'_> {
    type Refusal = Refusal;

    async fn perform(&self, work: &mut Work, request_id: &str) -> Result<(StatusCode, String), Refusal> {
        let cause = Cause { request_id: Some(request_id.to_owned()), idempotency_key: self.idempotency_key.clone() };
        let paths: Vec<String> = serde_json::from_value(self.params["expand"].clone()).unwrap_or_default();
        let params = self.params.clone();
        let mut value = routes::perform(self.operation, work, self.settings, &cause, self.id, params).await?;
        expand::expand(work, &mut value, &paths).await?;
        Ok((StatusCode::OK, value.to_string()))
    }
}

fn respond(answer: Answer, request_id: &str) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store"));
    headers.insert("stripe-version", HeaderValue::from_static(API_VERSION));
    if let Ok(id) = HeaderValue::from_str(request_id) {
        headers.insert("request-id", id);
    }
    if let Some(original) = answer.replayed_from.as_deref().and_then(|id| HeaderValue::from_str(id).ok()) {
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
        headers.insert("original-request", original);
    }
    response
}
