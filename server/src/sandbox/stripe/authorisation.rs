//! Who may call, and in which version.

use axum::http::{HeaderMap, StatusCode};

use super::API_VERSION;
use super::errors::Refusal;
use crate::sandbox::pipeline::{bearer, is_authorised};

/// Checks the key and the version of a request.
pub fn check(headers: &HeaderMap, secret_key: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::invalid(message).status(StatusCode::UNAUTHORIZED));
    if bearer(headers).is_none() {
        return refuse(
            "You did not provide an API key. You need to provide your API key in the Authorization header, \
             using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
                .to_owned(),
        );
    }
    if !is_authorised(headers, secret_key) {
        return refuse("Invalid API Key provided. The sandbox takes the one key it was configured with.".to_owned());
    }
    match headers.get("stripe-version") {
        Some(version) if version.as_bytes() != API_VERSION.as_bytes() => {
            Err(Refusal::invalid(format!("Invalid Stripe API version: the sandbox speaks {API_VERSION}.")))
        }
        _ => Ok(()),
    }
}
