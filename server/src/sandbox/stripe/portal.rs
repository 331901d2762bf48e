//! The customer portal: a customer's subscriptions, card and invoices. Each visit has a page with a secret URL, which
//! opens for some minutes.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::cards::Card;
use super::errors::Refusal;
use super::portal_view::{self, Visit};
use super::session_rules::is_address;
use super::{cards, customers, invoices, subscriptions};
use crate::config::SANDBOX_PORTAL_CONFIGURATION;
use crate::ids::{new_id, new_secret};
use crate::sandbox::hosted_page::{Broken, path_part, policy};
use crate::sandbox::settings::{SandboxError, SandboxSettings};
use crate::sandbox::store::{Selection, Work};
use crate::sandbox::{Sandbox, html};

pub const KIND: &str = "billing_portal.session";

/// Whether the merchant has saved a configuration of the portal; there is only one.
const CONFIGURATION: &str = "billing_portal.configuration";
const DEFAULT: &str = "default";

/// Seconds for which the page opens.
const OPEN_FOR: i64 = 5 * 60;

/// Most subscriptions and invoices on the page.
const SHOWN: i64 = 24;

#[derive(Debug, Deserialize)]
pub struct CreatePortalSession {
    configuration: Option<String>,
    customer: Option<String>,
    locale: Option<String>,
    return_url: Option<String>,
}

/// `POST /v1/billing_portal/sessions`
pub async fn create(
    work: &mut Work,
    settings: &SandboxSettings,
    request: CreatePortalSession,
) -> Result<Value, Refusal> {
    let customer = request.customer.ok_or_else(|| Refusal::missing("customer"))?;
    customers::email(work, &customer, "customer").await?;
    if let Some(address) = request.return_url.as_deref().filter(|address| !is_address(address)) {
        return Err(Refusal::param("return_url", format!("Not a valid URL: {address}")).code("url_invalid"));
    }
    let is_saved = work.find(CONFIGURATION, DEFAULT).await?.is_none_or(|saved| saved["saved"] != false);
    if let Some(named) = request.configuration.filter(|named| named != SANDBOX_PORTAL_CONFIGURATION || !is_saved) {
        return Err(Refusal::no_such(CONFIGURATION, &named, "configuration"));
    } else if !is_saved {
        let message = "No configuration was named, and the account has no default one: save the settings of its \
                       customer portal in test mode first.";
        return Err(Refusal::invalid(message));
    }
    let secret = new_secret();
    let session = json!({
        "id": new_id("bps"),
        "object": KIND,
        "after_expiration": null,
        "configuration": SANDBOX_PORTAL_CONFIGURATION,
        "created": work.seconds(),
        "customer": customer,
        "customer_account": null,
        "flow": null,
        "livemode": false,
        "locale": request.locale,
        "on_behalf_of": null,
        "return_url": request.return_url,
        "url": settings.public_page(&format!("/portal/{secret}")),
    });
    work.put(KIND, &secret, &session).await?;
    Ok(session)
}

/// Sets whether the merchant has saved a configuration, which is also the default one; a new sandbox has one.
pub async fn save_configuration(work: &mut Work, saved: bool) -> Result<(), SandboxError> {
    work.put(CONFIGURATION, DEFAULT, &json!({ "saved": saved })).await
}

/// The page of a visit.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/portal/{secret}", get(show)).route("/portal/{secret}/card", post(replace_card))
}

#[derive(Debug, Deserialize)]
struct NewCard {
    card: Card,
}

async fn replace_card(
    State(sandbox): State<Arc<Sandbox>>,
    Path(secret): Path<String>,
    Form(NewCard { card }): Form<NewCard>,
) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    if let Some(session) = open_visit(&mut work, &secret).await? {
        cards::replace(&mut work, cards::holder(&session), card).await?;
        work.commit().await?;
    }
    Ok(Redirect::to(&format!("/portal/{}", path_part(&secret))).into_response())
}

/// The visit with that secret, while it is open.
async fn open_visit(work: &mut Work, secret: &str) -> Result<Option<Value>, SandboxError> {
    let now = work.seconds();
    let is_open = |session: &Value| session["created"].as_i64().is_some_and(|at| now < at + OPEN_FOR);
    Ok(work.find(KIND, secret).await?.filter(is_open))
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(secret): Path<String>) -> Result<Response, Broken> {
    let brand = &sandbox.settings.brand;
    let mut work = sandbox.store.begin().await?;
    let Some(session) = open_visit(&mut work, &secret).await? else {
        return Ok(html::page(StatusCode::NOT_FOUND, portal_view::over(brand), &policy([])));
    };
    let customer = session["customer"].as_str().unwrap_or_default();
    let email = customers::email(&mut work, customer, "customer").await.map_err(|_| Broken)?;
    let of_customer =
        || Selection { equal: vec![("$.customer", json!(customer))], limit: SHOWN, ..Selection::default() };
    let mut held = Vec::new();
    for one in work.list(subscriptions::KIND, &of_customer()).await?.0 {
        // Reading may end a subscription or begin its next period, which must be committed.
        held.extend(subscriptions::find(&mut work, one["id"].as_str().unwrap_or_default()).await?);
    }
    let (invoices, _) = work.list(invoices::KIND, &of_customer()).await?;
    let card = cards::of(&mut work, customer).await?;
    work.commit().await?;
    let back = session["return_url"].as_str();
    let email = email.unwrap_or_default();
    let visit = Visit { secret: &secret, email: &email, card, subscriptions: &held, invoices: &invoices, back };
    let html = portal_view::portal(brand, &visit);
    Ok(html::page(StatusCode::OK, html, &policy([back])))
}
