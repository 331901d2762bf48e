//! The effects that the core names when a payment or an order moves. They only write rows and enqueue jobs, in the
//! transaction that moved it.

use chrono::{DateTime, Utc};
use onefare_core::order::{Effect, OrderState, Settled};
use onefare_core::payment::PaymentState;
use onefare_core::quote::Product;

use crate::flows::entitlements::account::give;
use crate::flows::entitlements::enqueue_update;
use crate::flows::outbox::post_of_delivery;
use crate::flows::{code_uses, events};
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::store::jobs::{self, Maker};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, NewRefund, Reason};
use crate::store::{StoreError, Tx, disputes, withdrawals};

/// Applies the effects of a payment's move. `order` is the order before it.
///
/// # Errors
/// The database.
pub async fn follow(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    settled: &Settled,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for effect in settled.effects {
        match effect {
            Effect::Deliver => {
                deliver(tx, order, now).await?;
                events::release(tx, order, now).await?;
            }
            Effect::SendReceipt => post_of_delivery(tx, order, now).await?,
            Effect::Refund => refund_rest(tx, payment, too_late(order.state), now).await?,
            // The letter goes out when the provider has accepted the refund, so that it promises nothing that may not
            // come.
            Effect::SendRefundNotice
            // Posted by the settlement, which knows whether the shop ends the order by itself.
            | Effect::SendHoldNotice
            // Raised after the commit.
            | Effect::Alarm => {}
            Effect::Suspend | Effect::Resume => suspend(tx, order, now).await?,
            Effect::EndAccess => end(tx, order, now).await?,
        }
    }
    Ok(())
}

/// Why a payment that an order in this state did not need is refunded: the buyer's letter gives this reason.
const fn too_late(order: OrderState) -> Reason {
    match order {
        OrderState::RefundDue => Reason::DeliveryRefused,
        OrderState::Held | OrderState::Refunded => Reason::BySupport,
        _ => Reason::OrderPaidTwice,
    }
}

/// Applies the effects when an order moved for another reason than a payment, such as a supplier that will not deliver.
/// `order` is its state before; the payment to refund is the one that settled it.
///
/// # Errors
/// The database.
pub async fn follow_order(
    tx: &mut Tx,
    order: &Order,
    effects: &[Effect],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for effect in effects {
        match effect {
            Effect::Deliver => deliver(tx, order, now).await?,
            Effect::SendReceipt => post_of_delivery(tx, order, now).await?,
            Effect::Refund => {
                let all = payments::of_order(tx, &order.id).await?;
                let paid = all.into_iter().find(|payment| payment.state == PaymentState::Paid);
                let paid = paid.ok_or(StoreError::Gone("payments"))?;
                refund_rest(tx, &paid, Reason::DeliveryRefused, now).await?;
            }
            Effect::EndAccess => end(tx, order, now).await?,
            Effect::Suspend | Effect::Resume => suspend(tx, order, now).await?,
            Effect::SendRefundNotice | Effect::SendHoldNotice | Effect::Alarm => {}
        }
    }
    Ok(())
}

/// Enqueues the delivery of an order in the lane that depends on no outside system it does not use. From its payment on an order
/// belongs to an account.
///
/// # Errors
/// The database.
pub async fn deliver(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    give(tx, order, now).await?;
    jobs::enqueue(tx, JobKind::DeliverOrder(Maker::of(order.quote.product())), &order.id, now, now).await
}

/// Suspends what was delivered, or ends the suspension: the order's state says which.
async fn suspend(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    enqueue_update(tx, &order.id, now).await?;
    suspend_esim(tx, order, now).await
}

/// Applies what follows a full refund: the access ends, the eSIM returns to its supplier, and an open withdrawal is closed.
async fn end(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    withdrawals::close(tx, &order.id, withdrawals::REFUNDED, now).await?;
    enqueue_update(tx, &order.id, now).await?;
    return_esim(tx, order, now).await
}

/// Ends the withdrawal from an unpaid order once none of its pages can be paid any more: nothing is left for an
/// operator to look at. The caller holds the order's lock.
///
/// # Errors
/// The database.
pub async fn end_unpaid_withdrawal(tx: &mut Tx, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let order = orders::by_id(tx, order_id).await?;
    let is_closed = order.is_some_and(|order| order.state == OrderState::Closed);
    if is_closed && !payments::any_page_left(tx, order_id).await? {
        withdrawals::close(tx, order_id, withdrawals::NOTHING_PAID, now).await?;
    }
    Ok(())
}

/// Enqueues the return of an order's eSIM, if the order is for a data plan.
///
/// # Errors
/// The database.
pub async fn return_esim(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    if order.quote.product() == Product::Refill {
        jobs::enqueue(tx, JobKind::GiveBackEsim, &order.id, now, now).await?;
    }
    Ok(())
}

/// Enqueues the suspension of an order's eSIM, or the end of the suspension, if the order is for a data plan.
///
/// # Errors
/// The database.
pub async fn suspend_esim(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    if order.quote.product() == Product::Refill {
        jobs::enqueue(tx, JobKind::SuspendEsim, &order.id, now, now).await?;
    }
    Ok(())
}

/// Enqueues a read of each open dispute of an order, which stops the renewal again if it was resumed.
///
/// # Errors
/// The database.
pub async fn read_open_disputes(tx: &mut Tx, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    for open in disputes::of_order(tx, order_id).await?.iter().filter(|dispute| dispute.is_open_about_a_term()) {
        jobs::enqueue(tx, JobKind::ReadDispute, &open.reference, now, now).await?;
    }
    Ok(())
}

/// Moves a payment and its order for another reason than the payment's outcome, such as a refund or a dispute, and applies the
/// effects. `failure` replaces the stored reason of a failure. The caller holds the order's lock.
///
/// # Errors
/// The database.
pub async fn move_payment(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    settled: &Settled,
    failure: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if settled.payment != payment.state {
        let failure = failure.or(payment.failure.as_deref());
        payments::move_state(tx, &payment.id, payment.state, settled.payment, failure, now).await?;
    }
    if settled.order != order.state {
        orders::move_state(tx, &order.id, order.state, settled.order, now).await?;
    }
    code_uses::follow(tx, order, settled.order, now).await?;
    follow(tx, order, payment, settled, now).await
}

/// Refunds what is left of a payment. While a partial refund is in flight, the rest waits for it to end.
///
/// # Errors
/// The database.
pub async fn refund_rest(tx: &mut Tx, payment: &Payment, reason: Reason, now: DateTime<Utc>) -> Result<(), StoreError> {
    let taken = payment.taken().0;
    let rest = taken.saturating_sub(refunds::returned(tx, &payment.id).await?);
    if rest > 0 || taken == 0 {
        refund(tx, payment, rest, reason, now).await?;
    }
    Ok(())
}

/// Stores a refund of `amount` minor units, in the currency that was taken, and enqueues its job. `None`: a refund of
/// this payment is already in flight.
///
/// # Errors
/// The database.
pub async fn refund(
    tx: &mut Tx,
    payment: &Payment,
    amount: i64,
    reason: Reason,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let (id, (_, currency)) = (new_id("ref"), payment.taken());
    let refund = NewRefund { id: &id, payment_id: &payment.id, amount, currency, reason, created_at: now };
    if !refunds::insert(tx, &refund).await? {
        return Ok(None);
    }
    jobs::enqueue(tx, JobKind::RefundPayment(payment.provider), &id, now, now).await?;
    Ok(Some(id))
}

/// Enqueues a check of a payment's refunds after a webhook: a bank may still return even one that has arrived.
///
/// # Errors
/// The database.
pub async fn check_refunds(tx: &mut Tx, payment: &Payment, now: DateTime<Utc>) -> Result<(), StoreError> {
    for refund in refunds::of_payment(tx, &payment.id).await? {
        if refund.may_move() {
            jobs::enqueue(tx, JobKind::RefundPayment(payment.provider), &refund.id, now, now).await?;
        }
    }
    Ok(())
}
