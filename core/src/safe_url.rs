//! URLs that the shop follows or hands out: local paths, the hosts a payment page may be on, the payment method they
//! name.

use percent_encoding::percent_decode_str;

/// Longest local path that is kept.
pub const MAX_PATH: usize = 512;

/// Longest name of a payment method in an address.
const MAX_METHOD: usize = 32;

/// The query key that names the payment method the buyer chose.
const METHOD_KEY: &str = "payment_method";

/// Query keys a stored return path keeps; everything else, e-mails above all, is dropped.
const KEPT_KEYS: [&str; 2] = ["code", "package"];

/// Reads a return address as a path on this site, keeping only the query keys `code` and `package`. `None` for
/// anything that a browser could take for another site or a script; callers then go to `/`, after signing in to
/// `/panel` (specification 1, sections 2.9 and 2.12: `redirect_from`, `redirect_url`).
///
/// ```
/// use onefare_core::safe_url::local_path;
/// assert_eq!(local_path("/buy?code=spring&email=a@b.co").as_deref(), Some("/buy?code=spring"));
/// assert_eq!(local_path("//evil.example"), None);
/// assert_eq!(local_path("javascript:alert(1)"), None);
/// ```
#[must_use]
pub fn local_path(text: &str) -> Option<String> {
    let (path, query) = split_query(text)?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let local = path.starts_with('/') && !path.contains("//") && path.bytes().all(plain) && !has_dot_segment(path);
    if !local || text.len() > MAX_PATH {
        return None;
    }
    let kept: Vec<&str> = query.split('&').filter(|pair| is_kept(pair)).collect();
    Some(if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) })
}

fn split_query(text: &str) -> Option<(&str, &str)> {
    let before_fragment = text.split('#').next()?;
    Some(before_fragment.split_once('?').unwrap_or((before_fragment, "")))
}

fn has_dot_segment(path: &str) -> bool {
    path.split('/').any(|segment| segment == "." || segment == "..")
}

/// A kept key with a plain or percent-encoded value.
fn is_kept(pair: &str) -> bool {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~%+".contains(&byte);
    KEPT_KEYS.contains(&key) && value.bytes().all(plain)
}

/// Whether the browser may be sent to `url` to pay: `https`, or `http` on this very machine, on one of `hosts` (host
/// with port, as in an address; case does not matter), without user name, password, backslash or anything but printable
/// ASCII. Stricter than browsers on purpose: what is let through, every browser opens on one of `hosts`.
///
/// ```
/// use onefare_core::safe_url::is_checkout_url;
/// let hosts = ["checkout.stripe.com", "localhost:8090"];
/// assert!(is_checkout_url("https://checkout.stripe.com/c/pay/cs_test_1#fid", &hosts));
/// assert!(is_checkout_url("http://localhost:8090/pay/cs_test_1", &hosts));
/// assert!(!is_checkout_url("http://checkout.stripe.com/c/pay/cs_test_1", &hosts));
/// assert!(!is_checkout_url("https://checkout.stripe.com@evil.example/", &hosts));
/// ```
#[must_use]
pub fn is_checkout_url(url: &str, hosts: &[&str]) -> bool {
    let secure = url.strip_prefix("https://").map(|rest| (rest, true));
    let Some((rest, secure)) = secure.or_else(|| url.strip_prefix("http://").map(|rest| (rest, false))) else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let clean = url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') && !authority.contains('@');
    let host = authority.split(':').next().unwrap_or("");
    let on_this_machine = host == "localhost" || host == "127.0.0.1";
    clean
        && !host.is_empty()
        && (secure || on_this_machine)
        && hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(authority))
}

/// An address with the query `payment_method` (specification 2, section 7: `card` and `mollie`). The rest of the query
/// and the fragment stay as they are, except for empty parts of the query. As `URLSearchParams.set` does, it replaces
/// the first value of that key in place and removes further ones, so that a page that reads either the first or the
/// last value reads ours.
///
/// `None` when the address holds anything but printable ASCII, or the method anything but 1 to 32 lower-case letters,
/// digits, hyphens and underscores.
///
/// ```
/// use onefare_core::safe_url::with_payment_method;
/// let added = |address: &str| with_payment_method(address, "card").unwrap();
/// assert_eq!(added("https://pay.example/c?a=1#fid"), "https://pay.example/c?a=1&payment_method=card#fid");
/// assert_eq!(added("/esim?payment_method=mollie&hash=x"), "/esim?payment_method=card&hash=x");
/// ```
#[must_use]
pub fn with_payment_method(address: &str, method: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    let named = (1..=MAX_METHOD).contains(&method.len()) && method.bytes().all(plain);
    if !named || !address.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let start = address.find('#').unwrap_or(address.len());
    let (before_fragment, fragment) = address.split_at_checked(start)?;
    let (path, query) = before_fragment.split_once('?').unwrap_or((before_fragment, ""));
    let own = format!("{METHOD_KEY}={method}");
    let mut pairs: Vec<&str> = Vec::new();
    let mut is_set = false;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        if !is_method(pair) {
            pairs.push(pair);
        } else if !is_set {
            pairs.push(&own);
            is_set = true;
        }
    }
    if !is_set {
        pairs.push(&own);
    }
    Some(format!("{path}?{}{fragment}", pairs.join("&")))
}

/// Whether a part of a query has the key of the payment method, in any spelling that a browser takes for it.
fn is_method(pair: &str) -> bool {
    let key = pair.split('=').next().unwrap_or("");
    percent_decode_str(key).eq(METHOD_KEY.bytes())
}

/// Whether a text is `https` on a host with a name, with nothing in it that browsers read in different ways: for
/// external pages that the shop offers without knowing them beforehand.
pub(crate) fn is_secure_address(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("https://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') && is_port && is_host_name(host)
}

/// Two or more labels of ASCII letters, digits and inner hyphens, the last beginning with a letter: a name, not a
/// number.
pub(crate) fn is_host_name(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // Browsers read a last label that begins with a digit, such as `0x7f`, as part of a number.
    let named = text.rsplit('.').next().is_some_and(|last| last.starts_with(|first: char| first.is_ascii_alphabetic()));
    text.len() <= 253 && text.contains('.') && text.split('.').all(is_label) && named
}
