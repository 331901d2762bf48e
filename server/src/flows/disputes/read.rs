//! Reads a dispute at Stripe, stores how it stands, and moves payment and order accordingly. A webhook event only causes the
//! read; an undecided dispute is read once a day, because the event of its decision may be lost.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::order::dispute::DisputeStanding;
use onefare_core::order::{OrderEvent, PaymentEvent};
use onefare_core::payment::PaymentState;

use super::charge::{self, ChargeOf, Disputed};
use super::error::DisputeError;
use super::renewal;
use crate::app::App;
use crate::flows::alarms::{raise, raise_about};
use crate::flows::code_uses;
use crate::flows::effects::{follow_order, move_payment, suspend_esim};
use crate::payments::stripe::disputes::Dispute as Told;
use crate::store::disputes::{self, Dispute};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, payments};

/// How long after a read an undecided dispute is read again.
const LOOK_AGAIN: Duration = Duration::from_hours(24);

/// Reads the dispute with an id of Stripe and acts on it. Idempotent. `Some`: the bank has not decided, read it again after
/// that. A dispute about a charge that is not the shop's raises an alarm.
///
/// # Errors
/// See [`DisputeError`].
pub async fn read(app: &App, reference: &str) -> Result<Option<Duration>, DisputeError> {
    let told = match app.stripe.dispute(reference).await {
        // Of another account, or of its other mode.
        Err(error) if error.is_unknown_object() => return Ok(None),
        told => told?,
    };
    let known = disputes::by_reference(&mut *app.store.read().await?, reference).await?;
    let disputed = match known.as_ref().and_then(Disputed::stored) {
        Some(disputed) => Some(disputed),
        None => charge::find(app, told.payment_intent.as_ref(), told.charge.id()).await?,
    };
    let Some(seen) = described(&told, disputed.as_ref(), app.clock.now()) else {
        raise_about(app, "dispute_unreadable", reference, &format!("status {}", told.status));
        return Ok(Some(LOOK_AGAIN));
    };
    match disputed {
        Some(disputed) => {
            act(app, &disputed, &seen).await?;
            renewal::follow(app, &disputed.order_id).await?;
        }
        None => note_unknown(app, &seen, known.is_none()).await?,
    }
    Ok(seen.standing.is_undecided().then_some(LOOK_AGAIN))
}

/// The dispute as Stripe has described it; `None` for an amount or a status that this version does not know.
fn described(told: &Told, disputed: Option<&Disputed>, now: DateTime<Utc>) -> Option<Dispute> {
    let standing = told.standing()?;
    let (payment_id, invoice) = match disputed.map(|disputed| &disputed.charge) {
        Some(ChargeOf::Payment(payment)) => (Some(payment.clone()), None),
        Some(ChargeOf::LaterTerm(invoice)) => (None, Some(invoice.clone())),
        Some(ChargeOf::Nothing) | None => (None, None),
    };
    Some(Dispute {
        reference: told.id.clone(),
        order_id: disputed.map(|disputed| disputed.order_id.clone()),
        payment_id,
        invoice,
        charge: told.charge.id().to_owned(),
        amount: told.money()?,
        reason: told.reason.clone(),
        standing,
        opened_at: told.opened_at()?,
        respond_by: told.respond_by(),
        seen_at: now,
        decided_at: (!standing.is_undecided()).then_some(now),
        renewal_stopped_at: None,
    })
}

async fn note_unknown(app: &App, seen: &Dispute, is_new: bool) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    disputes::insert_or_update(&mut tx, seen).await?;
    tx.commit().await?;
    if is_new {
        raise_about(app, "dispute_of_unknown_charge", &seen.reference, &format!("about {}", seen.charge));
    }
    Ok(())
}

/// Stores how a dispute stands and moves payment and order accordingly.
///
/// # Errors
/// The database.
pub(super) async fn act(app: &App, disputed: &Disputed, seen: &Dispute) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, &disputed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let known = disputes::by_reference(&mut tx, &seen.reference).await?;
    // Before its order was known, the dispute moved nothing.
    let known = known.filter(|known| known.order_id.is_some()).map(|known| known.standing);
    // The same decision keeps the instant at which the shop learned of it.
    if known == Some(seen.standing) && !seen.standing.is_undecided() {
        return Ok(());
    }
    disputes::insert_or_update(&mut tx, seen).await?;
    let others = disputes::of_order(&mut tx, &order.id).await?;
    let is_alone = !others.iter().any(|other| other.reference != seen.reference && other.is_open_about_a_term());
    // Another charge of the order may be in dispute, too: it stays in dispute until the last one is decided.
    let event = seen.standing.event_after(known).filter(|event| *event != PaymentEvent::DisputeWon || is_alone);
    match (&disputed.charge, event) {
        (ChargeOf::Payment(payment), Some(event)) => {
            move_by_payment(&mut tx, &order, payment, event, seen.seen_at).await?
        }
        (ChargeOf::LaterTerm(_), Some(event)) => {
            move_by_later_term(&mut tx, &order, event, is_alone, seen.seen_at).await?
        }
        (ChargeOf::Nothing, _) | (_, None) => {}
    }
    tx.commit().await?;
    app.wake.notify_one();
    let (before, now) = (known.is_some_and(DisputeStanding::is_undecided), seen.standing);
    if now == DisputeStanding::Lost {
        raise(app, "dispute_lost", &order, &seen.reference);
    } else if now.is_undecided() && (!before || event == Some(PaymentEvent::DisputeOpened)) {
        raise(app, "dispute_opened", &order, &seen.reference);
    } else {
        tracing::info!(order = %order.number, dispute = seen.reference, standing = now.code(), "a dispute has changed");
    }
    Ok(())
}

/// The disputed money settled the order, or was to.
async fn move_by_payment(
    tx: &mut Tx,
    order: &Order,
    payment_id: &str,
    event: PaymentEvent,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let payment = payments::by_id(tx, payment_id).await?.ok_or(StoreError::Gone("payments"))?;
    let Some(settled) = payment.state.on(event, order.state) else { return Ok(()) };
    if event == PaymentEvent::DisputeLost {
        // Unless it can be returned, the buyer must not use what was not paid for.
        suspend_esim(tx, order, now).await?;
    }
    let failure = (settled.payment == PaymentState::Quarantined).then_some("disputed");
    move_payment(tx, order, &payment, &settled, failure, now).await
}

/// The disputed money paid for a later term. The order's own payment stays the shop's, so a lost dispute does not refund the
/// order: the end of its subscription ends the access.
async fn move_by_later_term(
    tx: &mut Tx,
    order: &Order,
    event: PaymentEvent,
    is_alone: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let event = match event {
        PaymentEvent::DisputeOpened => OrderEvent::DisputeOpened,
        _ if is_alone => OrderEvent::DisputeWon,
        _ => return Ok(()),
    };
    let Some((next, effects)) = order.state.on(event) else { return Ok(()) };
    if !orders::move_state(tx, &order.id, order.state, next, now).await? {
        return Err(StoreError::Gone("orders"));
    }
    code_uses::follow(tx, order, next, now).await?;
    follow_order(tx, order, effects, now).await
}
