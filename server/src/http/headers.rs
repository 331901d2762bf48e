//! Sets the headers that every answer carries, whatever made it and whatever went wrong, and the request's id.
//!
//! A handler that needs another value sets it itself: headers that are there already stay.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use url::Url;

use crate::ids;

/// Name of the header with the request's id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Where browsers report what the policy blocked.
pub const CSP_REPORT_PATH: &str = "/api/csp-report";

/// No inline script, no inline style, nothing from other origins; WebAssembly is allowed, `eval` is not.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
    img-src 'self' data:; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; \
    base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /api/csp-report";

/// The pages use no feature of the device.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), \
    encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), \
    local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
    publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), usb=(), \
    xr-spatial-tracking=()";

/// The id of a request: the answer and the logs carry it, and a problem body quotes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    fn new() -> Self {
        HeaderValue::try_from(ids::new_id("req")).map_or_else(|_never| Self::default(), Self)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// A new id where no layer set one, as in a handler tested alone.
impl Default for RequestId {
    fn default() -> Self {
        Self(HeaderValue::from_static("req_none"))
    }
}

/// What the headers depend on.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    policy: HeaderValue,
    https: bool,
}

impl SecurityHeaders {
    /// `https`: whether the public URL is https, so that browsers may insist on it. `dev_assets`: the web's development
    /// server, whose scripts, styles and socket are allowed beside our own.
    #[must_use]
    pub fn new(https: bool, dev_assets: Option<&Url>) -> Self {
        let policy = dev_assets
            .and_then(|origin| HeaderValue::try_from(development_policy(origin)).ok())
            .unwrap_or(HeaderValue::from_static(POLICY));
        Self { policy, https }
    }

    /// The state for [`secure_answers`].
    #[must_use]
    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }

    /// The headers as raw lines, for answers that HTTP's own layer makes.
    #[must_use]
    pub fn lines(&self) -> Arc<[u8]> {
        let mut headers = HeaderMap::new();
        self.apply(&mut headers, true);
        let line = |(name, value): (&HeaderName, &HeaderValue)| {
            [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat()
        };
        headers.iter().flat_map(line).collect()
    }

    fn apply(&self, headers: &mut HeaderMap, is_private: bool) {
        let mut set = |name: HeaderName, value: HeaderValue| {
            headers.entry(name).or_insert(value);
        };
        set(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        set(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        set(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
        let referrer = if is_private { "no-referrer" } else { "strict-origin-when-cross-origin" };
        set(REFERRER_POLICY, HeaderValue::from_static(referrer));
        set(HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS));
        set(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
        set(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
        if self.https {
            set(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000; includeSubDomains"));
        }
        if is_private {
            set(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
}

/// Vite's development server injects styles and opens a socket; its error overlay writes markup.
fn development_policy(dev_assets: &Url) -> String {
    let origin = dev_assets.origin().ascii_serialization();
    let socket = origin.replacen("http", "ws", 1);
    format!(
        "default-src 'none'; script-src 'self' {origin} 'wasm-unsafe-eval'; connect-src 'self' {origin} {socket}; \
         img-src 'self' {origin} data:; style-src 'self' {origin} 'unsafe-inline'; font-src 'self' {origin}; \
         form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; report-uri {CSP_REPORT_PATH}"
    )
}

/// Whether only the requester may store the response: calls, signing in, provider events, the sandbox's mailbox.
fn is_private(path: &str) -> bool {
    ["/api/", "/panel/", "/webhooks/", "/sandbox/"].iter().any(|start| path.starts_with(start))
}

/// The outermost middleware: gives the request its id and the answer its headers.
///
/// ```ignore
/// router.layer(axum::middleware::from_fn_with_state(SecurityHeaders::new(https, None).shared(), secure_answers))
/// ```
pub async fn secure_answers(
    State(security): State<Arc<SecurityHeaders>>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = RequestId::new();
    request.extensions_mut().insert(id.clone());
    let is_private = is_private(request.uri().path());
    let mut response = next.run(request).await;
    security.apply(response.headers_mut(), is_private);
    response.headers_mut().insert(REQUEST_ID, id.0);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use http::StatusCode;
    use tower::ServiceExt as _;
    use tower_http::catch_panic::CatchPanicLayer;

    async fn ask(security: SecurityHeaders, path: &str) -> Response {
        async fn panics() -> StatusCode {
            panic!("a bug")
        }
        Router::new()
            .route("/buy", get(|| async { "page" }))
            .route("/api/call", get(|| async { "{}" }))
            .route("/own", get(|| async { [(header::CONTENT_SECURITY_POLICY, "default-src 'none'")] }))
            .route("/panics", get(panics))
            .layer(CatchPanicLayer::new())
            .layer(from_fn_with_state(security.shared(), secure_answers))
            .oneshot(Request::builder().uri(path).body(Body::empty()).unwrap())
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn stand_on_every_answer() {
        let mut ids = std::collections::HashSet::new();
        for (path, status) in [("/buy", 200), ("/nowhere", 404), ("/panics", 500), ("/api/call", 200)] {
            let response = ask(SecurityHeaders::new(true, None), path).await;
            assert_eq!(response.status(), status, "{path}");
            let value = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            let policy = value("content-security-policy").unwrap();
            for part in [
                "default-src 'none'",
                "script-src 'self' 'wasm-unsafe-eval'",
                "style-src 'self'",
                "report-uri /api/csp-report",
            ] {
                assert!(policy.split("; ").any(|directive| directive == part), "{path}: {policy}");
            }
            assert!(!policy.contains("unsafe-inline") && !policy.contains("  "), "{policy}");
            assert_eq!(value("x-content-type-options").unwrap(), "nosniff");
            assert_eq!(value("x-frame-options").unwrap(), "DENY");
            assert_eq!(value("strict-transport-security").unwrap(), "max-age=31536000; includeSubDomains");
            let referrer = if path.starts_with("/api/") { "no-referrer" } else { "strict-origin-when-cross-origin" };
            assert_eq!(value("referrer-policy").unwrap(), referrer);
            assert_eq!(value("cross-origin-opener-policy").unwrap(), "same-origin");
            assert_eq!(value("cross-origin-resource-policy").unwrap(), "same-origin");
            assert!(value("permissions-policy").unwrap().contains("camera=()"));
            assert_eq!(value("cache-control"), path.starts_with("/api/").then(|| "no-store".to_owned()));
            assert!(ids.insert(value("x-request-id").unwrap()), "an id came twice");
        }
    }

    #[tokio::test]
    async fn leave_a_handlers_own_policy_and_plain_http_alone() {
        let response = ask(SecurityHeaders::new(false, None), "/own").await;
        assert_eq!(response.headers()["content-security-policy"], "default-src 'none'");
        assert!(!response.headers().contains_key("strict-transport-security"));
    }

    #[tokio::test]
    async fn allow_the_development_server_when_it_is_named() {
        let dev = Url::parse("http://localhost:5173").unwrap();
        let response = ask(SecurityHeaders::new(false, Some(&dev)), "/buy").await;
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self' http://localhost:5173 "), "{policy}");
        assert!(policy.contains("ws://localhost:5173"), "{policy}");
    }
}
