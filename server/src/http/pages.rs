//! Pages: finds an address's registry row, and the key under which its document may be cached.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveTime, Utc};
use onefare_core::bundle::Bundle;
use onefare_core::campaign::{Campaign, OfferPage};
use onefare_core::discount::CodeState;
use onefare_core::esim_product_id::parse_id;
use onefare_core::problem::Problem;
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::Content;

use super::account::signed_in;
use super::form::Form;
use super::{limited, website, withdrawal};
use crate::app::{App, SharedApp};
use crate::flows::limits;
use crate::limits::Action;
use crate::pages::cache::{BundlesKey, BundlesRead, Made, Variant};
use crate::pages::esim_shop::no_bundle_problem;
use crate::pages::frame;
use crate::pages::language::Address;
use crate::pages::not_found::PLACE;
use crate::pages::page_facts::PageFacts;
use crate::pages::page_request::{Keep, PageRequest};
use crate::pages::page_row::{ONBOARDING, PageRow, WITHDRAWAL};
use crate::pages::public_files;
use crate::pages::query::PageQuery;
use crate::pages::registry::{self, NO_BUNDLE, NOT_FOUND, PARTNER, UNAVAILABLE};
use crate::problem::Refusal;
use crate::quotes::prices::{Prices, Verdict};

/// A checkout without a bundle: its visitor chooses a country first (specification 2, section 4 "Checkout").
const CHECKOUT_OF_NOTHING: &str = "/esim/checkout";

/// Answers any address that is not a call or a file.
pub async fn page(State(app): State<SharedApp>, request: Request) -> Response {
    if *request.method() == Method::POST {
        // Boxed, like every rare case here: each page request allocates and moves the largest future of this function.
        return Box::pin(form(&app, request)).await;
    }
    let (parts, _) = request.into_parts();
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    if let Some(elsewhere) = app.site.redirect(&parts.uri, &parts.headers) {
        return elsewhere;
    }
    if let Some(location) = without_slash(&app, &parts.uri) {
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, location.as_str()), (CACHE_CONTROL, "no-store")])
            .into_response();
    }
    let address = app.site.address(parts.uri.path());
    if address.path == CHECKOUT_OF_NOTHING {
        let location = format!("{}/esim/countries", address.prefix);
        return (StatusCode::FOUND, [(LOCATION, location.as_str()), (CACHE_CONTROL, "no-store")]).into_response();
    }
    show(&app, &parts, address).await
}

/// The address of the page that is meant by one with a slash too many, such as `/buy/?code=x`; `None` where the address is
/// a page's own, or no page's without the slash either. People and chats add slashes, and some servers always write them.
fn without_slash(app: &App, uri: &Uri) -> Option<String> {
    let path = uri.path().strip_suffix('/')?;
    // `//elsewhere.example` would name another host.
    let is_page = |path: &str| app.site.find(app.site.address(path).path).is_some();
    if path.is_empty() || path.starts_with("//") || is_page(uri.path()) || !is_page(path) {
        return None;
    }
    Some(uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")))
}

/// A form sent to a page. Two pages take one; every other page is read-only.
async fn form(app: &App, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let address = app.site.address(&path);
    let Some(row) = app.site.find(address.path).filter(|row| [ONBOARDING, WITHDRAWAL].contains(&row.path)) else {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    };
    match Form::read(app, request).await {
        Ok(form) if row.path == ONBOARDING => website::submit(app, row, address, form).await,
        Ok(form) => withdrawal::submit(app, row, address, form).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// `/sitemap.xml`
pub async fn site_map(State(app): State<SharedApp>, headers: HeaderMap) -> Response {
    let prices = app.prices.load_full();
    let written = || async {
        let bundles: Vec<u32> = prices.book.bundles.iter().map(|bundle| bundle.id).collect();
        Made { value: Ok(public_files::site_map(&app.site, &bundles)), expires: None }
    };
    let key = BundlesKey { read: BundlesRead::SiteMap, prices: prices.revision };
    let made = app.bundles.get_or_make(&key, app.clock.now(), written).await;
    match &made.value {
        Ok(map) => public_files::site_map_answer(map, &headers).await,
        Err(error) => Refusal::internal(error.as_str()).into_response(),
    }
}

/// The answer to a call without a handler.
pub async fn unknown_call() -> Refusal {
    Problem::NotFound.into()
}

async fn show(app: &App, parts: &Parts, address: Address<'_>) -> Response {
    let headers = &parts.headers;
    let now = app.clock.now();
    let prices = app.prices.load_full();
    let known = app.site.find(address.path);
    let bundle = known.and_then(|row| bundle_of(row, address.path, &prices));
    let (row, found) = match known {
        None => (&NOT_FOUND, StatusCode::NOT_FOUND),
        Some(row) if row.of_bundle && bundle.is_none() => (&NO_BUNDLE, StatusCode::NOT_FOUND),
        Some(row) => (row, StatusCode::OK),
    };
    let mut query = row.query(address.path, parts.uri.query());
    let who = || limited::client(app, &parts.extensions, headers);
    let client = (query.campaign != Campaign::None).then(who);
    if client.as_ref().is_some_and(|client| limits::check(app, Action::WrongCode, client).is_err()) {
        // A client that has tried too many codes learns of no more: it sees the page without a code.
        query.campaign = Campaign::None;
    }
    let verdict = prices.verdict(&query.campaign, now);
    let variant = Variant {
        bundle: bundle.map(|bundle| bundle.id),
        plan: query.plan.filter(|plan| bundle.is_some_and(|bundle| plan.find_in(bundle).is_some())),
        ..variant(row, &prices, &query, &verdict)
    };
    let is_unknown_code = variant.verdict == Some(CodeState::Unknown);
    if let Some(client) = client.filter(|_| is_unknown_code) {
        Box::pin(limits::count(app, Action::WrongCode, &client)).await;
    }
    // `trial` is a code that the shop knows, but it belongs to no partner.
    let is_nobody = query.campaign == Campaign::Trial || matches!(variant.verdict, None | Some(CodeState::Unknown));
    let is_stranger = row.name == PARTNER && is_nobody;
    let status = if is_stranger { StatusCode::NOT_FOUND } else { found };
    let listed = row.indexed && variant.verdict.is_none() && query.search.is_none();
    // A document names its own address and repeats its search. The cache key distinguishes two words of one row only
    // where they are numbers of bundles on sale, and those are few.
    let is_shared = !row.personal && (bundle.is_some() || (!row.has_word() && row.path == address.path));
    let is_kept = status == StatusCode::OK && query.search.is_none() && is_shared;
    let until = expires(row, &prices, now);
    let word = known.and_then(|row| row.word(address.path));
    let strangers_path;
    // Anyone can request any number of unknown addresses. Their documents differ by the problem, and by the name of an
    // unknown partner.
    let (keep, address) = match known {
        None => (Keep::ButPath(variant, address.path.to_owned(), None), address),
        Some(_) if is_kept => (Keep::As(variant, until), address),
        Some(_) if row.name == NO_BUNDLE.name && status == StatusCode::NOT_FOUND => {
            let variant = Variant { page: no_bundle_problem(word), ..variant };
            (Keep::As(variant, until), Address { path: NO_BUNDLE.path, ..address })
        }
        Some(_) if is_stranger => {
            let name = OfferPage::of_path(address.path).map_or("", OfferPage::code).to_owned();
            strangers_path = registry::strangers_path();
            (Keep::ButPath(variant, name, until), Address { path: &strangers_path, ..address })
        }
        Some(_) => (Keep::Never, address),
    };
    let partition = keep.partition();
    let request = PageRequest { headers, address, row, listed, status, keep };
    let signed_in = row.personal && Box::pin(has_session(app, headers)).await;
    let (path, language) = (known.map_or(PLACE, |_| address.path), address.language);
    let sold = app.config.sold;
    let facts = PageFacts { prices: &prices, now, path, word, language, query: &query, verdict, signed_in, sold };
    let content = || frame::build(row, &facts).inspect_err(raise).ok();
    let built = app.site.respond(request, content, async || limited::turn(app, &who(), partition).await).await;
    match built {
        Some(response) => with_clock(response, now),
        None => Box::pin(unavailable(app, parts, address)).await,
    }
}

/// When a document of this page goes out of date: at the next change of prices, or at the end of the day that it counts
/// from.
fn expires(row: &PageRow, prices: &Prices, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let midnight = now.date_naive().succ_opt().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    let change = prices.next_change(now).filter(|_| row.priced);
    [change, midnight.filter(|_| row.dated)].into_iter().flatten().min()
}

/// When the session lookup fails, the page shows the sign-in form, whose calls then report the fault.
async fn has_session(app: &App, headers: &HeaderMap) -> bool {
    signed_in::of_headers(app, headers).await.is_ok_and(|session| session.is_some())
}

/// Adds the server's time for pages with a countdown: scripts can read this header, but no `Date`.
fn with_clock(mut response: Response, now: DateTime<Utc>) -> Response {
    if let Ok(value) = HeaderValue::try_from(format!("now;dur={}", now.timestamp_millis())) {
        response.headers_mut().insert("server-timing", value);
    }
    response
}

/// The answer while prices cannot be computed: with `Retry-After`, never cached.
async fn unavailable(app: &App, parts: &Parts, address: Address<'_>) -> Response {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    let headers = &parts.headers;
    let request = PageRequest { headers, address, row: &UNAVAILABLE, listed: false, status, keep: Keep::Never };
    let turn = async || limited::turn(app, &limited::client(app, &parts.extensions, headers), None).await;
    let drawn = app.site.respond(request, || Some(Content::Unavailable), turn).await;
    let mut response = drawn.unwrap_or_else(|| status.into_response());
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("60"));
    response
}

fn raise(error: &QuoteError) {
    tracing::error!(alarm = "price_book", %error, "prices cannot be computed");
}

/// The bundle on sale whose number is in the path.
fn bundle_of<'prices>(row: &PageRow, path: &str, prices: &'prices Prices) -> Option<&'prices Bundle> {
    let number = row.word(path).filter(|_| row.of_bundle)?;
    prices.book.bundle(parse_id(number)?)
}

/// What distinguishes a page's document from others of the same language and theme.
fn variant(row: &PageRow, prices: &Prices, query: &PageQuery, verdict: &Verdict<'_>) -> Variant {
    if !row.priced {
        let devices = prices.book.devices();
        let prices = if frame::reads_bundles(row) { prices.revision } else { 0 };
        return Variant { prices, devices, ..Variant::only(row.name) };
    }
    let named = query.package_title.as_deref().and_then(|title| prices.book.preselected(Some(title)));
    let package = named.filter(|(_, by_query)| *by_query).map(|(plan, _)| plan.months);
    Variant { package, ..priced(row.name, prices, verdict) }
}

/// What distinguishes an answer that shows prices, its code included.
pub fn priced(page: &'static str, prices: &Prices, verdict: &Verdict<'_>) -> Variant {
    Variant {
        verdict: verdict.state,
        code: verdict.code.map(|code| Arc::from(code.code.as_str())),
        prices: prices.revision,
        ..Variant::only(page)
    }
}

/// Draws a page without the cache, for measuring.
///
/// # Errors
/// When the page cannot be drawn.
pub async fn render_uncached(app: &App, path_and_query: &str) -> Result<usize, String> {
    let uri: axum::http::Uri = path_and_query.parse().map_err(|error| format!("{path_and_query}: {error}"))?;
    let address = app.site.address(uri.path());
    let row = app.site.find(address.path).unwrap_or(&NOT_FOUND);
    let query = row.query(address.path, uri.query());
    let prices = app.prices.load_full();
    let (path, language) = (address.path, address.language);
    let now = app.clock.now();
    let verdict = prices.verdict(&query.campaign, now);
    let word = word_of(path);
    let sold = app.config.sold;
    let facts =
        PageFacts { prices: &prices, now, path, word, language, query: &query, verdict, signed_in: false, sold };
    let shown = frame::build(row, &facts).map_err(|error| error.to_string())?;
    app.site.render_once(row, address, shown).await.map_err(|error| error.to_string())
}

/// The word in a path, whichever row answers: the number of an unsold bundle gets another page.
fn word_of(path: &str) -> Option<&str> {
    registry::find(path).and_then(|row| row.word(path))
}
