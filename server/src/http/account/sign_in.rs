//! `/panel/verify-otp` sends a code, `/panel/manage-subscription` checks it (the specification's names), and
//! `/api/account/sign-in-link` uses a mailed link.

use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::{Extension, Json};
use axum_extra::extract::CookieJar;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{CheckCodeRequest, SendCodeRequest, SignInLinkRequest, SignInResponse};
use validator::Validate as _;

use super::browser::{Kept, device};
use crate::app::{App, SharedApp};
use crate::flows::account::sign_in::{self, Browser, SendError};
use crate::flows::limits;
use crate::http::body::JsonBody;
use crate::http::described::JsonRefusals;
use crate::limits::{Action, Client};
use crate::pages::registry::local_address;
use crate::problem::Refusal;

/// Headers of a request, and who sent it.
#[derive(Clone, Debug)]
pub struct Visitor {
    headers: HeaderMap,
    client: Client,
}

impl FromRequestParts<SharedApp> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &SharedApp) -> Result<Self, Self::Rejection> {
        let client = Extension::<Client>::from_request_parts(parts, app).await.map_err(Refusal::internal)?.0;
        Ok(Self { headers: parts.headers.clone(), client })
    }
}

impl Visitor {
    fn cookies(&self, app: &App) -> [Option<String>; 2] {
        [Kept::Challenge, Kept::Session].map(|kept| kept.value(&self.headers, app.config.is_https()))
    }

    fn browser<'a>(&self, [challenge, session]: &'a [Option<String>; 2]) -> Browser<'a> {
        Browser { challenge: challenge.as_deref(), session: session.as_deref(), device: device(&self.headers) }
    }
}

type Answer = Result<(CookieJar, Json<SignInResponse>), Refusal>;

/// Sends a code to an address. The answer is the same whether or not anybody has an account with it, unless the shop is set
/// to tell.
#[utoipa::path(post, path = "/panel/verify-otp", tag = "account", request_body = SendCodeRequest,
    responses((status = 200, body = SignInResponse, description = "Without success: email_address_required, email_address_invalid, email_not_found"),
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
    let (language, cookies) = (request.language.unwrap_or_default(), visitor.cookies(&app));
    match sign_in::send_code(&app, &email, language, &visitor.client, visitor.browser(&cookies)).await {
        Ok(challenge) => {
            let jar = CookieJar::new().add(Kept::Challenge.cookie(challenge, app.config.is_https()));
            Ok((jar, Json(SignInResponse { success: true, ..SignInResponse::default() })))
        }
        Err(SendError::Unknown) => Ok(refused(Problem::EmailNotFound)),
        Err(SendError::TooOften(wait)) => Err(limits::refused(&app, Action::SignInAsk, wait)),
        Err(SendError::Store(error)) => Err(Refusal::internal(error)),
    }
}

/// Checks a code, and begins a session.
#[utoipa::path(post, path = "/panel/manage-subscription", tag = "account", request_body = CheckCodeRequest,
    responses((status = 200, body = SignInResponse, description = "Without success: email_address_required, email_address_invalid, otp_invalid"),
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
    let cookies = visitor.cookies(&app);
    let token = sign_in::check_code(&app, &email, &request.otp, visitor.browser(&cookies)).await;
    begun(&app, token.map_err(Refusal::internal)?, request.language)
}

/// Uses a mailed link, and begins a session.
#[utoipa::path(post, path = "/api/account/sign-in-link", tag = "account", request_body = SignInLinkRequest,
    responses((status = 200, body = SignInResponse, description = "Without success: otp_invalid"), JsonRefusals))]
pub async fn use_link(
    State(app): State<SharedApp>,
    visitor: Visitor,
    JsonBody(request): JsonBody<SignInLinkRequest>,
) -> Answer {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let cookies = visitor.cookies(&app);
    let token = sign_in::use_link(&app, &request.token, visitor.browser(&cookies)).await;
    begun(&app, token.map_err(Refusal::internal)?, request.language)
}

fn begun(app: &App, token: Option<String>, language: Option<Language>) -> Answer {
    let Some(token) = token else { return Ok(refused(Problem::OtpInvalid)) };
    let https = app.config.is_https();
    let jar = CookieJar::new().add(Kept::Session.cookie(token, https)).add(Kept::Challenge.gone(https));
    let redirect_url = Some(local_address("/panel", language.unwrap_or_default()));
    Ok((jar, Json(SignInResponse { success: true, redirect_url, ..SignInResponse::default() })))
}

/// An address in the words of the sign-in form.
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
