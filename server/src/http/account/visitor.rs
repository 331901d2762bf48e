//! The caller of the sign-in routes.

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::browser::Brought;
use crate::app::SharedApp;
use crate::limits::Client;
use crate::problem::Refusal;

/// The cookies and the device of a request's browser, and the client that sent it.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Its cookies and its device.
    pub brought: Brought,
    /// The client that sent it.
    pub client: Client,
}

impl FromRequestParts<SharedApp> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Self::Rejection> {
        let client = Extension::<Client>::from_request_parts(parts, app).await.map_err(Refusal::internal)?.0;
        Ok(Self { brought: Brought::by(&parts.headers, app.config.is_https()), client })
    }
}
