//! Duplicate payments: two orders of one buyer for the same thing, both paid.

use onefare_core::order::OrderState;

use crate::store::orders::{self, Order};
use crate::store::payments::{Payment, SUPERSEDED};
use crate::store::refunds::{self, Reason};
use crate::store::{Connection, StoreError, Tx};

/// Whether the buyer, who had given this payment up for another choice, has by now paid another order for the same thing:
/// then one of the two is one too many, whatever currency, code or address each was begun with.
pub(super) async fn is_bought_already(tx: &mut Tx, order: &Order, payment: &Payment) -> Result<bool, StoreError> {
    if payment.failure.as_deref() != Some(SUPERSEDED) {
        return Ok(false);
    }
    Ok(bought_instead(tx, order, payment).await?.is_some())
}

/// The other order of this buyer, for the same thing, that was paid since this payment was begun. One that is held, or
/// is being refunded itself, gives the buyer nothing.
async fn bought_instead(conn: &mut Connection, order: &Order, payment: &Payment) -> Result<Option<Order>, StoreError> {
    let paid = orders::paid_for(conn, &order.buyer, &order.quote.product_id, payment.created_at).await?;
    let gives_nothing = |other: &Order| matches!(other.state, OrderState::Held | OrderState::RefundDue);
    Ok(paid.into_iter().find(|other| other.id != order.id && !gives_nothing(other)))
}

/// The other order that the buyer keeps where a payment of this one is refunded because the buyer has paid both.
/// `None`: this one stands itself, or its refund has another reason.
pub(in crate::flows) async fn order_kept(
    conn: &mut Connection,
    order: &Order,
    payment: &Payment,
) -> Result<Option<Order>, StoreError> {
    let refunds = refunds::of_payment(conn, &payment.id).await?;
    if order.state.is_paid() || !refunds.iter().any(|refund| refund.reason == Reason::OrderPaidTwice) {
        return Ok(None);
    }
    bought_instead(conn, order, payment).await
}
