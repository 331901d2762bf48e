//! `/api/account/delete`.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use onefare_core::email::Email;
use onefare_core::email::confirmation::check_confirmation;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{DeleteAccountRequest, SignedOut};
use onefare_core::wire::problem::ProblemBody;
use validator::Validate as _;

use super::browser::Kept;
use super::signed_in::SignedIn;
use crate::app::SharedApp;
use crate::flows::account::deletion;
use crate::http::body::JsonBody;
use crate::http::described::JsonRefusals;
use crate::problem::Refusal;

/// Deletes the account; the customer types its address to confirm. Every session ends, every renewal is cancelled, and no
/// account shows its orders, which the shop keeps as the law demands. What is paid for stays usable to its end.
#[utoipa::path(post, path = "/api/account/delete", tag = "account", request_body = DeleteAccountRequest,
    responses((status = 200, body = SignedOut),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, email_of_another", body = ProblemBody),
        JsonRefusals))]
pub async fn delete(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    JsonBody(request): JsonBody<DeleteAccountRequest>,
) -> Result<(CookieJar, Json<SignedOut>), Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    check_confirmation(&session.email_canonical, &request.email)?;
    let account = Email::parse(&session.email_canonical).map_err(|_| Refusal::internal("a session of no address"))?;
    deletion::delete(&app, &account).await.map_err(Refusal::internal)?;
    Ok((Kept::all_gone(app.config.is_https()), Json(SignedOut { success: true })))
}
