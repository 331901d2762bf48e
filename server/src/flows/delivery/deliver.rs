//! Delivers a paid order, and enqueues the letter that says so.

use chrono::{DateTime, Utc};
use onefare_core::order::{DeliveryState, Effect, OrderEvent};
use onefare_core::payment::PaymentState;
use onefare_core::quote::Product;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::delivery::progress::{DeliveryError, Progress, WHILE_MONEY_GOES_BACK, not_ready};
use crate::flows::delivery::{esim, esim_return};
use crate::flows::entitlements::account::give_and_update;
use crate::flows::outbox::post_of_delivery;
use crate::flows::refund::case;
use crate::flows::subscription::begin::replace_unpaid;
use crate::store::orders::{self, Order};
use crate::store::{Connection, Tx, deliveries, payments};

/// The kind of the delivery in the store.
const SUBSCRIPTION: &str = "subscription";

/// Delivers a paid order: a subscription at once, an eSIM as soon as the supplier has made it. Idempotent. Nothing is
/// delivered while a full refund is in flight.
///
/// # Errors
/// The database; an order that was never paid; the supplier.
pub async fn deliver(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let order = orders::by_id(&mut *app.store.read().await?, order_id).await?;
    let order = order.ok_or_else(|| not_ready(order_id, "unknown"))?;
    match order.quote.product() {
        // The eSIM may have been ordered at the moment of the refund.
        Product::Refill if order.state.delivery() == DeliveryState::Ended => esim_return::run(app, order_id).await,
        Product::Refill => {
            // Bound first: a temporary in the `match` would hold its connection during the call to the supplier.
            let progress = not_now(&mut *app.store.read().await?, &order).await?;
            match progress {
                Some(progress) => Ok(progress),
                None => esim::deliver(app, &order).await,
            }
        }
        Product::Plan | Product::Trial | Product::Deal => subscribe(app, order_id).await,
    }
}

/// Why an order is not delivered now, if it is not.
async fn not_now(conn: &mut Connection, order: &Order) -> Result<Option<Progress>, DeliveryError> {
    match order.state.delivery() {
        DeliveryState::Due if case::all_goes_back(conn, order).await? => {
            Ok(Some(Progress::Later(WHILE_MONEY_GOES_BACK)))
        }
        DeliveryState::Due => Ok(None),
        DeliveryState::None if order.state.awaits_payment() => Err(not_ready(&order.id, "not paid")),
        // Already delivered, or no longer due; a delivery that becomes due again is enqueued again.
        DeliveryState::None | DeliveryState::Active | DeliveryState::Frozen | DeliveryState::Ended => {
            Ok(Some(Progress::Done))
        }
    }
}

/// When the page was made that was paid: with it the provider has the free months of a deal as days.
async fn offered_at(tx: &mut Tx, order: &Order) -> Result<DateTime<Utc>, DeliveryError> {
    if order.quote.extra_months == 0 {
        return Ok(order.created_at);
    }
    let mut paid = payments::of_order(tx, &order.id).await?.into_iter();
    let paid = paid.find(|payment| payment.state == PaymentState::Paid);
    Ok(paid.ok_or_else(|| not_ready(&order.id, "has no paid payment"))?.created_at)
}

/// Makes the subscription.
async fn subscribe(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
    if let Some(progress) = not_now(&mut tx, &order).await? {
        return Ok(progress);
    }
    let Some((next, effects)) = order.state.on(OrderEvent::DeliveryDone) else {
        return Err(not_ready(order_id, "not paid"));
    };
    let starts_at = order.paid_at.ok_or_else(|| not_ready(order_id, "has no time of payment"))?;
    let offered = offered_at(&mut tx, &order).await?;
    let ends_at = order.quote.paid_until(offered, starts_at);
    let ends_at = ends_at.ok_or_else(|| not_ready(order_id, "ends beyond the calendar"))?;
    deliveries::insert_once(&mut tx, order_id, SUBSCRIPTION, starts_at, ends_at, now).await?;
    if !orders::move_state(&mut tx, order_id, order.state, next, now).await? {
        return Err(not_ready(order_id, "moved meanwhile"));
    }
    if effects.contains(&Effect::SendReceipt) {
        post_of_delivery(&mut tx, &order, now).await?;
    }
    replace_unpaid(&mut tx, &order, now).await?;
    give_and_update(&mut tx, &order, now).await?;
    reached(Step::Delivered, Side::Before).await;
    tx.commit().await?;
    reached(Step::Delivered, Side::After).await;
    app.wake.notify_one();
    tracing::info!(order = %order.number, "subscription delivered");
    Ok(Progress::Done)
}
