//! What a payment has come to.

use onefare_core::payment::PaymentState;

/// What a payment has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Settled.
    Paid,
    /// Not known yet: the page is there, and unpaid.
    Pending,
    /// Not known yet: the buyer has paid, and the money is on its way.
    OnItsWay,
    /// Will not be paid.
    Failed,
    /// Was paid, and returned in full.
    Refunded,
    /// The provider's answer disagrees with the quote; nothing is delivered until an operator has looked.
    Held,
}

impl From<PaymentState> for Outcome {
    fn from(state: PaymentState) -> Self {
        match state {
            PaymentState::Open => Self::Pending,
            PaymentState::Paid => Self::Paid,
            PaymentState::Failed => Self::Failed,
            PaymentState::Refunded => Self::Refunded,
            PaymentState::Quarantined | PaymentState::RefundDue => Self::Held,
        }
    }
}
