//! A buyer's decision to take one quote, and how far it has come: payment, delivery, refund.
//!
//! Every change begins with an [`OrderEvent`]; [`OrderState::on`] returns the order's next state and the effects that
//! must follow. Payments are settled through [`PaymentState::on`](crate::payment::PaymentState::on), which decides what
//! a payment means for its order: a duplicate payment leaves the order as it is and is refunded.
//!
//! ```text
//! open -> paid -> delivered -> suspended (disputed) -> delivered
//!  | ^      |         |             |
//!  v |      |         +-------------+--> refunded (refund in full, lost dispute)
//! closed    +-> refund_due (the supplier refuses), stalled (wrong or used code), disputed --> refunded
//!  |
//!  +-> held (a payment disagrees with the quote) --> refunded
//! ```

pub mod dispute;
mod number;
mod payment_transition;
mod refund_and_dispute;
mod repeat_window;

use serde::{Deserialize, Serialize};

pub use number::OrderNumber;
pub use payment_transition::{PaymentEvent, Settled};
pub use repeat_window::REPEAT_WINDOW;

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderState {
    /// Waiting for a payment.
    Open,
    /// Paid; the delivery is in progress.
    Paid,
    /// The buyer has what was bought.
    Delivered,
    /// Every payment failed or expired. A new attempt opens it again.
    Closed,
    /// A payment disagrees with the quote: needs attention, and nothing is delivered before an operator has looked.
    Held,
    /// Paid, but the supplier's delivery must not be handed out, or a refund failed: needs attention. A correct
    /// delivery still completes the order.
    Stalled,
    /// Paid, but it cannot be delivered: the payment must be refunded.
    RefundDue,
    /// Paid and not delivered, and the buyer's bank disputes the payment: nothing is delivered until the dispute is
    /// decided.
    Disputed,
    /// Delivered, and the buyer's bank disputes the payment: what was delivered is frozen.
    Suspended,
    /// The money was returned, by a refund or a lost dispute. What was delivered has ended.
    Refunded,
}

/// The state of the delivery, as far as the order decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// The buyer has nothing, and nothing is being made.
    None,
    /// It is being made.
    Due,
    /// It can be used.
    Active,
    /// It cannot be used for now.
    Frozen,
    /// It can no longer be used.
    Ended,
}

/// An event that can change an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderEvent {
    /// A payment settled and agreed with the quote.
    PaymentPaid,
    /// The last open payment failed or expired.
    PaymentFailed,
    /// A payment settled and disagreed with the quote.
    PaymentMismatch,
    /// The buyer starts a new attempt.
    NewAttempt,
    /// The delivery is complete: the right plan, and a code that was never handed out before.
    DeliveryDone,
    /// The supplier refuses for good: out of stock, discontinued, dearer than agreed.
    DeliveryRefused,
    /// The supplier sent something other than what was ordered.
    DeliveryWrong,
    /// The supplier sent a code that another order has.
    DeliveryDuplicate,
    /// The supplier did not answer, answered with nonsense, or is still working: the shop asks again by its own
    /// reference.
    DeliverySilent,
    /// The whole amount was returned.
    Refunded,
    /// A part of the amount was refunded; the buyer keeps what was bought.
    RefundedInPart,
    /// A refund that was begun failed.
    RefundFailed,
    /// The buyer's bank disputes the payment.
    DisputeOpened,
    /// The shop won the dispute.
    DisputeWon,
    /// The shop lost the dispute: the money is gone.
    DisputeLost,
}

/// What must follow a change of state, in the same database transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Enqueue the delivery.
    Deliver,
    /// Enqueue the receipt.
    SendReceipt,
    /// Raise an alarm.
    Alarm,
    /// Enqueue the refund of the payment in full.
    Refund,
    /// Enqueue the letter about the refund.
    SendRefundNotice,
    /// Enqueue the letter that says why nothing is delivered yet.
    SendHoldNotice,
    /// Freeze what was delivered.
    Suspend,
    /// Lift that freeze.
    Resume,
    /// End what was delivered, and return to the supplier what is still being made.
    EndAccess,
}

/// The next state and its effects.
pub type Transition = (OrderState, &'static [Effect]);

impl OrderEvent {
    /// Every event.
    pub const ALL: [Self; 15] = [
        Self::PaymentPaid,
        Self::PaymentFailed,
        Self::PaymentMismatch,
        Self::NewAttempt,
        Self::DeliveryDone,
        Self::DeliveryRefused,
        Self::DeliveryWrong,
        Self::DeliveryDuplicate,
        Self::DeliverySilent,
        Self::Refunded,
        Self::RefundedInPart,
        Self::RefundFailed,
        Self::DisputeOpened,
        Self::DisputeWon,
        Self::DisputeLost,
    ];
}

impl Effect {
    /// The word for log and alarm.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Deliver => "deliver",
            Self::SendReceipt => "send_receipt",
            Self::Alarm => "alarm",
            Self::Refund => "refund",
            Self::SendRefundNotice => "send_refund_notice",
            Self::SendHoldNotice => "send_hold_notice",
            Self::Suspend => "suspend",
            Self::Resume => "resume",
            Self::EndAccess => "end_access",
        }
    }
}

impl OrderState {
    /// Every state.
    pub const ALL: [Self; 10] = [
        Self::Open,
        Self::Paid,
        Self::Delivered,
        Self::Closed,
        Self::Held,
        Self::Stalled,
        Self::RefundDue,
        Self::Disputed,
        Self::Suspended,
        Self::Refunded,
    ];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Delivered => "delivered",
            Self::Closed => "closed",
            Self::Held => "held",
            Self::Stalled => "stalled",
            Self::RefundDue => "refund_due",
            Self::Disputed => "disputed",
            Self::Suspended => "suspended",
            Self::Refunded => "refunded",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether the order can still be paid, now or by a new attempt.
    #[must_use]
    pub const fn awaits_payment(self) -> bool {
        matches!(self, Self::Open | Self::Closed)
    }

    /// Whether the shop has the order's money, whatever the state of the delivery. The money of a held order does not
    /// count: it disagrees with the quote.
    #[must_use]
    pub const fn is_paid(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::Delivered | Self::Stalled | Self::RefundDue | Self::Disputed | Self::Suspended
        )
    }

    /// Whether a dispute is open. A refund during a dispute could return the money twice.
    #[must_use]
    pub const fn is_disputed(self) -> bool {
        matches!(self, Self::Disputed | Self::Suspended)
    }

    /// The state of the delivery.
    #[must_use]
    pub const fn delivery(self) -> DeliveryState {
        match self {
            Self::Open | Self::Closed | Self::Held | Self::RefundDue | Self::Disputed => DeliveryState::None,
            Self::Paid | Self::Stalled => DeliveryState::Due,
            Self::Delivered => DeliveryState::Active,
            Self::Suspended => DeliveryState::Frozen,
            Self::Refunded => DeliveryState::Ended,
        }
    }

    /// The transition that `event` causes; `None` when it changes nothing (a repeat, or too late).
    ///
    /// Money that arrives after the order was closed still counts: the quote it paid is the one stored here. A delivery
    /// that arrives when none is [due](DeliveryState::Due) is not handed out. An event states what holds now, not what
    /// a message said: on a webhook event the server reads the provider first, so that a late one cannot undo a newer
    /// state.
    ///
    /// ```
    /// use onefare_core::order::{Effect, OrderEvent, OrderState};
    /// let paid = OrderState::Open.on(OrderEvent::PaymentPaid);
    /// assert_eq!(paid, Some((OrderState::Paid, &[Effect::Deliver][..])));
    /// assert_eq!(OrderState::Paid.on(OrderEvent::PaymentPaid), None); // a repeat changes nothing
    /// let refused = OrderState::Paid.on(OrderEvent::DeliveryRefused);
    /// let effects = [Effect::Refund, Effect::SendRefundNotice, Effect::Alarm];
    /// assert_eq!(refused, Some((OrderState::RefundDue, &effects[..])));
    /// ```
    #[must_use]
    pub const fn on(self, event: OrderEvent) -> Option<Transition> {
        match event {
            OrderEvent::PaymentPaid
            | OrderEvent::PaymentFailed
            | OrderEvent::PaymentMismatch
            | OrderEvent::NewAttempt => self.on_payment(event),
            OrderEvent::DeliveryDone
            | OrderEvent::DeliveryRefused
            | OrderEvent::DeliveryWrong
            | OrderEvent::DeliveryDuplicate
            | OrderEvent::DeliverySilent => self.on_delivery(event),
            OrderEvent::Refunded
            | OrderEvent::RefundedInPart
            | OrderEvent::RefundFailed
            | OrderEvent::DisputeOpened
            | OrderEvent::DisputeWon
            | OrderEvent::DisputeLost => self.on_refund_or_dispute(event),
        }
    }

    const fn on_payment(self, event: OrderEvent) -> Option<Transition> {
        match (self, event) {
            (Self::Open | Self::Closed, OrderEvent::PaymentPaid) => Some((Self::Paid, &[Effect::Deliver])),
            (Self::Open | Self::Closed, OrderEvent::PaymentMismatch) => {
                Some((Self::Held, &[Effect::SendHoldNotice, Effect::Alarm]))
            }
            (Self::Open, OrderEvent::PaymentFailed) => Some((Self::Closed, &[])),
            (Self::Closed, OrderEvent::NewAttempt) => Some((Self::Open, &[])),
            _ => None,
        }
    }

    const fn on_delivery(self, event: OrderEvent) -> Option<Transition> {
        match (self, event) {
            (Self::Paid | Self::Stalled, OrderEvent::DeliveryDone) => Some((Self::Delivered, &[Effect::SendReceipt])),
            (Self::Paid | Self::Stalled, OrderEvent::DeliveryRefused) => {
                Some((Self::RefundDue, &[Effect::Refund, Effect::SendRefundNotice, Effect::Alarm]))
            }
            (Self::Paid, OrderEvent::DeliveryWrong | OrderEvent::DeliveryDuplicate) => {
                Some((Self::Stalled, &[Effect::Alarm]))
            }
            // Silence is no answer: the order stays paid, and the delivery job retries.
            _ => None,
        }
    }
}
