//! One request from the wire to the wire: key, version, route, parameters, idempotency, fault, act, answer.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::Value;

use super::errors::Refusal;
use super::idempotency::{self, Keyed};
use super::routes::{self, Route};
use super::{API_VERSION, Cause, authorisation, expand, form, params};
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::faults::{self, Fault};
use crate::sandbox::store::Work;

const LARGEST_BODY: usize = 256 * 1_024;

/// What goes back.
struct Answer {
    status: StatusCode,
    body: String,
    replayed_from: Option<String>,
}

/// Every call of the API.
pub async fn serve(State(sandbox): State<Arc<Sandbox>>, request: Request) -> Response {
    let request_id = new_id("req");
    let (parts, body) = request.into_parts();
    let answer = match to_bytes(body, LARGEST_BODY).await {
        Ok(body) => {
            let call =
                Call { sandbox: &sandbox, method: &parts.method, path: parts.uri.path(), headers: &parts.headers };
            let query = parts.uri.query().unwrap_or_default();
            call.run(query, body, &request_id).await
        }
        Err(_) => Err(Refusal::invalid("The request body is too large.").status(StatusCode::PAYLOAD_TOO_LARGE)),
    };
    let answer = answer.unwrap_or_else(|refusal| Answer {
        status: refusal.status,
        body: refusal.body().to_string(),
        replayed_from: None,
    });
    tracing::debug!(method = %parts.method, path = parts.uri.path(), status = answer.status.as_u16(), %request_id, "stripe");
    respond(answer, &request_id)
}

struct Call<'a> {
    sandbox: &'a Sandbox,
    method: &'a Method,
    path: &'a str,
    headers: &'a HeaderMap,
}

impl Call<'_> {
    async fn run(&self, query: &str, body: Bytes, request_id: &str) -> Result<Answer, Refusal> {
        authorisation::check(self.headers, &self.sandbox.settings.secret_key)?;
        let (route, id) = routes::find(self.method, self.path.trim_start_matches("/v1/")).ok_or_else(|| {
            let message = format!("Unrecognized request URL ({}: {}).", self.method, self.path);
            Refusal::invalid(message).status(StatusCode::NOT_FOUND)
        })?;
        let sent = self.parameters(query, &body)?;
        let params = params::check(route.fields, &form::decode(&sent)?)?;
        let keyed = self.keyed(&sent)?;
        let _turn = keyed.as_ref().map(|keyed| self.sandbox.in_flight.enter(&keyed.key)).transpose()?;

        let mut work = self.sandbox.store.begin().await?;
        let fault = faults::take(&mut work, route.name).await?;
        if let Some(fault) = &fault {
            work.commit().await?;
            fault.before().await;
            if let Some(refusal) = self.fail(fault, keyed.as_ref(), request_id).await? {
                return Err(refusal);
            }
            work = self.sandbox.store.begin().await?;
        }
        let mut answer =
            self.perform(work, route, (id.unwrap_or_default(), params), keyed.as_ref(), request_id).await?;
        if let Some(fault) = &fault {
            fault.after().await;
            answer.body = fault.bend(answer.body);
        }
        Ok(answer)
    }

    /// The parameters, wherever they stand: the query of a GET, the body of a POST, either of a DELETE.
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
        Keyed::new(key, self.method.as_str(), self.path, sent).map(Some)
    }

    /// A fault that stands in place of the answer. One that is to be kept for its key does not replace what is kept there
    /// already: that is repeated, as always.
    async fn fail(&self, fault: &Fault, keyed: Option<&Keyed>, id: &str) -> Result<Option<Refusal>, Refusal> {
        let Some(kept) = fault.fails() else { return Ok(None) };
        let refusal = Refusal::internal();
        if let (true, Some(keyed)) = (kept, keyed) {
            let mut work = self.sandbox.store.begin().await?;
            if idempotency::find(&mut work, keyed).await?.is_some() {
                return Ok(None);
            }
            idempotency::keep(&mut work, keyed, refusal.status, &refusal.body().to_string(), id).await?;
            work.commit().await?;
        }
        Ok(Some(refusal))
    }

    async fn perform(
        &self,
        mut work: Work,
        route: &Route,
        (id, params): (&str, Value),
        keyed: Option<&Keyed>,
        request_id: &str,
    ) -> Result<Answer, Refusal> {
        let cause =
            Cause { request_id: Some(request_id.to_owned()), idempotency_key: keyed.map(|keyed| keyed.key.clone()) };
        let paths: Vec<String> = serde_json::from_value(params["expand"].clone()).unwrap_or_default();
        if let Some(keyed) = keyed
            && let Some(kept) = idempotency::find(&mut work, keyed).await?
        {
            return Ok(Answer { status: kept.status, body: kept.body, replayed_from: Some(kept.request_id) });
        }
        let mut value = routes::perform(route.operation, &mut work, &self.sandbox.settings, &cause, id, params).await?;
        expand::expand(&mut work, &mut value, &paths).await?;
        let body = value.to_string();
        if let Some(keyed) = keyed {
            idempotency::keep(&mut work, keyed, StatusCode::OK, &body, request_id).await?;
        }
        work.commit().await?;
        self.sandbox.wake.notify_one();
        Ok(Answer { status: StatusCode::OK, body, replayed_from: None })
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
