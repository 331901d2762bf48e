//! Refusals in Stripe's words and format.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::sandbox::pipeline::Refuse;
use crate::sandbox::settings::SandboxError;

/// A refused request, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// `invalid_request_error`, `idempotency_error`, `card_error`, `api_error`.
    pub kind: &'static str,
    /// A stable code for programs, where Stripe has one.
    pub code: Option<&'static str>,
    /// The parameter it is about, in bracket notation.
    pub param: Option<String>,
    /// A sentence for people.
    pub message: String,
}

impl Refusal {
    /// An invalid request.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            code: None,
            param: None,
            message: message.into(),
        }
    }

    /// An invalid parameter.
    pub fn param(param: impl Into<String>, message: impl Into<String>) -> Self {
        Self { param: Some(param.into()), ..Self::invalid(message) }
    }

    /// A required parameter is missing.
    pub fn missing(param: &str) -> Self {
        Self::param(param, format!("Missing required param: {param}.")).code("parameter_missing")
    }

    /// A parameter that the sandbox does not know.
    pub fn unknown(param: &str) -> Self {
        Self::param(param, format!("Received unknown parameter: {param}")).code("parameter_unknown")
    }

    /// An object that does not exist; `param` is `id` when the id is in the path.
    pub fn no_such(what: &str, id: &str, param: &str) -> Self {
        let status = if param == "id" { StatusCode::NOT_FOUND } else { StatusCode::BAD_REQUEST };
        Self::param(param, format!("No such {what}: '{id}'")).code("resource_missing").status(status)
    }

    /// Sets the code.
    #[must_use]
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the HTTP status.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Sets the type.
    #[must_use]
    pub fn kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    /// The body that Stripe would send.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut error = json!({ "type": self.kind, "message": self.message });
        if let Some(code) = self.code {
            error["code"] = json!(code);
            error["doc_url"] = json!(format!("https://docs.stripe.com/error-codes/{}", code.replace('_', "-")));
        }
        if let Some(param) = &self.param {
            error["param"] = json!(param);
        }
        json!({ "error": error })
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
        Self::invalid("An unknown error occurred").kind("api_error").status(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn unauthorized() -> Self {
        let message = "Invalid API Key provided. The sandbox takes the one key it was configured with.";
        Self::invalid(message).status(StatusCode::UNAUTHORIZED)
    }

    fn key_in_use(key: &str) -> Self {
        Self::invalid(format!(
            "There is currently another in-progress request using this Idempotency Key ({key}). Please try again later."
        ))
        .kind("idempotency_error")
        .code("idempotency_key_in_use")
        .status(StatusCode::CONFLICT)
    }

    fn key_taken(key: &str) -> Self {
        Self::invalid(format!(
            "Keys for idempotent requests can only be used with the same parameters they were first used with. \
             Try using a key other than '{key}' if you meant to execute a different request."
        ))
        .kind("idempotency_error")
    }

    fn status(&self) -> StatusCode {
        self.status
    }

    fn text(&self) -> String {
        self.body().to_string()
    }
}
