//! Pages through a real router, with a small bundle in place of React's.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::{HeaderMap, StatusCode, Uri, header};
use onefare_core::billing_cycle::BillingCycle;
use onefare_core::discount::CodeState;
use onefare_core::language::Language;
use onefare_core::price_text::PriceLabel;
use onefare_core::quote::{PlanPrice, PriceFacts};
use onefare_core::wire::page::{Content, NotFoundPage};
use onefare_core::wire::plan_pages::{BuyPage, CodeNotice, PlanCard};
use onefare_core::wire::subscription::{InitialData, Status};
use tower::ServiceExt as _;

use super::assets::tests::small_build;
use super::cache::{CacheCounts, Variant};
use super::document::Sources;
use super::page_request::{Keep, PageRequest};
use super::render::Renderer;
use super::render_queue::Turn;
use super::share_pictures::SharePictures;
use super::site::{Site, SiteOptions};
use super::titles::Texts;
use super::{public_files, registry};
use crate::brand::BrandBook;
use crate::clock::Clock;
use crate::config::Sold;
use crate::http::headers::{SecurityHeaders, secure_answers};

const BUNDLE: &str = "globalThis.onefareRender = (json) => {
    const page = JSON.parse(json);
    if (page.content.path === '/boom') throw new Error('boom');
    return '<main>' + page.content.page + '</main>';
};";

fn site_with(clock: Clock, dev_assets: Option<&str>) -> Arc<Site> {
    let catalog = |language, name: &str, json: &'static [u8]| (language, name.to_owned(), Cow::Borrowed(json));
    let texts = Texts::from_catalogs([
        catalog(
            Language::En,
            "common",
            br#"{"head.buy.title":"Plans <{brand}>","head.buy.description":"{days} days \"back\""}"#,
        ),
        catalog(Language::En, "vpn", b"{}"),
        catalog(Language::Ar, "common", br#"{"head.buy.title":"\u0634"}"#),
        catalog(Language::Ar, "vpn", b"{}"),
    ]);
    let options = SiteOptions {
        public_url: "https://shop.example".parse().unwrap(),
        checkout_hosts: vec!["pay.example".to_owned()],
        brand_file: None,
        dev_assets: dev_assets.map(|address| address.parse().unwrap()),
        asks_consent: false,
        sold: Sold::ALL,
        clock,
    };
    let sources = match &options.dev_assets {
        Some(server) => Sources::Development(server.clone()),
        None => Sources::Built(small_build()),
    };
    let renderer = Renderer::start(Bytes::from_static(BUNDLE.as_bytes())).unwrap();
    let renderer = options.dev_assets.is_none().then_some(renderer);
    let pictures = SharePictures::load().unwrap();
    Arc::new(Site::from_parts(options, renderer, sources, texts.unwrap(), pictures, BrandBook::load(None).unwrap()))
}

fn site() -> Arc<Site> {
    site_with(Clock::manual(DateTime::<Utc>::UNIX_EPOCH), None)
}

fn buy(code: Option<CodeState>) -> Content {
    let label =
        PriceLabel { text: "AED 12.50".into(), amount: "12.50".into(), symbol: "AED".into(), symbol_first: true };
    let price = PlanPrice {
        product_id: "p12".into(),
        currency: "AED".into(),
        facts: PriceFacts { book: 1, list: 14_999, price: 14_999, ..PriceFacts::default() },
        due_now: 14_999,
        renewal: 14_999,
        per_month: label,
        per_month_exact: false,
        per_month_before: None,
        due_now_text: "AED 149.99".into(),
        before_text: None,
        renewal_text: "AED 149.99".into(),
        saving_percent: 0,
    };
    let plan = PlanCard {
        product_id: "p12".into(),
        months: 12,
        title: "12-month".into(),
        highlight: "</script><!--\u{2028}".into(),
        billing_cycle: BillingCycle::Yearly,
        prices: vec![price],
    };
    Content::Buy(BuyPage {
        initial: InitialData {
            status: Status::Ok,
            expire_date: None,
            default_currency: "AED".into(),
            packages: vec![],
            code_state: code,
            price_book: 1,
        },
        plans: vec![plan],
        currencies: vec![],
        preselected: None,
        package_chosen: false,
        code: code.map(|state| CodeNotice { state, code: None }),
        highest_discount: 0,
        trial_days: None,
    })
}

/// The text of the page's data script.
fn data_of(html: &str) -> &str {
    html.split_once("id=\"page\">").unwrap().1.split_once("</script>").unwrap().0
}

/// The shop's own routing in miniature: a cached page, one with a code, a result page and the page for unknown
/// addresses.
fn router(site: &Arc<Site>) -> Router {
    let serve = {
        let site = Arc::clone(site);
        move |uri: Uri, headers: HeaderMap| {
            let site = Arc::clone(&site);
            async move { serve(&site, &uri, &headers).await }
        }
    };
    Router::new()
        .merge(public_files::routes(Arc::clone(site)))
        .fallback(get(serve))
        .layer(from_fn_with_state(SecurityHeaders::new(true, None).shared(), secure_answers))
}

async fn serve(site: &Site, uri: &Uri, headers: &HeaderMap) -> Response {
    if let Some(elsewhere) = site.redirect(uri, headers) {
        return elsewhere;
    }
    let address = site.address(uri.path());
    let code = uri.query().map(|_| CodeState::Unknown);
    let row = registry::find(address.path).unwrap_or(&registry::NOT_FOUND);
    let listed = row.indexed && code.is_none();
    let ask = |status, keep| PageRequest { headers, address, row, listed, status, keep };
    let first = async || Some(Turn::First);
    let answer = match address.path {
        "/buy" => {
            let variant = Variant { verdict: code, prices: 1, ..Variant::only("buy") };
            let until = DateTime::from_timestamp(1_000, 0);
            site.respond(ask(StatusCode::OK, Keep::As(variant, until)), || Some(buy(code)), first).await
        }
        "/payment-success" => {
            let keep = Keep::As(Variant::only("payment-success"), None);
            site.respond(ask(StatusCode::OK, keep), || Some(Content::PaymentSuccess), first).await
        }
        path => {
            let content = || Some(Content::NotFound(NotFoundPage { path: path.to_owned() }));
            site.respond(ask(StatusCode::NOT_FOUND, Keep::Never), content, first).await
        }
    };
    answer.unwrap()
}

async fn ask(site: &Arc<Site>, uri: &str, headers: &[(header::HeaderName, &str)]) -> (Response, String) {
    let mut request = Request::builder().uri(uri);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let response = router(site).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let mut bytes = to_bytes(body, 1 << 20).await.unwrap().to_vec();
    if parts.headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding == "br") {
        let packed = std::mem::take(&mut bytes);
        brotli::BrotliDecompress(&mut packed.as_slice(), &mut bytes).unwrap();
    }
    (Response::from_parts(parts, Body::empty()), String::from_utf8(bytes).unwrap())
}

fn value<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_listed_page_has_its_head_its_html_and_its_data() {
    let (response, html) = ask(&site(), "/buy", &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(value(&response, "content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(value(&response, "cache-control"), Some("no-cache"));
    assert_eq!(value(&response, "vary"), Some("Accept-Encoding, Cookie"));
    assert_eq!(value(&response, "speculation-rules"), Some("\"/speculation-rules.json\""));
    assert!(value(&response, "content-security-policy").unwrap().starts_with("default-src 'none'"));
    for piece in [
        "<!doctype html>\n<html lang=\"en\" dir=\"ltr\" data-theme=\"system\">",
        "<title>Plans &lt;Northquay&gt;</title>",
        "<meta name=\"description\" content=\"30 days &quot;back&quot;\">",
        "<meta name=\"robots\" content=\"index, follow",
        "<link rel=\"canonical\" href=\"https://shop.example/buy\">",
        "hreflang=\"ar\" href=\"https://shop.example/ar/buy\"",
        "hreflang=\"x-default\" href=\"https://shop.example/buy\"",
        "<link rel=\"stylesheet\" href=\"/assets/buy-1.css\">",
        "as=\"font\" type=\"font/woff2\" crossorigin href=\"/assets/readex-latin-wght-1.woff2\"",
        "<div id=\"root\"><main>buy</main></div>",
        "<script type=\"module\" fetchpriority=\"low\" src=\"/assets/start-1.js\" data-entry=\"/assets/browser-1.js\" \
         data-scripts=\"/assets/ui-1.js /assets/browser-1.js /assets/buy-1.js\"></script>",
        "\"priceCurrency\":\"AED\"",
        "\"price\":\"149.99\"",
    ] {
        assert!(html.contains(piece), "{piece} is missing in {html}");
    }
    assert!(!html.contains("modulepreload"), "no script is fetched before the page is on screen");
    assert!(!html.contains("AggregateRating") && !html.contains(" style="), "{html}");
}

#[tokio::test]
async fn data_cannot_leave_its_script() {
    let (_, html) = ask(&site(), "/buy", &[]).await;
    let data = data_of(&html);
    assert!(!data.contains('<') && !data.contains('\u{2028}'), "{data}");
    let page: onefare_core::wire::page::Page = serde_json::from_str(data).unwrap();
    assert_eq!(page.content, buy(None));
    assert_eq!(page.brand.claims.devices, 5, "the devices of the price list");

    let (response, html) = ask(&site(), "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E", &[]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(!html.contains("<script>") && html.contains("noindex"), "{html}");
}

/// Pages put `path` into `href="`: an unknown path must not name another host there.
#[tokio::test]
async fn an_unknown_address_is_no_way_out() {
    let (response, html) = ask(&site(), "//elsewhere.example/", &[]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    let page: onefare_core::wire::page::Page = serde_json::from_str(data_of(&html)).unwrap();
    assert_eq!(page.path, "/");
    assert_eq!(page.content, Content::NotFound(NotFoundPage { path: "//elsewhere.example/".to_owned() }));
}

#[tokio::test]
async fn kept_pages_are_validated_and_packed() {
    let site = site();
    let (first, plain) = ask(&site, "/buy", &[]).await;
    let (packed, unpacked) = ask(&site, "/buy", &[(header::ACCEPT_ENCODING, "gzip, br")]).await;
    assert_eq!(value(&packed, "content-encoding"), Some("br"));
    assert_eq!(plain, unpacked);
    let (tag, packed_tag) = (value(&first, "etag").unwrap(), value(&packed, "etag").unwrap());
    assert_ne!(tag, packed_tag);
    let (known, body) = ask(&site, "/buy", &[(header::IF_NONE_MATCH, tag)]).await;
    assert_eq!((known.status(), body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(value(&known, "vary"), Some("Accept-Encoding, Cookie"));
    assert!(value(&known, "content-security-policy").is_some());
    let (other, _) = ask(&site, "/buy", &[(header::IF_NONE_MATCH, tag), (header::ACCEPT_ENCODING, "br")]).await;
    assert_eq!(other.status(), StatusCode::OK);
    assert_eq!(site.cache().counts(), CacheCounts { hits: 3, misses: 1 });

    let (dark, html) = ask(&site, "/buy", &[(header::COOKIE, "theme=dark")]).await;
    assert!(html.contains("data-theme=\"dark\"") && value(&dark, "etag") != Some(tag));
    let (_, arabic) = ask(&site, "/ar/buy", &[]).await;
    assert!(arabic.contains("<html lang=\"ar\" dir=\"rtl\"") && arabic.contains("<title>ش</title>"));
    assert!(arabic.contains("rel=\"canonical\" href=\"https://shop.example/ar/buy\""));
    let (_, english) = ask(&site, "/en/buy", &[]).await;
    assert!(english.contains("rel=\"canonical\" href=\"https://shop.example/buy\""));
    assert!(
        english.contains("\"prefixes\":{\"vpn\":\"/en\"")
            && plain.contains("\"prefixes\":{\"vpn\":\"\",\"deal\":\"/en\"")
    );
}

#[tokio::test]
async fn pages_with_a_code_are_not_listed() {
    let (response, html) = ask(&site(), "/buy?code=x", &[]).await;
    assert!(html.contains("content=\"noindex, follow\"") && !html.contains("canonical") && !html.contains("hreflang"));
    assert_eq!(value(&response, "speculation-rules"), None);
    assert_eq!(value(&response, "cache-control"), Some("no-cache"));
}

#[tokio::test]
async fn result_pages_leave_no_copy_and_no_referrer() {
    let (response, html) = ask(&site(), "/payment-success?session_id=cs_1", &[]).await;
    assert_eq!(value(&response, "cache-control"), Some("no-store"));
    assert_eq!(value(&response, "referrer-policy"), Some("no-referrer"));
    assert_eq!(value(&response, "etag"), None);
    assert!(html.contains("noindex") && !html.contains("cs_1"));
}

#[tokio::test]
async fn a_price_change_ends_a_kept_page() {
    let clock = Clock::manual(DateTime::<Utc>::from_timestamp(999, 0).unwrap());
    let site = site_with(clock.clone(), None);
    ask(&site, "/buy", &[]).await;
    ask(&site, "/buy", &[]).await;
    assert_eq!(site.cache().counts(), CacheCounts { hits: 1, misses: 1 });
    clock.advance(std::time::Duration::from_secs(1));
    ask(&site, "/buy", &[]).await;
    assert_eq!(site.cache().counts(), CacheCounts { hits: 1, misses: 2 });
}

#[tokio::test]
async fn a_page_that_cannot_be_rendered_is_left_to_the_browser() {
    let (response, html) = ask(&site(), "/boom", &[]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(html.contains("<div id=\"root\"></div>") && html.contains("\"path\":\"/boom\""), "{html}");
    assert!(html.contains("data-entry=\"/assets/browser-1.js\""));
}

#[tokio::test]
async fn returning_visitors_are_led_to_their_language() {
    let (response, _) = ask(&site(), "/buy?code=x", &[(header::COOKIE, "selectedLanguage=ar")]).await;
    assert_eq!(response.status(), StatusCode::FOUND);
    assert_eq!(value(&response, "location"), Some("/ar/buy?code=x"));
    let (response, _) = ask(&site(), "/robots.txt", &[(header::COOKIE, "selectedLanguage=ar")]).await;
    assert_eq!(response.status(), StatusCode::OK);
}

#[tokio::test]
async fn files_about_the_site_are_there() {
    let site = site();
    let (response, robots) = ask(&site, "/robots.txt", &[]).await;
    assert_eq!(value(&response, "content-type"), Some("text/plain; charset=utf-8"));
    assert!(robots.contains("Sitemap: https://shop.example/sitemap.xml"));
    let sitemap = String::from_utf8(public_files::site_map(&site, &[7]).identity().to_vec()).unwrap();
    assert!(sitemap.contains("<loc>https://shop.example/ar/buy</loc><xhtml:link rel=\"alternate\" hreflang=\"en\""));
    let (response, rules) = ask(&site, "/speculation-rules.json", &[]).await;
    assert_eq!(value(&response, "content-type"), Some("application/speculationrules+json"));
    let rules: serde_json::Value = serde_json::from_str(&rules).unwrap();
    let listed = rules["prerender"][0]["where"]["href_matches"].as_array().unwrap();
    assert!(listed.contains(&"/ar/buy".into()) && !listed.contains(&"/payment-success".into()));
    for (path, kind) in [("/favicon.ico", "image/svg+xml"), ("/assets/rules-1.wasm", "application/wasm")] {
        let (response, _) = ask(&site, path, &[]).await;
        assert_eq!(value(&response, "content-type"), Some(kind));
        assert_eq!(value(&response, "x-content-type-options"), Some("nosniff"));
    }
    assert_eq!(ask(&site, "/assets/none.js", &[]).await.0.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_development_server_is_pointed_at_without_inline_script() {
    let site = site_with(Clock::System, Some("http://localhost:5173"));
    let (_, html) = ask(&site, "/buy", &[]).await;
    let order = ["5173/@vite/client\"", "/assets-dev/react-refresh.js\"", "5173/src/entry/browser.tsx\""];
    let places: Vec<_> = order.iter().map(|script| html.find(script).unwrap()).collect();
    assert!(places.is_sorted() && html.contains("<div id=\"root\"></div>"), "{html}");
    let (_, preamble) = ask(&site, "/assets-dev/react-refresh.js", &[]).await;
    assert!(preamble.contains("from 'http://localhost:5173/@react-refresh'"));
}
