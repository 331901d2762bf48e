//! Duplicate payments: two orders of one buyer for the same thing, both paid.

use onefare_core::order::OrderState;

use crate::store::orders::{self, Order};
use crate::store::payments::{Payment, SUPERSEDED};
use crate::store::refunds::{self, Reason};
use crate::store::{Connection, StoreError, Tx};

/// Whether the buyer superseded this payment with another choice and has by now paid another order for the same thing:
/// then one of the two is a duplicate, whatever currency, code or address each was begun with.
pub(super) async fn is_bought_already(tx: &mut Tx, order: &Order, payment: &Payment) -> Result<bool, StoreError> {
    if payment.failure.as_deref() != Some(SUPERSEDED) {
        return Ok(false);
    }
    Ok(others(tx, order, payment).await?.iter().any(serves))
}

/// The other orders of this buyer, for the same thing, that were paid since this payment was begun.
async fn others(conn: &mut Connection, order: &Order, payment: &Payment) -> Result<Vec<Order>, StoreError> {
    let mut paid = orders::paid_for(conn, &order.buyer, &order.quote.product_id, payment.created_at).await?;
    paid.retain(|other| other.id != order.id);
    Ok(paid)
}

/// Whether an order gives the buyer something: one that is held, or is being refunded itself, does not.
const fn serves(other: &Order) -> bool {
    !matches!(other.state, OrderState::Held | OrderState::RefundDue)
}

/// The other order that the buyer keeps when a payment of this one is refunded because the buyer has paid both. The
/// kept order may turn out to be undeliverable: until its own refund is complete both pages show that, and neither
/// shows a refund that the buyer takes for the other one.
/// `None`: this order is paid itself, or its refund has another reason.
pub(in crate::flows) async fn order_kept(
    conn: &mut Connection,
    order: &Order,
    payment: &Payment,
) -> Result<Option<Order>, StoreError> {
    let refunds = refunds::of_payment(conn, &payment.id).await?;
    if order.state.is_paid() || !refunds.iter().any(|refund| refund.reason == Reason::OrderPaidTwice) {
        return Ok(None);
    }
    let mut kept = others(conn, order, payment).await?;
    kept.retain(|other| other.state != OrderState::Held);
    kept.sort_by_key(|other| !serves(other));
    Ok(kept.into_iter().next())
}
