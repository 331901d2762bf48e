//! Early fraud warnings: a card's issuer reports a charge as fraud.

use serde_json::{Value, json};

use super::errors::Refusal;
use super::events::announce;
use super::{Cause, payments};
use crate::ids::new_id;
use crate::sandbox::store::Work;

pub const KIND: &str = "radar.early_fraud_warning";

/// The issuer reports the charge of a payment intent.
pub async fn create(work: &mut Work, intent: &str) -> Result<Value, Refusal> {
    let charge = work.load(payments::INTENT, intent).await?["latest_charge"].clone();
    let id = new_id("issfr");
    let warning = json!({
        "id": id,
        "object": KIND,
        "actionable": true,
        "charge": charge,
        "created": work.seconds(),
        "fraud_type": "unauthorized_use_of_card",
        "livemode": false,
        "payment_intent": intent,
    });
    work.put(KIND, &id, &warning).await?;
    announce(work, &Cause::default(), "radar.early_fraud_warning.created", &warning).await?;
    retrieve(work, &id).await
}

/// `GET /v1/radar/early_fraud_warnings/{id}`: actionable until the charge is disputed or refunded in full.
pub async fn retrieve(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    let mut warning = work.find(KIND, id).await?.ok_or_else(|| Refusal::no_such(KIND, id, "id"))?;
    let charge = work.load(payments::CHARGE, warning["charge"].as_str().unwrap_or_default()).await?;
    warning["actionable"] = json!(charge["disputed"] != true && charge["refunded"] != true);
    Ok(warning)
}
