//! A refund with its payment and order, and how much of the payment has been returned.

use onefare_core::order::{OrderState, PaymentEvent};
use onefare_core::payment::{PaymentState, refund_event};

use crate::app::App;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, Refund, RefundState};
use crate::store::{Connection, StoreError};

/// A refund with its payment and order.
pub(in crate::flows) struct Case {
    pub(in crate::flows) refund: Refund,
    pub(in crate::flows) payment: Payment,
    pub(in crate::flows) order: Order,
    /// Minor units of the payment that were refunded earlier.
    returned: i64,
}

impl Case {
    pub(in crate::flows) async fn find(app: &App, refund_id: &str) -> Result<Option<Self>, StoreError> {
        let mut conn = app.store.read().await?;
        let Some(refund) = refunds::by_id(&mut conn, refund_id).await? else { return Ok(None) };
        let payment = payments::by_id(&mut conn, &refund.payment_id).await?.ok_or(StoreError::Gone("payments"))?;
        let order = orders::by_id(&mut conn, &payment.order_id).await?.ok_or(StoreError::Gone("orders"))?;
        let returned = refunds::returned(&mut conn, &payment.id).await?;
        Ok(Some(Self { refund, payment, order, returned }))
    }

    /// Whether this refund, which is in flight, leaves nothing of the payment.
    pub(in crate::flows) fn is_whole(&self) -> bool {
        is_whole(&self.payment, self.returned, &self.refund)
    }

    /// Whether others have returned all of the payment before the provider knew of this refund.
    pub(in crate::flows) fn is_back_already(&self) -> bool {
        let is_due = self.refund.state == RefundState::Due && self.refund.money().is_some();
        is_due && self.returned >= self.payment.taken().0
    }

    /// Whether nothing of the payment is left with this refund, on its way or done: one that is done counts among what was
    /// returned.
    pub(in crate::flows) fn leaves_nothing(&self) -> bool {
        match self.refund.state {
            RefundState::Done => self.returned >= self.payment.taken().0,
            _ => self.is_whole(),
        }
    }
}

/// Whether a refund of all that the order was paid with is in flight. A held order has its money in quarantine.
///
/// # Errors
/// The database.
pub async fn all_goes_back(conn: &mut Connection, order: &Order) -> Result<bool, StoreError> {
    let is_held = order.state == OrderState::Held;
    let with = if is_held { PaymentState::Quarantined } else { PaymentState::Paid };
    for payment in payments::of_order(conn, &order.id).await? {
        if payment.state != with {
            continue;
        }
        if let Some(refund) = refunds::running_of_payment(conn, &payment.id).await? {
            let returned = refunds::returned(conn, &payment.id).await?;
            return Ok(is_whole(&payment, returned, &refund));
        }
    }
    Ok(false)
}

/// Whether this refund, after what was returned before, leaves nothing of the payment.
pub(in crate::flows) fn is_whole(payment: &Payment, returned: i64, refund: &Refund) -> bool {
    returned.saturating_add(refund.amount.minor()) >= payment.taken().0
}

/// Whether an order cannot be delivered, so that all it was paid with is refunded: a partial refund was in flight when
/// that was found out.
pub(in crate::flows) fn owes_all(payment: &Payment, order: &Order) -> bool {
    order.state == OrderState::RefundDue && payment.state == PaymentState::Paid
}

/// What the refunded sum means for its payment, both sums in minor units. A payment of nothing has nothing left.
#[must_use]
pub const fn came_back(charged: i64, returned: i64) -> Option<PaymentEvent> {
    if charged == 0 { Some(PaymentEvent::Refunded) } else { refund_event(charged, returned) }
}
