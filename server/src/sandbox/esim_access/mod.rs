//! eSIM Access over real HTTP: its catalogue, orders that take time, profiles, a balance that can run out.
//!
//! It checks signatures, keeps its own ledger in dollars, completes orders after a while, and sends the shop an
//! unsigned webhook event about each. `script` has the failures that tests can arrange; a person sees the orders on
//! `pages`.

mod account;
mod catalogue;
mod countries;
mod errors;
mod orders;
mod pages;
mod pipeline;
mod places;
mod profiles;
mod queries;
mod routes;
mod script;
mod signature;
#[cfg(test)]
mod tests;
mod usage;
mod webhook_events;

use std::sync::Arc;

use axum::Router;
use axum::routing::any;

use super::Sandbox;

pub(super) use self::account::{Change, books, change};
pub(super) use self::catalogue::{put_on_sale, reprice, sell_in_few_places};
pub(super) use self::orders::{finish_now, listed, next_ready, ready as move_on};
pub(super) use self::pages::router as pages;
pub(super) use self::script::{Script, forget, write};
pub(super) use self::usage::{Use, apply as use_data};
pub(super) use self::webhook_events::{KIND as WEBHOOK_EVENT, delivery};

/// The API.
pub(super) fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/api/v1/open/{*path}", any(pipeline::serve))
}
