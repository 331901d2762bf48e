//! `/webhooks/*`: webhook events of the providers.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use onefare_core::wire::problem::ProblemBody;

use super::body::read_notice;
use super::described::EventRefusals;
use crate::app::SharedApp;
use crate::flows::delivery::supplier_webhook;
use crate::flows::payment::webhooks;
use crate::problem::Refusal;

/// Largest webhook event.
const MAX_NOTICE: usize = 256 * 1024;

/// Largest webhook event that is an id and nothing else.
const MAX_ID_NOTICE: usize = 16 * 1024;

/// A notice of Mollie: the form `id=tr_…`, unsigned. Every id gets 200, also one that is not ours or none at all, so that
/// nobody learns which exist; what became of the payment is asked of Mollie.
#[utoipa::path(post, path = "/webhooks/mollie", tag = "webhooks", responses((status = 200), EventRefusals))]
pub async fn mollie(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    let (parts, body) = request.into_parts();
    let body = read_notice(&app, &parts, body, MAX_ID_NOTICE).await?;
    webhooks::mollie(&app, &body).await?;
    Ok(StatusCode::OK)
}

/// A notice of Stripe. A wrong signature gets 400 and nothing is stored; an event of no interest gets 200.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "webhooks",
    responses((status = 200), EventRefusals, (status = 400, description = "bad_request: the signature is wrong or too old, or there is no event", body = ProblemBody)))]
pub async fn stripe(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    // A header that is not text cannot be a signature.
    let signature = request.headers().get("stripe-signature").map(|value| value.to_str().unwrap_or("").to_owned());
    let (parts, body) = request.into_parts();
    let body = read_notice(&app, &parts, body, MAX_NOTICE).await?;
    webhooks::stripe(&app, signature.as_deref(), &body).await?;
    Ok(StatusCode::OK)
}

/// A notice of eSIM Access. It is not signed, so the address holds a token; another token gets 404, what is no notice 400.
/// What it says is not believed: the supplier is asked.
#[utoipa::path(post, path = "/webhooks/esim-access/{token}", tag = "webhooks",
    params(("token" = String, Path, description = "What only the supplier was told")),
    responses((status = 200), EventRefusals, (status = 404, description = "not_found: another token", body = ProblemBody)))]
pub async fn esim_access(
    State(app): State<SharedApp>,
    Path(token): Path<String>,
    request: Request,
) -> Result<StatusCode, Refusal> {
    supplier_webhook::must_know(&app, &token)?;
    let (parts, body) = request.into_parts();
    let body = read_notice(&app, &parts, body, MAX_NOTICE).await?;
    supplier_webhook::take(&app, &body).await?;
    Ok(StatusCode::OK)
}
