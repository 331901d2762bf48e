//! Deletes orders that were never paid, with the e-mail addresses in them, and what else is kept for a time only.

use chrono::TimeDelta;

use crate::app::App;
use crate::flows::events::KEPT;
use crate::flows::operator_acts::KEPT as ACTS_KEPT;
use crate::jobs::JobKind;
use crate::store::{
    StoreError, account_email_changes, events, jobs, limit_counts, mailed_code_requests, operator_acts, orders,
    sign_in, trusted_devices, unmatched_withdrawals, unpaid_orders,
};

/// Subject of the one job.
const SUBJECT: &str = "orders";

/// Orders of one run.
const AT_ONCE: u32 = 100;

/// Longer than the longest window of a limit.
const COUNTS_KEPT: TimeDelta = TimeDelta::days(2);

/// Enqueues the job if it is missing.
///
/// # Errors
/// The database.
pub async fn plan(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    jobs::enqueue_standing(&mut tx, JobKind::ForgetUnpaid, SUBJECT, now + TimeDelta::hours(1), now).await?;
    tx.commit().await
}

/// Deletes some unpaid orders that are older than the settings keep them and can no longer be paid. Their number by
/// product and day stays. `true`: there may be more.
///
/// # Errors
/// The database.
pub async fn forget_unpaid(app: &App) -> Result<bool, StoreError> {
    let before = app.clock.now() - app.config.unpaid_kept;
    let mut tx = app.store.begin().await?;
    limit_counts::forget(&mut tx, app.clock.now() - COUNTS_KEPT).await?;
    account_email_changes::forget_before(&mut tx, app.clock.now() - account_email_changes::KEPT).await?;
    sign_in::forget_before(&mut tx, app.clock.now() - mailed_code_requests::KEPT).await?;
    mailed_code_requests::forget_before(&mut tx, app.clock.now() - mailed_code_requests::KEPT).await?;
    trusted_devices::forget_before(&mut tx, app.clock.now() - trusted_devices::KEPT).await?;
    events::forget(&mut tx, app.clock.now() - KEPT).await?;
    operator_acts::forget_before(&mut tx, app.clock.now() - ACTS_KEPT).await?;
    unmatched_withdrawals::forget_before(&mut tx, app.clock.now() - unmatched_withdrawals::KEPT).await?;
    tx.commit().await?;
    let found = unpaid_orders::oldest(&mut *app.store.read().await?, before, AT_ONCE).await?;
    let mut forgotten = 0_usize;
    for id in &found {
        // One transaction per order, so that the locks stay short.
        let mut tx = app.store.begin().await?;
        if orders::lock(&mut tx, id).await?.is_some() && unpaid_orders::forget(&mut tx, id, before).await? {
            forgotten += 1;
        }
        tx.commit().await?;
    }
    if forgotten > 0 {
        tracing::info!(forgotten, "orders that were never paid are deleted");
    }
    Ok(forgotten > 0 && found.len() >= AT_ONCE as usize)
}
