//! Links, compared with a parser that follows browsers' rules (crate `url`).

use onefare_core::safe_url::{is_checkout_url, local_path};
use proptest::prelude::*;
use url::Url;

const HOSTS: [&str; 4] = ["checkout.stripe.com", "localhost:8090", "127.0.0.1:8090", ""];

/// Pieces of valid and hostile addresses.
const PIECES: &[&str] = &[
    "https://",
    "http://",
    "HTTPS://",
    "https:",
    "//",
    "/",
    "\\",
    "javascript:",
    "data:",
    "checkout.stripe.com",
    "checkout%2estripe.com",
    "CHECKOUT.STRIPE.COM",
    "localhost",
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "evil.example",
    ":8090",
    ":443",
    ":",
    ".",
    "..",
    "@",
    "#",
    "?",
    "&",
    "=",
    "%2f",
    "%00",
    "code",
    "package",
    "buy",
    "\t",
    "\n",
    " ",
    "\0",
    "\u{200b}",
    "\u{202e}",
    "\u{3002}",
    "\u{ff0f}",
    "\u{430}",
    "\u{ad}",
];

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![6 => proptest::sample::select(PIECES).prop_map(str::to_owned), 1 => "[ -~]{1,3}"]
}

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..9).prop_map(|pieces| pieces.concat())
}

/// An address on an allowed host, with anything after it.
fn on_a_host() -> impl Strategy<Value = String> {
    let start = proptest::sample::select(
        &["https://checkout.stripe.com", "http://localhost:8090", "http://127.0.0.1:8090"][..],
    );
    (start, pieces()).prop_map(|(start, rest)| format!("{start}{rest}"))
}

/// Whether a browser sent to `text` ends on one of the hosts, safely.
fn browser_stays(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else { return false };
    let host = url.host_str().unwrap_or("");
    let authority = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let private = url.scheme() == "https" || (url.scheme() == "http" && ["localhost", "127.0.0.1"].contains(&host));
    let anonymous = url.username().is_empty() && url.password().is_none();
    private && anonymous && !host.is_empty() && HOSTS.contains(&authority.as_str())
}

/// A browser on this site that follows `path` stays on this site.
fn stays_here(path: &str) -> Result<(), TestCaseError> {
    let here = Url::parse("https://shop.example/ar/payment-failed").unwrap();
    let there = here.join(path).unwrap();
    prop_assert_eq!(there.origin(), here.origin());
    let written = there.query().map_or_else(|| there.path().to_owned(), |query| format!("{}?{query}", there.path()));
    prop_assert_eq!(written, path, "the browser changes nothing in it");
    for (key, _) in there.query_pairs() {
        prop_assert!(key == "code" || key == "package");
    }
    Ok(())
}

fn laws_of_any_text(text: &str) -> Result<(), TestCaseError> {
    if is_checkout_url(text, &HOSTS) {
        prop_assert!(browser_stays(text), "{text:?}");
    }
    if let Some(path) = local_path(text) {
        prop_assert!(path.starts_with('/') && !path.starts_with("//") && path.len() <= 512);
        prop_assert_eq!(local_path(&path), Some(path.clone()), "a fixed point");
        stays_here(&path)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn any_text(text in any::<String>()) {
        laws_of_any_text(&text)?;
        laws_of_any_text(&format!("/{text}"))?;
    }

    #[test]
    fn any_pieces(text in pieces()) {
        laws_of_any_text(&text)?;
        laws_of_any_text(&format!("/{text}"))?;
        laws_of_any_text(&format!("/buy?{text}"))?;
    }

    #[test]
    fn anything_after_an_allowed_host(text in on_a_host()) {
        laws_of_any_text(&text)?;
    }

    #[test]
    fn ordinary_payment_pages_are_followed(path in "(/[a-zA-Z0-9_-]{1,40}){0,4}(#[a-zA-Z0-9%]{0,200})?") {
        for host in ["https://checkout.stripe.com", "http://localhost:8090"] {
            let followed = is_checkout_url(&format!("{host}{path}"), &HOSTS);
            prop_assert!(followed);
        }
    }

    #[test]
    fn ordinary_return_paths_are_kept(path in "(/[a-z0-9-]{1,20}){1,4}", code in "[A-Za-z0-9_-]{1,20}") {
        let kept = format!("{path}?code={code}");
        prop_assert_eq!(local_path(&format!("{kept}&email=amal%40example.com")), Some(kept));
    }
}
