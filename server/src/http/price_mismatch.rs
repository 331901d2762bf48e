//! `/api/price-mismatch`: pages recompute every price that they explain, and report a difference.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use onefare_core::currency::Currency;
use onefare_core::problem::Problem;
use onefare_core::wire::mismatch::{PriceMismatchRequest, PriceMismatchResponse};
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;
use validator::Validate as _;

use super::body::JsonBody;
use super::described::JsonRefusals;
use crate::app::SharedApp;
use crate::problem::Refusal;

/// Reports that one server logs per minute. Anyone can send them, and a real fault sends thousands: further reports are
/// only counted.
const LOGGED_A_MINUTE: u32 = 30;

const MINUTE: Duration = Duration::from_secs(60);

/// Counts and logs that a page computed another price than it shows. The report holds nothing about a person.
#[utoipa::path(post, path = "/api/price-mismatch", tag = "pages", request_body = PriceMismatchRequest,
    responses((status = 200, body = PriceMismatchResponse), JsonRefusals,
        (status = 429, description = "rate_limited: counted, but not logged", body = ProblemBody)))]
pub async fn report(
    State(app): State<SharedApp>,
    JsonBody(request): JsonBody<PriceMismatchRequest>,
) -> Result<Json<PriceMismatchResponse>, Refusal> {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/".contains(&byte));
    let known = Currency::parse_offered(&request.currency).is_some();
    if request.validate().is_err() || !plain(&request.page) || !plain(&request.product_id) || !known {
        return Err(Problem::BadRequest.into());
    }
    app.metrics.price_mismatch();
    if !app.mismatches.take(app.clock.now_millis(), LOGGED_A_MINUTE) {
        return Err(Refusal::limited(MINUTE));
    }
    let PriceMismatchRequest { page, product_id, currency, price_book, shown, computed } = request;
    tracing::warn!(page, product_id, currency, price_book, shown, ?computed, "a page computed another price");
    Ok(Json(PriceMismatchResponse { status: Status::Ok }))
}
