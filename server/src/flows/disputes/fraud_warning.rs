//! Early fraud warnings: a charge that its card's issuer reports as fraud becomes a dispute in most cases. Up to a limit of the
//! shop's it is refunded at once, which ends what it paid for; above it an operator decides.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::Money;
use onefare_core::payment::PaymentState;

use super::charge::{self, ChargeOf, Disputed};
use super::error::DisputeError;
use crate::app::App;
use crate::flows::alarms::{raise, raise_about};
use crate::flows::effects;
use crate::flows::refund::charge_refund::{self, NewChargeRefund};
use crate::payments::stripe::fraud_warnings::FraudWarning as Told;
use crate::store::fraud_warnings::{self, FraudWarning};
use crate::store::orders::{self, Order};
use crate::store::refunds::{self, Reason};
use crate::store::{StoreError, Tx, charge_refunds, later_charges, payments};

/// How long after a read an open warning is read again.
const LOOK_AGAIN: Duration = Duration::from_hours(24);

/// A cardholder has 120 days to dispute a charge: <https://docs.stripe.com/disputes/how-disputes-work>.
const LASTS: TimeDelta = TimeDelta::days(120);

/// Reads the warning with an id of Stripe and acts on it. Idempotent. `Some`: the charge is neither refunded nor disputed, read
/// the warning again after that.
///
/// # Errors
/// See [`DisputeError`].
pub async fn read(app: &App, reference: &str) -> Result<Option<Duration>, DisputeError> {
    let known = fraud_warnings::by_reference(&mut *app.store.read().await?, reference).await?;
    if known.as_ref().is_some_and(|known| known.resolved_at.is_some()) {
        return Ok(None);
    }
    let told = match app.stripe.fraud_warning(reference).await {
        // Of another account, or of its other mode.
        Err(error) if error.is_unknown_object() => return Ok(None),
        told => told?,
    };
    let disputed = charge::find(app, told.payment_intent.as_ref(), told.charge.id()).await?;
    let is_resolved = act(app, &told, disputed.as_ref(), known.is_none()).await?;
    Ok((!is_resolved).then_some(LOOK_AGAIN))
}

/// Returns whether the warning is resolved.
async fn act(app: &App, told: &Told, disputed: Option<&Disputed>, is_new: bool) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let warned_at = told.warned_at().unwrap_or(now);
    let mut tx = app.store.begin().await?;
    let order = match disputed {
        Some(disputed) => Some(orders::lock(&mut tx, &disputed.order_id).await?.ok_or(StoreError::Gone("orders"))?),
        None => None,
    };
    let is_over = !told.actionable || now - warned_at >= LASTS;
    let is_refunded = match (disputed, &order) {
        (Some(disputed), Some(order)) if !is_over => refund(&mut tx, app, order, &disputed.charge, now).await?,
        _ => false,
    };
    let is_resolved = is_over || is_refunded;
    let warning = FraudWarning {
        reference: told.id.clone(),
        order_id: order.as_ref().map(|order| order.id.clone()),
        charge: told.charge.id().to_owned(),
        kind: told.fraud_type.clone(),
        warned_at,
        resolved_at: is_resolved.then_some(now),
    };
    fraud_warnings::insert_or_update(&mut tx, &warning).await?;
    tx.commit().await?;
    app.wake.notify_one();
    if is_new && !is_over {
        match order {
            Some(order) => raise(app, "fraud_warning", &order, &told.id),
            None => raise_about(app, "fraud_warning", &told.id, &format!("about {}", told.charge.id())),
        }
    }
    Ok(is_resolved)
}

/// Refunds what is left of a charge if the limit covers it. `false`: an operator decides.
async fn refund(
    tx: &mut Tx,
    app: &App,
    order: &Order,
    charge: &ChargeOf,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    // While the bank decides, a refund would pay twice.
    if order.state.is_disputed() {
        return Ok(false);
    }
    match charge {
        ChargeOf::Payment(id) => refund_payment(tx, app, id, now).await,
        ChargeOf::LaterTerm(invoice) => refund_later_term(tx, app, order, invoice, now).await,
        ChargeOf::Nothing => Ok(false),
    }
}

async fn refund_payment(tx: &mut Tx, app: &App, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let payment = payments::by_id(tx, id).await?.ok_or(StoreError::Gone("payments"))?;
    let (taken, currency) = payment.taken();
    let left = taken.saturating_sub(refunds::returned(tx, id).await?);
    let covers = Money::new(left, currency).is_ok_and(|left| left.minor() > 0 && app.config.fraud_refund.covers(left));
    if payment.state != PaymentState::Paid || !covers {
        return Ok(false);
    }
    Ok(effects::refund(tx, &payment, left, Reason::FraudWarning, now).await?.is_some())
}

async fn refund_later_term(
    tx: &mut Tx,
    app: &App,
    order: &Order,
    invoice: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let charges = later_charges::of_order(tx, &order.id).await?;
    let Some(charge) = charges.into_iter().find(|charge| charge.invoice == invoice) else { return Ok(false) };
    let Some(payment_intent) = charge.payment_intent.clone() else { return Ok(false) };
    let Ok(left) = charge.amount.minus(charge.returned) else { return Ok(false) };
    let refunds = charge_refunds::of_order(tx, &order.id).await?;
    // The operator may have returned the money of a closed refund by hand.
    let is_touched =
        refunds.iter().any(|one| one.invoice == invoice && (!one.state().is_over() || one.closed_at.is_some()));
    if is_touched || left.minor() <= 0 || !app.config.fraud_refund.covers(left) {
        return Ok(false);
    }
    let refund = NewChargeRefund {
        order_id: &order.id,
        invoice,
        payment_intent,
        amount: left,
        ends_subscription: true,
        is_fraud: true,
    };
    charge_refund::decide(tx, refund, now).await?;
    Ok(true)
}
