//! The one HTTP client behind every outgoing provider call, and its limits.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::redirect::Policy;

/// Longest wait for a connection. A provider that cannot be reached should be known within a buyer's patience.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Longest wait for one whole exchange; clients set shorter ones per call.
pub const EXCHANGE_TIMEOUT: Duration = Duration::from_secs(20);

/// Largest answer that is read in bytes, where a caller expects no list. Provider objects are a few kilobytes; anything
/// near this is not one.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Why an answer's body could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    /// More than that many bytes.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    /// The connection broke or the time ran out half-way.
    #[error("the answer broke off")]
    Broken(#[source] reqwest::Error),
}

/// A client that follows no redirects (a provider's API never redirects, and following one would carry the key and
/// the buyer's address to wherever it points), retries nothing by itself (each client decides what may be repeated),
/// ignores proxy variables of the environment (the sandbox runs on localhost) and has the limits above.
///
/// # Errors
/// Only when the machine's certificate store cannot be read.
pub fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    install_crypto();
    reqwest::Client::builder()
        .redirect(Policy::none())
        .no_proxy()
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(EXCHANGE_TIMEOUT)
        .user_agent(concat!("onefare/", env!("CARGO_PKG_VERSION")))
        .build()
}

/// Chooses the cryptography for TLS, once per process. An earlier choice stands.
pub fn install_crypto() {
    let earlier = rustls::crypto::ring::default_provider().install_default();
    if earlier.is_err() {
        tracing::trace!("the process has its TLS cryptography already");
    }
}

/// Reads an answer's body of at most `limit` bytes.
///
/// # Errors
/// See [`BodyError`].
pub async fn bounded_body(mut answer: reqwest::Response, limit: usize) -> Result<Bytes, BodyError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(BodyError::Broken)? {
        if body.len().saturating_add(chunk.len()) > limit {
            return Err(BodyError::TooLarge(limit));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}
