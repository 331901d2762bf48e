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

/// Most words of a name that is kept.
const MOST_WORDS: usize = 8;

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
    /// Reads what was typed. What is no name is left out: see [`name_of`]. The statement counts without it.
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
        Ok(Self { order_number, email, name: name_of(name) })
    }
}

/// The name of a person as typed, or nothing: a letter repeats it, and anyone may type one for any address. A name is
/// letters of any script, their marks, blanks, apostrophes and hyphens; a dot ends a word or stands between
/// initials, so that no address of the web is one. It has at most eight words and [`MAX_NAME`] characters, after control characters and marks
/// without width are dropped.
///
/// ```
/// use onefare_core::withdrawal::name_of;
/// assert_eq!(name_of(" J.R. O'Neill-Khan "), Some("J.R. O'Neill-Khan".to_owned()));
/// assert_eq!(name_of("Claim it at www.evil.example"), None);
/// ```
#[must_use]
pub fn name_of(typed: &str) -> Option<String> {
    let shown: String = typed.chars().filter(|letter| !letter.is_control() && !is_invisible(*letter)).collect();
    let name = shown.trim();
    let mut words = name.split_whitespace();
    let is_name = words.by_ref().take(MOST_WORDS).all(is_word_of_a_name) && words.next().is_none();
    let fits = !name.is_empty() && name.chars().count() <= MAX_NAME;
    (is_name && fits).then(|| name.to_owned())
}

/// Whether a word without blanks can be part of a name.
fn is_word_of_a_name(word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphabetic() || is_mark(letter) || "'\u{2019}-.".contains(letter);
    let stem = word.strip_suffix('.').unwrap_or(word);
    let are_initials = || stem.split('.').all(|initial| initial.chars().count() == 1);
    word.chars().all(is_part) && (!stem.contains('.') || are_initials())
}

/// Marks that combine with the letter before them: those of Latin, Arabic and Indic scripts.
const fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36F}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{93C}' | '\u{94D}'
            | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}'
    )
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
