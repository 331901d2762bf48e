//! Reads JSON bodies: declared as JSON, at most 16 KiB, one object with exactly the fields of the call.

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use onefare_core::problem::Problem;
use serde::de::DeserializeOwned;

use crate::problem::Refusal;

/// Largest JSON body of any call.
pub const MAX_JSON: usize = 16 * 1024;

/// A JSON body.
#[derive(Clone, Debug)]
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        if !is_json(request.headers()) {
            return Err(Problem::WrongContentType.into());
        }
        let bytes = read(request.into_body(), MAX_JSON).await?;
        // A list would be read as the fields in their order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::BadRequest.into());
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            tracing::debug!(%error, "unreadable body");
            Problem::BadRequest.into()
        })
    }
}

/// Reads a body of at most `limit` bytes.
///
/// # Errors
/// [`Problem::BodyTooLarge`] beyond the limit, [`Problem::BadRequest`] when it breaks off.
pub async fn read(body: Body, limit: usize) -> Result<bytes::Bytes, Refusal> {
    to_bytes(body, limit).await.map_err(|error| {
        let too_large = std::error::Error::source(&error).is_some_and(|cause| cause.to_string().contains("limit"));
        if too_large { Problem::BodyTooLarge.into() } else { Problem::BadRequest.into() }
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let declared = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let media_type = declared.split(';').next().unwrap_or("").trim();
    media_type.eq_ignore_ascii_case("application/json")
}
