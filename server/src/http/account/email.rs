//! `/api/account/email`: another address for an account.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{AccountEmailRequest, ConfirmAccountEmailRequest, SignedOut};
use onefare_core::wire::problem::ProblemBody;
use validator::Validate as _;

use super::browser::Kept;
use super::signed_in::SignedIn;
use super::visitor::Visitor;
use crate::app::SharedApp;
use crate::flows::account::email::{self, Asker, Confirmation};
use crate::http::body::JsonBody;
use crate::http::described::JsonRefusals;
use crate::problem::Refusal;

/// Mails one code to the address of the account and one to its new address. The answer does not reveal whether the new
/// address has an account.
#[utoipa::path(post, path = "/api/account/email", tag = "account", request_body = AccountEmailRequest,
    responses((status = 200, body = SignedOut),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: the account has no order left", body = ProblemBody),
        (status = 409, description = "email_correction_over: too many wrong codes of the account", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, email_unchanged", body = ProblemBody),
        JsonRefusals))]
pub async fn ask(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    visitor: Visitor,
    JsonBody(request): JsonBody<AccountEmailRequest>,
) -> Result<Json<SignedOut>, Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let asker = Asker { session: &session, trusted: visitor.brought.browser().trusted, client: &visitor.client };
    email::ask(&app, asker, &request.email, request.language.unwrap_or_default()).await?;
    Ok(Json(SignedOut { success: true }))
}

/// Moves the account to its new address when both codes are right. Every other session ends.
#[utoipa::path(post, path = "/api/account/email/confirm", tag = "account", request_body = ConfirmAccountEmailRequest,
    responses((status = 200, body = SignedOut),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 409, description = "email_change_over: used, expired, tried too often, or requested in another browser", body = ProblemBody),
        (status = 422, description = "otp_invalid: one of the codes is wrong", body = ProblemBody),
        JsonRefusals))]
pub async fn confirm(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    visitor: Visitor,
    JsonBody(request): JsonBody<ConfirmAccountEmailRequest>,
) -> Result<(CookieJar, Json<SignedOut>), Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let confirmation =
        Confirmation { old_code: &request.old_code, new_code: &request.new_code, browser: visitor.brought.browser() };
    let begun = email::confirm(&app, &session, confirmation).await?;
    Ok((Kept::begun(begun, app.config.is_https()), Json(SignedOut { success: true })))
}
