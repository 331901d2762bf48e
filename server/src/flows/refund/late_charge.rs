//! A charge for a term that began after the buyer had ended the subscription here: the provider did not answer in time.
//! The promise was that nothing more is charged, so the money goes back by itself, an alarm calls an operator, and the
//! letter of the cancellation says what happened.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::money::Money;

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::refund::provider::{OUR_ID, PAUSES, RefundError, Stage, card_stage};
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::refunds::{NewRefund, Refund, RefundReason, RefundStatus};
use crate::payments::stripe::subscriptions::Subscription;
use crate::store::late_charges::{self, LateCharge, NewLateCharge};
use crate::store::orders::{self, Order};
use crate::store::payments::Payment;
use crate::store::{StoreError, Tx, jobs, provider_ids};

/// A charge as the provider lists it.
pub(in crate::flows) struct Seen {
    invoice: String,
    payment_intent: String,
    amount: Money,
    charged_at: DateTime<Utc>,
}

/// Ends a subscription at once that has charged for a term since the buyer ended it, and reads these charges. None: it has
/// charged nothing since then, and stays as it is.
///
/// # Errors
/// The provider did not answer.
pub(in crate::flows) async fn end_and_find(
    app: &App,
    subscription: &Subscription,
    since: DateTime<Utc>,
) -> Result<Vec<Seen>, StripeError> {
    if !subscription.has_charged_since(since) {
        return Ok(Vec::new());
    }
    // First, so that an invoice which is a draft until now is never charged.
    match app.stripe.cancel_subscription(&subscription.id).await {
        Ok(_) => {}
        Err(error) if error.has_code("resource_missing") => {}
        Err(error) => return Err(error),
    }
    let mut seen = Vec::new();
    for invoice in app.stripe.paid_invoices(&subscription.id).await? {
        let Some(charged_at) = invoice.made_at().filter(|made| *made > since) else { continue };
        let Some(amount) = invoice.paid() else {
            tracing::error!(subscription = %subscription.id, invoice = %invoice.id, "a late charge cannot be read");
            continue;
        };
        if amount.minor() > 0
            && let Some(payment_intent) = app.stripe.charged_with(&invoice.id).await?
        {
            seen.push(Seen { invoice: invoice.id, payment_intent, amount, charged_at });
        }
    }
    Ok(seen)
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
    seen: &[Seen],
    now: DateTime<Utc>,
) -> Result<usize, StoreError> {
    let mut new = 0;
    for one in seen {
        let id = new_id("late");
        let charge = NewLateCharge {
            id: &id,
            order_id: &order.id,
            payment_id: &payment.id,
            invoice: &one.invoice,
            payment_intent: &one.payment_intent,
            amount: one.amount,
            charged_at: one.charged_at,
            found_at: now,
        };
        if late_charges::insert_once(tx, &charge).await? {
            provider_ids::note(tx, &payment.id, [&*one.invoice, &*one.payment_intent]).await?;
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
    let stage = if returned(&known, charge.amount) {
        Stage::Done { reference: None }
    } else if let Some(ours) = known.iter().find(|one| one.metadata(OUR_ID) == Some(&charge.id)) {
        card_stage(ours)
    } else {
        send(app, &charge).await?
    };
    note_stage(app, &charge, &order, &stage).await?;
    Ok(match stage {
        Stage::Done { .. } => None,
        Stage::Running { .. } if (app.clock.now() - charge.found_at).num_minutes() < 60 => Some(PAUSES.0),
        Stage::Running { .. } | Stage::Failed { .. } => Some(PAUSES.1),
    })
}

/// Whether refunds that have arrived, whoever made them, are all of it.
fn returned(known: &[Refund], charged: Money) -> bool {
    let arrived = known.iter().filter(|one| one.status == Some(RefundStatus::Succeeded)).filter_map(Refund::money);
    let arrived = arrived.filter(|amount| amount.currency() == charged.currency());
    arrived.map(Money::minor).fold(0_i64, i64::saturating_add) >= charged.minor()
}

async fn send(app: &App, charge: &LateCharge) -> Result<Stage, StripeError> {
    let new = NewRefund {
        refund_id: charge.id.clone(),
        payment_id: charge.payment_id.clone(),
        order_id: charge.order_id.clone(),
        payment_intent: charge.payment_intent.clone(),
        amount: charge.amount,
        hours: (app.clock.now() - charge.found_at).num_hours(),
        reason: RefundReason::RequestedByCustomer,
    };
    match app.stripe.create_refund(&new).await {
        Ok(refund) => Ok(card_stage(&refund)),
        Err(error) if error.has_code("charge_already_refunded") => Ok(Stage::Done { reference: None }),
        Err(error) if error.is_invalid() => {
            tracing::error!(charge = %charge.id, error = %error, "the provider refused to refund a late charge");
            Ok(Stage::Failed { reference: None, why: "refused".to_owned() })
        }
        Err(error) => Err(error),
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
