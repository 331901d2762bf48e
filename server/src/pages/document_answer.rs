//! A document as the HTTP answer to one request.

use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, REFERRER_POLICY, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::cache::Document;
use super::http_caching::{accepts_brotli, is_fresh};
use super::page_row::Audience;

/// Tells the browser where the rules for speculative loading are.
const SPECULATION_RULES: HeaderValue = HeaderValue::from_static("\"/speculation-rules.json\"");

/// Answers with a document. `kept` documents have an ETag; result pages never do, in any cache.
pub(super) fn answer(document: &Document, status: StatusCode, asked: &HeaderMap, kept: bool) -> Response {
    let packed = document.brotli.as_ref().filter(|_| accepts_brotli(asked));
    let etag = if packed.is_some() { &document.etag_brotli } else { &document.etag };
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
    // An unknown address may be that of a result page, mistyped, with a buyer's payment in its query.
    if document.audience == Audience::OneBuyer || status == StatusCode::NOT_FOUND {
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    if kept && document.audience != Audience::OneBuyer {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(ETAG, etag.clone());
        if status == StatusCode::OK && is_fresh(asked, etag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
    } else {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if document.listed {
        headers.insert(HeaderName::from_static("speculation-rules"), SPECULATION_RULES);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if packed.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    (status, headers, packed.unwrap_or(&document.identity).clone()).into_response()
}
