//! Refunds: whole or in part, never more than was paid. They take a moment, and can fail.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::Body;
use super::errors::Refusal;
use super::payments::{self, Payment, Status};
use super::{documents, webhook_events};
use crate::ids::new_id;
use crate::sandbox::ledger::{Direction, Movement};
use crate::sandbox::money::Currency;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::{SandboxError, SandboxSettings};
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "mollie.refund";

/// How long the bank takes here; in reality, days.
const TRANSFER: TimeDelta = TimeDelta::seconds(5);

/// Refunds with the same amount and description within this time count as duplicates.
const DUPLICATE: TimeDelta = TimeDelta::minutes(1);

/// Most refunds on a page of a list.
const LARGEST_PAGE: usize = 250;
const USUAL_PAGE: usize = 50;

/// The status of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefundStatus {
    Queued,
    Pending,
    Processing,
    Refunded,
    Failed,
}

impl RefundStatus {
    const ALL: [Self; 5] = [Self::Queued, Self::Pending, Self::Processing, Self::Refunded, Self::Failed];

    /// Its word.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Refunded => "refunded",
            Self::Failed => "failed",
        }
    }

    /// Whether its amount is deducted from the payment.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Failed)
    }

    const fn is_final(self) -> bool {
        matches!(self, Self::Refunded | Self::Failed)
    }

    /// Whether the shop gets a webhook event about it.
    const fn is_told(self) -> bool {
        matches!(self, Self::Processing | Self::Refunded | Self::Failed)
    }
}

/// A refund as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub payment_id: String,
    pub status: RefundStatus,
    /// Smallest unit of the currency.
    pub amount: i64,
    /// Lower-case ISO code.
    pub currency: String,
    pub description: String,
    pub metadata: Value,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub created_at: DateTime<Utc>,
}

impl Refund {
    /// Its currency; only known ones are stored.
    pub fn currency(&self) -> Result<Currency, SandboxError> {
        Currency::find(&self.currency)
            .ok_or_else(|| SandboxError::Missing { kind: "currency", id: self.currency.clone() })
    }
}

/// `POST /v2/payments/{id}/refunds`
pub async fn create(work: &mut Work, settings: &SandboxSettings, id: &str, mut body: Body) -> Result<Value, Refusal> {
    let payment = payments::get(work, id).await?;
    let money = body.amount()?;
    let description = body.description()?.unwrap_or_else(|| payment.description.clone());
    let metadata = body.metadata()?;
    body.finish()?;
    if money.currency.code != payment.currency {
        return Err(Refusal::unprocessable("amount.currency", "The amount contains an invalid currency"));
    }
    start(work, settings, &payment, (money.amount, description, metadata)).await
}

/// Refunds the whole remainder, as from the dashboard.
pub async fn create_in_full(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let payment = payments::get(work, id).await?;
    let left = payment.amount - returned(&of(work, id).await?);
    start(work, settings, &payment, (left, payment.description.clone(), Value::Null)).await
}

async fn start(
    work: &mut Work,
    settings: &SandboxSettings,
    payment: &Payment,
    (amount, description, metadata): (i64, String, Value),
) -> Result<Value, Refusal> {
    let earlier = of(work, &payment.id).await?;
    if payment.status != Status::Paid {
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "The payment is not paid and cannot be refunded"));
    }
    if amount <= 0 || amount > payment.amount - returned(&earlier) {
        return Err(Refusal::unprocessable("amount", "The amount is higher than the maximum"));
    }
    let just_now = work.now - DUPLICATE;
    let same = |one: &Refund| one.amount == amount && one.description == description && one.created_at > just_now;
    if earlier.iter().any(same) {
        return Err(Refusal::new(StatusCode::CONFLICT, "A duplicate refund has been detected"));
    }
    let refund = Refund {
        id: new_id("re"),
        payment_id: payment.id.clone(),
        status: RefundStatus::Pending,
        amount,
        currency: payment.currency.clone(),
        description,
        metadata,
        created_at: work.now,
    };
    work.put(KIND, &refund.id, &json!(refund)).await?;
    Ok(documents::refund(settings, &refund)?)
}

fn returned(refunds: &[Refund]) -> i64 {
    refunds.iter().filter(|refund| refund.status.counts()).map(|refund| refund.amount).sum()
}

/// All refunds of a payment, newest first.
pub async fn of(work: &mut Work, payment: &str) -> Result<Vec<Refund>, SandboxError> {
    let equal = vec![("$.payment_id", json!(payment))];
    let (found, _) = work.list(KIND, &Selection { equal, limit: 1_000, ..Selection::default() }).await?;
    found.into_iter().map(read).collect()
}

fn read(value: Value) -> Result<Refund, SandboxError> {
    serde_json::from_value(value).map_err(|source| SandboxError::Unreadable { kind: KIND, source })
}

async fn get(work: &mut Work, id: &str) -> Result<Refund, Refusal> {
    let found = work.find(KIND, id).await?.ok_or_else(|| Refusal::no_such("refund", id))?;
    Ok(read(found)?)
}

/// `GET /v2/payments/{payment}/refunds/{id}`
pub async fn retrieve(work: &mut Work, settings: &SandboxSettings, payment: &str, id: &str) -> Result<Value, Refusal> {
    let refund = get(work, id).await?;
    if refund.payment_id != payment {
        return Err(Refusal::no_such("refund", id));
    }
    Ok(documents::refund(settings, &refund)?)
}

/// `GET /v2/payments/{payment}/refunds`
pub async fn list(work: &mut Work, settings: &SandboxSettings, payment: &str, page: Page) -> Result<Value, Refusal> {
    let payment = payments::get(work, payment).await?;
    let all = of(work, &payment.id).await?;
    let limit = page.limit.unwrap_or(USUAL_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "Invalid limit given, must be between 1 and 250"));
    }
    let skipped = match &page.from {
        None => 0,
        Some(from) => {
            all.iter().position(|refund| refund.id == *from).ok_or_else(|| Refusal::no_such("refund", from))?
        }
    };
    let shown: Vec<Refund> = all.iter().skip(skipped).take(limit).cloned().collect();
    let next = all.get(skipped + limit).map(|refund| refund.id.as_str());
    Ok(documents::refunds(settings, &payment.id, &shown, (page.from.as_deref(), next), limit)?)
}

/// The requested part of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    from: Option<String>,
    limit: Option<usize>,
}

/// Gives a refund the status with this word.
pub async fn move_to(work: &mut Work, settings: &SandboxSettings, id: &str, word: &str) -> Result<Value, Refusal> {
    let refund = get(work, id).await?;
    let status = RefundStatus::ALL.into_iter().find(|status| status.code() == word);
    let status = status.ok_or_else(|| Refusal::unprocessable("status", "The status is invalid"))?;
    if refund.status.is_final() {
        return Err(Refusal::new(StatusCode::CONFLICT, "The refund is final"));
    }
    let refund = become_(work, refund, status).await?;
    Ok(documents::refund(settings, &refund)?)
}

async fn become_(work: &mut Work, mut refund: Refund, status: RefundStatus) -> Result<Refund, SandboxError> {
    refund.status = status;
    work.put(KIND, &refund.id, &json!(refund)).await?;
    if status == RefundStatus::Refunded {
        let (session, client_reference) = work.charged_for(&refund.payment_id).await?;
        let movement = Movement {
            provider: Provider::Mollie,
            movement: Direction::Refund,
            amount: refund.amount,
            currency: refund.currency.clone(),
            session,
            client_reference,
            payment: refund.payment_id.clone(),
            reference: refund.id.clone(),
        };
        work.record(&movement).await?;
    }
    if status.is_told()
        && let Some(payment) = payments::find(work, &refund.payment_id).await?
    {
        webhook_events::announce(work, &payment).await?;
    }
    Ok(refund)
}

/// Completes refunds that were sent a moment ago.
pub async fn arrive(work: &mut Work) -> Result<(), SandboxError> {
    let equal = vec![("$.status", json!(RefundStatus::Pending.code()))];
    let sent = ("<=", (work.now - TRANSFER).timestamp());
    let due = Selection { equal, created: vec![sent], limit: 250, ..Selection::default() };
    for found in work.list(KIND, &due).await?.0 {
        become_(work, read(found)?, RefundStatus::Refunded).await?;
    }
    Ok(())
}
