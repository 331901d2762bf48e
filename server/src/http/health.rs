//! `/healthz`, `/readyz` and `/metrics`, on a port of their own.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::app::SharedApp;
use crate::flows::operating;

/// The routes of the operations port.
pub fn router(app: SharedApp) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(app)
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

/// What is counted, in the words of Prometheus.
async fn metrics(State(app): State<SharedApp>) -> Result<impl IntoResponse, StatusCode> {
    match operating::figures(&app).await {
        Ok(text) => Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)),
        Err(error) => {
            tracing::warn!(%error, "nothing could be counted");
            Err(StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}
