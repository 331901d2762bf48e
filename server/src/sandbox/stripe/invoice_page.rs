//! The hosted page of a later term's invoice, on which the customer pays with any card or confirms the charge.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use serde_json::Value;

use super::portal_view::amount;
use super::sessions::day;
use super::subscriptions::{self, Closing};
use super::{Cause, invoices};
use crate::sandbox::hosted_page::{Broken, closed, frame, path_part, policy};
use crate::sandbox::html::Escaped;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;
use crate::sandbox::{Sandbox, html};

/// The pages of one invoice.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/invoice/{secret}", get(show)).route("/invoice/{secret}/pay", post(pay))
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(secret): Path<String>) -> Result<Response, Broken> {
    let brand = &sandbox.settings.brand;
    let (status, html) = match found(&mut sandbox.store.begin().await?, &secret).await? {
        Some(invoice) => (StatusCode::OK, page(brand, &secret, &invoice)),
        None => (StatusCode::NOT_FOUND, closed(brand, "No such invoice", "Check the address. Nothing was paid.", "")),
    };
    Ok(html::page(status, html, &policy([])))
}

async fn pay(State(sandbox): State<Arc<Sandbox>>, Path(secret): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    if let Some(invoice) = found(&mut work, &secret).await?
        // A paid or void invoice is refused; the page shows its state.
        && subscriptions::close_invoice(&mut work, &Cause::default(), invoice, Closing::Pay).await.is_ok()
    {
        work.commit().await?;
        sandbox.wake.notify_one();
    }
    Ok(Redirect::to(&format!("/invoice/{}", path_part(&secret))).into_response())
}

async fn found(work: &mut Work, secret: &str) -> Result<Option<Value>, SandboxError> {
    let Some(id) = work.find(invoices::PAGE, secret).await? else { return Ok(None) };
    work.find(invoices::KIND, id.as_str().unwrap_or_default()).await
}

fn page(brand: &str, secret: &str, invoice: &Value) -> String {
    match invoice["status"].as_str() {
        Some("open") => {}
        Some("paid") => return closed(brand, "Already paid", "This invoice is paid. Nothing more was taken.", ""),
        _ => return closed(brand, "Nothing is due", "This invoice is void. Nobody pays it any more.", ""),
    }
    let due = amount(&invoice["currency"], &invoice["amount_remaining"]);
    let since = day(invoice["created"].as_i64().unwrap_or(0));
    let body = format!(
        "<main class=\"checkout\"><section class=\"summary\" aria-labelledby=\"due\"><p class=\"merchant\">{}</p>\
         <h1 id=\"due\"><span>Invoice of {}</span> <strong>{due}</strong></h1></section>\
         <section class=\"till\" aria-label=\"Payment\"><form method=\"post\" action=\"/invoice/{}/pay\">\
         <p class=\"field\"><span class=\"label\">Card</span><span class=\"card\"><span>4242 4242 4242 4242</span><em>test card</em></span></p>\
         <button class=\"button primary\">Pay <span>{due}</span></button></form>\
         <p class=\"until\">Where the bank asks for it, paying here confirms the charge.</p></section></main>",
        Escaped(brand),
        Escaped(&since),
        Escaped(secret),
    );
    frame(&format!("Invoice of {brand}"), &body)
}
