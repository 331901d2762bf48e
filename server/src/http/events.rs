//! `/api/events`: receives the events that pages report of visitors who consented.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use onefare_core::wire::event::{EventRequest, EventResponse};
use onefare_core::wire::subscription::Status;

use super::body::JsonBody;
use super::described::JsonRefusals;
use crate::app::SharedApp;
use crate::flows::events;
use crate::pages::consent::visitor;
use crate::problem::Refusal;

/// Stores an event for forwarding, once per event id, and only with the visitor's consent.
#[utoipa::path(post, path = "/api/events", tag = "pages", request_body = EventRequest,
    responses((status = 200, body = EventResponse), JsonRefusals))]
pub async fn report(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<EventRequest>,
) -> Result<Json<EventResponse>, Refusal> {
    let kept = events::collect(&app, &request, visitor(&headers).as_deref()).await?;
    Ok(Json(EventResponse { status: Status::Ok, kept }))
}
