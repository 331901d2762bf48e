//! The buyer's cookie: a random value that ties a browser to the orders it placed. It identifies no person.

use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use secrecy::SecretString;
use time::Duration;

use crate::config::Config;
use crate::flows::order::purchase::Buyer;
use crate::ids::{derived_secret, new_secret};
use crate::limits::Client;
use crate::pages::consent::visitor;
use crate::problem::Refusal;

/// How long a browser can read its orders.
const LIFE: Duration = Duration::days(180);

/// Characters of the value; the server made no other value.
const LENGTH: usize = 26;

/// The cookie's name. Over TLS the prefix makes browsers refuse it from any other host or path.
#[must_use]
pub const fn name(https: bool) -> &'static str {
    if https { "__Host-buyer" } else { "buyer" }
}

/// The value that this browser sent, if it has the form of ours.
#[must_use]
pub fn value(headers: &HeaderMap, https: bool) -> Option<String> {
    let jar = CookieJar::from_headers(headers);
    let value = jar.get(name(https))?.value();
    (value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_alphanumeric())).then(|| value.to_owned())
}

/// The value that this browser sent, or a new one.
///
/// With an unguessable attempt key the new value derives from the key: the second of two clicks, or the retry of a call
/// whose answer was lost, has no cookie either, and must count as the same buyer. Any other key, such as a counter,
/// counts within a cookie only: another caller who guesses it would become the buyer who used it.
#[must_use]
pub fn value_or_made(headers: &HeaderMap, https: bool, attempt_key: Option<&str>, secret: &SecretString) -> String {
    let unguessable = attempt_key.filter(|key| is_random(key));
    let made = || unguessable.map_or_else(new_secret, |key| derived_secret(secret, "buyer", key));
    value(headers, https).unwrap_or_else(made)
}

/// Whether a key has the form of those that our pages make: 128 random bits as 32 hexadecimal digits. Fewer than seven
/// distinct digits among 32 random ones occur once in ten billion times; keys written by hand have few.
fn is_random(key: &str) -> bool {
    let digits = "0123456789abcdef".chars().filter(|digit| key.contains(*digit)).count();
    key.len() == 32 && key.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) && digits >= 7
}

/// The buyer of this attempt to pay, and the cookie to answer with. A refused attempt sets its cookie too: the order
/// may exist already, and the retry must find it.
///
/// # Errors
/// [`Problem::BadRequest`] for a malformed `Idempotency-Key`.
pub fn of_attempt(
    headers: &HeaderMap,
    client: Client,
    config: &Config,
    language: Language,
) -> Result<(CookieJar, Buyer), Refusal> {
    let https = config.is_https();
    let attempt_key = attempt_key(headers)?;
    let cookie = value_or_made(headers, https, attempt_key.as_deref(), &config.secret);
    let jar = CookieJar::new().add(self::cookie(cookie.clone(), https));
    let visitor = config.events.as_ref().and_then(|_| visitor(headers));
    Ok((jar, Buyer { cookie, attempt_key, language, visitor, client }))
}

fn attempt_key(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let key = value.to_str().map_err(|_| Problem::BadRequest)?;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(16..=64).contains(&key.len()) || !key.bytes().all(allowed) {
        return Err(Problem::BadRequest.into());
    }
    Ok(Some(key.to_owned()))
}

/// The cookie to send back. `Lax`, because the return from the payment page is a navigation from another site.
#[must_use]
pub fn cookie(value: String, https: bool) -> Cookie<'static> {
    Cookie::build((name(https), value))
        .path("/")
        .http_only(true)
        .secure(https)
        .same_site(SameSite::Lax)
        .max_age(LIFE)
        .build()
}
