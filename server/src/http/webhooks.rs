//! `/webhooks/*`: notices of the providers.
//!
//! A notice is a hint. It is verified, noted together with a job that asks the provider itself, and only then
//! answered: what was answered with 200 survives any crash.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use onefare_core::problem::Problem;

use super::body::read;
use crate::app::SharedApp;
use crate::jobs::JobKind;
use crate::payments::stripe::webhook::Event;
use crate::problem::Refusal;
use crate::store::{StoreError, jobs, payments, webhook_events};

/// Largest notice.
const MAX_NOTICE: usize = 256 * 1024;

/// A notice of Stripe. A wrong signature gets 400 and nothing is stored; an event of no interest gets 200.
#[utoipa::path(post, path = "/webhooks/stripe", tag = "webhooks",
    responses((status = 200), (status = 400, body = onefare_core::wire::problem::ProblemBody)))]
pub async fn stripe(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    let signature = request.headers().get("stripe-signature").map(|value| value.to_str().unwrap_or("").to_owned());
    let body = read(request.into_body(), MAX_NOTICE).await?;
    if let Err(error) = app.stripe_signatures.verify(&body, signature.as_deref(), app.clock.now()) {
        tracing::warn!(%error, "payment notice refused");
        return Err(Problem::BadRequest.into());
    }
    let event = Event::parse(&body).map_err(|error| {
        tracing::warn!(%error, "signed payment notice could not be read");
        Refusal::from(Problem::BadRequest)
    })?;
    note(&app, &event).await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    Ok(StatusCode::OK)
}

/// Notes the event and the question it raises, in one transaction. A repeated event is noted once.
async fn note(app: &SharedApp, event: &Event) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    if !webhook_events::remember(&mut tx, "stripe", &event.id, event.kind.as_str(), now).await? {
        return Ok(());
    }
    if event.kind.concerns_session()
        && let Some(payment_id) = event.payment_id()
        && let Some(payment) = payments::by_id(&mut tx, payment_id).await?
    {
        if let (None, Some(session_id)) = (&payment.reference, &event.data.object.id) {
            // The server died between making the page and noting it: the signed notice names it.
            payments::set_reference(&mut tx, &payment.id, session_id, None, None).await?;
        }
        jobs::enqueue(&mut tx, JobKind::RecheckPayment, &payment.id, now, now).await?;
    }
    tx.commit().await
}
