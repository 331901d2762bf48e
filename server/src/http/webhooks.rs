//! `/webhooks/*`: notices of the providers.

use axum::extract::{Request, State};
use axum::http::StatusCode;

use super::body::read;
use crate::app::SharedApp;
use crate::flows::notices;
use crate::problem::Refusal;

/// Largest notice.
const MAX_NOTICE: usize = 256 * 1024;

/// Largest notice that is an id and nothing else.
const MAX_ID_NOTICE: usize = 16 * 1024;

/// A notice of Mollie: the form `id=tr_…`, unsigned. Every id gets 200, also one that is not ours or none at all, so that
/// nobody learns which exist; what became of the payment is asked of Mollie.
#[utoipa::path(post, path = "/webhooks/mollie", tag = "webhooks", responses((status = 200)))]
pub async fn mollie(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    let body = read(request.into_body(), MAX_ID_NOTICE).await?;
    notices::mollie(&app, &body).await?;
    Ok(StatusCode::OK)
}

/// A notice of Stripe. A wrong signature gets 400 and nothing is stored; an event of no interest gets 200.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "webhooks",
    responses((status = 200), (status = 400, body = onefare_core::wire::problem::ProblemBody)))]
pub async fn stripe(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    // A header that is not text cannot be a signature.
    let signature = request.headers().get("stripe-signature").map(|value| value.to_str().unwrap_or("").to_owned());
    let body = read(request.into_body(), MAX_NOTICE).await?;
    notices::stripe(&app, signature.as_deref(), &body).await?;
    Ok(StatusCode::OK)
}
