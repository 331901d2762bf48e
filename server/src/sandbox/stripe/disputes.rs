//! Disputes: a cardholder has the bank take a charge back.

use serde_json::{Value, json};

use super::errors::Refusal;
use super::events::announce;
use super::{Cause, payments};
use crate::ids::new_id;
use crate::sandbox::store::Work;

pub const KIND: &str = "dispute";

/// The bank disputes everything that a session was charged.
pub async fn open(work: &mut Work, session: &str) -> Result<Value, Refusal> {
    let intent = work.charge_of(session).await?;
    let intent = intent.ok_or_else(|| Refusal::invalid("Nothing was charged that could be disputed.".to_owned()))?;
    let charge_id =
        work.load(payments::INTENT, &intent).await?["latest_charge"].as_str().unwrap_or_default().to_owned();
    let mut charge = work.load(payments::CHARGE, &charge_id).await?;
    if charge["disputed"] == true {
        return Err(Refusal::invalid(format!("Charge {charge_id} is already disputed.")));
    }
    let (id, now) = (new_id("dp"), work.seconds());
    let dispute = json!({
        "id": id,
        "object": KIND,
        "amount": charge["amount"],
        "balance_transactions": [],
        "charge": charge_id,
        "created": now,
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {},
        "evidence_details": { "due_by": now + 7 * 86_400, "has_evidence": false, "past_due": false, "submission_count": 0 },
        "is_charge_refundable": false,
        "livemode": false,
        "metadata": {},
        "payment_intent": intent,
        "reason": "fraudulent",
        "status": "needs_response",
    });
    work.put(KIND, &id, &dispute).await?;
    charge["disputed"] = json!(true);
    work.put(payments::CHARGE, &charge_id, &charge).await?;
    announce(work, &Cause::default(), "charge.dispute.created", &dispute).await?;
    Ok(dispute)
}
