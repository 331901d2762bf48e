//! Reads bodies: of limited size, within a limited time, and within the memory for bodies. JSON must be declared as
//! JSON, at most 16 KiB, one object with exactly the fields of the call.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use onefare_core::problem::Problem;
use serde::de::DeserializeOwned;

use super::limited;
use crate::app::{App, SharedApp};
use crate::limits::{Arrival, By, Client, Peer, Receiving, Room};
use crate::problem::Refusal;

/// Largest JSON body of any call.
pub const MAX_JSON: usize = 16 * 1024;

/// Time a body has to arrive.
const ARRIVAL_LIMIT: Duration = Duration::from_secs(10);

/// A JSON body.
#[derive(Clone, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<SharedApp> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &SharedApp) -> Result<Self, Refusal> {
        if !is_json(request.headers()) {
            return Err(Problem::WrongContentType.into());
        }
        let (parts, body) = request.into_parts();
        let bytes = read(app, &parts, body, MAX_JSON).await?;
        // serde would read an array as the fields in order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::BadRequest.into());
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            tracing::debug!(%error, "unreadable body");
            Problem::BadRequest.into()
        })
    }
}

/// Reads the body of a call or a form, of at most `limit` bytes.
///
/// # Errors
/// [`Problem::BodyTooLarge`] beyond the limit, [`Problem::BodyTooSlow`] when it does not arrive in time,
/// [`Problem::BadRequest`] when it breaks off, [`Problem::ProviderUnavailable`] when newer bodies took its memory.
pub async fn read(app: &App, parts: &Parts, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    receive(app, &app.rooms.calls, parts, body, limit).await
}

/// Reads a provider's webhook event, of at most `limit` bytes.
///
/// # Errors
/// As [`read`].
pub async fn read_webhook_event(app: &App, parts: &Parts, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    receive(app, &app.rooms.webhook_events, parts, body, limit).await
}

async fn receive(app: &App, room: &Room, parts: &Parts, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let receiving = parts.extensions.get::<Peer>().map(|peer| &peer.receiving);
    let _arriving = receiving.map(Receiving::begin);
    let known = parts.extensions.get::<Client>().and_then(|client| client.key(By::Address));
    let client = known.or_else(|| limited::client(app, &parts.extensions, &parts.headers).key(By::Address));
    let arrival = room.arrival(client.as_deref().unwrap_or_default());
    let read = tokio::time::timeout(ARRIVAL_LIMIT, collect(arrival, body, limit)).await;
    let read = read.unwrap_or(Err(Problem::BodyTooSlow));
    if read == Err(Problem::ProviderUnavailable)
        && let Some(receiving) = receiving
    {
        receiving.give_way();
    }
    read.map_err(Refusal::from)
}

async fn collect(arrival: Arrival<'_>, mut body: Body, limit: usize) -> Result<Bytes, Problem> {
    let mut whole = BytesMut::new();
    loop {
        let frame = tokio::select! {
            biased;
            () = arrival.gave_way() => return Err(Problem::ProviderUnavailable),
            frame = body.frame() => frame,
        };
        let Some(frame) = frame else { return Ok(whole.freeze()) };
        let Ok(part) = frame.map_err(|_broken_off| Problem::BadRequest)?.into_data() else { continue };
        if whole.len() + part.len() > limit {
            return Err(Problem::BodyTooLarge);
        }
        if !arrival.take(part.len()) {
            return Err(Problem::ProviderUnavailable);
        }
        whole.extend_from_slice(&part);
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let declared = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let media_type = declared.split(';').next().unwrap_or("").trim();
    media_type.eq_ignore_ascii_case("application/json")
}
