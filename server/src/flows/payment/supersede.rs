//! Supersedes the open payments of a buyer who has chosen something else.

use chrono::{DateTime, Utc};
use onefare_core::order::{OrderEvent, OrderState};
use onefare_core::payment::PaymentState;

use crate::jobs::JobKind;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, SUPERSEDED};
use crate::store::{StoreError, Tx, jobs};

/// The buyer chose another plan, currency, code or address: the old page must not be paid any more. Its payment is
/// superseded at once, so that a buyer who changes back gets a new page; the job closes the old one at the provider.
/// Money that arrives before the job still counts.
///
/// # Errors
/// The database.
pub async fn end_other_pages(tx: &mut Tx, chosen: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    let others = open_besides(&orders::open_of_buyer(tx, &chosen.buyer).await?, chosen);
    end_pages_of(tx, &others, now).await
}

/// The buyer's orders that wait for a payment, except the chosen one.
pub fn open_besides(orders: &[Order], chosen: &Order) -> Vec<String> {
    let others = orders.iter().filter(|order| order.state == OrderState::Open && order.id != chosen.id);
    others.map(|order| order.id.clone()).collect()
}

/// [`end_other_pages`] for orders that are known to be open.
///
/// # Errors
/// The database.
pub async fn end_pages_of(tx: &mut Tx, others: &[String], now: DateTime<Utc>) -> Result<(), StoreError> {
    for other in others {
        // The order is locked before its payment, as in a settlement.
        let Some(order) = orders::lock(tx, other).await? else { continue };
        end_open_page(tx, &order, now).await?;
        if let Some((closed, _)) = order.state.on(OrderEvent::PaymentFailed) {
            orders::move_state(tx, &order.id, order.state, closed, now).await?;
        }
    }
    Ok(())
}

/// Supersedes an order's open payment and has its page closed.
///
/// # Errors
/// The database.
pub async fn end_open_page(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    let (open, failed) = (PaymentState::Open, PaymentState::Failed);
    if let Some(payment) = payments::open_of_order(tx, &order.id).await? {
        payments::move_state(tx, &payment.id, open, failed, Some(SUPERSEDED), now).await?;
        jobs::enqueue(tx, JobKind::ExpirePage(payment.provider), &payment.id, now, now).await?;
    }
    Ok(())
}
