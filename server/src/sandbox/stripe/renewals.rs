//! Charges later terms: each period as it begins, with retries of a failed charge until it is paid or the subscription ends.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::cards::{self, Card};
use super::errors::Refusal;
use super::events::announce;
use super::payments::{self, Payment};
use super::{Cause, invoices, periods};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

/// The retries of a failed charge, in seconds after the first attempt. After the last one the subscription ends.
const RETRIES: [i64; 3] = [3 * DAY, 8 * DAY, 15 * DAY];
const DAY: i64 = 86_400;

/// The merchant's setting for subscriptions whose last retry failed: cancel them, or leave them past due.
const AFTER_RETRIES: &str = "account.after_retries";
const SETTING: &str = "setting";

/// Sets whether subscriptions stay past due when their last retry has failed; by default they end.
pub async fn keep_after_retries(work: &mut Work, keep: bool) -> Result<(), SandboxError> {
    work.put(AFTER_RETRIES, SETTING, &json!(if keep { "keep" } else { "cancel" })).await
}

/// Charges every period that has begun and every retry that is due, and moves the subscription into its current period.
pub async fn advance(work: &mut Work, subscription: &mut Value) -> Result<(), SandboxError> {
    loop {
        let next = periods::next(subscription, work.seconds());
        let until = next.as_ref().map_or(work.seconds(), |next| next.start);
        try_again(work, subscription, until).await?;
        let Some(next) = next.filter(|_| subscription["status"] != "canceled") else { return Ok(()) };
        let item = next.begin(subscription);
        let card = cards::of(work, cards::holder(subscription)).await?;
        let retry = next.start + RETRIES[0];
        let invoice = invoices::add_later(work, subscription, &item, (next.start, next.end), (card, retry)).await?;
        subscription["latest_invoice"] = invoice["id"].clone();
        if card == Card::Works {
            if subscription["status"] == "trialing" {
                subscription["status"] = json!("active");
            }
            announce(work, &Cause::default(), "invoice.paid", &invoice).await?;
        } else {
            subscription["status"] = json!("past_due");
            announce_failure(work, &invoice, card).await?;
        }
    }
}

/// Retries the failed charges of a subscription whose retry was due by that second.
async fn try_again(work: &mut Work, subscription: &mut Value, until: i64) -> Result<(), SandboxError> {
    for mut invoice in invoices::unpaid(work, subscription).await? {
        while let Some(at) = invoice["next_payment_attempt"].as_i64().filter(|at| *at <= until) {
            match cards::of(work, cards::holder(subscription)).await? {
                Card::Works => {
                    settle(work, &Cause::default(), subscription, &mut invoice, at).await?;
                }
                card => fail_again(work, subscription, &mut invoice, card, at).await?,
            }
        }
    }
    Ok(())
}

async fn fail_again(
    work: &mut Work,
    subscription: &mut Value,
    invoice: &mut Value,
    card: Card,
    at: i64,
) -> Result<(), SandboxError> {
    let attempts = invoice["attempt_count"].as_u64().unwrap_or(0);
    let first = invoice["created"].as_i64().unwrap_or(at);
    let next = usize::try_from(attempts).ok().and_then(|attempts| RETRIES.get(attempts)).map(|later| first + later);
    invoice["attempt_count"] = json!(attempts + 1);
    invoice["next_payment_attempt"] = json!(next);
    if next.is_none() {
        invoice["auto_advance"] = json!(false);
    }
    if next.is_none() && work.find(AFTER_RETRIES, SETTING).await?.is_none_or(|then| then != "keep") {
        for (field, value) in [("status", json!("canceled")), ("ended_at", json!(at)), ("canceled_at", json!(at))] {
            subscription[field] = value;
        }
        subscription["cancellation_details"]["reason"] = json!("payment_failed");
    }
    invoices::put(work, invoice).await?;
    announce_failure(work, invoice, card).await
}

async fn announce_failure(work: &mut Work, invoice: &Value, card: Card) -> Result<(), SandboxError> {
    if card == Card::NeedsConfirmation {
        announce(work, &Cause::default(), "invoice.payment_action_required", invoice).await?;
    }
    announce(work, &Cause::default(), "invoice.payment_failed", invoice).await
}

/// Pays an open invoice with a working card. The subscription becomes active once no open invoice is left.
pub async fn settle(
    work: &mut Work,
    cause: &Cause,
    subscription: &mut Value,
    invoice: &mut Value,
    at: i64,
) -> Result<(), SandboxError> {
    let amount = invoice["amount_due"].as_i64().unwrap_or(0);
    let intent = invoices::intent_of(work, invoice).await?;
    payments::charge_with(work, intent, Payment::of_term(subscription, amount, at)).await?;
    invoices::become_paid(work, invoice, at).await?;
    announce(work, cause, "invoice.paid", invoice).await?;
    paid_up(work, subscription).await
}

/// Voids an open invoice.
pub async fn void(
    work: &mut Work,
    cause: &Cause,
    subscription: &mut Value,
    invoice: &mut Value,
) -> Result<(), SandboxError> {
    invoice["status"] = json!("void");
    invoice["next_payment_attempt"] = Value::Null;
    invoice["auto_advance"] = json!(false);
    invoice["status_transitions"]["voided_at"] = json!(work.seconds());
    invoices::put(work, invoice).await?;
    announce(work, cause, "invoice.voided", invoice).await?;
    paid_up(work, subscription).await
}

async fn paid_up(work: &mut Work, subscription: &mut Value) -> Result<(), SandboxError> {
    if subscription["status"] == "past_due" && invoices::unpaid(work, subscription).await?.is_empty() {
        subscription["status"] = json!("active");
    }
    Ok(())
}

/// Refuses to pay or void an invoice that is not open.
pub fn must_be_open(invoice: &Value) -> Result<(), Refusal> {
    match invoice["status"].as_str() {
        Some("open") => Ok(()),
        Some("paid") => Err(Refusal::invalid("Invoice is already paid")),
        other => Err(Refusal::invalid(format!("This invoice is {}.", other.unwrap_or_default()))),
    }
}

/// The card error of a declined or unconfirmed card.
pub fn declined(card: Card) -> Option<Refusal> {
    let (code, message) = match card {
        Card::Works => return None,
        Card::Declined => ("card_declined", "Your card was declined."),
        Card::NeedsConfirmation => {
            ("invoice_payment_intent_requires_action", "This payment requires additional user action.")
        }
    };
    Some(Refusal::invalid(message).kind("card_error").code(code).status(StatusCode::PAYMENT_REQUIRED))
}
