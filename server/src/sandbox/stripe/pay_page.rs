//! The hosted pay page: a buyer pays, is declined, cancels or lets it expire; the merchant refunds. Forms only, no
//! script.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;
use serde_json::Value;

use super::session_request::CreateSession;
use super::{Cause, completion, pay_view, refunds, sessions};
use crate::sandbox::hosted_page::{Broken, path_part, policy};
use crate::sandbox::{Sandbox, html};

/// The pages of one session.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/pay/{id}", get(show))
        .route("/pay/{id}/pay", post(pay))
        .route("/pay/{id}/decline", post(decline))
        .route("/pay/{id}/expire", post(expire))
        .route("/pay/{id}/refund", post(refund))
}

#[derive(Debug, Default, Deserialize)]
struct PayPageQuery {
    declined: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Buyer {
    email: Option<String>,
}

async fn show(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(query): Query<PayPageQuery>,
) -> Result<Response, Broken> {
    let declined = query.declined.is_some().then_some("Your card was declined. Nothing was paid; you can try again.");
    render(&sandbox, &id, StatusCode::OK, declined).await
}

async fn pay(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    form: Result<Form<Buyer>, FormRejection>,
) -> Result<Response, Broken> {
    // A form without fields has no proper body; the address is then the one that the merchant sent.
    let buyer = form.map(|Form(buyer)| buyer).unwrap_or_default();
    let mut work = sandbox.store.begin().await?;
    match completion::pay(&mut work, &id, buyer.email.as_deref().map(str::trim)).await {
        Ok(session) => {
            work.commit().await?;
            sandbox.wake.notify_one();
            Ok(Redirect::to(&success_url(&session)).into_response())
        }
        Err(refusal) => {
            drop(work);
            match refusal.status {
                StatusCode::NOT_FOUND | StatusCode::CONFLICT => render(&sandbox, &id, refusal.status, None).await,
                StatusCode::INTERNAL_SERVER_ERROR => Err(Broken),
                _ => render(&sandbox, &id, StatusCode::UNPROCESSABLE_ENTITY, Some(&refusal.message)).await,
            }
        }
    }
}

async fn decline(Path(id): Path<String>) -> Redirect {
    Redirect::to(&format!("/pay/{}?declined=1", path_part(&id)))
}

async fn expire(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    // A session that is not open stays as it is; the page says so.
    if sessions::expire(&mut work, &Cause::default(), &id).await.is_ok() {
        work.commit().await?;
        sandbox.wake.notify_one();
    }
    Ok(Redirect::to(&format!("/pay/{}", path_part(&id))).into_response())
}

async fn refund(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    // Where nothing is left to refund, nothing happens; the page says so.
    if refunds::create_in_full(&mut work, &id).await.is_ok() {
        work.commit().await?;
        sandbox.wake.notify_one();
    }
    Ok(Redirect::to(&format!("/pay/{}", path_part(&id))).into_response())
}

async fn render(sandbox: &Sandbox, id: &str, status: StatusCode, alert: Option<&str>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let Some(session) = sessions::find(&mut work, id).await? else {
        let html = pay_view::unknown(&sandbox.settings.brand);
        return Ok(html::page(StatusCode::NOT_FOUND, html, &policy([])));
    };
    let items: Vec<Value> = work.load_as(sessions::LINE_ITEMS, id).await?;
    let request: CreateSession = work.load_as(sessions::REQUEST, id).await?;
    let returned = refunds::returned(&mut work, id).await.map_err(|_| Broken)?;
    let now = work.now;
    // Reading may have expired the session, which must be committed.
    work.commit().await?;
    let brand = &sandbox.settings.brand;
    let html = match session["status"].as_str() {
        Some("open") => pay_view::open(brand, &session, &items, &request, now, alert),
        Some("complete") => pay_view::complete(brand, &session, &success_url(&session), returned.as_ref()),
        _ => pay_view::expired(brand, &session),
    };
    Ok(html::page(status, html, &policy([session["success_url"].as_str(), session["cancel_url"].as_str()])))
}

/// Where a paid session redirects.
fn success_url(session: &Value) -> String {
    let template = session["success_url"].as_str().unwrap_or("/");
    template.replace("{CHECKOUT_SESSION_ID}", session["id"].as_str().unwrap_or_default())
}
