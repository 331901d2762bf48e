//! `/api/page-recovery`: pages report that they were rendered anew after a change by others or an error.

use axum::extract::State;
use axum::http::StatusCode;
use onefare_core::wire::recovery::PageRecoveryRequest;

use super::body::JsonBody;
use super::described::JsonRefusals;
use crate::app::SharedApp;

/// Counts a page that was rendered anew. Translators and extensions cause a few every day; many of `restored` are a fault
/// of ours.
#[utoipa::path(post, path = "/api/page-recovery", tag = "pages", request_body = PageRecoveryRequest,
    responses((status = 204, description = "counted"), JsonRefusals))]
pub async fn report(State(app): State<SharedApp>, JsonBody(request): JsonBody<PageRecoveryRequest>) -> StatusCode {
    app.metrics.page_recovered(request.outcome);
    StatusCode::NO_CONTENT
}
