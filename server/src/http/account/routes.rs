//! Every route below `/api/account`. They are one router behind one guard, its answer to unknown paths included, so that none
//! can be added there that answers without a session; what needs none stands in the list by itself. A test goes through the
//! same list, and `npm run check` finds a route of this prefix anywhere else.

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get, post};

use super::signed_in::require_session;
use super::{deletion, email, language, panel, sessions, sign_in};
use crate::app::SharedApp;
use crate::http::pages::unknown_call;

/// What every path begins with.
pub const PREFIX: &str = "/api/account";

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever has signed in.
    SignedIn,
    /// Anybody: it is how people sign in.
    Anybody,
}

/// A route of an account.
#[derive(Debug)]
pub struct AccountRoute {
    /// Its method.
    pub method: Method,
    /// Its path after [`PREFIX`].
    pub path: &'static str,
    /// Who may ask.
    pub audience: Audience,
    answer: MethodRouter<SharedApp>,
}

impl AccountRoute {
    /// Its whole path.
    #[must_use]
    pub fn full_path(&self) -> String {
        format!("{PREFIX}{}", self.path.trim_end_matches('/'))
    }
}

/// Every route.
#[must_use]
pub fn account_routes() -> Vec<AccountRoute> {
    let audience = Audience::SignedIn;
    let read = |path, answer| AccountRoute { method: Method::GET, path, audience, answer };
    let act = |path, answer| AccountRoute { method: Method::POST, path, audience, answer };
    let open = |path, answer| AccountRoute { audience: Audience::Anybody, ..act(path, answer) };
    vec![
        read("/", get(panel::view)),
        read("/data", get(panel::download)),
        read("/orders/{number}/esim", get(panel::esim)),
        read("/orders/{number}/esim/usage", get(panel::esim_usage)),
        act("/orders/{number}/billing", post(panel::open_billing)),
        act("/orders/{number}/cancel-renewal", post(panel::cancel_renewal)),
        act("/orders/{number}/letters", post(panel::send_letters)),
        act("/orders/{number}/plan", post(panel::change_plan)),
        read("/orders/{number}/receipt", get(panel::receipt)),
        act("/orders/{number}/resume-renewal", post(panel::resume_renewal)),
        read("/sessions", get(sessions::list)),
        act("/delete", post(deletion::delete)),
        act("/email", post(email::ask)),
        act("/email/confirm", post(email::confirm)),
        act("/language", post(language::choose)),
        act("/sign-out", post(sessions::sign_out)),
        act("/sign-out-everywhere", post(sessions::sign_out_everywhere)),
        open("/sign-in-link", post(sign_in::use_link)),
    ]
}

/// The same as a router that refuses whoever has no session, also where there is nothing.
pub fn router(app: &SharedApp) -> Router<SharedApp> {
    let (mut guarded, mut open) = (Router::new(), Router::new());
    for route in account_routes() {
        match route.audience {
            Audience::SignedIn => guarded = guarded.route(route.path, route.answer),
            Audience::Anybody => open = open.route(&route.full_path(), route.answer),
        }
    }
    // A route, not a fallback: the answer to unknown calls of the whole API would come before a fallback.
    let guarded = guarded.route("/{*rest}", any(unknown_call));
    open.nest(PREFIX, guarded.layer(from_fn_with_state(app.clone(), require_session)))
}
