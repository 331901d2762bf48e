//! Disputes: a cardholder has the bank take a charge back.

use serde_json::{Value, json};

use super::errors::Refusal;
use super::events::announce;
use super::{Cause, payments};
use crate::ids::new_id;
use crate::sandbox::store::Work;

pub const KIND: &str = "dispute";

/// How the bank proceeds, in Stripe's words, and the event that announces it.
const STEPS: [(&str, &str); 6] = [
    ("needs_response", "charge.dispute.updated"),
    ("under_review", "charge.dispute.updated"),
    ("warning_needs_response", "charge.dispute.updated"),
    ("warning_closed", "charge.dispute.closed"),
    ("won", "charge.dispute.closed"),
    ("lost", "charge.dispute.closed"),
];

/// The bank disputes everything that a session was charged.
pub async fn open(work: &mut Work, session: &str) -> Result<Value, Refusal> {
    let intent = work.charge_of(session).await?;
    let intent = intent.ok_or_else(|| Refusal::invalid("Nothing was charged that could be disputed.".to_owned()))?;
    open_of_intent(work, &intent, "needs_response").await
}

/// The bank disputes, or only inquires about, everything that a payment intent was charged.
pub async fn open_of_intent(work: &mut Work, intent: &str, status: &str) -> Result<Value, Refusal> {
    let charge_id = work.load(payments::INTENT, intent).await?["latest_charge"].as_str().unwrap_or_default().to_owned();
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
        "status": status,
    });
    work.put(KIND, &id, &dispute).await?;
    charge["disputed"] = json!(holds_money(status));
    work.put(payments::CHARGE, &charge_id, &charge).await?;
    announce(work, &Cause::default(), "charge.dispute.created", &dispute).await?;
    Ok(dispute)
}

/// An inquiry leaves the money, and a dispute that was won has returned it: the charge can be refunded.
fn holds_money(status: &str) -> bool {
    !status.starts_with("warning_") && status != "won"
}

/// The bank proceeds with a dispute, or decides it.
pub async fn proceed(work: &mut Work, id: &str, status: &str) -> Result<Value, Refusal> {
    let step = STEPS.iter().find(|(name, _)| *name == status);
    let (_, event) = step.ok_or_else(|| Refusal::param("status", format!("Invalid status: {status}")))?;
    let mut dispute = work.find(KIND, id).await?.ok_or_else(|| Refusal::no_such(KIND, id, "id"))?;
    dispute["status"] = json!(status);
    work.put(KIND, id, &dispute).await?;
    let charge_id = dispute["charge"].as_str().unwrap_or_default();
    let mut charge = work.load(payments::CHARGE, charge_id).await?;
    charge["disputed"] = json!(holds_money(status));
    work.put(payments::CHARGE, charge_id, &charge).await?;
    announce(work, &Cause::default(), event, &dispute).await?;
    Ok(dispute)
}
