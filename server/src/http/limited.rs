//! The client of a call, and its rate limits.

use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;

use super::{buyer_cookie, same_origin};
use crate::app::{App, SharedApp};
use crate::flows::limits;
use crate::ids::digest;
use crate::limits::{Action, By, Caller, Client, Peer};
use crate::pages::cache::Partition;
use crate::pages::render_queue::Turn;
use crate::problem::Refusal;

/// Refuses calls that exceed a limit, and passes the client on to the handler.
///
/// # Errors
/// `rate_limited`, with the seconds to wait.
pub async fn limit_calls(State(app): State<SharedApp>, mut request: Request, next: Next) -> Result<Response, Refusal> {
    let client = client(&app, request.extensions(), request.headers());
    limits::take(&app, Action::Call, &client).await?;
    if let Some(action) = action_of(request.uri().path()) {
        limits::take(&app, action, &client).await?;
    }
    let caller = Caller::new(app.limits.clone(), client.address);
    request.extensions_mut().insert(client);
    Ok(caller.scope(next.run(request)).await)
}

/// [`limit_calls`] for calls of our own pages, with the check of the origin. One layer, because each layer costs every
/// call a task's memory and a microsecond.
///
/// # Errors
/// `forbidden_origin`, which counts towards no limit, and those of [`limit_calls`].
pub async fn limit_own_calls(state: State<SharedApp>, request: Request, next: Next) -> Result<Response, Refusal> {
    same_origin::must_be_ours(&state.0, &request)?;
    limit_calls(state, request, next).await
}

/// What a call does that is limited by itself, before it is read. Letters with sign-in codes are limited by their address,
/// too: `flows/account/letter_limits`; tries of a code or a link where it is known whether they can be right:
/// `http/account/sign_in`.
fn action_of(path: &str) -> Option<Action> {
    match path {
        "/api/subscription/get_checkout_link"
        | "/api/stripe/create-checkout-session"
        | "/api/mollie/create-payment"
        | "/api/esim/stripe/create-payment"
        | "/api/esim/mollie/create-payment" => Some(Action::Checkout),
        "/api/subscription/verify"
        | "/api/subscription/get-session-redirect"
        | "/api/mollie/check-payment-status"
        | "/api/esim/stripe/check-payment-status"
        | "/api/esim/mollie/check-payment-status"
        | "/api/esim/generate-esim-order" => Some(Action::Status),
        "/api/consent" | "/api/events" | "/api/page-recovery" => Some(Action::Event),
        "/api/orders/change-email" | "/api/account/email" => Some(Action::EmailChange),
        "/api/website/onboarding" => Some(Action::Onboarding),
        "/api/csp-report" => Some(Action::CspReport),
        path if path.starts_with("/api/account/orders/") && path.ends_with("/billing") => Some(Action::Billing),
        _ => None,
    }
}

/// Whose turn the drawing of a page takes; `None` for a client that has many drawn: its browser draws this one. `partition`
/// is where the cache keeps the page, if it does.
///
/// Every drawing counts. A common page is drawn all the same, because it is drawn once for everybody: behind a
/// shared address one stranger must not leave the landing page of all others undrawn.
pub async fn turn(app: &App, client: &Client, partition: Option<Partition>) -> Option<Turn> {
    if partition == Some(Partition::Common) {
        limits::count(app, Action::Page, client).await;
        return Some(Turn::First);
    }
    limits::take(app, Action::Page, client).await.ok()?;
    Some(Turn::Of(client.key(By::Address).unwrap_or_default()))
}

/// The client: the connection's peer, or the address that our own proxy names; and the browser by its cookie.
#[must_use]
pub fn client(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Client {
    let peer = extensions.get::<Peer>().map(|peer| peer.address);
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let cookie = buyer_cookie::value(headers, app.config.is_https()).map(|cookie| digest(&cookie));
    Client { cookie, ..Client::of_connection(peer, &forwarded, &app.config.connections.proxies) }
}
