//! What a payment has come to, and what its buyer may try next.

use serde::{Deserialize, Serialize};

use super::PaymentState;
use crate::order::OrderState;

/// What a payment has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// What a buyer who wants to pay again gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextTry {
    /// The page of the payment that is open: nothing was paid on it yet. Another method or plan ends it first.
    SamePage,
    /// A new payment on the same order, by any method.
    NewPayment,
    /// Nothing yet: the money may be on its way, and a second payment would take it twice.
    Wait,
    /// Nothing: the order is settled, or an operator is looking at it.
    Never,
}

impl NextTry {
    /// What follows for the order's buyer, now that one of its payments has come to `outcome`.
    ///
    /// ```
    /// use onefare_core::order::OrderState;
    /// use onefare_core::payment::{NextTry, Outcome};
    /// assert_eq!(NextTry::after(OrderState::Closed, Outcome::Failed), NextTry::NewPayment);
    /// assert_eq!(NextTry::after(OrderState::Open, Outcome::OnItsWay), NextTry::Wait);
    /// assert_eq!(NextTry::after(OrderState::Delivered, Outcome::Failed), NextTry::Never);
    /// ```
    #[must_use]
    pub const fn after(order: OrderState, outcome: Outcome) -> Self {
        if !order.awaits_payment() {
            return Self::Never;
        }
        match outcome {
            Outcome::Pending => Self::SamePage,
            Outcome::OnItsWay => Self::Wait,
            Outcome::Failed | Outcome::Refunded => Self::NewPayment,
            Outcome::Paid | Outcome::Held => Self::Never,
        }
    }
}
