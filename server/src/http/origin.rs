//! Refuses state-changing calls that another site's page makes in a visitor's name.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use onefare_core::problem::Problem;

use crate::app::SharedApp;
use crate::problem::Refusal;

/// Lets a call pass when it comes from our own pages, or from no page at all (a server, a command line).
pub async fn same_origin_only(State(app): State<SharedApp>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || is_ours(request.headers(), &app.config.public_origin()) {
        return next.run(request).await;
    }
    Refusal::from(Problem::ForbiddenOrigin).into_response()
}

/// Whether a request comes from our own pages, or from no page at all.
pub fn is_ours(headers: &HeaderMap, public_origin: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let site = text("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"));
    let origin = text(header::ORIGIN.as_str()).is_none_or(|origin| origin == public_origin);
    site && origin
}
