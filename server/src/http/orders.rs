//! `/api/orders/*`: the calls with which a buyer's own browser changes a paid order.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use onefare_core::problem::Problem;
use onefare_core::wire::orders::{ChangeEmailRequest, ChangeEmailResponse};
use onefare_core::wire::problem::ProblemBody;
use validator::Validate as _;

use super::body::JsonBody;
use super::buyer_cookie;
use super::described::JsonRefusals;
use crate::app::SharedApp;
use crate::flows::email_change::by_buyer;
use crate::problem::Refusal;

/// Corrects the mistyped e-mail address of a paid order, up to three times within an hour of the payment. The shop sends the
/// letters again, and tells the old address that they go elsewhere.
#[utoipa::path(post, path = "/api/orders/change-email", tag = "orders", request_body = ChangeEmailRequest,
    responses((status = 200, body = ChangeEmailResponse),
        JsonRefusals,
        (status = 404, description = "not_found: no payment has this id, or another browser ordered", body = ProblemBody),
        (status = 409, description = "email_correction_over: too late, too often, or not paid; trial_used", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, email_unchanged", body = ProblemBody)))]
pub async fn change_email(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ChangeEmailRequest>,
) -> Result<Json<ChangeEmailResponse>, Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let cookie = buyer_cookie::value(&headers, app.config.is_https());
    Ok(Json(by_buyer::correct(&app, &request, cookie.as_deref()).await?))
}
