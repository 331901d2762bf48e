//! Refunds made at the provider, such as in its dashboard: a webhook event announces one, the shop stores it as a
//! refund of its own, and a full refund ends what was bought.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::payment::{PaymentState, Provider};

use crate::app::App;
use crate::flows::outbox::post_once;
use crate::flows::refund::provider::{self, LATER_PAUSE, RefundError, Seen, Stage};
use crate::flows::refund::run::conclude;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::store::letters::NewLetter;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, NewRefund, Reason, Refund, RefundState};
use crate::store::{StoreError, Tx, jobs, webhook_events};

/// A refund that is not ours and has arrived.
struct Elsewhere {
    reference: String,
    amount: Money,
    made_at: Option<DateTime<Utc>>,
}

/// Enqueues a search for refunds of a payment that others have made.
///
/// # Errors
/// The database.
pub async fn look_soon(tx: &mut Tx, payment: &Payment, now: DateTime<Utc>) -> Result<(), StoreError> {
    jobs::enqueue(tx, JobKind::SeeRefunds(payment.provider), &payment.id, now, now).await
}

/// Remembers that a payment, or a customer, was refunded at Stripe before the payment was known to be paid.
///
/// # Errors
/// The database.
pub async fn remember_refunded(tx: &mut Tx, whose: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (provider, mark) = (Provider::Stripe.code(), mark(whose));
    webhook_events::remember(tx, provider, &mark, "refunded", now).await.map(drop)
}

/// Whether [`remember_refunded`] was called for a payment that is settled now, or for its customer.
///
/// # Errors
/// The database.
pub async fn was_refunded(tx: &mut Tx, whose: [Option<&str>; 2]) -> Result<bool, StoreError> {
    let [payment, customer] = whose.map(|one| one.map(mark));
    webhook_events::is_one_known(tx, Provider::Stripe.code(), [payment.as_deref(), customer.as_deref()]).await
}

/// No event of Stripe's has such an id.
fn mark(whose: &str) -> String {
    format!("refunded {whose}")
}

/// Records what others have refunded of a payment. `Some`: a refund is still in flight, look again after that.
///
/// Only for a payment in the state paid: any other that holds money needs attention already, or is refunded by us, and
/// that refund finds by itself what is gone.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn look(app: &App, payment_id: &str) -> Result<Option<Duration>, RefundError> {
    let (order, payment, ours) = {
        let mut conn = app.store.read().await?;
        let Some(payment) = payments::by_id(&mut conn, payment_id).await? else { return Ok(None) };
        let order = orders::by_id(&mut conn, &payment.order_id).await?.ok_or(StoreError::Gone("orders"))?;
        let ours = refunds::of_payment(&mut conn, payment_id).await?;
        (order, payment, ours)
    };
    if payment.state != PaymentState::Paid {
        return Ok(None);
    }
    let (mut running, mut arrived) = (false, Vec::new());
    for seen in provider::seen(app, &payment).await?.into_iter().filter(|seen| !is_ours(seen, &ours)) {
        match seen.stage {
            Stage::Running { .. } => running = true,
            Stage::Failed { .. } => {}
            Stage::Done { .. } => arrived.extend(understood(seen, &payment)),
        }
    }
    if !arrived.is_empty() {
        take_over(app, &order, &payment, &arrived).await?;
    }
    Ok(running.then_some(LATER_PAUSE))
}

/// Whether we made a refund, perhaps a moment ago: then it carries an id of ours, or we know its own.
fn is_ours(seen: &Seen, known: &[Refund]) -> bool {
    seen.our_id.is_some() || known.iter().any(|refund| refund.reference.as_deref() == Some(seen.reference.as_str()))
}

/// Only in the currency that was taken: figures of another say nothing about what is left.
fn understood(seen: Seen, payment: &Payment) -> Option<Elsewhere> {
    let amount = seen.amount.filter(|amount| amount.minor() > 0 && amount.currency() == payment.taken().1);
    if amount.is_none() {
        tracing::error!(payment = %payment.id, refund = seen.reference, "a refund at the provider cannot be read");
    }
    Some(Elsewhere { reference: seen.reference, amount: amount?, made_at: seen.made_at })
}

async fn take_over(app: &App, order: &Order, payment: &Payment, arrived: &[Elsewhere]) -> Result<(), RefundError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(order) = orders::lock(&mut tx, &order.id).await? else { return Ok(()) };
    let Some(payment) = payments::by_id(&mut tx, &payment.id).await? else { return Ok(()) };
    let mut noted = Vec::new();
    for one in arrived {
        let left = payment.taken().0.saturating_sub(refunds::returned(&mut tx, &payment.id).await?);
        // A refund of ours that found the money gone has counted some of it already.
        let amount = one.amount.minor().min(left);
        if payment.state != PaymentState::Paid || amount <= 0 {
            tracing::warn!(payment = %payment.id, refund = one.reference, "a refund was counted already");
            continue;
        }
        let (id, currency, reason) = (new_id("ref"), one.amount.currency(), Reason::BySupport);
        let created_at = one.made_at.map_or(now, |at| at.min(now));
        let refund = NewRefund { id: &id, payment_id: &payment.id, amount, currency, reason, created_at };
        if refunds::insert_done(&mut tx, &refund, &one.reference, now).await? {
            post_once(&mut tx, NewLetter::of_refund(&id, &order.id), now).await?;
            noted.push(id);
        }
    }
    if let Some(last) = noted.last() {
        conclude(&mut tx, &order, &payment, last, RefundState::Done, now).await?;
        if let Some(ours) = refunds::running_of_payment(&mut tx, &payment.id).await? {
            // It may have nothing left to return.
            jobs::enqueue(&mut tx, JobKind::RefundPayment(payment.provider), &ours.id, now, now).await?;
        }
    }
    tx.commit().await?;
    app.wake.notify_one();
    for refund in noted {
        tracing::info!(refund, order = %order.number, "money went back at the provider by other hands");
    }
    Ok(())
}
