//! Every route below `/api/account`. All form one router behind one guard, including its answer to unknown paths, so
//! that no added route can answer without a session by accident; the list marks those that need none. A test goes
//! through the same list, and `npm run check` refuses a route with this prefix anywhere else.

use std::fmt;

use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::any;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;

use super::signed_in::require_session;
use super::{deletion, email, language, panel, sessions, sign_in};
use crate::app::SharedApp;
use crate::http::pages::unknown_call;

/// The prefix of every path.
pub const PREFIX: &str = "/api/account";

/// The callers of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Callers with a session.
    SignedIn,
    /// Any caller: the routes by which people sign in.
    Anybody,
}

/// A route of an account. Its method and path are those of its OpenAPI description.
pub struct AccountRoute {
    /// The callers of the route.
    pub audience: Audience,
    answer: UtoipaMethodRouter<SharedApp>,
}

impl AccountRoute {
    /// Its method and its whole path.
    #[must_use]
    pub fn address(&self) -> Option<(Method, &str)> {
        let (_, paths, _) = &self.answer;
        let (path, item) = paths.paths.first_key_value()?;
        Some((if item.get.is_some() { Method::GET } else { Method::POST }, path))
    }
}

impl fmt::Debug for AccountRoute {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AccountRoute").field("address", &self.address()).field("audience", &self.audience).finish()
    }
}

/// Every route.
#[must_use]
pub fn account_routes() -> Vec<AccountRoute> {
    let signed_in = |answer| AccountRoute { audience: Audience::SignedIn, answer };
    let anybody = |answer| AccountRoute { audience: Audience::Anybody, answer };
    vec![
        signed_in(routes!(panel::view)),
        signed_in(routes!(panel::download)),
        signed_in(routes!(panel::esim)),
        signed_in(routes!(panel::esim_usage)),
        signed_in(routes!(panel::open_billing)),
        signed_in(routes!(panel::cancel_renewal)),
        signed_in(routes!(panel::send_letters)),
        signed_in(routes!(panel::change_plan)),
        signed_in(routes!(panel::receipt)),
        signed_in(routes!(panel::resume_renewal)),
        signed_in(routes!(sessions::list)),
        signed_in(routes!(deletion::delete)),
        signed_in(routes!(email::ask)),
        signed_in(routes!(email::confirm)),
        signed_in(routes!(language::choose)),
        signed_in(routes!(sessions::sign_out)),
        signed_in(routes!(sessions::sign_out_everywhere)),
        anybody(routes!(sign_in::use_link)),
    ]
}

/// The routes as a router that refuses every caller without a session, on unknown paths too.
pub fn router(app: &SharedApp) -> OpenApiRouter<SharedApp> {
    let (guarded, open) = by_audience();
    // A route, not a fallback: the API's answer to unknown calls would take precedence over a fallback.
    let guarded = guarded.route(&format!("{PREFIX}/{{*rest}}"), any(unknown_call));
    open.merge(guarded.layer(from_fn_with_state(app.clone(), require_session)))
}

/// The routes without the guard, for the OpenAPI description.
#[must_use]
pub fn described() -> OpenApiRouter<SharedApp> {
    let (guarded, open) = by_audience();
    open.merge(guarded)
}

/// The routes that need a session, and those that do not.
fn by_audience() -> (OpenApiRouter<SharedApp>, OpenApiRouter<SharedApp>) {
    let (mut guarded, mut open) = (OpenApiRouter::new(), OpenApiRouter::new());
    for AccountRoute { audience, answer } in account_routes() {
        match audience {
            Audience::SignedIn => guarded = guarded.routes(answer),
            Audience::Anybody => open = open.routes(answer),
        }
    }
    (guarded, open)
}
