//! Refunds a later charge of a subscription, in full or in part, as an operator decided.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::outbox::post_once;
use crate::flows::refund::provider::{self, RefundError, Stage};
use crate::flows::subscription::end::end_now;
use crate::jobs::JobKind;
use crate::payments::stripe::refunds::{NewRefund, RefundReason};
use crate::store::charge_refunds::{self, ChargeRefund};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, jobs, subscriptions};

/// Sends a refund and follows it until it has arrived. `Some`: check again after that. A full refund of the newest charge ends the
/// subscription. A failed refund raises an alarm and needs attention until an operator retries or closes it.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn refund(app: &App, id: &str) -> Result<Option<Duration>, RefundError> {
    let (refund, order, subscription) = {
        let mut conn = app.store.read().await?;
        let Some(refund) = charge_refunds::by_id(&mut conn, id).await? else { return Ok(None) };
        let order = orders::by_id(&mut conn, &refund.order_id).await?.ok_or(StoreError::Gone("orders"))?;
        let subscription = subscriptions::of_order(&mut conn, &order.id).await?;
        (refund, order, subscription)
    };
    if refund.failure.is_some() {
        return Ok(None);
    }
    let known = app.stripe.refunds(&refund.payment_intent).await?;
    if refund.returned_at.is_some() {
        // Read only: a list without the refund must not send a second one.
        if let Some(Stage::Failed { why, .. }) = provider::known_stage(&known, &refund.id) {
            record_bounce(app, &refund, &order, &why).await?;
        }
        return Ok(None);
    }
    let stage = provider::known_or_sent(app, &known, &new_refund(&refund, app.clock.now())).await?;
    let is_sent = !matches!(stage, Stage::Failed { .. });
    if let Some(reference) = stage.reference() {
        // Stored before anything else can fail, so that the operator sees a refund in flight.
        let mut tx = app.store.begin().await?;
        charge_refunds::set_reference(&mut tx, &refund.id, reference).await?;
        tx.commit().await?;
    }
    if let Some(subscription) = subscription.filter(|_| is_sent && refund.ends_subscription) {
        end_now(app, &subscription.reference).await?;
    }
    note_stage(app, &refund, &order, &stage).await?;
    Ok(match stage {
        Stage::Running { .. } => Some(provider::pause(app.clock.now() - refund.decided_at)),
        Stage::Done { .. } | Stage::Failed { .. } => None,
    })
}

/// Marks a refund failed that the buyer's bank returned after it had arrived.
async fn record_bounce(app: &App, refund: &ChargeRefund, order: &Order, why: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let is_new = charge_refunds::bounce(&mut tx, &refund.id, why).await?;
    let now = app.clock.now();
    jobs::enqueue(&mut tx, JobKind::ReadSubscription, &order.id, now, now).await?;
    tx.commit().await?;
    if is_new {
        raise(app, "charge_refund_failed", order, &refund.id);
    }
    Ok(())
}

fn new_refund(refund: &ChargeRefund, now: DateTime<Utc>) -> NewRefund {
    NewRefund {
        refund_id: refund.id.clone(),
        payment_id: refund.invoice.clone(),
        order_id: refund.order_id.clone(),
        payment_intent: refund.payment_intent.clone(),
        amount: refund.amount,
        hours: (now - refund.decided_at).num_hours(),
        reason: RefundReason::RequestedByCustomer,
    }
}

async fn note_stage(app: &App, refund: &ChargeRefund, order: &Order, stage: &Stage) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let is_new = match stage {
        Stage::Running { .. } => false,
        Stage::Done { .. } => charge_refunds::end(&mut tx, &refund.id, now).await?,
        Stage::Failed { why, .. } => charge_refunds::fail(&mut tx, &refund.id, why).await?,
    };
    let has_failed = matches!(stage, Stage::Failed { .. });
    if !has_failed {
        let letter = NewLetter { kind: LetterKind::ChargeRefund, subject: &refund.id, order_id: Some(&order.id) };
        post_once(&mut tx, letter, now).await?;
        // The read updates the charge's refunded part and the subscription's state.
        jobs::enqueue(&mut tx, JobKind::ReadSubscription, &order.id, now, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    if has_failed && is_new {
        raise(app, "charge_refund_failed", order, &refund.id);
    }
    Ok(())
}
