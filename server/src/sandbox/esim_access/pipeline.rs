//! Handles one request: signature and route here, then the steps that all providers share.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::Response;

use super::errors::{Answered, Refusal};
use super::routes::{self, Operation};
use super::{account, catalogue, orders, profiles, queries, signature, usage, webhook_events};
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::pipeline::{self, Answer, LARGEST_BODY};
use crate::sandbox::store::Work;

/// Every call of the API.
pub async fn serve(State(sandbox): State<Arc<Sandbox>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().trim_start_matches("/api/v1/open/").to_owned();
    let answer = match to_bytes(body, LARGEST_BODY).await {
        Ok(body) => answer(&sandbox, &parts.method, &path, &parts.headers, body).await,
        Err(_) => Err(Refusal::new("000107")),
    };
    let answer = answer.unwrap_or_else(|refusal| Answer::refusing(&refusal));
    tracing::debug!(path, status = answer.status.as_u16(), "esim access");
    respond(answer)
}

async fn answer(
    sandbox: &Sandbox,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
    body: Bytes,
) -> Result<Answer, Refusal> {
    let route = routes::find(path).ok_or_else(Refusal::not_found)?;
    if *method != Method::POST {
        return Err(Refusal::new("000103"));
    }
    signature::check(&sandbox.settings.esim_access, headers, &body, sandbox.settings.clock.now())?;
    if route.operation == Operation::SaveWebhook {
        // Outside any transaction: it waits for the shop.
        webhook_events::try_address(sandbox, &body).await?;
    }
    // The supplier does not number calls; the ledger does.
    sandbox.carry_out(&Call { operation: route.operation, body }, route.name, None, &new_id("req")).await
}

/// A call whose operation is known.
struct Call {
    operation: Operation,
    body: Bytes,
}

impl pipeline::Call for Call {
    type Refusal = Refusal;

    async fn perform(&self, work: &mut Work, _request_id: &str) -> Result<Answered, Refusal> {
        match self.operation {
            Operation::ListPackages => catalogue::list(work, &self.body).await,
            Operation::Order => orders::create(work, &self.body).await,
            Operation::Query => queries::query(work, &self.body).await,
            Operation::Usage => usage::query(work, &self.body).await,
            Operation::Cancel => profiles::cancel(work, &self.body).await,
            Operation::Suspend => profiles::set_suspended(work, &self.body, true).await,
            Operation::Unsuspend => profiles::set_suspended(work, &self.body, false).await,
            Operation::Balance => account::balance(work, &self.body).await,
            Operation::SaveWebhook => account::save_webhook(work, &self.body).await,
        }
    }
}

fn respond(answer: Answer) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
