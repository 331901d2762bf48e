//! The purchase event of an order: stored at the checkout of a visitor who agreed, released by the settlement.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::attribution::FbParams;

use crate::jobs::JobKind;
use crate::store::orders::Order;
use crate::store::{StoreError, Tx, events, jobs};

/// How long a purchase waits after its settlement: the webhook is often faster than the returning buyer, whose page
/// names the id of the event.
const PAUSE: TimeDelta = TimeDelta::minutes(1);

/// Records at the checkout that the purchase may be forwarded.
///
/// # Errors
/// The database.
pub async fn expect(
    tx: &mut Tx,
    order: &Order,
    visitor: Option<&str>,
    fb_params: Option<&FbParams>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match visitor {
        Some(visitor) => events::expect_purchase(tx, &order.id, visitor, fb_params, now).await,
        None => Ok(()),
    }
}

/// Enqueues the forwarding of a paid order's purchase, if its visitor agreed.
///
/// # Errors
/// The database.
pub async fn release(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    match events::waiting_purchase(tx, &order.id).await? {
        Some(id) => jobs::enqueue(tx, JobKind::ForwardEvent, &id, now + PAUSE, now).await,
        None => Ok(()),
    }
}
