//! The routes that need a session. The router is made of this list, and a test goes through the same list, so that none
//! can be added that answers without one.

use axum::Router;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};

use super::signed_in::require_session;
use super::{deletion, email, language, panel, sessions};
use crate::app::SharedApp;

/// A route that needs a session.
#[derive(Debug)]
pub struct AccountRoute {
    /// Its method.
    pub method: Method,
    /// Its path.
    pub path: &'static str,
    answer: MethodRouter<SharedApp>,
}

/// Every route that needs a session.
#[must_use]
pub fn account_routes() -> Vec<AccountRoute> {
    let read = |path, answer| AccountRoute { method: Method::GET, path, answer };
    let act = |path, answer| AccountRoute { method: Method::POST, path, answer };
    vec![
        read("/api/account", get(panel::view)),
        read("/api/account/data", get(panel::download)),
        read("/api/account/orders/{number}/esim", get(panel::esim)),
        read("/api/account/orders/{number}/esim/usage", get(panel::esim_usage)),
        act("/api/account/orders/{number}/billing", post(panel::open_billing)),
        act("/api/account/orders/{number}/cancel-renewal", post(panel::cancel_renewal)),
        act("/api/account/orders/{number}/letters", post(panel::send_letters)),
        act("/api/account/orders/{number}/plan", post(panel::change_plan)),
        read("/api/account/orders/{number}/receipt", get(panel::receipt)),
        act("/api/account/orders/{number}/resume-renewal", post(panel::resume_renewal)),
        read("/api/account/sessions", get(sessions::list)),
        act("/api/account/delete", post(deletion::delete)),
        act("/api/account/email", post(email::ask)),
        act("/api/account/email/confirm", post(email::confirm)),
        act("/api/account/language", post(language::choose)),
        act("/api/account/sign-out", post(sessions::sign_out)),
        act("/api/account/sign-out-everywhere", post(sessions::sign_out_everywhere)),
    ]
}

/// The same as a router that refuses whoever has no session.
pub fn router(app: &SharedApp) -> Router<SharedApp> {
    let routes = account_routes().into_iter();
    let router = routes.fold(Router::new(), |router, route| router.route(route.path, route.answer));
    router.route_layer(from_fn_with_state(app.clone(), require_session))
}
