//! Chargebacks of iDEAL payments: the bank takes the money at once, so one counts as a lost dispute. Mollie's webhook events name
//! only the payment, and each of a settled payment causes a look.

use onefare_core::payment::Provider;

use super::charge::{ChargeOf, Disputed};
use super::error::DisputeError;
use super::read::act;
use crate::app::App;
use crate::flows::alarms::raise_about;
use crate::store::disputes::{self, Dispute};
use crate::store::payments;

/// Reads the chargebacks of a payment and acts on each. Idempotent.
///
/// # Errors
/// See [`DisputeError`].
pub async fn read(app: &App, payment_id: &str) -> Result<(), DisputeError> {
    let payment = payments::by_id(&mut *app.store.read().await?, payment_id).await?;
    let Some(payment) = payment.filter(|payment| payment.provider == Provider::Mollie) else { return Ok(()) };
    let Some(reference) = payment.reference.as_deref() else { return Ok(()) };
    let known = disputes::of_order(&mut *app.store.read().await?, &payment.order_id).await?;
    let is_known = known.iter().any(|one| one.payment_id.as_ref() == Some(&payment.id));
    // Absent from a payment that was never charged back, which most events are about.
    if !is_known && app.mollie.payment(reference).await?.amount_charged_back.is_none() {
        return Ok(());
    }
    let disputed = Disputed { order_id: payment.order_id, charge: ChargeOf::Payment(payment.id.clone()) };
    let now = app.clock.now();
    for one in app.mollie.chargebacks(reference).await? {
        let standing = one.standing();
        let Some(amount) = one.amount.money() else {
            raise_about(app, "dispute_unreadable", &one.id, &format!("amount of a chargeback of {}", payment.id));
            continue;
        };
        let seen = Dispute {
            order_id: Some(disputed.order_id.clone()),
            payment_id: Some(payment.id.clone()),
            invoice: None,
            charge: reference.to_owned(),
            amount,
            reason: one.reason().to_owned(),
            standing,
            opened_at: one.created_at,
            respond_by: None,
            seen_at: now,
            decided_at: Some(one.reversed_at.unwrap_or(now)),
            renewal_stopped_at: None,
            reference: one.id,
        };
        act(app, &disputed, &seen).await?;
    }
    Ok(())
}
