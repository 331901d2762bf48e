//! What must follow when a payment or an order has moved: what the core names, enqueued in the same transaction, and
//! told to a person where one must look.

use chrono::{DateTime, Utc};
use onefare_core::order::{Effect, OrderState, Settled};
use onefare_core::payment::PaymentState;

use crate::app::App;
use crate::flows::{delivery, esim_giving_back, refunding};
use crate::jobs::JobKind;
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::refunds::Reason;
use crate::store::{StoreError, Tx, jobs, payments};

/// Enqueues what follows from what happened to a payment. `order` is how it stood before.
///
/// # Errors
/// The database.
pub async fn follow(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    settled: &Settled,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for effect in settled.effects {
        match effect {
            Effect::Deliver => delivery::ask(tx, order, now).await?,
            Effect::SendReceipt => jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await?,
            Effect::Refund => refunding::send_back(tx, order, payment, too_late(order.state), now).await?,
            // The letter goes out when the provider has taken the refund, so that it tells nothing that may not come.
            Effect::SendRefundNotice
            // Told after the commit.
            | Effect::Alarm
            // What the buyer may use is read from the order's state; its subscription ends with the refund.
            | Effect::Suspend
            | Effect::Resume => {}
            Effect::EndAccess => esim_giving_back::ask(tx, order, now).await?,
        }
    }
    Ok(())
}

/// Why money goes back that an order in this state did not need: what its buyer is told must be true.
const fn too_late(order: OrderState) -> Reason {
    match order {
        OrderState::RefundDue => Reason::DeliveryRefused,
        OrderState::Held | OrderState::Refunded => Reason::BySupport,
        _ => Reason::OrderPaidTwice,
    }
}

/// Enqueues what follows when an order moved for another reason than a payment, such as a supplier that will not
/// deliver. `order` is how it stood before; the money that goes back is that of the payment that settled it.
///
/// # Errors
/// The database.
pub async fn follow_order(
    tx: &mut Tx,
    order: &Order,
    effects: &[Effect],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for effect in effects {
        match effect {
            Effect::Deliver => delivery::ask(tx, order, now).await?,
            Effect::SendReceipt => jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await?,
            Effect::Refund => {
                let all = payments::of_order(tx, &order.id).await?;
                let paid = all.into_iter().find(|payment| payment.state == PaymentState::Paid);
                let paid = paid.ok_or(StoreError::Gone("payments"))?;
                refunding::send_back(tx, order, &paid, Reason::DeliveryRefused, now).await?;
            }
            Effect::EndAccess => esim_giving_back::ask(tx, order, now).await?,
            Effect::SendRefundNotice | Effect::Alarm | Effect::Suspend | Effect::Resume => {}
        }
    }
    Ok(())
}

/// Tells an operator about a payment, when the core says that one must look. After the commit: what was undone is no
/// alarm.
pub fn alarm(app: &App, order: &Order, payment: &Payment, settled: &Settled) {
    if settled.effects.contains(&Effect::Alarm) {
        let payment_is = settled.payment;
        let kind = if payment_is == PaymentState::Paid { settled.order.code() } else { payment_is.code() };
        raise(app, kind, order, &payment.id);
    }
}

/// Tells an operator about an order that moved for another reason than a payment.
pub fn alarm_order(app: &App, order: &Order, next: OrderState, effects: &[Effect]) {
    if effects.contains(&Effect::Alarm) {
        raise(app, next.code(), order, "");
    }
}

/// One line of the log at its highest level, and one more in the counters.
pub fn raise(app: &App, alarm: &'static str, order: &Order, payment: &str) {
    app.metrics.alarm(alarm);
    tracing::error!(alarm, order = %order.number, payment, "a person must look at this order");
}
