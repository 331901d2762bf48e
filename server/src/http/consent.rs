//! `/api/consent`: receives the form of the banner and of the footer, with scripts and without.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use onefare_core::problem::Problem;
use time::Duration;
use url::{Position, Url, form_urlencoded};

use super::body;
use crate::app::{App, SharedApp};
use crate::flows::events;
use crate::ids::new_secret;
use crate::pages::consent::{CONSENT_COOKIE, REFUSED, agreed, visitor, visitor_text};
use crate::problem::Refusal;

/// How long the browser keeps an answer; after that the page asks again.
const LIFE: Duration = Duration::days(180);

/// A visitor's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Events may be stored and forwarded.
    Accept,
    /// They may not; unsent events are deleted.
    Reject,
    /// Show the banner again. Until it is answered there is no consent, so this deletes unsent events as well.
    AskAgain,
}

/// Stores the answer and redirects to the page with the form.
///
/// # Errors
/// `not_found` where the shop forwards no events, `bad_request` for a form without an answer, or the database failed.
pub async fn answer(State(app): State<SharedApp>, request: Request) -> Result<(CookieJar, Response), Refusal> {
    if app.config.events.is_none() {
        return Err(Problem::NotFound.into());
    }
    let (parts, sent) = request.into_parts();
    let form = body::read(&app, &parts, sent, body::MAX_JSON).await?;
    let choice = choice_of(&form).ok_or(Problem::BadRequest)?;
    let value = match choice {
        Choice::Accept => {
            // A second agreement keeps the visitor's random text, so that a visitor's events stay tied together.
            agreed(&visitor_text(&parts.headers).map_or_else(new_secret, str::to_owned))
        }
        Choice::Reject | Choice::AskAgain => {
            if let Some(visitor) = visitor(&parts.headers) {
                events::withdraw(&app, &visitor).await.map_err(Refusal::internal)?;
            }
            REFUSED.to_owned()
        }
    };
    let life = if choice == Choice::AskAgain { Duration::ZERO } else { LIFE };
    let jar = CookieJar::new().add(cookie(value, life, app.config.is_https()));
    let back = HeaderValue::try_from(way_back(&app, &parts.headers)).unwrap_or(HeaderValue::from_static("/"));
    let headers = [(LOCATION, back), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((jar, (StatusCode::SEE_OTHER, headers).into_response()))
}

fn choice_of(form: &[u8]) -> Option<Choice> {
    let (_, value) = form_urlencoded::parse(form).find(|(name, _)| name == "choice")?;
    match &*value {
        "accept" => Some(Choice::Accept),
        "reject" => Some(Choice::Reject),
        "ask" => Some(Choice::AskAgain),
        _ => None,
    }
}

/// The path of the page with the form, from the `Referer`; never another site's address.
fn way_back(app: &App, headers: &HeaderMap) -> String {
    let page = headers.get(REFERER).and_then(|referrer| Url::parse(referrer.to_str().ok()?).ok());
    let own = page.filter(|page| page.origin() == app.config.public_url.origin());
    own.map_or_else(|| "/".to_owned(), |page| page[Position::BeforePath..Position::AfterQuery].to_owned())
}

/// Not `HttpOnly`: scripts read it, so that they send no event in vain.
fn cookie(value: String, life: Duration, https: bool) -> Cookie<'static> {
    Cookie::build((CONSENT_COOKIE, value)).path("/").secure(https).same_site(SameSite::Lax).max_age(life).build()
}
