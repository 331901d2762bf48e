//! The page on which Mollie's test mode asks for the outcome of a payment. Forms only, no script.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;

use super::pay_view;
use super::payments::{self, Status};
use super::refunds;
use crate::sandbox::hosted_page::{Broken, path_part, policy};
use crate::sandbox::pipeline::Refuse as _;
use crate::sandbox::{Sandbox, html};

/// The page of one payment.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/checkout/{id}", get(show).post(choose)).route("/checkout/{id}/refund", post(refund))
}

#[derive(Debug, Deserialize)]
struct Choice {
    status: Status,
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    render(&sandbox, &id, StatusCode::OK, None).await
}

async fn choose(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    form: Result<Form<Choice>, FormRejection>,
) -> Result<Response, Broken> {
    let Ok(Form(choice)) = form else {
        let alert = "Choose how the payment ends, then continue.";
        return render(&sandbox, &id, StatusCode::UNPROCESSABLE_ENTITY, Some(alert)).await;
    };
    let mut work = sandbox.store.begin().await?;
    match payments::choose(&mut work, &id, choice.status).await {
        Ok(payment) => {
            work.commit().await?;
            sandbox.wake.notify_one();
            Ok(Redirect::to(payment.way_back()).into_response())
        }
        Err(refusal) if refusal.status() == StatusCode::INTERNAL_SERVER_ERROR => Err(Broken),
        Err(refusal) => {
            drop(work);
            render(&sandbox, &id, refusal.status(), None).await
        }
    }
}

async fn refund(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    // A payment that cannot be refunded stays as it is; the page says so.
    if refunds::create_in_full(&mut work, &sandbox.settings, &id).await.is_ok() {
        work.commit().await?;
        sandbox.wake.notify_one();
    }
    Ok(Redirect::to(&format!("/checkout/{}", path_part(&id))).into_response())
}

async fn render(sandbox: &Sandbox, id: &str, status: StatusCode, alert: Option<&str>) -> Result<Response, Broken> {
    let brand = &sandbox.settings.brand;
    let mut work = sandbox.store.begin().await?;
    let Some(payment) = payments::find(&mut work, id).await? else {
        return Ok(html::page(StatusCode::NOT_FOUND, pay_view::unknown(brand), &policy([])));
    };
    let refunds = refunds::of(&mut work, id).await?;
    // Reading may have expired the payment, which must be committed.
    work.commit().await?;
    let currency = payment.currency()?;
    let html = if payment.status.is_final() {
        pay_view::over(brand, &payment, currency, &refunds)
    } else {
        pay_view::chooser(brand, &payment, currency, alert)
    };
    let addresses = [Some(payment.redirect_url.as_str()), payment.cancel_url.as_deref()];
    Ok(html::page(status, html, &policy(addresses)))
}
