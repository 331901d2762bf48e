//! Refusals in Mollie's words and format.

use axum::http::StatusCode;
use serde_json::json;

use crate::sandbox::pipeline::Refuse;
use crate::sandbox::settings::SandboxError;

/// A refused request, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    detail: String,
    field: Option<String>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), field: None }
    }

    /// A parameter with a wrong value, or none.
    pub fn unprocessable(field: &str, detail: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
    }

    /// A required parameter is missing.
    pub fn missing(field: &str) -> Self {
        Self::unprocessable(field, format!("The '{field}' field is missing"))
    }

    /// An object that does not exist.
    pub fn no_such(what: &str, id: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("No {what} exists with token {id}."))
    }

    /// The title of the refusal, where Mollie does not use the protocol's own reason phrase.
    fn title(&self) -> &'static str {
        match self.status {
            StatusCode::UNAUTHORIZED => "Unauthorized Request",
            status => status.canonical_reason().unwrap_or("Error"),
        }
    }

    /// The manual's page about it.
    fn documentation(&self) -> &'static str {
        match self.status {
            StatusCode::UNAUTHORIZED => "https://docs.mollie.com/reference/authentication",
            _ => "https://docs.mollie.com/reference/handling-errors",
        }
    }
}

impl From<SandboxError> for Refusal {
    fn from(error: SandboxError) -> Self {
        tracing::error!(%error, "the sandbox failed");
        Self::internal()
    }
}

impl Refuse for Refusal {
    fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "An internal server error occurred.")
    }

    fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "Missing authentication, or failed to authenticate")
    }

    fn key_in_use(key: &str) -> Self {
        let detail = format!("A request with the idempotency key '{key}' is still being processed.");
        Self::new(StatusCode::CONFLICT, detail)
    }

    fn key_taken(key: &str) -> Self {
        let detail = format!("The idempotency key '{key}' was already used for another request.");
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    fn status(&self) -> StatusCode {
        self.status
    }

    fn text(&self) -> String {
        let mut body = json!({
            "status": self.status.as_u16(),
            "title": self.title(),
            "detail": self.detail,
            "_links": { "documentation": { "href": self.documentation(), "type": "text/html" } },
        });
        if let Some(field) = &self.field {
            body["field"] = json!(field);
        }
        body.to_string()
    }
}
