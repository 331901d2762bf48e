//! Refuses state-changing calls that a page of another site makes on a visitor's behalf.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use onefare_core::problem::Problem;

use crate::app::App;

/// Passes a call from our own pages, or from no page at all (a server, a command line).
///
/// # Errors
/// [`Problem::ForbiddenOrigin`].
pub fn must_be_ours(app: &App, request: &Request) -> Result<(), Problem> {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || is_ours(request.headers(), &app.config.public_origin()) {
        return Ok(());
    }
    Err(Problem::ForbiddenOrigin)
}

/// Passes a form of the sandbox's own pages, and a request from no page: a test, a command line. It compares the page's
/// origin with the Host, so put it behind [`must_be_own`](super::host::must_be_own).
pub async fn own_pages_only(request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if safe
        || is_ours(request.headers(), &format!("http://{host}"))
        || is_ours(request.headers(), &format!("https://{host}"))
    {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "Sent by another site's page.\n").into_response()
}

/// Whether a request comes from our own pages, or from no page at all.
pub fn is_ours(headers: &HeaderMap, public_origin: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let site = text("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"));
    let origin = text(header::ORIGIN.as_str()).is_none_or(|origin| origin == public_origin);
    site && origin
}
