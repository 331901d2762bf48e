//! `/healthz`, `/readyz` and `/metrics`, on a port of their own, beside the calls of the VPN's systems.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode, Version};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::entitlements;
use super::host::{self, OwnHosts};
use crate::app::SharedApp;
use crate::flows::metrics;

/// The routes of the operations port.
pub fn router(app: SharedApp) -> Router {
    let hosts = OwnHosts::new(app.config.ops_hosts.clone());
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .merge(entitlements::router(&app))
        .with_state(app)
        .layer(from_fn_with_state(hosts, host::must_be_own))
        .layer(from_fn(host::must_be_one))
}

/// The process runs.
async fn healthz() -> &'static str {
    "ok\n"
}

/// The process can sell: the database accepts writes and is whole, and the process is not about to stop.
async fn readyz(State(app): State<SharedApp>) -> (StatusCode, String) {
    match metrics::readiness(&app).await {
        Ok(()) => (StatusCode::OK, app.readiness.unchecked().map_or_else(|| "ready\n".to_owned(), unchecked)),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {reason}\n")),
    }
}

/// A database that could not be checked for damage still sells; an operator should know.
fn unchecked(why: String) -> String {
    format!("ready, but the database could not be checked for damage: {why}\n")
}

/// The metrics in Prometheus's format.
async fn metrics(State(app): State<SharedApp>) -> Result<impl IntoResponse, StatusCode> {
    match metrics::figures(&app).await {
        Ok(text) => Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)),
        Err(error) => {
            tracing::error!(%error, "the figures could not be written");
            Err(StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Asks clients with a persistent connection to open the next one to another server, once this one is about to stop.
/// HTTP/2 has a frame of its own for that.
pub async fn close_when_stopping(State(app): State<SharedApp>, request: Request, next: Next) -> Response {
    let keeps = app.readiness.is_stopping() && request.version() < Version::HTTP_2;
    let mut response = next.run(request).await;
    if keeps {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
