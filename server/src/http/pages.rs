//! Pages: which content an address shows, and under which key its document may be kept.

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Utc};
use onefare_core::campaign::{code_of, package_title};
use onefare_core::discount::Grace;
use onefare_core::problem::Problem;
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, Document, DocumentPage, NotFoundPage};
use serde::Deserialize;
use std::sync::Arc;

use crate::app::{App, SharedApp};
use crate::flows::quoting::Prices;
use crate::pages::buy::{buy_page, home_page};
use crate::pages::cache::Variant;
use crate::pages::language::Address;
use crate::pages::site::{Keep, PageRequest};
use crate::problem::Refusal;

/// Longest part of an unknown path that its page repeats.
const SHOWN_PATH: usize = 64;

/// The queries that change what a page shows. Everything else, e-mails above all, never reaches a builder.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PageQuery {
    #[serde(default)]
    code: String,
    #[serde(default)]
    package: String,
}

/// Any address that is not a call or a file.
pub async fn page(State(app): State<SharedApp>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if parts.method != axum::http::Method::GET && parts.method != axum::http::Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if let Some(elsewhere) = app.site.redirect(&parts.uri, &parts.headers) {
        return elsewhere;
    }
    // A query that cannot be read says nothing: the page is shown without it.
    let query = Query::<PageQuery>::try_from_uri(&parts.uri).map(|Query(query)| query).unwrap_or_default();
    let address = app.site.address(parts.uri.path());
    show(&app, &parts.headers, address, &query).await
}

/// A call nobody answers.
pub async fn unknown_call() -> Refusal {
    Problem::NotFound.into()
}

async fn show(app: &App, headers: &HeaderMap, address: Address<'_>, query: &PageQuery) -> Response {
    let status = if is_known(address.path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let prices = app.prices.load_full();
    let keep = keep(app, &prices, address, query);
    let request = PageRequest { headers, address, status, keep };
    app.site
        .respond(request, || content(app, &prices, address, query).unwrap_or_else(|error| broken(&error, address)))
        .await
}

fn is_known(path: &str) -> bool {
    matches!(path, "/" | "/buy" | "/payment-success" | "/payment-failed") || document(path).is_some()
}

fn document(path: &str) -> Option<(Document, &'static str)> {
    match path {
        "/terms" => Some((Document::Terms, "terms")),
        "/privacy-policy" => Some((Document::PrivacyPolicy, "privacy-policy")),
        "/support" => Some((Document::Support, "support")),
        "/panel" => Some((Document::Panel, "panel")),
        _ => None,
    }
}

/// What distinguishes the document, and until when it stays true.
fn keep(app: &App, prices: &Prices, address: Address<'_>, query: &PageQuery) -> Keep {
    let now = app.clock.now();
    match address.path {
        "/" => Keep::As(priced("home", prices, "", now), None),
        "/buy" => {
            let chosen = package_title(&query.package).and_then(|title| prices.book.preselected(Some(&title)));
            let variant = Variant {
                package: chosen.filter(|(_, by_query)| *by_query).map(|(plan, _)| plan.months),
                ..priced("buy", prices, &query.code, now)
            };
            Keep::As(variant, prices.next_change(now))
        }
        "/payment-success" => Keep::As(Variant::only("payment_success"), None),
        "/payment-failed" => Keep::As(Variant::only("payment_failed"), None),
        path => document(path).map_or(Keep::Never, |(_, name)| Keep::As(Variant::only(name), None)),
    }
}

/// What distinguishes an answer that shows prices, a code considered.
pub fn priced(page: &'static str, prices: &Prices, code: &str, now: DateTime<Utc>) -> Variant {
    let asked = code_of(code).map(|code| prices.holding(code, now, Grace::None));
    Variant {
        verdict: asked.map(|(state, _)| state),
        code: asked.and_then(|(_, code)| code).map(|code| Arc::from(code.code.as_str())),
        prices: prices.revision,
        ..Variant::only(page)
    }
}

fn content(app: &App, prices: &Prices, address: Address<'_>, query: &PageQuery) -> Result<Content, QuoteError> {
    let now = app.clock.now();
    Ok(match address.path {
        "/" => Content::Home(home_page(prices, &prices.offers(None, now)?, address.language)?),
        "/buy" => {
            let offers = prices.offers(Some(&query.code), now)?;
            let title = package_title(&query.package);
            Content::Buy(buy_page(prices, &offers, title.as_deref(), address.language)?)
        }
        "/payment-success" => Content::PaymentSuccess,
        "/payment-failed" => Content::PaymentFailed,
        path => match document(path) {
            Some((document, _)) => Content::Document(DocumentPage { document }),
            None => Content::NotFound(NotFoundPage { path: shown(path) }),
        },
    })
}

/// A damaged price book must not take every page down: the address is shown as unknown, and somebody is told.
fn broken(error: &QuoteError, address: Address<'_>) -> Content {
    tracing::error!(alarm = "price_book", %error, "prices cannot be computed");
    Content::NotFound(NotFoundPage { path: shown(address.path) })
}

/// An unknown path as text: decoded, without control and direction characters, cut.
fn shown(path: &str) -> String {
    let hidden = |c: &char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned();
    decoded.chars().filter(|c| !hidden(c)).take(SHOWN_PATH).collect()
}

/// Draws a page without the cache, for measuring.
///
/// # Errors
/// When the page cannot be drawn.
pub async fn render_uncached(app: &App, path_and_query: &str) -> Result<usize, String> {
    let uri: axum::http::Uri = path_and_query.parse().map_err(|error| format!("{path_and_query}: {error}"))?;
    let query = Query::<PageQuery>::try_from_uri(&uri).map(|Query(query)| query).unwrap_or_default();
    let address = app.site.address(uri.path());
    let prices = app.prices.load_full();
    let content = content(app, &prices, address, &query).map_err(|error| error.to_string())?;
    app.site.render_once(address, content).await.map_err(|error| error.to_string())
}
