//! Orders that are held: a person looks at most of them, and the shop ends the rest by itself.

use onefare_core::order::OrderState;

use crate::store::orders::Order;
use crate::store::refunds::{self, Reason, RefundState};
use crate::store::{Connection, StoreError, payments};

/// Whether an order waits for a person: it is held, and the shop does not refund it by itself, or has failed to.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn waits_for_person(conn: &mut Connection, order: &Order) -> Result<bool, StoreError> {
    if order.state != OrderState::Held {
        return Ok(false);
    }
    for payment in payments::of_order(conn, &order.id).await? {
        for refund in refunds::of_payment(conn, &payment.id).await? {
            if matches!(refund.reason, Reason::Withdrawn | Reason::SecondTrial) && refund.state != RefundState::Failed {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
