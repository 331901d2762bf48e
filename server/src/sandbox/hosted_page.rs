//! What the providers' hosted pages share: the frame, the page for something closed, the policy.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use url::Url;

use super::Sandbox;
use super::html::{self, Escaped, document};
use super::settings::SandboxError;

const STYLE: &str = concat!(include_str!("tokens.css"), include_str!("pay.css"));

/// The stylesheet of all hosted pages.
pub fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/pay/style.css", get(|| async { html::stylesheet(STYLE) }))
}

/// A whole page, which begins by saying that it is a test page.
pub fn frame(title: &str, body: &str) -> String {
    let banner =
        "<header class=\"banner\"><p><strong>Sandbox</strong> This is a test page: no money moves.</p></header>";
    document(&format!("{title} · Sandbox"), "/pay/style.css", &format!("{banner}{body}"))
}

/// A page on which nothing can be paid. `action` is HTML.
pub fn closed(brand: &str, title: &str, text: &str, action: &str) -> String {
    let body = format!(
        "<main class=\"closed\"><p class=\"merchant\">{}</p><h1>{}</h1><p>{}</p>{action}</main>",
        Escaped(brand),
        Escaped(title),
        Escaped(text),
    );
    frame(title, &body)
}

/// A link, if there is an address. Addresses were checked to be http or https when they arrived.
pub fn link(address: Option<&str>, words: &str, class: &str) -> String {
    address.map(|to| format!("<a class=\"{class}\" href=\"{}\">{words}</a>", Escaped(to))).unwrap_or_default()
}

/// A prominent sentence.
pub fn alert(text: Option<&str>) -> String {
    text.map(|text| format!("<p class=\"alert\" role=\"alert\">{}</p>", Escaped(text))).unwrap_or_default()
}

/// Browsers apply `form-action` to a form's redirect too, so the policy lists the merchant's origins.
pub fn policy<'a>(addresses: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let origin = |address: &str| Url::parse(address).ok().map(|url| url.origin().ascii_serialization());
    let origins: Vec<String> = addresses.into_iter().flatten().filter_map(origin).collect();
    format!(
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' {}; base-uri 'none'; \
         frame-ancestors 'none'",
        origins.join(" ")
    )
}

/// Ids hold letters, digits and underscores; any other character must not shape an address.
pub fn path_part(id: &str) -> String {
    id.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
}

/// The sandbox itself failed.
#[derive(Debug)]
pub struct Broken;

impl From<SandboxError> for Broken {
    fn from(error: SandboxError) -> Self {
        tracing::error!(%error, "the sandbox failed");
        Self
    }
}

impl IntoResponse for Broken {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, "The sandbox failed. Its log says why.").into_response()
    }
}
