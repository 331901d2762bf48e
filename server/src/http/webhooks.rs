//! `/webhooks/*`: receives the providers' webhook events.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use onefare_core::wire::problem::ProblemBody;

use super::body::read_webhook_event;
use super::described::EventRefusals;
use crate::app::SharedApp;
use crate::flows::delivery::supplier_webhook;
use crate::flows::payment::webhooks;
use crate::problem::Refusal;

/// Largest webhook event.
const MAX_EVENT_BYTES: usize = 256 * 1024;

/// Largest webhook event that holds only an id.
const MAX_ID_EVENT_BYTES: usize = 16 * 1024;

/// Receives a webhook event of Mollie: the form `id=tr_…`, unsigned. The answer is 200 for every id, also an unknown or a
/// missing one, so that a caller does not learn which ids exist. The shop then reads the payment from Mollie.
#[utoipa::path(post, path = "/webhooks/mollie", tag = "webhooks", responses((status = 200), EventRefusals))]
pub async fn mollie(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    let (parts, body) = request.into_parts();
    let body = read_webhook_event(&app, &parts, body, MAX_ID_EVENT_BYTES).await?;
    webhooks::mollie(&app, &body).await?;
    Ok(StatusCode::OK)
}

/// Receives a webhook event of Stripe. The shop refuses a wrong signature with 400 and stores nothing; it answers 200 to an
/// event of a kind that it does not use.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "webhooks",
    responses((status = 200), EventRefusals, (status = 400, description = "bad_request: the signature is wrong or too old, or the body is no event", body = ProblemBody)))]
pub async fn stripe(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    // A header that is not text cannot be a signature.
    let signature = request.headers().get("stripe-signature").map(|value| value.to_str().unwrap_or("").to_owned());
    let (parts, body) = request.into_parts();
    let body = read_webhook_event(&app, &parts, body, MAX_EVENT_BYTES).await?;
    webhooks::stripe(&app, signature.as_deref(), &body).await?;
    Ok(StatusCode::OK)
}

/// Receives a webhook event of eSIM Access. Events are not signed, so the URL holds a secret token: another token gets 404,
/// a body that is no event 400. The shop does not rely on what an event says, but reads the order from the supplier.
#[utoipa::path(post, path = "/webhooks/esim-access/{token}", tag = "webhooks",
    params(("token" = String, Path, description = "The secret token of the URL that the supplier has")),
    responses((status = 200), EventRefusals, (status = 404, description = "not_found: another token", body = ProblemBody)))]
pub async fn esim_access(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    request: Request,
) -> Result<StatusCode, Refusal> {
    supplier_webhook::must_know(&app, &token)?;
    let (parts, body) = request.into_parts();
    let body = read_webhook_event(&app, &parts, body, MAX_EVENT_BYTES).await?;
    supplier_webhook::take(&app, &body).await?;
    Ok(StatusCode::OK)
}
