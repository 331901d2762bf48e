//! Who may call, and in which version.

use axum::http::{HeaderMap, StatusCode, header};
use subtle::ConstantTimeEq as _;

use super::API_VERSION;
use super::errors::Refusal;

/// Checks the key and the version of a request.
pub fn check(headers: &HeaderMap, secret_key: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::invalid(message).status(StatusCode::UNAUTHORIZED));
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some(key) = sent.and_then(|value| value.strip_prefix("Bearer ")) else {
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
