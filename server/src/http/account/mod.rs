//! `/panel/*` and `/api/account/*`.

pub mod browser;
pub mod deletion;
pub mod email;
pub mod language;
pub mod panel;
pub mod routes;
pub mod sessions;
pub mod sign_in;
pub mod signed_in;
pub mod visitor;
