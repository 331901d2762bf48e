//! What to do with a due letter, decided when it is sent.

use std::time::Duration;

use crate::mail::Letter;
use crate::store::orders::Order;

/// What to do with a letter.
pub(super) enum Draft {
    /// It is sent now.
    Written(Box<Written>),
    /// It may become untrue: check again after this.
    Later(Duration),
    /// There is nothing to say any more, or the address is unknown.
    Needless,
}

/// A letter ready to be sent.
pub(super) struct Written {
    /// The letter.
    pub(super) letter: Letter,
    /// The order that it is about, as it was when the letter was written.
    pub(super) order: Option<Order>,
}

impl Draft {
    /// A letter that belongs to an order.
    pub(super) fn of_order(letter: Letter, order: Order) -> Self {
        Self::Written(Box::new(Written { letter, order: Some(order) }))
    }

    /// A letter that belongs to no order.
    pub(super) fn of_account(letter: Letter) -> Self {
        Self::Written(Box::new(Written { letter, order: None }))
    }
}
