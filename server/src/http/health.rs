//! `/healthz` and `/readyz`, on a port of their own.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use crate::app::SharedApp;

/// The routes of the operations port.
pub fn router(app: SharedApp) -> Router {
    Router::new().route("/healthz", get(healthz)).route("/readyz", get(readyz)).with_state(app)
}

/// The process runs.
async fn healthz() -> &'static str {
    "ok\n"
}

/// The process can serve: the database answers.
async fn readyz(State(app): State<SharedApp>) -> (StatusCode, &'static str) {
    match app.store.ping().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "database unavailable\n")
        }
    }
}
