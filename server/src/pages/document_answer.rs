//! A document as the HTTP answer to one request.

use axum::response::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, REFERRER_POLICY, VARY};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::cache::Document;
use super::page_row::Audience;

/// Tells the browser where the rules for speculative loading are.
const SPECULATION_RULES: HeaderValue = HeaderValue::from_static("\"/speculation-rules.json\"");

/// Answers with a document. `kept` documents, whose status is 200, have an ETag; result pages never do, in any cache.
pub(super) async fn answer(document: &Document, status: StatusCode, asked: &HeaderMap, kept: bool) -> Response {
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding, Cookie"));
    // An unknown address may be that of a result page, mistyped, with a buyer's payment in its query.
    if document.audience == Audience::OneBuyer || status == StatusCode::NOT_FOUND {
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    if document.listed {
        headers.insert(HeaderName::from_static("speculation-rules"), SPECULATION_RULES);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if kept && document.audience != Audience::OneBuyer {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        return document.html.answer_validated(headers, asked).await;
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    document.html.answer(status, headers, asked).await
}
