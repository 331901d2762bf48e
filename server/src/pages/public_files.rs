//! The files beside the pages: assets, icon, and what crawlers and browsers read about the whole site.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use serde_json::json;

use super::document::{ICON_PATH, REFRESH_PREAMBLE_PATH, Sources, refresh_preamble};
use super::encoded::Encoded;
use super::head::sitemap;
use super::language::local;
use super::share_pictures::FOLDER;
use super::site::Site;

const ICON: &str = include_str!("favicon.svg");

/// The same for home screens of phones, which cut the corners themselves: 180 pixels wide, as their makers recommend.
const TOUCH_ICON: &[u8] = include_bytes!("apple-touch-icon.png");

/// The routes of all files. Merge them into the router.
pub fn routes<S: Clone + Send + Sync + 'static>(site: Arc<Site>) -> Router<S> {
    Router::new()
        .route("/assets/{*path}", get(asset))
        .route(&format!("{FOLDER}{{name}}"), get(share_picture))
        .route(ICON_PATH, get(icon))
        .route("/favicon.ico", get(icon))
        .route("/apple-touch-icon.png", get(touch_icon))
        .route("/apple-touch-icon-precomposed.png", get(touch_icon))
        .route("/robots.txt", get(robots))
        .route("/speculation-rules.json", get(speculation_rules))
        .route(REFRESH_PREAMBLE_PATH, get(preamble))
        .with_state(site)
}

async fn asset(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Response {
    match site.sources() {
        Sources::Built(assets) => assets.answer(uri.path().trim_start_matches('/'), &headers).await,
        Sources::Development(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn share_picture(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    site.share_pictures().answer(&name)
}

/// A file that changes only with the server: cached for an hour.
fn file(content_type: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "public, max-age=3600")], body).into_response()
}

async fn icon() -> Response {
    file("image/svg+xml", ICON)
}

async fn touch_icon() -> Response {
    file("image/png", TOUCH_ICON)
}

/// Pages that must not be listed carry `noindex` themselves: a crawler barred from reading them would never see it.
async fn robots(State(site): State<Arc<Site>>) -> Response {
    let base = site.public_base();
    let text = format!("User-agent: *\nDisallow: /api/\nDisallow: /sandbox/\n\nSitemap: {base}/sitemap.xml\n");
    file("text/plain; charset=utf-8", text)
}

/// The addresses that search engines may list: the pages, and the page of each of these bundles.
#[must_use]
pub fn site_map(site: &Site, bundles: &[u32]) -> Encoded {
    let pages: Vec<_> = site.pages().collect();
    Encoded::new(sitemap(site.public_base(), site.languages(), &pages, bundles).into())
}

/// `/sitemap.xml`
pub async fn site_map_answer(map: &Encoded, asked: &HeaderMap) -> Response {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/xml; charset=utf-8"));
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    map.answer(StatusCode::OK, headers, asked).await
}

async fn speculation_rules(State(site): State<Arc<Site>>) -> Response {
    file("application/speculationrules+json", rules(&site).to_string())
}

async fn preamble(State(site): State<Arc<Site>>) -> Response {
    match site.sources() {
        Sources::Development(server) => {
            ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-store")], refresh_preamble(server))
                .into_response()
        }
        Sources::Built(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Browsers prerender links to indexed pages as soon as a visitor is about to follow them: below every prefix, and at
/// the bare address.
fn rules(site: &Site) -> serde_json::Value {
    let languages = site.languages();
    let listed: Vec<String> = site
        .pages()
        .filter(|row| row.indexed)
        .flat_map(|row| {
            let path = row.path_with("*");
            let below_prefix = languages.of(row.area).iter().map(|language| format!("{}{path}", language.prefix()));
            std::iter::once(local(row.area, row.area.bare_language(), &path)).chain(below_prefix).collect::<Vec<_>>()
        })
        .collect();
    json!({ "prerender": [{ "where": { "href_matches": listed }, "eagerness": "moderate" }] })
}
