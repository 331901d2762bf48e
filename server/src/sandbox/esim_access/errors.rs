//! Answers in the supplier's envelope. A refusal has HTTP 200 and a code.

use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::sandbox::pipeline::Refuse;
use crate::sandbox::settings::SandboxError;

/// Status and body.
pub type Answered = (StatusCode, String);

/// A refused request, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    code: String,
    message: String,
}

impl Refusal {
    /// A refusal with this code, in the supplier's words.
    pub fn new(code: &str) -> Self {
        let message = match code {
            "000001" => "Server error",
            "000101" => "Request header (mandatory) is null",
            "000102" => "Wrong request header format",
            "000103" => "This https request method (get/post) is not supported",
            "000104" => "Request in invalid JSON format",
            "000105" => "Request parameters (mandatory) are not contained",
            "000106" => "Request parameter (mandatory) is null",
            "000107" => "The length of the request parameter does not meet the requirement.",
            "101001" => "The timestamp of the request has expired.",
            "101002" => "This IP is in the blocklist.",
            "101003" => "Request signature mismatch.",
            "200002" => "This operation is not allowed due to the order status.",
            "200005" => "Package price error. Check price.",
            "200006" => "Total order price amount is wrong. Check prices.",
            "200007" => "Insufficient account balance",
            "200008" => "Order parameters error, please contact customer service.",
            "200010" => "Profile is being downloaded for the order.",
            "200011" => "Insufficient available Profiles for the package, please contact the customer service.",
            "310241" => "The packageCode does not exist.",
            "310243" => "The package does not exist.",
            "310272" => "The orderNo does not exist.",
            "310403" => "The ICCID does not exist in the order.",
            "900001" => "The system is busy, please try again later.",
            _ => "Refused",
        };
        Self { status: StatusCode::OK, code: code.to_owned(), message: message.to_owned() }
    }

    /// A parameter that the supplier does not know, or whose value it does not accept.
    pub fn parameter(name: &str) -> Self {
        Self::because("000107", &format!("{name} does not meet the requirement"))
    }

    /// A refusal with a sentence of its own.
    pub fn because(code: &str, message: &str) -> Self {
        Self { message: message.to_owned(), ..Self::new(code) }
    }

    /// An unknown call.
    pub fn not_found() -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::because("000103", "No such call") }
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
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, ..Self::new("000001") }
    }

    fn unauthorized() -> Self {
        Self::new("101003")
    }

    // The API has no idempotency keys: an order's own reference serves as one. So these two are never called.
    fn key_in_use(_: &str) -> Self {
        Self::new("900001")
    }

    fn key_taken(_: &str) -> Self {
        Self::new("200008")
    }

    fn status(&self) -> StatusCode {
        self.status
    }

    fn text(&self) -> String {
        json!({ "success": false, "errorCode": self.code, "errorMsg": self.message, "obj": null }).to_string()
    }
}

/// A success with this object.
pub fn obj(obj: &Value) -> String {
    obj_text(&obj.to_string())
}

/// A success with this JSON text.
pub fn obj_text(obj: &str) -> String {
    format!(r#"{{"success":true,"errorCode":"0","errorMsg":null,"obj":{obj}}}"#)
}

/// Parses a body strictly: better a refusal in a test than a parameter without effect. An empty body has no parameters.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    let body = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => Refusal::because("000105", &error.to_string()),
        _ => Refusal::new("000104"),
    })
}
