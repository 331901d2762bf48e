//! Receives browsers' reports of what the content security policy blocked.

use axum::extract::{Request, State};
use axum::http::StatusCode;

use super::body::{MAX_JSON, read};
use crate::app::SharedApp;
use crate::problem::Refusal;

/// Reports logged per minute; the others are only counted.
const LOGGED_A_MINUTE: u32 = 6;

/// Characters logged of each part of a report.
const LONGEST_PART: usize = 200;

/// Counts the report, and logs of some which directive blocked what: addresses without their query, which may hold an
/// e-mail address, and no report whole, because anyone can send anything here.
pub async fn report(State(app): State<SharedApp>, request: Request) -> Result<StatusCode, Refusal> {
    let (parts, body) = request.into_parts();
    let body = read(&app, &parts, body, MAX_JSON).await?;
    app.metrics.csp_report();
    if !app.csp_reports.take(app.clock.now_millis(), LOGGED_A_MINUTE) {
        return Ok(StatusCode::NO_CONTENT);
    }
    let report: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let part = |name: &str| {
        let value = report.get("csp-report").and_then(|report| report.get(name)).and_then(|value| value.as_str());
        let text: String = value.unwrap_or("").chars().take(LONGEST_PART).collect();
        text.split(['?', '#']).next().unwrap_or("").to_owned()
    };
    let (directive, blocked, page) = (part("violated-directive"), part("blocked-uri"), part("document-uri"));
    tracing::warn!(directive, blocked, page, "content security policy blocked something");
    Ok(StatusCode::NO_CONTENT)
}
