//! The hosted pay page: a buyer pays, is declined, lets it expire or goes back. Forms only, no script.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::errors::Refusal;
use super::session_request::CreateSession;
use super::{Cause, completion, pay_view, sessions};
use crate::sandbox::{Sandbox, html};

const STYLE: &str = concat!(include_str!("../tokens.css"), include_str!("pay.css"));

/// The pages of one session.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/pay/style.css", get(|| async { html::stylesheet(STYLE) }))
        .route("/pay/{id}", get(show))
        .route("/pay/{id}/pay", post(pay))
        .route("/pay/{id}/decline", post(decline))
        .route("/pay/{id}/expire", post(expire))
}

#[derive(Debug, Default, Deserialize)]
struct Notice {
    declined: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Buyer {
    email: Option<String>,
}

async fn show(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    Query(notice): Query<Notice>,
) -> Result<Response, Broken> {
    let declined = notice.declined.is_some().then_some("Your card was declined. Nothing was paid; you can try again.");
    render(&sandbox, &id, StatusCode::OK, declined).await
}

async fn pay(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    form: Result<Form<Buyer>, FormRejection>,
) -> Result<Response, Broken> {
    // A form without fields has no body worth the name; the address is then the one the merchant sent.
    let buyer = form.map(|Form(buyer)| buyer).unwrap_or_default();
    let mut work = sandbox.store.begin().await.map_err(Refusal::from)?;
    match completion::pay(&mut work, &id, buyer.email.as_deref().map(str::trim)).await {
        Ok(session) => {
            work.commit().await.map_err(Refusal::from)?;
            sandbox.wake.notify_one();
            Ok(Redirect::to(&success_url(&session)).into_response())
        }
        Err(refusal) => {
            drop(work);
            match refusal.status {
                StatusCode::NOT_FOUND | StatusCode::CONFLICT => render(&sandbox, &id, refusal.status, None).await,
                StatusCode::INTERNAL_SERVER_ERROR => Err(Broken(refusal)),
                _ => render(&sandbox, &id, StatusCode::UNPROCESSABLE_ENTITY, Some(&refusal.message)).await,
            }
        }
    }
}

async fn decline(Path(id): Path<String>) -> Redirect {
    Redirect::to(&format!("/pay/{}?declined=1", path_part(&id)))
}

async fn expire(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await.map_err(Refusal::from)?;
    // A session that is not open stays as it is; the page tells.
    if sessions::expire(&mut work, &Cause::default(), &id).await.is_ok() {
        work.commit().await.map_err(Refusal::from)?;
        sandbox.wake.notify_one();
    }
    Ok(Redirect::to(&format!("/pay/{}", path_part(&id))).into_response())
}

async fn render(sandbox: &Sandbox, id: &str, status: StatusCode, alert: Option<&str>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await.map_err(Refusal::from)?;
    let Some(session) = sessions::find(&mut work, id).await.map_err(Refusal::from)? else {
        let html = pay_view::unknown(&sandbox.settings.brand);
        return Ok(html::page(StatusCode::NOT_FOUND, html, &policy(&Value::Null)));
    };
    let items: Vec<Value> = work.load_as(sessions::LINE_ITEMS, id).await.map_err(Refusal::from)?;
    let request: CreateSession = work.load_as(sessions::REQUEST, id).await.map_err(Refusal::from)?;
    let now = work.now;
    // Reading may have expired the session, and that must last.
    work.commit().await.map_err(Refusal::from)?;
    let brand = &sandbox.settings.brand;
    let html = match session["status"].as_str() {
        Some("open") => pay_view::open(brand, &session, &items, &request, now, alert),
        Some("complete") => pay_view::complete(brand, &session, &success_url(&session)),
        _ => pay_view::expired(brand, &session),
    };
    Ok(html::page(status, html, &policy(&session)))
}

/// Where a paid session leads.
fn success_url(session: &Value) -> String {
    let template = session["success_url"].as_str().unwrap_or("/");
    template.replace("{CHECKOUT_SESSION_ID}", session["id"].as_str().unwrap_or_default())
}

/// Browsers hold a form's redirect against `form-action` too, so the merchant's origins stand in it.
fn policy(session: &Value) -> String {
    let origin = |name: &str| Url::parse(session[name].as_str()?).ok().map(|url| url.origin().ascii_serialization());
    let origins: Vec<String> = ["success_url", "cancel_url"].into_iter().filter_map(origin).collect();
    format!(
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' {}; base-uri 'none'; frame-ancestors 'none'",
        origins.join(" ")
    )
}

/// Ids hold letters, digits and underscores; anything else cannot be one and must not shape an address.
fn path_part(id: &str) -> String {
    id.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
}

/// The sandbox itself failed.
struct Broken(Refusal);

impl From<Refusal> for Broken {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl axum::response::IntoResponse for Broken {
    fn into_response(self) -> Response {
        (self.0.status, "The sandbox failed. Its log says why.").into_response()
    }
}
