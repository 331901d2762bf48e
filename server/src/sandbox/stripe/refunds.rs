//! Refunds: whole or in part, never more than was paid.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::events::announce;
use super::lists::{self, Page};
use super::session_rules::{check_amount, find_currency};
use super::{Cause, payments};
use crate::ids::new_id;
use crate::sandbox::ledger::{Direction, Movement};
use crate::sandbox::provider::Provider;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "refund";

/// `POST /v1/refunds` by hand: the merchant refunds everything that a session was charged, from the dashboard.
pub async fn create_in_full(work: &mut Work, session: &str) -> Result<Value, Refusal> {
    let intent = work.charge_of(session).await?;
    let intent = intent.ok_or_else(|| Refusal::invalid("Nothing was charged that could go back.".to_owned()))?;
    let request = CreateRefund { payment_intent: Some(intent), ..CreateRefund::default() };
    create(work, &Cause::default(), request).await
}

/// What was refunded of a session's charge, as text; `None` for a session without a charge.
pub async fn returned(work: &mut Work, session: &str) -> Result<Option<Returned>, Refusal> {
    let Some(intent) = work.charge_of(session).await? else { return Ok(None) };
    let request = CreateRefund { payment_intent: Some(intent), ..CreateRefund::default() };
    let charge = find_charge(work, &request).await?;
    let currency = find_currency(charge["currency"].as_str().unwrap_or_default(), "currency")?;
    let returned = charge["amount_refunded"].as_i64().unwrap_or(0);
    let is_all = charge["refunded"] == true;
    Ok(Some(Returned { is_all, amount: (returned > 0).then(|| currency.show(returned)) }))
}

/// The refunded part of a charge.
#[derive(Debug)]
pub struct Returned {
    /// The amount as text for people, if any was refunded.
    pub amount: Option<String>,
    /// Whether nothing is left to refund.
    pub is_all: bool,
}

#[derive(Debug, Default, Deserialize)]
pub struct CreateRefund {
    amount: Option<i64>,
    charge: Option<String>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    payment_intent: Option<String>,
    reason: Option<String>,
}

/// `POST /v1/refunds`
pub async fn create(work: &mut Work, cause: &Cause, request: CreateRefund) -> Result<Value, Refusal> {
    let mut charge = find_charge(work, &request).await?;
    let id = charge["id"].as_str().unwrap_or_default().to_owned();
    let (paid, returned) = (charge["amount"].as_i64().unwrap_or(0), charge["amount_refunded"].as_i64().unwrap_or(0));
    let currency = find_currency(charge["currency"].as_str().unwrap_or_default(), "currency")?;
    if charge["disputed"] == true {
        return Err(Refusal::invalid(format!("Charge {id} has been charged back.")).code("charge_disputed"));
    }
    if returned >= paid {
        return Err(Refusal::invalid(format!("Charge {id} has already been refunded.")).code("charge_already_refunded"));
    }
    let amount = request.amount.unwrap_or(paid - returned);
    check_amount(amount, currency, 1, "amount")?;
    if amount > paid - returned {
        let message = format!(
            "Refund amount ({}) is greater than unrefunded amount on charge ({})",
            currency.show(amount),
            currency.show(paid - returned)
        );
        return Err(Refusal::param("amount", message));
    }
    let refund_id = new_id("re");
    let intent = charge["payment_intent"].as_str().unwrap_or_default().to_owned();
    let refund = json!({
        "id": refund_id,
        "object": KIND,
        "amount": amount,
        "balance_transaction": null,
        "charge": id,
        "created": work.seconds(),
        "currency": currency.code,
        "destination_details": { "card": { "type": "refund" }, "type": "card" },
        "metadata": request.metadata,
        "payment_intent": intent,
        "reason": request.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": "succeeded",
        "transfer_reversal": null,
    });
    charge["amount_refunded"] = json!(returned + amount);
    charge["refunded"] = json!(returned + amount == paid);
    work.put(KIND, &refund_id, &refund).await?;
    work.put(payments::CHARGE, &id, &charge).await?;
    let (session, client_reference) = work.charged_for(&intent).await?;
    let movement = Movement {
        provider: Provider::Stripe,
        movement: Direction::Refund,
        amount,
        currency: currency.code.to_owned(),
        client_reference,
        session,
        payment: intent,
        reference: refund_id,
    };
    work.record(&movement).await?;
    announce(work, cause, "refund.created", &refund).await?;
    announce(work, cause, "charge.refunded", &charge).await?;
    Ok(refund)
}

async fn find_charge(work: &mut Work, request: &CreateRefund) -> Result<Value, Refusal> {
    let id = match (&request.charge, &request.payment_intent) {
        (Some(_), Some(_)) => {
            return Err(Refusal::invalid("You may only specify one of these parameters: charge, payment_intent."));
        }
        (None, None) => {
            return Err(Refusal::invalid(
                "One of the following params should be provided for this request: payment_intent or charge.",
            )
            .code("parameter_missing"));
        }
        (Some(charge), None) => charge.clone(),
        (None, Some(intent)) => {
            let found = work.find(payments::INTENT, intent).await?;
            let found = found.ok_or_else(|| Refusal::no_such("payment_intent", intent, "payment_intent"))?;
            found["latest_charge"].as_str().unwrap_or_default().to_owned()
        }
    };
    work.find(payments::CHARGE, &id).await?.ok_or_else(|| Refusal::no_such("charge", &id, "charge"))
}

#[derive(Debug, Deserialize)]
pub struct ListRefunds {
    #[serde(flatten)]
    page: Page,
    charge: Option<String>,
    payment_intent: Option<String>,
}

/// `GET /v1/refunds`
pub async fn list(work: &mut Work, wanted: ListRefunds) -> Result<Value, Refusal> {
    let filters = [("$.charge", wanted.charge), ("$.payment_intent", wanted.payment_intent)];
    let equal = filters.into_iter().filter_map(|(path, value)| Some((path, json!(value?)))).collect();
    lists::page(work, KIND, "/v1/refunds", wanted.page, Selection { equal, ..Selection::default() }).await
}
