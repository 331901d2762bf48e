//! The mailbox as pages: a list and a letter, and the same as JSON for tests.
//!
//! Links are relative, so that the router can be mounted anywhere.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::{Letter, Picture, letter, letters};
use crate::sandbox::html::{self, Escaped};
use crate::sandbox::{Sandbox, SandboxError};

const STYLE: &str = concat!(include_str!("../tokens.css"), include_str!("mailbox.css"));

const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; \
     base-uri 'none'; frame-ancestors 'none'";
/// A letter may style itself and nothing else; its links open in a new tab, outside these restrictions.
const LETTER_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/// The pages.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/mailbox", get(list))
        .route("/mailbox.json", get(list_json))
        .route("/mailbox/style.css", get(|| async { html::stylesheet(STYLE) }))
        .route("/mailbox/{id}", get(show))
        .route("/mailbox/{id}/html", get(show_html))
}

#[derive(Debug, Default, Deserialize)]
struct Search {
    #[serde(default)]
    to: String,
}

async fn list_json(State(sandbox): State<Arc<Sandbox>>, Query(search): Query<Search>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let found = letters(&mut work, search.to.trim()).await?;
    let mut response = Json(json!({ "letters": found })).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn list(State(sandbox): State<Arc<Sandbox>>, Query(search): Query<Search>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let to = search.to.trim();
    let found = letters(&mut work, to).await?;
    let rows = match (found.is_empty(), to.is_empty()) {
        (true, true) => "<p class=\"none\">No letters yet. What the shop sends appears here.</p>".to_owned(),
        (true, false) => {
            format!("<p class=\"none\">No letters to “{}”. <a href=\"mailbox\">Show all</a></p>", Escaped(to))
        }
        _ => format!("<ol class=\"letters\">{}</ol>", found.iter().map(row).collect::<String>()),
    };
    let body = format!(
        "{BANNER}<main class=\"mailbox\"><header><h1>Mailbox</h1><form method=\"get\" action=\"mailbox\" role=\"search\">\
         <label for=\"to\">Address</label><input id=\"to\" name=\"to\" type=\"search\" value=\"{}\" autocomplete=\"off\">\
         <button class=\"button\">Search</button></form></header>{rows}</main>",
        Escaped(to)
    );
    Ok(html::page(StatusCode::OK, html::document("Mailbox · Sandbox", "mailbox/style.css", &body), PAGE_POLICY))
}

async fn show(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let Some(letter) = letter(&mut work, &id).await? else { return Ok(missing()) };
    let frame = if letter.html.is_some() {
        format!(
            "<iframe src=\"{}/html\" title=\"The letter\" sandbox=\"allow-popups allow-popups-to-escape-sandbox\"></iframe>",
            Escaped(&letter.id)
        )
    } else {
        "<p class=\"none\">This letter has no HTML part.</p>".to_owned()
    };
    let text = letter.text.as_deref().map_or_else(
        || "<p class=\"none\">This letter has no text part.</p>".to_owned(),
        |text| format!("<pre dir=\"auto\">{}</pre>", Escaped(text)),
    );
    let headers: String = letter
        .headers
        .iter()
        .map(|(name, value)| format!("<div><dt>{}</dt><dd dir=\"auto\">{}</dd></div>", Escaped(name), Escaped(value)))
        .collect();
    let body = format!(
        "{BANNER}<main class=\"letter\"><p><a href=\"../mailbox\">All letters</a></p><h1 dir=\"auto\">{}</h1>\
         <p class=\"meta\">To {} · from {} · {}</p>{frame}\
         <details{}><summary>Text part</summary>{text}</details>\
         <details><summary>Headers</summary><dl>{headers}</dl></details></main>",
        Escaped(subject(&letter)),
        Escaped(&letter.to.join(", ")),
        Escaped(&letter.from),
        time(&letter.received_at),
        if letter.html.is_none() { " open" } else { "" },
    );
    let title = format!("{} · Mailbox", subject(&letter));
    Ok(html::page(StatusCode::OK, html::document(&title, "style.css", &body), PAGE_POLICY))
}

async fn show_html(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Result<Response, Broken> {
    let mut work = sandbox.store.begin().await?;
    let Some(letter) = letter(&mut work, &id).await? else { return Ok(missing()) };
    let Some(html) = letter.html else { return Ok(missing()) };
    let html = open_links_outside(with_pictures(html, &letter.pictures));
    let mut response = html::page(StatusCode::OK, html, LETTER_POLICY);
    response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    Ok(response)
}

/// Embeds the pictures of a letter where it names them: nothing else may load.
fn with_pictures(html: String, pictures: &[Picture]) -> String {
    pictures.iter().fold(html, |html, Picture { content_id, media_type, base64 }| {
        let named = format!("src=\"cid:{}\"", Escaped(content_id));
        html.replace(&named, &format!("src=\"data:{media_type};base64,{base64}\""))
    })
}

/// Links of a letter open in a new tab, as in a mail program; the frame itself never navigates.
fn open_links_outside(html: String) -> String {
    let head = html.to_ascii_lowercase().find("<head").and_then(|at| Some(at + html.get(at..)?.find('>')? + 1));
    match head {
        Some(at) => format!("{}<base target=\"_blank\">{}", &html[..at], &html[at..]),
        None => html,
    }
}

const BANNER: &str = "<header class=\"banner\"><p><strong>Sandbox</strong> Every letter the shop sends ends here. None leaves this machine.</p></header>";

fn row(letter: &Letter) -> String {
    format!(
        "<li><a href=\"mailbox/{}\"><strong dir=\"auto\">{}</strong><span>{}</span>{}</a></li>",
        Escaped(&letter.id),
        Escaped(subject(letter)),
        Escaped(&letter.to.join(", ")),
        time(&letter.received_at)
    )
}

fn subject(letter: &Letter) -> &str {
    if letter.subject.is_empty() { "(no subject)" } else { &letter.subject }
}

fn time(instant: &str) -> String {
    let shown = instant.parse::<DateTime<Utc>>().map(|at| at.format("%-d %B %Y, %H:%M:%S UTC").to_string());
    format!("<time datetime=\"{}\">{}</time>", Escaped(instant), Escaped(&shown.unwrap_or_default()))
}

fn missing() -> Response {
    let body = format!(
        "{BANNER}<main class=\"letter\"><h1>No such letter</h1><p><a href=\"../mailbox\">All letters</a></p></main>"
    );
    html::page(StatusCode::NOT_FOUND, html::document("No such letter · Mailbox", "style.css", &body), PAGE_POLICY)
}

/// The sandbox itself failed.
struct Broken(SandboxError);

impl From<SandboxError> for Broken {
    fn from(error: SandboxError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Broken {
    fn into_response(self) -> Response {
        tracing::error!(error = %self.0, "the mailbox failed");
        (StatusCode::INTERNAL_SERVER_ERROR, "The mailbox failed. The log says why.").into_response()
    }
}
