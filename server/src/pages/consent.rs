//! Whether a visitor consented to events: reads the cookie that holds the answer. `/api/consent` sets it; it is no
//! secret.

use http::HeaderMap;
use onefare_core::wire::page::Consent;

use super::language::cookie;
use crate::ids::digest;

/// The cookie: `yes-` and a random text that ties a visitor's events together, or [`REFUSED`].
pub const CONSENT_COOKIE: &str = "consent";

/// The value of a refusal.
pub const REFUSED: &str = "no";

/// The prefix of an agreement, before its random text.
const AGREED: &str = "yes-";

/// Characters of the random text; the server made no other.
const LENGTH: usize = 26;

/// The visitor's answer, if any.
#[must_use]
pub fn consent(headers: &HeaderMap) -> Consent {
    let refused = || cookie(headers, CONSENT_COOKIE) == Some(REFUSED);
    if visitor_text(headers).is_some() || refused() { Consent::Answered } else { Consent::Open }
}

/// Digest of the visitor's cookie; `None` without consent.
#[must_use]
pub fn visitor(headers: &HeaderMap) -> Option<String> {
    visitor_text(headers).map(digest)
}

/// The random text in the visitor's cookie.
#[must_use]
pub fn visitor_text(headers: &HeaderMap) -> Option<&str> {
    let text = cookie(headers, CONSENT_COOKIE)?.strip_prefix(AGREED)?;
    (text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(text)
}

/// The value of an agreement.
#[must_use]
pub fn agreed(text: &str) -> String {
    format!("{AGREED}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;
    use http::header::COOKIE;

    #[test]
    fn only_an_answer_that_we_wrote_is_one() {
        let yes = agreed("abcdefghijklmnopqrstuvwxyz");
        for (value, expected, agreed) in [
            (yes.as_str(), Consent::Answered, true),
            ("no", Consent::Answered, false),
            ("", Consent::Open, false),
            ("yes", Consent::Open, false),
            ("yes-", Consent::Open, false),
            ("yes-abcdefghijklmnopqrstuvwxy!", Consent::Open, false),
            ("yes-abcdefghijklmnopqrstuvwxyz0", Consent::Open, false),
        ] {
            let line = HeaderValue::try_from(format!("theme=dark; consent={value}")).unwrap();
            let headers = HeaderMap::from_iter([(COOKIE, line)]);
            assert_eq!(consent(&headers), expected, "{value}");
            assert_eq!(visitor(&headers).is_some(), agreed, "{value}");
        }
        assert_eq!(consent(&HeaderMap::new()), Consent::Open);
    }
}
