//! Every route of the shop on one screen.

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::SharedApp;
use crate::config::Config;
use crate::http::account::{routes, sign_in};
use crate::http::headers::{SecurityHeaders, secure_answers};
use crate::http::{
    body, consent, csp_report, deal, esim, esim_checkout, events, health, host, limited, openapi, orders, pages,
    price_mismatch, problems, same_origin, subscription, webhooks, website,
};
use crate::metrics::Metrics;
use crate::pages::public_files;
use crate::telemetry::trace_requests;

/// Longest any answer may take: above the provider's budget, below what a browser waits for.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// The shop's routes and the layers round them. `mailbox` is the sandbox's mailbox page, where there is one.
pub fn router(app: SharedApp, mailbox: Option<Router>) -> Router {
    let limit_calls = from_fn_with_state(app.clone(), limited::limit_calls);
    let for_anybody = Router::new()
        .route("/api/csp-report", post(csp_report::report))
        .route("/api/{*rest}", axum::routing::any(pages::unknown_call));
    let calls = Router::new()
        .route("/api/subscription/get_initial_data", get(subscription::get_initial_data))
        .route("/api/subscription/get_checkout_link", post(subscription::get_checkout_link))
        .route("/api/subscription/verify", post(subscription::verify))
        .route("/api/subscription/get-session-redirect", post(subscription::get_session_redirect))
        .route("/api/esim/bundles", get(esim::bundles))
        .route("/api/esim/search-texts", get(esim::search_texts))
        .route("/api/esim/bundle/{id}", get(esim::bundle))
        .route("/api/esim/bundle/", get(esim::no_bundle))
        .route("/api/esim/discount-code/{code}/{price}", post(esim::discount_code))
        .route("/api/esim/discount-code//{price}", post(esim::no_discount_code))
        .route("/api/esim/stripe/create-payment", post(esim_checkout::pay_by_card))
        .route("/api/esim/mollie/create-payment", post(esim_checkout::pay_by_ideal))
        .route("/api/esim/stripe/check-payment-status", get(esim_checkout::status_of_card))
        .route("/api/esim/mollie/check-payment-status", get(esim_checkout::status_of_ideal))
        .route("/api/esim/generate-esim-order", post(esim_checkout::generate))
        .route("/api/stripe/create-checkout-session", post(deal::create_checkout_session))
        .route("/api/mollie/create-payment", post(deal::create_payment))
        .route("/api/mollie/check-payment-status", get(deal::check_payment_status))
        .route("/api/orders/change-email", post(orders::change_email))
        .route("/api/website/onboarding", post(website::onboarding))
        .route("/panel/verify-otp", post(sign_in::send_code))
        .route("/panel/manage-subscription", post(sign_in::check_code))
        .merge(routes::router(&app))
        .route("/api/price-mismatch", post(price_mismatch::report))
        .route("/api/consent", post(consent::answer))
        .route("/api/events", post(events::report))
        // Inside the next layer: what another site makes a browser send counts for nobody.
        .layer(limit_calls.clone())
        .layer(from_fn_with_state(app.clone(), same_origin::same_origin_only))
        .merge(for_anybody.layer(limit_calls))
        .layer(DefaultBodyLimit::max(body::MAX_JSON));
    let security = headers(&app.config);
    let stopping = app.clone();
    let metrics = app.metrics.clone();
    let mut routes = Router::new()
        .merge(calls)
        .route("/webhooks/mollie", post(webhooks::mollie))
        .route("/webhooks/stripe", post(webhooks::stripe))
        .route("/webhooks/esim-access/{token}", post(webhooks::esim_access))
        .route("/openapi.json", get(openapi::description))
        .route("/sitemap.xml", get(pages::site_map))
        .merge(public_files::routes(app.site.clone()))
        .fallback(pages::page)
        .with_state(app);
    if let Some(mailbox) = mailbox {
        routes = routes.nest("/sandbox", mailbox);
    }
    layered(routes, security, metrics).layer(from_fn_with_state(stopping, health::close_when_stopping))
}

/// What every answer of the shop carries.
pub fn headers(config: &Config) -> SecurityHeaders {
    SecurityHeaders::new(config.is_https(), config.dev_assets.as_ref())
}

/// One fixed answer behind the same layers, at any address: what the layers and the server under them cost by
/// themselves. Measurements hold the shop's answers against it.
pub fn hello(config: &Config) -> Router {
    let security = headers(config);
    layered(Router::new().fallback(get(async || "Hello, world!")), security, Metrics::default())
}

/// The layers round every answer, the outermost last.
fn layered(routes: Router, security: SecurityHeaders, metrics: Metrics) -> Router {
    routes
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_LIMIT))
        .layer(from_fn_with_state(metrics, problems::write_refusals))
        .layer(from_fn(host::must_be_one))
        .layer(from_fn(trace_requests))
        .layer(from_fn_with_state(security.shared(), secure_answers))
}
