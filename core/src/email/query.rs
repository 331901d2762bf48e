//! E-mail addresses that arrive in a page's own address: the query `email` of the purchase pages and the query `mail`
//! of the trial page (specification 1, sections 2.2 and 2.4; specification 2, section 2 "Onboarding wizard").
//!
//! Queries are read raw, because the usual decoding of forms turns every plus into a space, and `amal+vpn@example.com`
//! would lose its mailbox. An address has no space inside, so a plus inside is a plus.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{Email, MAX_LENGTH, check};
use crate::typed_text::{is_invisible, is_space};

/// Everything but the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Characters that the trial page removes from `mail`.
const REMOVED: [char; 5] = ['<', '>', '"', '\'', '&'];

/// The text that the query `email` puts into the e-mail field, with or without its leading `?`: decoded once and
/// trimmed. The field's own rule checks it later, so that a person can correct it.
///
/// `None` without the parameter, and for what a person could not see or correct: blanks, over 254 bytes, bytes that are
/// no UTF-8, control characters and marks without width. Of several, the first counts.
///
/// ```
/// use onefare_core::email::query::prefill;
/// assert_eq!(prefill("?package=12&email=amal%2Bvpn%40example.com").as_deref(), Some("amal+vpn@example.com"));
/// assert_eq!(prefill("email=amal+vpn@example.com").as_deref(), Some("amal+vpn@example.com"));
/// assert_eq!(prefill("?email="), None);
/// ```
#[must_use]
pub fn prefill(query: &str) -> Option<String> {
    let text = value_of(query, "email")?;
    let text = text.trim_matches(is_space);
    let shown = !text.is_empty() && text.len() <= MAX_LENGTH && !text.contains(is_hidden);
    shown.then(|| text.to_owned())
}

/// The address that the query `mail` puts into the trial page's field: decoded once, then [`clean_mail`].
///
/// ```
/// use onefare_core::email::query::trial_mail;
/// assert_eq!(trial_mail("?mail=%3Camal@example.com%3E").as_deref(), Some("amal@example.com"));
/// ```
#[must_use]
pub fn trial_mail(query: &str) -> Option<String> {
    clean_mail(&value_of(query, "mail")?)
}

/// Trims a decoded `mail` value, removes `<`, `>`, `"`, `'` and `&`, and gives what is left if it is an e-mail address
/// by the rule of every form (specification 1, section 2.4).
///
/// ```
/// use onefare_core::email::query::clean_mail;
/// assert_eq!(clean_mail(" \"amal@example.com\" ").as_deref(), Some("amal@example.com"));
/// assert_eq!(clean_mail("Amal <amal@example.com>"), None);
/// ```
#[must_use]
pub fn clean_mail(value: &str) -> Option<String> {
    let left = value.trim_matches(is_space).replace(REMOVED, "");
    check(&left).ok().map(str::to_owned)
}

/// The pair `email=…` that [`prefill`] reads back: the wizard passes the address to `/buy` in it.
///
/// ```
/// use onefare_core::email::{Email, query::prefill_pair};
/// let email = Email::parse("amal+vpn@example.com").unwrap();
/// assert_eq!(prefill_pair(&email), "email=amal%2Bvpn%40example.com");
/// ```
#[must_use]
pub fn prefill_pair(email: &Email) -> String {
    format!("email={}", utf8_percent_encode(email.as_str(), RESERVED))
}

/// The first value under `name`, decoded once. A plus at either end is a form-encoded space; invalid escapes stay as
/// they are.
fn value_of(query: &str, name: &str) -> Option<String> {
    let pairs = query.strip_prefix('?').unwrap_or(query).split('&');
    let raw = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).find(|(key, _)| decoded(key) == name)?.1;
    percent_decode_str(raw.trim_matches('+')).decode_utf8().ok().map(String::from)
}

fn decoded(key: &str) -> String {
    percent_decode_str(key).decode_utf8_lossy().into_owned()
}

fn is_hidden(character: char) -> bool {
    character.is_control() || is_invisible(character)
}
