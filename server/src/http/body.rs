//! Reads bodies: of limited size, within a limited time, and not too many at once. JSON is declared as JSON, at most
//! 16 KiB, one object with exactly the fields of the call.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use onefare_core::problem::Problem;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use crate::problem::Refusal;

/// Largest JSON body of any call.
pub const MAX_JSON: usize = 16 * 1024;

/// Time a body has to arrive.
const ARRIVAL_LIMIT: Duration = Duration::from_secs(10);

/// Bytes of bodies that may be under way at once: 512 of the largest JSON bodies.
const IN_FLIGHT: usize = 8 * 1024 * 1024;

/// One for the process, as its memory is.
static ROOM: Semaphore = Semaphore::const_new(IN_FLIGHT);

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

/// Reads a body of at most `limit` bytes, as long as the bodies being read hold less than [`IN_FLIGHT`] together.
///
/// # Errors
/// [`Problem::BodyTooLarge`] beyond the limit, [`Problem::BodyTooSlow`] when it is not here in time,
/// [`Problem::BadRequest`] when it breaks off, [`Problem::ProviderUnavailable`] when there is no room for it.
pub async fn read(body: Body, limit: usize) -> Result<Bytes, Refusal> {
    match tokio::time::timeout(ARRIVAL_LIMIT, collect(body, limit)).await {
        Ok(read) => read,
        Err(_) => Err(Problem::BodyTooSlow.into()),
    }
}

/// Room is taken as bytes arrive, so that somebody who announces a body and sends none takes nothing.
async fn collect(mut body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let mut whole = BytesMut::new();
    let mut room = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(part) = frame.map_err(|_broken_off| Problem::BadRequest)?.into_data() else { continue };
        if whole.len() + part.len() > limit {
            return Err(Problem::BodyTooLarge.into());
        }
        let size = u32::try_from(part.len()).map_err(|_| Problem::BodyTooLarge)?;
        room.push(ROOM.try_acquire_many(size).map_err(|_| {
            tracing::warn!("more bodies arrive at once than there is room for");
            Problem::ProviderUnavailable
        })?);
        whole.extend_from_slice(&part);
    }
    Ok(whole.freeze())
}

fn is_json(headers: &HeaderMap) -> bool {
    let declared = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let media_type = declared.split(';').next().unwrap_or("").trim();
    media_type.eq_ignore_ascii_case("application/json")
}
