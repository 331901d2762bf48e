//! The customer portal: a customer's subscriptions, card and invoices. Each visit has a page with a secret URL, which
//! opens for some minutes.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::session_rules::is_address;
use super::{customers, invoices, portal_view, subscriptions};
use crate::config::SANDBOX_PORTAL_CONFIGURATION;
use crate::ids::{new_id, new_secret};
use crate::sandbox::hosted_page::{Broken, policy};
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
    Router::new().route("/portal/{secret}", get(show))
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(secret): Path<String>) -> Result<Response, Broken> {
    let brand = &sandbox.settings.brand;
    let mut work = sandbox.store.begin().await?;
    let now = work.seconds();
    let is_open = |session: &Value| session["created"].as_i64().is_some_and(|at| now < at + OPEN_FOR);
    let Some(session) = work.find(KIND, &secret).await?.filter(is_open) else {
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
    let (paid, _) = work.list(invoices::KIND, &of_customer()).await?;
    work.commit().await?;
    let back = session["return_url"].as_str();
    let html = portal_view::portal(brand, email.as_deref().unwrap_or_default(), &held, &paid, back);
    Ok(html::page(StatusCode::OK, html, &policy([back])))
}
