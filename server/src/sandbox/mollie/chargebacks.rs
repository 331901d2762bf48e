//! Chargebacks: the payer's bank takes a payment back, and may reverse that.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::errors::Refusal;
use super::payments::{self, Payment, Status};
use super::{documents, webhook_events};
use crate::ids::new_id;
use crate::sandbox::settings::SandboxSettings;
use crate::sandbox::store::Work;

/// A chargeback of a whole payment, stored with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chargeback {
    pub id: String,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub created_at: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_seconds_option")]
    pub reversed_at: Option<DateTime<Utc>>,
}

/// The bank charges a payment back.
pub async fn open(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let mut payment = payments::get(work, id).await?;
    if payment.status != Status::Paid || payment.chargeback.is_some() {
        return Err(Refusal::new(StatusCode::CONFLICT, "The payment cannot be charged back"));
    }
    payment.chargeback = Some(Chargeback { id: new_id("chb"), created_at: work.now, reversed_at: None });
    store(work, settings, &payment).await
}

/// The bank reverses the chargeback.
pub async fn reverse(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let mut payment = payments::get(work, id).await?;
    let now = work.now;
    let chargeback = payment.chargeback.as_mut().filter(|chargeback| chargeback.reversed_at.is_none());
    let none = || Refusal::new(StatusCode::CONFLICT, "The payment has no chargeback");
    chargeback.ok_or_else(none)?.reversed_at = Some(now);
    store(work, settings, &payment).await
}

async fn store(work: &mut Work, settings: &SandboxSettings, payment: &Payment) -> Result<Value, Refusal> {
    work.put(payments::KIND, &payment.id, &json!(payment)).await?;
    webhook_events::announce(work, payment).await?;
    payments::retrieve(work, settings, &payment.id).await
}

/// `GET /v2/payments/{payment}/chargebacks`
pub async fn list(work: &mut Work, settings: &SandboxSettings, payment: &str) -> Result<Value, Refusal> {
    let payment = payments::get(work, payment).await?;
    Ok(documents::chargebacks(settings, &payment)?)
}
