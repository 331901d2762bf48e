//! Payments: create, read, cancel, conclude, expire.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::Body;
use super::chargebacks::Chargeback;
use super::errors::Refusal;
use super::{documents, refunds, webhook_events};
use crate::ids::new_id;
use crate::sandbox::ledger::{Direction, Movement};
use crate::sandbox::money::Currency;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::{SandboxError, SandboxSettings};
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "mollie.payment";

/// How long an iDEAL payment stays open.
const LIFE: TimeDelta = TimeDelta::minutes(15);

/// Largest iDEAL amount, in cents.
const LARGEST: i64 = 5_000_000;

/// Most payments that expire in one round; the rest follow in the next.
const BATCH: i64 = 250;

/// The languages of Mollie's pages. Arabic is not among them.
const LOCALES: &[&str] = &[
    "ca_ES", "cs_CZ", "da_DK", "de_AT", "de_CH", "de_DE", "de_LU", "en_BE", "en_GB", "en_NL", "en_US", "es_ES",
    "fi_FI", "fr_BE", "fr_FR", "fr_LU", "hu_HU", "is_IS", "it_IT", "lt_LT", "lv_LV", "nb_NO", "nl_BE", "nl_NL",
    "pl_PL", "pt_PT", "sk_SK", "sv_SE",
];

/// The status of a payment. iDEAL has no `authorized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Open,
    Pending,
    Paid,
    Failed,
    Canceled,
    Expired,
}

impl Status {
    /// Every status, in the order in which the page offers them.
    pub const ALL: [Self; 6] = [Self::Paid, Self::Open, Self::Pending, Self::Failed, Self::Canceled, Self::Expired];

    /// Its word.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
        }
    }

    /// Parses the word.
    pub fn find(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Whether no other status can follow.
    pub const fn is_final(self) -> bool {
        !matches!(self, Self::Open | Self::Pending)
    }

    /// Whether `next` may follow. A started payment does not become open again.
    pub const fn leads_to(self, next: Self) -> bool {
        match self {
            Self::Open => true,
            Self::Pending => !matches!(next, Self::Open),
            Self::Paid | Self::Failed | Self::Canceled | Self::Expired => false,
        }
    }
}

/// A payment as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Payment {
    pub id: String,
    pub status: Status,
    /// Smallest unit of the currency.
    pub amount: i64,
    /// Lower-case ISO code.
    pub currency: String,
    pub description: String,
    pub redirect_url: String,
    pub cancel_url: Option<String>,
    pub webhook_url: Option<String>,
    pub method: Option<String>,
    pub locale: Option<String>,
    pub metadata: Value,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub created_at: DateTime<Utc>,
    #[serde(with = "chrono::serde::ts_seconds")]
    pub expires_at: DateTime<Utc>,
    /// Whether the payer's bank has it open, so that it cannot be cancelled.
    #[serde(default)]
    pub is_kept: bool,
    /// What the payer's bank took back.
    #[serde(default)]
    pub chargeback: Option<Chargeback>,
    /// When it became final.
    #[serde(with = "chrono::serde::ts_seconds_option")]
    pub ended_at: Option<DateTime<Utc>>,
}

impl Payment {
    /// Its currency; only known ones are stored.
    pub fn currency(&self) -> Result<Currency, SandboxError> {
        Currency::find(&self.currency)
            .ok_or_else(|| SandboxError::Missing { kind: "currency", id: self.currency.clone() })
    }

    /// Whether it can still be cancelled: only before it was started.
    pub fn is_cancelable(&self) -> bool {
        self.status == Status::Open && !self.is_kept
    }

    /// Where the payer returns to from the page.
    pub fn way_back(&self) -> &str {
        match (&self.cancel_url, self.status) {
            (Some(cancel_url), Status::Canceled) => cancel_url,
            _ => &self.redirect_url,
        }
    }
}

/// `POST /v2/payments`
pub async fn create(work: &mut Work, settings: &SandboxSettings, mut body: Body) -> Result<Value, Refusal> {
    let money = body.amount()?;
    let description = body.description()?.ok_or_else(|| Refusal::missing("description"))?;
    let redirect_url = body.url("redirectUrl", "redirect URL")?.ok_or_else(|| Refusal::missing("redirectUrl"))?;
    let payment = Payment {
        id: new_id("tr"),
        status: Status::Open,
        amount: money.amount,
        currency: money.currency.code.to_owned(),
        description,
        redirect_url,
        cancel_url: body.url("cancelUrl", "cancel URL")?,
        webhook_url: body.webhook_url()?,
        method: body.method(&["ideal"])?,
        locale: body.choice("locale", "locale", LOCALES)?,
        metadata: body.metadata()?,
        created_at: work.now,
        expires_at: work.now + LIFE,
        is_kept: false,
        chargeback: None,
        ended_at: None,
    };
    body.choice("sequenceType", "sequence type", &["oneoff"])?;
    body.finish()?;
    if money.currency.code != "eur" {
        return Err(Refusal::unprocessable("method", "No suitable payment methods found"));
    }
    if money.amount > LARGEST {
        return Err(Refusal::unprocessable("amount", "The amount is higher than the maximum"));
    }
    save(work, &payment).await?;
    Ok(documents::payment(settings, &payment, &[])?)
}

/// Stores a payment.
async fn save(work: &mut Work, payment: &Payment) -> Result<(), SandboxError> {
    work.put(KIND, &payment.id, &json!(payment)).await
}

/// Finds a payment; an overdue one expires at that moment.
pub async fn find(work: &mut Work, id: &str) -> Result<Option<Payment>, SandboxError> {
    let Some(found) = work.find(KIND, id).await? else { return Ok(None) };
    let payment = read(found)?;
    if payment.status == Status::Open && payment.expires_at <= work.now {
        return become_(work, payment, Status::Expired).await.map(Some);
    }
    Ok(Some(payment))
}

fn read(value: Value) -> Result<Payment, SandboxError> {
    serde_json::from_value(value).map_err(|source| SandboxError::Unreadable { kind: KIND, source })
}

/// The same, where it must exist.
pub async fn get(work: &mut Work, id: &str) -> Result<Payment, Refusal> {
    find(work, id).await?.ok_or_else(|| Refusal::no_such("payment", id))
}

/// `GET /v2/payments/{id}`
pub async fn retrieve(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let payment = get(work, id).await?;
    let refunds = refunds::of(work, id).await?;
    Ok(documents::payment(settings, &payment, &refunds)?)
}

/// `DELETE /v2/payments/{id}`: works until the payment is started.
pub async fn cancel(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let payment = get(work, id).await?;
    if !payment.is_cancelable() {
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "The payment cannot be canceled"));
    }
    let payment = become_(work, payment, Status::Canceled).await?;
    Ok(documents::payment(settings, &payment, &[])?)
}

/// Applies the payer's choice on the page.
pub async fn choose(work: &mut Work, id: &str, status: Status) -> Result<Payment, Refusal> {
    let payment = get(work, id).await?;
    if !payment.status.leads_to(status) {
        let detail = format!("The payment is {} and cannot become {}", payment.status.code(), status.code());
        return Err(Refusal::new(StatusCode::CONFLICT, detail));
    }
    Ok(become_(work, payment, status).await?)
}

/// Keeps an open payment from being cancelled, as a bank does that has shown it to its customer.
pub async fn keep(work: &mut Work, settings: &SandboxSettings, id: &str) -> Result<Value, Refusal> {
    let mut payment = get(work, id).await?;
    payment.is_kept = true;
    save(work, &payment).await?;
    retrieve(work, settings, id).await
}

/// The same, returning the payment's document.
pub async fn conclude(work: &mut Work, settings: &SandboxSettings, id: &str, status: Status) -> Result<Value, Refusal> {
    choose(work, id, status).await?;
    retrieve(work, settings, id).await
}

/// Changes the status, with its effects: the money moves, the shop gets its webhook event.
async fn become_(work: &mut Work, mut payment: Payment, status: Status) -> Result<Payment, SandboxError> {
    payment.status = status;
    if status.is_final() {
        payment.ended_at = Some(work.now);
        webhook_events::announce(work, &payment).await?;
    }
    if status == Status::Paid {
        payment.method.get_or_insert_with(|| "ideal".to_owned());
        work.record(&charge(&payment)).await?;
    }
    save(work, &payment).await?;
    Ok(payment)
}

fn charge(payment: &Payment) -> Movement {
    Movement {
        provider: Provider::Mollie,
        movement: Direction::Charge,
        amount: payment.amount,
        currency: payment.currency.clone(),
        session: Some(payment.id.clone()),
        client_reference: payment.metadata["payment_id"].as_str().map(str::to_owned),
        payment: payment.id.clone(),
        reference: payment.id.clone(),
    }
}

/// Expires open payments that are overdue.
pub async fn expire_late(work: &mut Work) -> Result<(), SandboxError> {
    let equal = vec![("$.status", json!(Status::Open.code()))];
    let oldest = ("<=", (work.now - LIFE).timestamp());
    let late = Selection { equal, created: vec![oldest], limit: BATCH, ..Selection::default() };
    for found in work.list(KIND, &late).await?.0 {
        become_(work, read(found)?, Status::Expired).await?;
    }
    Ok(())
}
