//! Refunds a later charge of a subscription, in full or in part, as an operator or a fraud warning decided.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::money::Money;

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::outbox::post_once;
use crate::flows::refund::provider::{self, RefundError, Stage};
use crate::flows::subscription::end::end_now;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::payments::stripe::refunds::{NewRefund, RefundReason};
use crate::store::charge_refunds::{self, ChargeRefund};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, jobs, subscriptions};

/// A refund to be decided. Fields as in [`ChargeRefund`].
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are documented at ChargeRefund")]
pub struct NewChargeRefund<'refund> {
    pub order_id: &'refund str,
    pub invoice: &'refund str,
    pub payment_intent: String,
    pub amount: Money,
    pub ends_subscription: bool,
    pub is_fraud: bool,
}

/// Stores a refund and enqueues its job; returns its id. The caller holds the order's lock and has found no refund of the charge
/// in flight.
///
/// # Errors
/// The database.
pub async fn decide(tx: &mut Tx, new: NewChargeRefund<'_>, now: DateTime<Utc>) -> Result<String, StoreError> {
    let refund = ChargeRefund {
        id: new_id("cref"),
        order_id: new.order_id.to_owned(),
        invoice: new.invoice.to_owned(),
        payment_intent: new.payment_intent,
        amount: new.amount,
        ends_subscription: new.ends_subscription,
        decided_at: now,
        reference: None,
        failure: None,
        returned_at: None,
        closed_at: None,
        is_fraud: new.is_fraud,
    };
    charge_refunds::insert(tx, &refund).await?;
    jobs::enqueue(tx, JobKind::RefundCharge, &refund.id, now, now).await?;
    Ok(refund.id)
}

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
        reason: if refund.is_fraud { RefundReason::Fraudulent } else { RefundReason::RequestedByCustomer },
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
