//! Withdrawing from an order online: the buyer's statement, and its effect on the order (Directive 2011/83/EU, article
//! 11a, as Directive (EU) 2023/2673 has it).
//!
//! A withdrawal is a record of its own beside the order and not an [`OrderState`]. The statement is unilateral: it
//! counts from the moment at which the buyer makes it, whether the order is paid, delivered, disputed or being
//! refunded, and all of these go on as before. As an order state it would hide the state that says where the money is.
//! It moves no money either: an operator looks at it and refunds, or notes why not. The shop no longer delivers an
//! order that was unpaid by then, and refunds money that still arrives for it.

use serde::{Deserialize, Serialize};

use crate::email::Email;
use crate::order::{OrderNumber, OrderState};
use crate::problem::Problem;
use crate::typed_text::is_invisible;

/// Longest name of a buyer that is kept, in characters.
pub const MAX_NAME: usize = 100;

/// A buyer's statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The number of the order, as receipts write it.
    pub order_number: OrderNumber,
    /// The address that the order is expected to have.
    pub email: Email,
    /// The buyer's name, where one was given.
    pub name: Option<String>,
}

/// The state of a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalState {
    /// Stated: needs attention.
    Requested,
    /// The money was refunded, or an operator has noted how it ended.
    Handled,
}

impl Statement {
    /// Reads what was typed. A name loses its control and direction characters, and what is beyond [`MAX_NAME`].
    ///
    /// ```
    /// use onefare_core::{problem::Problem, withdrawal::Statement};
    /// let read = Statement::read("7k3m 92pd", " amal@example.com", "").unwrap();
    /// assert_eq!((read.order_number.as_str(), read.name), ("7K3M-92PD", None));
    /// assert_eq!(Statement::read("my order", "amal@example.com", ""), Err(Problem::OrderNumberInvalid));
    /// ```
    ///
    /// # Errors
    /// The first problem in the order of the fields: [`Problem::OrderNumberInvalid`], [`Problem::EmailRequired`],
    /// [`Problem::EmailInvalid`].
    pub fn read(order_number: &str, email: &str, name: &str) -> Result<Self, Problem> {
        let order_number = OrderNumber::parse(order_number).ok_or(Problem::OrderNumberInvalid)?;
        let email = Email::parse(email)?;
        let shown: String = name.chars().filter(|letter| !letter.is_control() && !is_invisible(*letter)).collect();
        let kept: String = shown.trim().chars().take(MAX_NAME).collect();
        let name = Some(kept.trim_end().to_owned()).filter(|name| !name.is_empty());
        Ok(Self { order_number, email, name })
    }
}

impl WithdrawalState {
    /// Whether the order's renewal must not be resumed: a charge would come while an operator still has to look at the
    /// withdrawal.
    ///
    /// ```
    /// use onefare_core::withdrawal::WithdrawalState;
    /// assert!(WithdrawalState::Requested.forbids_resuming());
    /// assert!(!WithdrawalState::Handled.forbids_resuming());
    /// ```
    #[must_use]
    pub const fn forbids_resuming(self) -> bool {
        matches!(self, Self::Requested)
    }
}

/// The first state of a withdrawal from an order in this state. A buyer can withdraw from an unpaid order too: the
/// contract is made when the payment is confirmed, so the shop refunds money that arrives after the statement and
/// delivers nothing. For a refunded order nothing is left to do, but its buyer gets the receipt.
///
/// ```
/// use onefare_core::order::OrderState;
/// use onefare_core::withdrawal::{WithdrawalState, from_order};
/// assert_eq!(from_order(OrderState::Delivered), WithdrawalState::Requested);
/// assert_eq!(from_order(OrderState::Open), WithdrawalState::Requested);
/// assert_eq!(from_order(OrderState::Refunded), WithdrawalState::Handled);
/// ```
#[must_use]
pub const fn from_order(order: OrderState) -> WithdrawalState {
    match order {
        OrderState::Refunded => WithdrawalState::Handled,
        OrderState::Open
        | OrderState::Closed
        | OrderState::Paid
        | OrderState::Delivered
        | OrderState::Held
        | OrderState::Stalled
        | OrderState::RefundDue
        | OrderState::Disputed
        | OrderState::Suspended => WithdrawalState::Requested,
    }
}
