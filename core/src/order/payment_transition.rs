//! What happens to one payment, and what it means for its order.
//!
//! An order may get several payments: two tabs, two methods, a superseded page that was paid nevertheless. The first
//! that settles is the order's payment. Every later one is refunded, and its events never change the order.

use serde::{Deserialize, Serialize};

use super::{Effect, OrderEvent, OrderState};
use crate::payment::PaymentState;

/// An event that can change a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentEvent {
    /// It settled and agreed with the quote ([`Verdict::Paid`](crate::payment::Verdict::Paid)).
    Paid,
    /// It failed.
    Failed,
    /// It settled and disagreed with the quote.
    Mismatch,
    /// The whole amount was returned.
    Refunded,
    /// A part of the amount was refunded.
    RefundedInPart,
    /// A refund that was begun failed.
    RefundFailed,
    /// The buyer's bank disputes it.
    DisputeOpened,
    /// The shop won the dispute.
    DisputeWon,
    /// The shop lost the dispute.
    DisputeLost,
}

/// The next states of payment and order, and the effects that must follow in the same transaction. [`Effect::Refund`]
/// concerns the payment of the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Settled {
    /// The payment's next state.
    pub payment: PaymentState,
    /// The order's next state.
    pub order: OrderState,
    /// What must follow.
    pub effects: &'static [Effect],
}

impl PaymentEvent {
    /// Every event.
    pub const ALL: [Self; 9] = [
        Self::Paid,
        Self::Failed,
        Self::Mismatch,
        Self::Refunded,
        Self::RefundedInPart,
        Self::RefundFailed,
        Self::DisputeOpened,
        Self::DisputeWon,
        Self::DisputeLost,
    ];
}

impl PaymentState {
    /// The transition that `event` causes in the payment and its order; `None` when it changes nothing (a repeat, or
    /// too late).
    ///
    /// ```
    /// use onefare_core::order::{Effect, OrderState, PaymentEvent};
    /// use onefare_core::payment::PaymentState;
    /// let first = PaymentState::Open.on(PaymentEvent::Paid, OrderState::Open).unwrap();
    /// assert_eq!((first.payment, first.order), (PaymentState::Paid, OrderState::Paid));
    /// let second = PaymentState::Failed.on(PaymentEvent::Paid, first.order).unwrap();
    /// assert_eq!((second.payment, second.order), (PaymentState::RefundDue, OrderState::Paid));
    /// assert_eq!(second.effects, [Effect::Refund, Effect::SendRefundNotice, Effect::Alarm]);
    /// assert_eq!(second.payment.on(PaymentEvent::Paid, second.order), None); // a repeat refunds nothing more
    /// ```
    #[must_use]
    pub fn on(self, event: PaymentEvent, order: OrderState) -> Option<Settled> {
        match self {
            Self::Open | Self::Failed => self.settle(event, order),
            Self::Paid => self.of_order(event, order),
            Self::RefundDue => match event {
                PaymentEvent::Refunded | PaymentEvent::DisputeLost => Some(Self::Refunded.beside(order, &[])),
                // No refund while the bank decides about the same money.
                PaymentEvent::RefundFailed | PaymentEvent::DisputeOpened => {
                    Some(Self::Quarantined.beside(order, &[Effect::Alarm]))
                }
                _ => None,
            },
            Self::Quarantined => match event {
                PaymentEvent::Refunded | PaymentEvent::DisputeLost => {
                    // A held order has no other payment; an order in any other state is not this payment's.
                    let freed = if order == OrderState::Held { order.on(OrderEvent::Refunded) } else { None };
                    Some(Self::Refunded.with(order, freed))
                }
                _ => None,
            },
            Self::Refunded => None,
        }
    }

    /// Settles a payment that agrees with its quote, but whose buyer has meanwhile paid another order for the same
    /// thing: the payment is refunded, and its order is not delivered. `None` when its outcome is known already.
    ///
    /// ```
    /// use onefare_core::order::{Effect, OrderState};
    /// use onefare_core::payment::PaymentState;
    /// let late = PaymentState::Failed.paid_in_vain(OrderState::Closed).unwrap();
    /// assert_eq!((late.payment, late.order), (PaymentState::RefundDue, OrderState::Closed));
    /// assert_eq!(late.effects, [Effect::Refund, Effect::SendRefundNotice, Effect::Alarm]);
    /// assert_eq!(PaymentState::Paid.paid_in_vain(OrderState::Delivered), None);
    /// ```
    #[must_use]
    pub fn paid_in_vain(self, order: OrderState) -> Option<Settled> {
        let unknown = matches!(self, Self::Open | Self::Failed);
        unknown.then(|| Self::RefundDue.beside(order, &[Effect::Refund, Effect::SendRefundNotice, Effect::Alarm]))
    }

    /// For a payment whose outcome was not known, or that was superseded or abandoned.
    fn settle(self, event: PaymentEvent, order: OrderState) -> Option<Settled> {
        match event {
            PaymentEvent::Paid => Some(match order.on(OrderEvent::PaymentPaid) {
                Some(moved) => Self::Paid.with(order, Some(moved)),
                None => Self::RefundDue.beside(order, &[Effect::Refund, Effect::SendRefundNotice, Effect::Alarm]),
            }),
            // A dispute about money we have not seen is no reason to deliver.
            PaymentEvent::Mismatch | PaymentEvent::DisputeOpened => Some(match order.on(OrderEvent::PaymentMismatch) {
                Some(moved) => Self::Quarantined.with(order, Some(moved)),
                None => Self::Quarantined.beside(order, &[Effect::Alarm]),
            }),
            PaymentEvent::Failed if self == Self::Failed => None,
            PaymentEvent::Failed => Some(Self::Failed.with(order, order.on(OrderEvent::PaymentFailed))),
            // The money came and was returned before the shop saw it: for the order, the payment failed.
            PaymentEvent::Refunded | PaymentEvent::DisputeLost => {
                let closed = if self == Self::Open { order.on(OrderEvent::PaymentFailed) } else { None };
                Some(Self::Refunded.with(order, closed))
            }
            PaymentEvent::RefundedInPart | PaymentEvent::RefundFailed | PaymentEvent::DisputeWon => None,
        }
    }

    /// For the payment that settled its order: what happens to its money happens to the order.
    fn of_order(self, event: PaymentEvent, order: OrderState) -> Option<Settled> {
        let (payment, of_order) = match event {
            PaymentEvent::Paid | PaymentEvent::Failed | PaymentEvent::Mismatch => return None,
            PaymentEvent::Refunded => (Self::Refunded, OrderEvent::Refunded),
            PaymentEvent::DisputeLost => (Self::Refunded, OrderEvent::DisputeLost),
            PaymentEvent::RefundedInPart => (self, OrderEvent::RefundedInPart),
            PaymentEvent::RefundFailed => (self, OrderEvent::RefundFailed),
            PaymentEvent::DisputeOpened => (self, OrderEvent::DisputeOpened),
            PaymentEvent::DisputeWon => (self, OrderEvent::DisputeWon),
        };
        let moved = order.on(of_order);
        (payment != self || moved.is_some()).then(|| payment.with(order, moved))
    }

    /// Together with the order's transition, if it made one.
    const fn with(self, order: OrderState, moved: Option<super::Transition>) -> Settled {
        match moved {
            Some((order, effects)) => Settled { payment: self, order, effects },
            None => Settled { payment: self, order, effects: &[] },
        }
    }

    /// With an order that stays as it is.
    const fn beside(self, order: OrderState, effects: &'static [Effect]) -> Settled {
        Settled { payment: self, order, effects }
    }
}
