//! Logs: one line per request, never a person's secret in it.
//!
//! Queries are not logged at all: `email`, `mail`, `hash`, `session_id` and `code` travel there.

use std::fmt;
use std::io::IsTerminal as _;
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument as _, Level};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::{SubscriberInitExt as _, TryInitError};

use crate::http::headers::RequestId;

/// What production logs without another setting: every request, except for assets.
const PRODUCTION: &str = "info,sqlx=warn,hyper=warn,reqwest=warn";
/// What a person at the machine sees: requests only when they fail.
const DEVELOPMENT: &str = "info,onefare_server::telemetry=warn,sqlx=warn,hyper=warn,reqwest=warn";
/// A path without a route is foreign text: this many characters of it are logged.
const UNMATCHED_PATH: usize = 64;

/// Why the logs cannot start.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// `ONEFARE_LOG` is not a filter.
    #[error("ONEFARE_LOG is not a log filter such as `info` or `info,onefare_server=debug`: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// Another subscriber logs already.
    #[error("the logs were started twice: {0}")]
    Twice(#[from] TryInitError),
}

/// Starts the logs on standard error: JSON for machines in production, short lines for people otherwise.
///
/// # Errors
/// When `filter` (the value of `ONEFARE_LOG`) is not a filter, or the logs are running already.
pub fn start(production: bool, filter: Option<&str>) -> Result<(), TelemetryError> {
    let default = if production { PRODUCTION } else { DEVELOPMENT };
    let filter = EnvFilter::builder().parse(filter.filter(|text| !text.is_empty()).unwrap_or(default))?;
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    if production {
        lines.json().flatten_event(true).with_current_span(true).with_span_list(false).finish().try_init()?;
    } else {
        lines.compact().with_target(false).finish().try_init()?;
    }
    Ok(())
}

/// Middleware that puts every request into a span of its own and logs how it ended.
///
/// Must be inside [`crate::http::headers`]'s layer, which gives the request its id.
pub async fn trace_requests(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let path = logged_path(&request);
    let id = request.extensions().get::<RequestId>().cloned().unwrap_or_default();
    let is_asset = path.starts_with("/assets/");
    let span = tracing::info_span!("request", id = id.as_str(), %method, path);
    let response = next.run(request).instrument(span.clone()).await;
    let (status, ms) = (response.status().as_u16(), started.elapsed().as_millis());
    span.in_scope(|| match status {
        500.. => tracing::event!(Level::ERROR, status, ms, "answered"),
        _ if is_asset => tracing::event!(Level::DEBUG, status, ms, "answered"),
        _ => tracing::event!(Level::INFO, status, ms, "answered"),
    });
    response
}

/// The route's pattern if there is one, else the beginning of the path, free of control characters.
fn logged_path(request: &Request) -> String {
    match request.extensions().get::<MatchedPath>() {
        Some(matched) => matched.as_str().to_owned(),
        None => request.uri().path().chars().filter(|c| !c.is_control()).take(UNMATCHED_PATH).collect(),
    }
}

/// An e-mail address as logs may hold it: the first letter and the domain.
#[derive(Clone, Copy)]
pub struct Masked<'a>(pub &'a str);

impl fmt::Display for Masked<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.rsplit_once('@') {
            Some((local, domain)) => {
                let first = local.chars().next().filter(|c| c.is_ascii_graphic());
                write!(out, "{}***@{}", first.map(String::from).unwrap_or_default(), domain.escape_debug())
            }
            None => out.write_str("***"),
        }
    }
}

impl fmt::Debug for Masked<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_e_mails_in_both_kinds_of_output() {
        assert_eq!(Masked("layla@example.com").to_string(), "l***@example.com");
        assert_eq!(format!("{:?}", Masked("layla@example.com")), "l***@example.com");
        assert_eq!(Masked("no address").to_string(), "***");
        assert_eq!(Masked("a@b\nc").to_string(), "a***@b\\nc");
    }

    #[test]
    fn logs_no_query_and_no_endless_path() {
        let request = |uri: &str| Request::builder().uri(uri).body(axum::body::Body::empty()).unwrap();
        assert_eq!(logged_path(&request("/buy?email=layla@example.com&code=X")), "/buy");
        assert_eq!(logged_path(&request(&format!("/{}", "a".repeat(500)))).len(), UNMATCHED_PATH);
    }
}
