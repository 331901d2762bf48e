//! `/api/page-recovery`: pages report that they were rendered anew after a change by others or an error.

use axum::Json;
use axum::extract::State;
use onefare_core::wire::recovery::{PageRecoveryRequest, PageRecoveryResponse};
use onefare_core::wire::subscription::Status;

use super::body::JsonBody;
use super::described::JsonRefusals;
use crate::app::SharedApp;

/// Counts a page that was rendered anew. Translators and extensions cause a few every day; many of `restored` are a fault
/// of the shop's own scripts.
#[utoipa::path(post, path = "/api/page-recovery", tag = "pages", request_body = PageRecoveryRequest,
    responses((status = 200, body = PageRecoveryResponse), JsonRefusals))]
pub async fn report(
    State(app): State<SharedApp>,
    JsonBody(request): JsonBody<PageRecoveryRequest>,
) -> Json<PageRecoveryResponse> {
    app.metrics.page_recovered(request.outcome);
    Json(PageRecoveryResponse { status: Status::Ok })
}
