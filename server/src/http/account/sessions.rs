//! `/api/account/sessions`, `sign-out` and `sign-out-everywhere`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;
use onefare_core::date_text::date_text;
use onefare_core::wire::account::{SessionList, SessionView, SignedOut};
use onefare_core::wire::problem::ProblemBody;

use super::browser::Kept;
use super::panel::LanguageQuery;
use super::signed_in::SignedIn;
use crate::app::SharedApp;
use crate::flows::account::session;
use crate::http::described::{ActRefusals, Failures};
use crate::http::query::FirstQuery;
use crate::problem::Refusal;

/// Lists the sessions of the account.
#[utoipa::path(get, path = "/api/account/sessions", tag = "account",
    params(("language" = Option<String>, Query, description = "Language of the texts")),
    responses((status = 200, body = SessionList),
        (status = 400, description = "bad_request: the shop does not have this language", body = ProblemBody),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        Failures))]
pub async fn list(
    State(app): State<SharedApp>,
    SignedIn(own): SignedIn,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<SessionList>, Refusal> {
    let language = query.language.unwrap_or_default();
    let all = session::all(&app, &own.email_canonical).await.map_err(Refusal::internal)?;
    let sessions = all.into_iter().map(|session| SessionView {
        is_this_one: session.id == own.id,
        device: session.device,
        began_at: session.created_at.to_rfc3339(),
        began_on: date_text(session.created_at, language),
        seen_at: session.seen_at.to_rfc3339(),
    });
    Ok(Json(SessionList { sessions: sessions.collect() }))
}

/// Ends this session.
#[utoipa::path(post, path = "/api/account/sign-out", tag = "account",
    responses((status = 200, body = SignedOut), ActRefusals))]
pub async fn sign_out(
    State(app): State<SharedApp>,
    headers: HeaderMap,
) -> Result<(CookieJar, Json<SignedOut>), Refusal> {
    let https = app.config.is_https();
    if let Some(token) = Kept::Session.value(&headers, https) {
        session::sign_out(&app, &token).await.map_err(Refusal::internal)?;
    }
    Ok((CookieJar::new().add(Kept::Session.gone(https)), Json(SignedOut { success: true })))
}

/// Ends every session of the account, this one included, and trusts none of its browsers any longer.
#[utoipa::path(post, path = "/api/account/sign-out-everywhere", tag = "account",
    responses((status = 200, body = SignedOut), ActRefusals))]
pub async fn sign_out_everywhere(
    State(app): State<SharedApp>,
    SignedIn(own): SignedIn,
) -> Result<(CookieJar, Json<SignedOut>), Refusal> {
    session::sign_out_everywhere(&app, &own.email_canonical).await.map_err(Refusal::internal)?;
    Ok((Kept::all_gone(app.config.is_https()), Json(SignedOut { success: true })))
}
