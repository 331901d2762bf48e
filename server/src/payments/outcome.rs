//! The outcome of a payment.

use onefare_core::payment::PaymentState;

/// The outcome of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Settled.
    Paid,
    /// Not known yet: the hosted page is open and unpaid.
    Pending,
    /// Not known yet: the buyer has paid, and the money has not arrived.
    OnItsWay,
    /// Will not be paid.
    Failed,
    /// Was paid, and refunded in full.
    Refunded,
    /// The provider's answer disagrees with the quote: nothing is delivered until an operator has looked.
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
