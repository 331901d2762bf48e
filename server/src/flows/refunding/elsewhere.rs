//! Money that somebody has sent back at the provider, such as in its dashboard: the shop learns of it by a notice, notes it
//! as a refund of its own, and what was bought ends with the whole of it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::payment::PaymentState;

use super::asking::{self, RefundError, Seen, Stage};
use super::{PAUSES, conclude};
use crate::app::App;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, NewRefund, Reason, Refund, RefundState};
use crate::store::{StoreError, Tx, jobs};

/// A refund that is not ours and has arrived.
struct Elsewhere {
    reference: String,
    amount: Money,
}

/// Has a payment looked through for refunds that others have made.
///
/// # Errors
/// The database.
pub async fn look_soon(tx: &mut Tx, payment: &Payment, now: DateTime<Utc>) -> Result<(), StoreError> {
    jobs::enqueue(tx, JobKind::see_refunds(payment.provider), &payment.id, now, now).await
}

/// Takes over what others have sent back of a payment. `Some`: something is still on its way, look again after that.
///
/// Only of a payment that settled its order in agreement: whatever else holds money waits for a person already, or goes
/// back by us, and that learns by itself of what is gone.
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
    for seen in asking::seen(app, &payment).await?.into_iter().filter(|seen| !is_ours(seen, &ours)) {
        match seen.stage {
            Stage::Running { .. } => running = true,
            Stage::Failed { .. } => {}
            Stage::Done { .. } => arrived.extend(understood(seen, &payment, &order)),
        }
    }
    if !arrived.is_empty() {
        take_over(app, &order, &payment, &arrived).await?;
    }
    Ok(running.then_some(PAUSES.1))
}

fn is_ours(seen: &Seen, ours: &[Refund]) -> bool {
    ours.iter().any(|refund| {
        seen.our_id.as_ref() == Some(&refund.id) || refund.reference.as_deref() == Some(seen.reference.as_str())
    })
}

/// In the currency that was taken: figures of another say nothing about what is left.
fn understood(seen: Seen, payment: &Payment, order: &Order) -> Option<Elsewhere> {
    let amount = seen.amount.filter(|amount| amount.minor() > 0 && amount.currency() == payment.taken(order).1);
    if amount.is_none() {
        tracing::error!(payment = %payment.id, refund = seen.reference, "a refund at the provider cannot be read");
    }
    Some(Elsewhere { reference: seen.reference, amount: amount? })
}

async fn take_over(app: &App, order: &Order, payment: &Payment, arrived: &[Elsewhere]) -> Result<(), RefundError> {
    let now = app.clock.now();
    let sum: i64 = arrived.iter().map(|one| one.amount.minor()).sum();
    let returned = refunds::returned(&mut *app.store.read().await?, &payment.id).await?;
    if returned.saturating_add(sum) >= payment.taken(order).0 {
        asking::end_subscription(app, payment).await?;
    }
    let mut tx = app.store.begin().await?;
    let Some(order) = orders::lock(&mut tx, &order.id).await? else { return Ok(()) };
    let Some(payment) = payments::by_id(&mut tx, &payment.id).await? else { return Ok(()) };
    let mut noted = Vec::new();
    for one in arrived {
        let left = payment.taken(&order).0.saturating_sub(refunds::returned(&mut tx, &payment.id).await?);
        if payment.state != PaymentState::Paid || one.amount.minor() > left {
            // A refund of ours that found the money gone has counted it already.
            tracing::warn!(payment = %payment.id, refund = one.reference, left, "a refund is not counted once more");
            continue;
        }
        let id = new_id("ref");
        let (amount, currency) = (one.amount.minor(), one.amount.currency());
        let reason = Reason::BySupport;
        let refund = NewRefund { id: &id, payment_id: &payment.id, amount, currency, reason, created_at: now };
        if refunds::insert_done(&mut tx, &refund, &one.reference).await? {
            jobs::enqueue(&mut tx, JobKind::SendRefundLetter, &id, now, now).await?;
            noted.push(id);
        }
    }
    if !noted.is_empty() {
        conclude(&mut tx, &order, &payment, RefundState::Done, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    for refund in noted {
        tracing::info!(refund, order = %order.number, "money went back at the provider by other hands");
    }
    Ok(())
}
