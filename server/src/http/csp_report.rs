//! Where browsers report what the content security policy blocked.

use axum::extract::Request;
use axum::http::StatusCode;

use super::body::{MAX_JSON, read};
use crate::problem::Refusal;

/// Notes which directive blocked what; addresses are logged without their query, which may hold an e-mail.
pub async fn report(request: Request) -> Result<StatusCode, Refusal> {
    let body = read(request.into_body(), MAX_JSON).await?;
    let report: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let part = |name: &str| {
        let value = report.get("csp-report").and_then(|report| report.get(name)).and_then(|value| value.as_str());
        let text: String = value.unwrap_or("").chars().take(200).collect();
        text.split(['?', '#']).next().unwrap_or("").to_owned()
    };
    let (directive, blocked, page) = (part("violated-directive"), part("blocked-uri"), part("document-uri"));
    tracing::warn!(directive, blocked, page, "content security policy blocked something");
    Ok(StatusCode::NO_CONTENT)
}
