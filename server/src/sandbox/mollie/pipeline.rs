//! Handles one request: key and route here, then the steps that all providers share.

use std::sync::Arc;

use axum::body::{Body as HttpBody, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use serde_json::Value;

use super::body::Body;
use super::errors::Refusal;
use super::routes::{self, Operation};
use super::{chargebacks, payments, refunds};
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::idempotency::Keyed;
use crate::sandbox::pipeline::{self, Answer, LARGEST_BODY, is_authorised};
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxSettings;
use crate::sandbox::store::Work;

/// Mollie forgets keys after an hour.
const KEY_LIFE_SECONDS: i64 = 3_600;

/// Every call of the API.
pub async fn serve(State(sandbox): State<Arc<Sandbox>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let answer = match to_bytes(body, LARGEST_BODY).await {
        Ok(body) => answer(&sandbox, &parts.method, &parts.uri, &parts.headers, body).await,
        Err(_) => Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The request body is too large.")),
    };
    let answer = answer.unwrap_or_else(|refusal| Answer::refusing(&refusal));
    tracing::debug!(method = %parts.method, path = parts.uri.path(), status = answer.status.as_u16(), "mollie");
    respond(answer)
}

async fn answer(
    sandbox: &Sandbox,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: Bytes,
) -> Result<Answer, Refusal> {
    if !is_authorised(headers, &sandbox.settings.mollie.api_key) {
        let detail = "Missing authentication, or failed to authenticate";
        return Err(Refusal::new(StatusCode::UNAUTHORIZED, detail));
    }
    let (route, ids) = routes::find(method, uri.path().trim_start_matches("/v2/"))
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "This endpoint does not exist."))?;
    let keyed = keyed(headers, method, uri.path(), &body)?;
    let query = uri.query().unwrap_or_default();
    let call = Call { settings: &sandbox.settings, operation: route.operation, ids, query, body };
    // Mollie does not number requests; the ledger does.
    sandbox.carry_out(&call, route.name, keyed.as_ref(), &new_id("req")).await
}

/// Idempotency keys count for POST only.
fn keyed(headers: &HeaderMap, method: &Method, path: &str, body: &[u8]) -> Result<Option<Keyed>, Refusal> {
    let Some(key) = headers.get("idempotency-key").filter(|_| *method == Method::POST) else { return Ok(None) };
    let invalid = || Refusal::new(StatusCode::BAD_REQUEST, "The idempotency key is invalid.");
    let key = key.to_str().map_err(|_| invalid())?;
    // Parsed and serialized again, so that the order of the parameters does not matter.
    let body = serde_json::from_slice::<Value>(body).unwrap_or_default();
    let request = format!("{method} {path}\n{body}");
    Keyed::new(Provider::Mollie, KEY_LIFE_SECONDS, key, &request).map(Some).ok_or_else(invalid)
}

/// A call whose operation is known.
struct Call<'a> {
    settings: &'a SandboxSettings,
    operation: Operation,
    ids: Vec<&'a str>,
    query: &'a str,
    body: Bytes,
}

impl Call<'_> {
    /// The ids in the address, empty where it has none.
    fn ids(&self) -> (&str, &str) {
        let of = |place| self.ids.get(place).copied().unwrap_or_default();
        (of(0), of(1))
    }

    /// The requested part of a list; no other operation reads a query.
    fn page(&self) -> Result<refunds::Page, Refusal> {
        serde_qs::from_str(self.query)
            .map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "The query has an invalid parameter."))
    }

    fn without_query(&self) -> Result<(), Refusal> {
        if self.query.is_empty() {
            return Ok(());
        }
        Err(Refusal::new(StatusCode::BAD_REQUEST, "The query has an invalid parameter."))
    }
}

impl pipeline::Call for Call<'_> {
    type Refusal = Refusal;

    async fn perform(&self, work: &mut Work, _request_id: &str) -> Result<(StatusCode, String), Refusal> {
        let (id, refund) = self.ids();
        if self.operation != Operation::ListRefunds {
            self.without_query()?;
        }
        let body = Body::read(&self.body)?;
        let (status, document) = match self.operation {
            Operation::CreatePayment => (StatusCode::CREATED, payments::create(work, self.settings, body).await?),
            Operation::CreateRefund => (StatusCode::CREATED, refunds::create(work, self.settings, id, body).await?),
            Operation::CancelPayment => {
                body.finish()?;
                (StatusCode::OK, payments::cancel(work, self.settings, id).await?)
            }
            Operation::GetPayment => (StatusCode::OK, payments::retrieve(work, self.settings, id).await?),
            Operation::GetRefund => (StatusCode::OK, refunds::retrieve(work, self.settings, id, refund).await?),
            Operation::ListChargebacks => (StatusCode::OK, chargebacks::list(work, self.settings, id).await?),
            Operation::ListRefunds => (StatusCode::OK, refunds::list(work, self.settings, id, self.page()?).await?),
        };
        Ok((status, document.to_string()))
    }
}

fn respond(answer: Answer) -> Response {
    let mut response = Response::new(HttpBody::from(answer.body));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/hal+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if answer.replayed_from.is_some() {
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}
