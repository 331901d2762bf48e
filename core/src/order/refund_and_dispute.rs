//! Refunds and disputes: what they make of an order, and what must follow.

use super::{Effect, OrderEvent, OrderState, Transition};

impl OrderState {
    /// What a refund, or a dispute that is opened, won or lost, makes of an order.
    pub(super) const fn on_refund_or_dispute(self, event: OrderEvent) -> Option<Transition> {
        match (self, event) {
            (Self::Open | Self::Closed | Self::Refunded, _) => None,
            (_, OrderEvent::Refunded) => Some((Self::Refunded, &[Effect::EndAccess])),
            (_, OrderEvent::DisputeLost) => Some((Self::Refunded, &[Effect::EndAccess, Effect::Alarm])),
            (Self::RefundDue, OrderEvent::RefundFailed) => Some((Self::Stalled, &[Effect::Alarm])),
            // A refund during a dispute would pay the buyer twice, so it waits like the delivery.
            (Self::Paid | Self::Stalled | Self::RefundDue, OrderEvent::DisputeOpened) => {
                Some((Self::Disputed, &[Effect::Alarm]))
            }
            (Self::Delivered, OrderEvent::DisputeOpened) => Some((Self::Suspended, &[Effect::Suspend, Effect::Alarm])),
            (Self::Disputed, OrderEvent::DisputeWon) => Some((Self::Paid, &[Effect::Deliver])),
            (Self::Suspended, OrderEvent::DisputeWon) => Some((Self::Delivered, &[Effect::Resume])),
            _ => None,
        }
    }
}
