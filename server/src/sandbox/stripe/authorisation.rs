//! The credentials of a call, and the API version that it names.

use axum::http::{HeaderMap, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq as _;

use super::API_VERSION;
use super::errors::Refusal;
use crate::sandbox::pipeline::bearer;

/// Checks the key and the version of a request.
pub fn check(headers: &HeaderMap, secret_key: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::invalid(message).status(StatusCode::UNAUTHORIZED));
    let Some(key) = key(headers) else {
        return refuse(
            "You did not provide an API key. You need to provide your API key in the Authorization header, \
             using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
                .to_owned(),
        );
    };
    if !bool::from(key.as_bytes().ct_eq(secret_key.as_bytes())) {
        return refuse("Invalid API Key provided. The sandbox takes the one key it was configured with.".to_owned());
    }
    match headers.get("stripe-version") {
        Some(version) if version.as_bytes() != API_VERSION.as_bytes() => {
            Err(Refusal::invalid(format!("Invalid Stripe API version: the sandbox speaks {API_VERSION}.")))
        }
        _ => Ok(()),
    }
}

/// The key of a call: a bearer token, or the user name of HTTP Basic authentication, whose password does not matter.
fn key(headers: &HeaderMap) -> Option<String> {
    if let Some(token) = bearer(headers) {
        return Some(token.to_owned());
    }
    let (scheme, credentials) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let decoded = STANDARD.decode(credentials.trim()).ok().filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let (user, _) = std::str::from_utf8(&decoded).ok()?.split_once(':')?;
    (!user.is_empty()).then(|| user.to_owned())
}
