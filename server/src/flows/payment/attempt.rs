//! One attempt to pay an order.

use crate::store::orders::Order;
use crate::store::payments::Payment;

/// An order and the payment that is being attempted.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The order.
    pub order: Order,
    /// Its newest payment.
    pub payment: Payment,
}
