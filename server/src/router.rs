//! Every route of the shop on one screen. A call is mounted by the name of its handler, whose description has its
//! method and path.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::SharedApp;
use crate::config::Config;
use crate::http::account::{self, sign_in};
use crate::http::headers::{SecurityHeaders, secure_answers};
use crate::http::{
    body, consent, csp_report, deal, esim, esim_checkout, events, health, host, left_out, limited, openapi, orders,
    page_recovery, pages, price_mismatch, problems, subscription, webhooks, website,
};
use crate::metrics::Metrics;
use crate::pages::encoded::Encoded;
use crate::pages::public_files;
use crate::problem::Refusal;
use crate::telemetry::trace_requests;

/// Longest any answer may take: above the provider's budget, below what a browser waits for.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// The shop's routes and the layers around them. `mailbox` is the sandbox's mailbox page, if there is one.
pub fn router(app: SharedApp, mailbox: Option<Router>) -> Router {
    let limit_calls = from_fn_with_state(app.clone(), limited::limit_calls);
    let for_anybody = OpenApiRouter::new()
        .route("/api/csp-report", post(csp_report::report))
        .route("/api/{*rest}", axum::routing::any(pages::unknown_call));
    let calls = calls()
        .merge(account::routes::router(&app))
        .route("/api/esim/bundle/", get(esim::no_bundle))
        .route("/api/esim/discount-code//{price}", post(esim::no_discount_code))
        .route("/api/consent", post(consent::answer))
        .layer(from_fn_with_state(app.clone(), left_out::refuse_left_out))
        // What another site makes a browser send counts against no client's limits.
        .layer(from_fn_with_state(app.clone(), limited::limit_own_calls))
        .merge(for_anybody.layer(limit_calls))
        .layer(DefaultBodyLimit::max(body::MAX_JSON));
    let security = headers(&app.config);
    let stopping = app.clone();
    let metrics = app.metrics.clone();
    let mut routes = Router::from(calls.merge(webhook_calls()))
        .route("/openapi.json", get(described_calls))
        .route("/sitemap.xml", get(pages::site_map))
        .merge(public_files::routes(app.site.clone()))
        .fallback(pages::page)
        .with_state(app);
    if let Some(mailbox) = mailbox {
        routes = routes.nest("/sandbox", mailbox);
    }
    layered(routes, security, metrics).layer(from_fn_with_state(stopping, health::close_when_stopping))
}

/// The calls of pages and of other programs, except those of an account, which have a guard.
fn calls() -> OpenApiRouter<SharedApp> {
    OpenApiRouter::new()
        .routes(routes!(subscription::get_initial_data))
        .routes(routes!(subscription::get_checkout_link))
        .routes(routes!(subscription::verify))
        .routes(routes!(subscription::get_session_redirect))
        .routes(routes!(esim::bundles))
        .routes(routes!(esim::search_texts))
        .routes(routes!(esim::bundle))
        .routes(routes!(esim::discount_code))
        .routes(routes!(esim_checkout::pay_by_card))
        .routes(routes!(esim_checkout::pay_by_ideal))
        .routes(routes!(esim_checkout::status_of_card))
        .routes(routes!(esim_checkout::status_of_ideal))
        .routes(routes!(esim_checkout::generate))
        .routes(routes!(deal::create_checkout_session))
        .routes(routes!(deal::create_payment))
        .routes(routes!(deal::check_payment_status))
        .routes(routes!(orders::change_email))
        .routes(routes!(website::onboarding))
        .routes(routes!(sign_in::send_code))
        .routes(routes!(sign_in::check_code))
        .routes(routes!(price_mismatch::report))
        .routes(routes!(page_recovery::report))
        .routes(routes!(events::report))
}

/// The calls of providers.
fn webhook_calls() -> OpenApiRouter<SharedApp> {
    OpenApiRouter::new()
        .routes(routes!(webhooks::mollie))
        .routes(routes!(webhooks::stripe))
        .routes(routes!(webhooks::esim_access))
}

/// `/openapi.json`. Describing all calls takes milliseconds and megabytes: once, at the first request.
async fn described_calls(headers: HeaderMap) -> Response {
    static WRITTEN: OnceLock<Result<Encoded, String>> = OnceLock::new();
    let written = WRITTEN.get_or_init(|| match description().to_json() {
        Ok(json) => Ok(Encoded::new(json.into())),
        Err(error) => Err(error.to_string()),
    });
    match written {
        Ok(json) => json.answer_typed("application/json", "Accept-Encoding", &headers).await,
        Err(error) => Refusal::internal(error.as_str()).into_response(),
    }
}

/// The description of the calls that are mounted.
#[must_use]
pub fn description() -> OpenApi {
    let all = OpenApiRouter::with_openapi(openapi::heading()).merge(calls()).merge(webhook_calls());
    all.merge(account::routes::described()).into_openapi()
}

/// What every answer of the shop carries.
pub fn headers(config: &Config) -> SecurityHeaders {
    SecurityHeaders::new(config.is_https(), config.dev_assets.as_ref())
}

/// One fixed answer behind the same layers, at any path: what the layers and the server under them cost by themselves.
/// Measurements compare the shop's answers with it.
pub fn hello(config: &Config) -> Router {
    let security = headers(config);
    layered(Router::new().fallback(get(async || "Hello, world!")), security, Metrics::default())
}

/// The layers around every answer, the outermost last.
fn layered(routes: Router, security: SecurityHeaders, metrics: Metrics) -> Router {
    routes
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_LIMIT))
        .layer(from_fn_with_state(metrics, problems::write_refusals))
        .layer(from_fn(host::must_be_one))
        .layer(from_fn(trace_requests))
        .layer(from_fn_with_state(security.shared(), secure_answers))
}

#[cfg(test)]
mod tests {
    /// Routes that stand in for others, or are no calls of ours: all others are mounted by their description.
    const UNDESCRIBED: [&str; 7] = [
        "/api/csp-report",
        "/api/{*rest}",
        "/api/esim/bundle/",
        "/api/esim/discount-code//{price}",
        "/api/consent",
        "/openapi.json",
        "/sitemap.xml",
    ];

    #[test]
    fn no_call_is_mounted_without_its_description() {
        let own = include_str!("router.rs");
        let mounted = own.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let mounted: Vec<&str> = mounted.filter(|path| path.starts_with('/')).collect();
        assert_eq!(mounted, UNDESCRIBED);
    }

    #[test]
    fn what_is_described_is_what_the_handlers_say() {
        let description = super::description();
        let path = |path: &str| description.paths.paths.get(path);
        assert!(path("/api/subscription/verify").is_some_and(|item| item.post.is_some() && item.get.is_none()));
        assert!(path("/api/account/sessions").is_some_and(|item| item.get.is_some()));
        assert!(path("/webhooks/esim-access/{token}").is_some_and(|item| item.post.is_some()));
        assert_eq!(description.paths.paths.len(), 44, "a call that comes or goes is counted here");
    }
}
