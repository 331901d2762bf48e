//! Alarms: what needs an operator, as a log line of the highest level and a counter.

use onefare_core::order::{Effect, OrderState, Settled};
use onefare_core::payment::PaymentState;

use crate::app::App;
use crate::store::orders::Order;
use crate::store::payments::Payment;

/// Raises an alarm about a payment when the core's effects name one. Call it after the commit: a rollback must not
/// alarm.
pub fn alarm(app: &App, order: &Order, payment: &Payment, settled: &Settled) {
    if settled.effects.contains(&Effect::Alarm) {
        let payment_is = settled.payment;
        let kind = if payment_is == PaymentState::Paid { settled.order.code() } else { payment_is.code() };
        raise(app, kind, order, &payment.id);
    }
}

/// Raises an alarm about an order that moved for another reason than a payment.
pub fn alarm_order(app: &App, order: &Order, next: OrderState, effects: &[Effect]) {
    if effects.contains(&Effect::Alarm) {
        raise(app, next.code(), order, "");
    }
}

/// Raises an alarm about an object of a provider's that has no order: its id, and what is wrong with it.
pub fn raise_about(app: &App, alarm: &'static str, about: &str, why: &str) {
    app.metrics.alarm(alarm);
    tracing::error!(alarm, about, why, "a person must look at this object of a provider");
}

/// Logs one line at the highest level, and counts it.
pub fn raise(app: &App, alarm: &'static str, order: &Order, payment: &str) {
    app.metrics.alarm(alarm);
    tracing::error!(alarm, order = %order.number, payment, "a person must look at this order");
}
