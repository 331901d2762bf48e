//! Mollie's API v2 over real HTTP, as far as iDEAL payments and their refunds need it, and the page on which its test
//! mode lets people choose the outcome of a payment.
//!
//! It keeps state, refuses unknown parameters in Mollie's words, stores answers for idempotency keys, and sends the
//! shop the id of a payment as an unsigned webhook event. To add an operation: a row in `routes`, a function in the
//! file of its object.

mod body;
mod chargebacks;
mod documents;
mod errors;
mod pay_page;
mod pay_view;
mod payments;
mod pipeline;
mod refunds;
mod routes;
#[cfg(test)]
mod tests;
mod webhook_events;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::any;
use serde_json::Value;

use self::payments::Status;
use super::Sandbox;
use super::pipeline::Refuse as _;
use super::settings::{SandboxError, SandboxSettings};
use super::store::Work;

pub(super) use self::webhook_events::{KIND as WEBHOOK_EVENT, delivery};

/// The API and the hosted page.
pub(super) fn router() -> Router<Arc<Sandbox>> {
    Router::new().route("/v2/{*path}", any(pipeline::serve)).merge(pay_page::router())
}

/// Applies the passing of time: unpaid payments expire, refunds arrive.
pub(super) async fn move_on(work: &mut Work) -> Result<(), SandboxError> {
    payments::expire_late(work).await?;
    refunds::arrive(work).await
}

/// What a test can make happen at Mollie.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// The payment gets this status.
    Payment(String),
    /// The payer's bank has it open: from now on it cannot be cancelled.
    Keep,
    /// The payer's bank takes the payment back.
    Chargeback,
    /// The payer's bank returns what it took back.
    ReverseChargeback,
    /// The merchant refunds everything from the dashboard.
    Refund,
    /// The refund gets this status.
    RefundStatus(String),
}

/// Applies the act to the payment or refund with this id; returns its new document, or the status and body of a
/// refusal.
pub(super) async fn act(
    work: &mut Work,
    settings: &SandboxSettings,
    id: &str,
    act: &Act,
) -> Result<Value, (StatusCode, String)> {
    let done = match act {
        Act::Payment(word) => match Status::find(word) {
            Some(status) => payments::conclude(work, settings, id, status).await,
            None => Err(errors::Refusal::unprocessable("status", "The status is invalid")),
        },
        Act::Keep => payments::keep(work, settings, id).await,
        Act::Chargeback => chargebacks::open(work, settings, id).await,
        Act::ReverseChargeback => chargebacks::reverse(work, settings, id).await,
        Act::Refund => refunds::create_in_full(work, settings, id).await,
        Act::RefundStatus(word) => refunds::move_to(work, settings, id, word).await,
    };
    done.map_err(|refusal| (refusal.status(), refusal.text()))
}
