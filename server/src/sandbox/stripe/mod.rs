//! Stripe's API, version `2026-10-28.endive`, over real HTTP: a double that ships with the product.
//!
//! It keeps state, strictly refuses what it does not know, stores answers for idempotency keys, and creates the events
//! that [`crate::sandbox::webhooks`] delivers. To add an operation: a row in `routes`, its parameters in `tables`, a
//! function in the file of its object.

mod authorisation;
mod cards;
mod completion;
mod coupons;
mod customers;
mod disputes;
mod errors;
mod events;
mod expand;
mod form;
mod fraud_warnings;
mod invoice_page;
mod invoices;
mod lists;
mod params;
mod pay_page;
mod pay_view;
mod payments;
mod periods;
mod pipeline;
mod plan_change;
mod portal;
mod portal_view;
mod pricing;
mod products;
mod refunds;
mod renewals;
mod routes;
mod session_request;
mod session_rules;
mod sessions;
mod subscriptions;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::any;
use serde_json::Value;

pub(super) use self::cards::{Card, replace as replace_card};
pub(super) use self::events::{delivered, delivery};
pub(super) use self::portal::save_configuration as save_portal_configuration;
pub(super) use self::renewals::keep_after_retries;
#[cfg(test)]
pub(super) use self::sessions::LATE;
use super::Sandbox;
use super::settings::SandboxError;
use super::store::Work;

/// The only supported version.
pub const API_VERSION: &str = "2026-10-28.endive";

/// The request that caused an event; empty when a buyer or the clock caused it.
#[derive(Clone, Debug, Default)]
pub struct Cause {
    request_id: Option<String>,
    idempotency_key: Option<String>,
}

/// Adds null fields.
fn with_nulls(names: &[&str], mut object: Value) -> Value {
    for name in names {
        object[*name] = Value::Null;
    }
    object
}

/// Combines two halves of an object; the compiler cannot handle one `json!` of that length well.
fn with_fields(mut object: Value, more: Value) -> Value {
    if let (Some(fields), Value::Object(more)) = (object.as_object_mut(), more) {
        fields.extend(more);
    }
    object
}

/// The API and the hosted pay pages.
pub(super) fn router() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/v1/{*path}", any(pipeline::serve))
        .merge(pay_page::router())
        .merge(portal::router())
        .merge(invoice_page::router())
}

/// Expires overdue sessions, so that their events go out without a request.
pub(super) async fn expire_late(work: &mut Work) -> Result<usize, SandboxError> {
    sessions::expire_late(work).await
}

/// What a test can make happen to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuyerAct {
    /// Pays with a card that works.
    Pay,
    /// Tries a card that is declined; the session stays open.
    Decline,
    /// Makes the session expire now.
    Expire,
    /// Gets a full refund, which the merchant makes in the dashboard.
    Refund,
    /// Has the bank dispute the charge.
    Dispute,
}

/// What a test can make the bank do about a charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BankAct {
    /// Disputes the charge of a payment intent.
    Open,
    /// Inquires about it.
    Inquire,
    /// Reports it as fraud.
    Warn,
    /// Proceeds with a dispute, to this status.
    Proceed(String),
}

/// Applies the act to a payment intent or a dispute; returns the dispute or the warning afterwards, or the status and body of a
/// refusal.
pub(super) async fn act_of_bank(work: &mut Work, id: &str, act: &BankAct) -> Result<Value, (StatusCode, Value)> {
    let done = match act {
        BankAct::Open => disputes::open_of_intent(work, id, "needs_response").await,
        BankAct::Inquire => disputes::open_of_intent(work, id, "warning_needs_response").await,
        BankAct::Warn => fraud_warnings::create(work, id).await,
        BankAct::Proceed(status) => disputes::proceed(work, id, status).await,
    };
    done.map_err(|refusal| (refusal.status, refusal.body()))
}

/// Applies the act; returns the session afterwards, the refund or the dispute, or the status and body of a refusal.
pub(super) async fn act(work: &mut Work, id: &str, act: BuyerAct) -> Result<Value, (StatusCode, Value)> {
    let done = match act {
        BuyerAct::Pay => completion::pay(work, id, Some("buyer@example.com")).await,
        BuyerAct::Decline => sessions::retrieve(work, id).await,
        BuyerAct::Expire => sessions::expire(work, &Cause::default(), id).await,
        BuyerAct::Refund => refunds::create_in_full(work, id).await,
        BuyerAct::Dispute => disputes::open(work, id).await,
    };
    done.map_err(|refusal| (refusal.status, refusal.body()))
}
