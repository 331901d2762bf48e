//! A charge for a term that began after the buyer had ended the subscription here: the provider did not answer in time.
//! The shop has promised that nothing more is charged, so a job refunds the charge, an alarm calls an operator, and the letter
//! of the cancellation says what happened.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::refund::provider::{self, LATER_PAUSE, RefundError, Stage};
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::invoices::{Charge, Invoice};
use crate::payments::stripe::refunds::{NewRefund, RefundReason, arrived};
use crate::store::late_charges::{self, LateCharge, NewLateCharge};
use crate::store::orders::{self, Order};
use crate::store::payments::Payment;
use crate::store::{StoreError, Tx, jobs, provider_ids};

/// The charges of a subscription since the buyer ended it, and any charge of the invoices that were unpaid then. The subscription
/// has ended already, so that a draft of an invoice is never charged.
///
/// # Errors
/// The provider did not answer.
pub(in crate::flows) async fn find(
    app: &App,
    subscription: &str,
    unpaid: &[String],
    since: DateTime<Utc>,
) -> Result<Vec<Charge>, StripeError> {
    let is_late =
        |invoice: &Invoice| unpaid.contains(&invoice.id) || invoice.made_at().is_some_and(|made| made > since);
    app.stripe.charges(subscription, is_late).await
}

/// Stores charges that are not known yet, and enqueues their refunds. Returns how many are new: each calls for
/// [`raise_found`] after the commit.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn note(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    charges: &[Charge],
    now: DateTime<Utc>,
) -> Result<usize, StoreError> {
    let mut new = 0;
    for one in charges {
        // An invoice settled without a payment took no money.
        let Some(payment_intent) = &one.payment_intent else { continue };
        let id = new_id("late");
        let charge = NewLateCharge {
            id: &id,
            order_id: &order.id,
            payment_id: &payment.id,
            invoice: &one.invoice,
            payment_intent,
            amount: one.amount,
            charged_at: one.charged_at,
            found_at: now,
        };
        if late_charges::insert_once(tx, &charge).await? {
            provider_ids::note(tx, &payment.id, [&*one.invoice, payment_intent]).await?;
            jobs::enqueue(tx, JobKind::RefundLateCharge, &id, now, now).await?;
            new += 1;
        }
    }
    Ok(new)
}

/// Raises the alarm about charges that [`note`] has found.
pub(in crate::flows) fn raise_found(app: &App, order: &Order, payment: &Payment, new: usize) {
    if new > 0 {
        raise(app, "charged_after_cancellation", order, &payment.id);
    }
}

/// Refunds a late charge in full, and follows the refund until the money was returned, by us or by others. `Some`: look
/// again after that. A refund that fails raises an alarm, and the charge needs attention until an operator has returned it
/// at the provider.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn refund(app: &App, id: &str) -> Result<Option<Duration>, RefundError> {
    let (charge, order) = {
        let mut conn = app.store.read().await?;
        let Some(charge) = late_charges::by_id(&mut conn, id).await? else { return Ok(None) };
        let order = orders::by_id(&mut conn, &charge.order_id).await?.ok_or(StoreError::Gone("orders"))?;
        (charge, order)
    };
    if charge.returned_at.is_some() {
        return Ok(None);
    }
    let known = app.stripe.refunds(&charge.payment_intent).await?;
    let stage = if arrived(&known, charge.amount.currency()) >= charge.amount.minor() {
        Stage::Done { reference: None }
    } else {
        provider::known_or_sent(app, &known, &new_refund(&charge, app.clock.now())).await?
    };
    note_stage(app, &charge, &order, &stage).await?;
    Ok(match stage {
        Stage::Done { .. } => None,
        Stage::Running { .. } => Some(provider::pause(app.clock.now() - charge.found_at)),
        Stage::Failed { .. } => Some(LATER_PAUSE),
    })
}

fn new_refund(charge: &LateCharge, now: DateTime<Utc>) -> NewRefund {
    NewRefund {
        refund_id: charge.id.clone(),
        payment_id: charge.payment_id.clone(),
        order_id: charge.order_id.clone(),
        payment_intent: charge.payment_intent.clone(),
        amount: charge.amount,
        hours: (now - charge.found_at).num_hours(),
        reason: RefundReason::RequestedByCustomer,
    }
}

async fn note_stage(app: &App, charge: &LateCharge, order: &Order, stage: &Stage) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    if let Some(reference) = stage.reference() {
        late_charges::set_refund(&mut tx, &charge.id, reference).await?;
    }
    let is_new = match stage {
        Stage::Running { .. } => false,
        Stage::Done { .. } => late_charges::end(&mut tx, &charge.id, now).await?,
        Stage::Failed { why, .. } => late_charges::fail(&mut tx, &charge.id, why).await?,
    };
    tx.commit().await?;
    if is_new && matches!(stage, Stage::Failed { .. }) {
        raise(app, "late_charge_refund_failed", order, &charge.payment_id);
    } else if is_new {
        tracing::info!(charge = %charge.id, order = %order.number, "a charge after a cancellation was returned");
    }
    Ok(())
}
