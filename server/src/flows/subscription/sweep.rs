//! Finds the subscriptions about which the shop has not asked for long enough: a lost webhook event costs a day at most.

use chrono::TimeDelta;

use crate::app::App;
use crate::jobs::JobKind;
use crate::store::{StoreError, jobs, subscriptions};

/// Subject of the one job.
const SUBJECT: &str = "subscriptions";

/// Subscriptions of one run.
const AT_ONCE: u32 = 100;

/// A read that fails is repeated by its own job, so the sweep enqueues it once a day.
const ENQUEUED_FOR: TimeDelta = TimeDelta::days(1);

/// Enqueues the job if it is missing.
///
/// # Errors
/// The database.
pub async fn plan(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    jobs::enqueue_standing(&mut tx, JobKind::SweepSubscriptions, SUBJECT, now + TimeDelta::minutes(10), now).await?;
    tx.commit().await
}

/// Enqueues a read of some subscriptions that are due. `true`: there may be more.
///
/// # Errors
/// The database.
pub async fn sweep(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let due = subscriptions::due(&mut *app.store.read().await?, now, AT_ONCE).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let mut tx = app.store.begin().await?;
    for order_id in &due {
        jobs::enqueue(&mut tx, JobKind::ReadSubscription, order_id, now, now).await?;
        subscriptions::look_again_at(&mut tx, order_id, now + ENQUEUED_FOR).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(due.len() >= AT_ONCE as usize)
}
