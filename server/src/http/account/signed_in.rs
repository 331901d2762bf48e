//! The session of a request. A call that needs one extracts [`SignedIn`]; the guard has refused requests without one
//! before.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use onefare_core::problem::Problem;

use super::browser::Kept;
use crate::app::{App, SharedApp};
use crate::flows::account::session::{self, Session};
use crate::problem::Refusal;

/// A caller who signed in.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Session);

/// The session that a request's cookie names, if it has not ended.
///
/// # Errors
/// The database failed.
pub async fn of_headers(app: &App, headers: &axum::http::HeaderMap) -> Result<Option<Session>, Refusal> {
    let Some(token) = Kept::Session.value(headers, app.config.is_https()) else { return Ok(None) };
    session::current(app, &token).await.map_err(Refusal::internal)
}

/// The guard before every route of an account: finds the session, or refuses.
pub async fn require_session(State(app): State<SharedApp>, mut request: Request, next: Next) -> Response {
    match of_headers(&app, request.headers()).await {
        Ok(Some(session)) => {
            request.extensions_mut().insert(SignedIn(session));
            next.run(request).await
        }
        Ok(None) => Refusal::from(Problem::SignInRequired).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Problem::SignInRequired.into())
    }
}
