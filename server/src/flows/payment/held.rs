//! Orders that are held: a person looks at most of them, and the shop ends the rest by itself. A payment can be in
//! quarantine beside an order that is not held, too.

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;

use crate::flows::payment::refund_at_once::ends_by_itself;
use crate::store::orders::Order;
use crate::store::refunds::{self, RefundState};
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
            if ends_by_itself(refund.reason) && refund.state != RefundState::Failed {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a person looks at a payment whose order, unless it is held, is not about it.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn is_quarantined(conn: &mut Connection, payment_id: &str) -> Result<bool, StoreError> {
    let payment = payments::by_id(conn, payment_id).await?;
    Ok(payment.is_some_and(|payment| payment.state == PaymentState::Quarantined))
}
