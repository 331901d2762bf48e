//! Addresses we follow or hand out: local paths, the hosts a payment page may live on.

/// Longest local path that is kept.
pub const MAX_PATH: usize = 512;

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

/// Whether a text is `https` on a host with a name, with nothing in it that browsers read in different ways: for pages
/// of others that we offer but do not know beforehand.
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
