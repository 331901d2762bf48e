//! `/panel/verify-otp` sends a code, `/panel/manage-subscription` checks it (the specification's names), and
//! `/api/account/sign-in-link` uses a mailed link.

use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{CheckCodeRequest, SendCodeRequest, SignInLinkRequest, SignInResponse};
use validator::Validate as _;

use super::browser::Kept;
use super::visitor::Visitor;
use crate::app::{App, SharedApp};
use crate::flows::account::session::Begun;
use crate::flows::account::sign_in::{self, SendError};
use crate::flows::limits;
use crate::http::body::JsonBody;
use crate::http::described::JsonRefusals;
use crate::limits::Action;
use crate::pages::registry::local_address;
use crate::problem::Refusal;

type Answer = Result<(CookieJar, Json<SignInResponse>), Refusal>;

/// Mails a sign-in code to an address. The answer does not reveal whether the address has an account, unless the shop is
/// configured to say so.
#[utoipa::path(post, path = "/panel/verify-otp", tag = "account", request_body = SendCodeRequest,
    responses((status = 200, body = SignInResponse, description = "With `success` false: email_address_required, email_address_invalid, email_not_found"),
        JsonRefusals))]
pub async fn send_code(
    State(app): State<SharedApp>,
    visitor: Visitor,
    JsonBody(request): JsonBody<SendCodeRequest>,
) -> Answer {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let email = match address(&request.email) {
        Ok(email) => email,
        Err(problem) => return Ok(refused(problem)),
    };
    let (language, browser) = (request.language.unwrap_or_default(), visitor.brought.browser());
    match sign_in::send_code(&app, &email, language, &visitor.client, browser).await {
        Ok(challenge) => {
            let jar = CookieJar::new().add(Kept::Challenge.cookie(challenge, app.config.is_https()));
            Ok((jar, Json(SignInResponse { success: true, ..SignInResponse::default() })))
        }
        Err(SendError::Unknown) => Ok(refused(Problem::EmailNotFound)),
        Err(SendError::TooOften(wait)) => Err(limits::refused(&app, Action::SignInAsk, wait)),
        Err(SendError::Store(error)) => Err(Refusal::internal(error)),
    }
}

/// Checks a sign-in code and begins a session.
#[utoipa::path(post, path = "/panel/manage-subscription", tag = "account", request_body = CheckCodeRequest,
    responses((status = 200, body = SignInResponse, description = "With `success` false: email_address_required, email_address_invalid, otp_invalid"),
        JsonRefusals))]
pub async fn check_code(
    State(app): State<SharedApp>,
    visitor: Visitor,
    JsonBody(request): JsonBody<CheckCodeRequest>,
) -> Answer {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let email = match address(&request.email) {
        Ok(email) => email,
        Err(problem) => return Ok(refused(problem)),
    };
    // A live challenge has three tries, and its letter was counted: no more can come from an address than its letters
    // allow. Tries without one are counted apart, so that a stranger at a shared address stops nobody's code.
    if !sign_in::has_challenge(&app, visitor.brought.browser()).await.map_err(Refusal::internal)? {
        limits::take(&app, Action::SignInTry, &visitor.client).await?;
    }
    let session = sign_in::check_code(&app, &email, &request.otp, visitor.brought.browser()).await;
    begun(&app, session.map_err(Refusal::internal)?, request.language)
}

/// Checks a mailed link and begins a session.
#[utoipa::path(post, path = "/api/account/sign-in-link", tag = "account", request_body = SignInLinkRequest,
    responses((status = 200, body = SignInResponse, description = "With `success` false: otp_invalid"), JsonRefusals))]
pub async fn use_link(
    State(app): State<SharedApp>,
    visitor: Visitor,
    JsonBody(request): JsonBody<SignInLinkRequest>,
) -> Answer {
    request.validate().map_err(|_| Problem::BadRequest)?;
    if !sign_in::is_link_of_ours(&app, &request.token) {
        limits::take(&app, Action::SignInTry, &visitor.client).await?;
    }
    let session = sign_in::use_link(&app, &request.token, visitor.brought.browser()).await;
    begun(&app, session.map_err(Refusal::internal)?, request.language)
}

fn begun(app: &App, session: Option<Begun>, language: Option<Language>) -> Answer {
    let Some(session) = session else { return Ok(refused(Problem::OtpInvalid)) };
    let jar = Kept::begun(session, app.config.is_https());
    let redirect_url = Some(local_address("/panel", language.unwrap_or_default()));
    Ok((jar, Json(SignInResponse { success: true, redirect_url, ..SignInResponse::default() })))
}

/// Parses an address; the problems are those of the sign-in form.
fn address(text: &str) -> Result<Email, Problem> {
    Email::parse(text).map_err(|problem| match problem {
        Problem::EmailRequired => Problem::EmailAddressRequired,
        _ => Problem::EmailAddressInvalid,
    })
}

fn refused(problem: Problem) -> (CookieJar, Json<SignInResponse>) {
    let (code, message) = (Some(problem.code().to_owned()), Some(problem.message().to_owned()));
    (CookieJar::new(), Json(SignInResponse { success: false, redirect_url: None, code, message }))
}
