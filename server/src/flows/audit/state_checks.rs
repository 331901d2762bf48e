//! What an order's state says about its payments and its delivery.

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use onefare_core::quote::Product;

use crate::flows::audit::report::{Check, Report};
use crate::store::deliveries::Delivery;
use crate::store::orders::Order;
use crate::store::payments::Payment;

/// How many of something there must be.
#[derive(Clone, Copy)]
enum Number {
    None,
    One,
    OneOrMore,
    Any,
}

impl Number {
    const fn fits(self, count: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::OneOrMore => count >= 1,
            Self::Any => true,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::One => "exactly 1",
            Self::OneOrMore => "1 or more",
            Self::Any => "any",
        }
    }
}

/// What must be true of an order in a state: its paid payments, the time of payment, deliveries.
const fn rules(state: OrderState) -> (Number, Number, Number) {
    match state {
        OrderState::Open | OrderState::Closed | OrderState::Held => (Number::None, Number::None, Number::None),
        OrderState::Paid | OrderState::Stalled | OrderState::RefundDue | OrderState::Disputed => {
            (Number::One, Number::One, Number::None)
        }
        OrderState::Delivered | OrderState::Suspended => (Number::One, Number::One, Number::One),
        // A held order that was refunded was never paid as quoted, and nothing was delivered.
        OrderState::Refunded => (Number::None, Number::Any, Number::Any),
    }
}

/// Whether the buyer has, or had, what was bought, as far as the state tells.
pub(super) const fn was_delivered(state: OrderState) -> bool {
    matches!(state, OrderState::Delivered | OrderState::Suspended)
}

/// A paid order has exactly one paid payment and the time of it; an unpaid one has none; a refunded one has a payment
/// that says so.
pub(super) fn judge_payments(order: &Order, payments: &[Payment], report: &mut Report) {
    let count = |state: PaymentState| payments.iter().filter(|payment| payment.state == state).count();
    let (paid, paid_at, _) = rules(order.state);
    let state = order.state.code();
    let mut judge = |number: Number, field: &str, count: usize| {
        if !number.fits(count) {
            report.add(Check::Payments, field, count, format!("{}, the order is {state}", number.word()));
        }
    };
    judge(paid, "paid", count(PaymentState::Paid));
    judge(paid_at, "paid_at", usize::from(order.paid_at.is_some()));
    match order.state {
        OrderState::Held => judge(Number::OneOrMore, "quarantined", count(PaymentState::Quarantined)),
        OrderState::Refunded => judge(Number::OneOrMore, "refunded", count(PaymentState::Refunded)),
        _ => {}
    }
    if payments.iter().any(|payment| payment.state == PaymentState::Paid && payment.quote != order.quote) {
        report.add(Check::Payments, "quote", "another than the order's", "the order's, because that is what was paid");
    }
}

/// A delivered order has exactly one delivery (its key prevents a second one), and a subscription runs from the payment
/// to the end of the first term, as the provider counts it from the page that was paid.
pub(super) fn judge_delivery(order: &Order, payments: &[Payment], delivery: Option<&Delivery>, report: &mut Report) {
    let (.., number) = rules(order.state);
    if !number.fits(usize::from(delivery.is_some())) {
        let expected = format!("{}, the order is {}", number.word(), order.state.code());
        report.add(Check::Delivery, "deliveries", usize::from(delivery.is_some()), expected);
    }
    let Some((delivery, paid_at)) = delivery.zip(order.paid_at) else { return };
    if order.quote.product() == Product::Refill {
        // Its days run from its first use.
        return;
    }
    if delivery.starts_at != paid_at {
        report.add(Check::Delivery, "starts_at", delivery.starts_at, paid_at);
    }
    let pages = payments.iter().map(|payment| payment.created_at).chain([order.created_at]);
    let ends: Vec<_> = pages.filter_map(|offered| order.quote.paid_until(offered, paid_at)).collect();
    match ends.last() {
        Some(_) if ends.contains(&delivery.ends_at) => {}
        Some(end) => report.add(Check::Delivery, "ends_at", delivery.ends_at, *end),
        None => report.add(Check::Delivery, "ends_at", delivery.ends_at, "an end within the calendar"),
    }
}
