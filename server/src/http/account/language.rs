//! `/api/account/language`: the language of an account's letters.

use axum::Json;
use axum::extract::State;
use onefare_core::wire::account::{AccountLanguageRequest, SignedOut};
use onefare_core::wire::problem::ProblemBody;

use super::signed_in::SignedIn;
use crate::app::SharedApp;
use crate::flows::account::language;
use crate::http::body::JsonBody;
use crate::http::described::JsonRefusals;
use crate::problem::Refusal;

/// Sets the language of every later letter about the account's orders.
#[utoipa::path(post, path = "/api/account/language", tag = "account", request_body = AccountLanguageRequest,
    responses((status = 200, body = SignedOut),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: the account has no order left", body = ProblemBody),
        JsonRefusals))]
pub async fn choose(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    JsonBody(request): JsonBody<AccountLanguageRequest>,
) -> Result<Json<SignedOut>, Refusal> {
    language::choose(&app, &session, request.language).await?;
    Ok(Json(SignedOut { success: true }))
}
