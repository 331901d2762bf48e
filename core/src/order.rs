//! A buyer's decision to take one quote, and how far it has come.

use serde::{Deserialize, Serialize};

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderState {
    /// Waiting for a payment.
    Open,
    /// Paid; the delivery is on its way.
    Paid,
    /// The buyer has what was bought.
    Delivered,
    /// Every payment failed or expired. A new attempt opens it again.
    Closed,
    /// A payment disagrees with the quote: nothing is delivered until a person has looked.
    Held,
}

/// What can happen to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderEvent {
    /// A payment settled and agreed with the quote.
    PaymentPaid,
    /// The last open payment failed or expired.
    PaymentFailed,
    /// A payment settled and disagreed with the quote.
    PaymentMismatch,
    /// The buyer tries again.
    NewAttempt,
    /// What was bought is there.
    DeliveryDone,
}

/// What must follow a transition, in the same transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Enqueue the delivery.
    Deliver,
    /// Enqueue the receipt.
    SendReceipt,
    /// Tell an operator.
    Alarm,
}

/// The next state and what must follow.
pub type Transition = (OrderState, &'static [Effect]);

impl OrderState {
    /// Every state.
    pub const ALL: [Self; 5] = [Self::Open, Self::Paid, Self::Delivered, Self::Closed, Self::Held];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Delivered => "delivered",
            Self::Closed => "closed",
            Self::Held => "held",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// What `event` makes of the order; `None` when it changes nothing (a repeat, or too late).
    ///
    /// Money that arrives after the order was closed still counts: the quote it paid is the one stored here.
    ///
    /// ```
    /// use onefare_core::order::{Effect, OrderEvent, OrderState};
    /// let paid = OrderState::Open.on(OrderEvent::PaymentPaid);
    /// assert_eq!(paid, Some((OrderState::Paid, &[Effect::Deliver][..])));
    /// assert_eq!(OrderState::Paid.on(OrderEvent::PaymentPaid), None); // a repeat changes nothing
    /// ```
    #[must_use]
    pub const fn on(self, event: OrderEvent) -> Option<Transition> {
        match (self, event) {
            (Self::Open | Self::Closed, OrderEvent::PaymentPaid) => Some((Self::Paid, &[Effect::Deliver])),
            (Self::Open | Self::Closed, OrderEvent::PaymentMismatch) => Some((Self::Held, &[Effect::Alarm])),
            (Self::Open, OrderEvent::PaymentFailed) => Some((Self::Closed, &[])),
            (Self::Closed, OrderEvent::NewAttempt) => Some((Self::Open, &[])),
            (Self::Paid, OrderEvent::DeliveryDone) => Some((Self::Delivered, &[Effect::SendReceipt])),
            _ => None,
        }
    }
}
