//! Finds what the entitlements lack: paid orders without an account, which a server of an older version settled; revisions that no
//! receiver has taken and no job pushes; and, in a check of all accounts after each start and each week, whatever else differs.

use chrono::{DateTime, TimeDelta, Utc};

use super::account::give_and_update;
use super::enqueue::enqueue;
use super::push::resend;
use crate::app::App;
use crate::jobs::JobKind;
use crate::store::entitlements::Check;
use crate::store::{StoreError, accounts, entitlements, jobs, orders};

/// Subject of the one job.
const SUBJECT: &str = "entitlements";

/// Orders and accounts of one run.
const AT_ONCE: u32 = 100;

/// By then the servers of an older version are stopped, which may have changed what an account may use without an update.
const AFTER_A_START: TimeDelta = TimeDelta::minutes(10);

/// How often all accounts are checked.
const EVERY: TimeDelta = TimeDelta::days(7);

/// Enqueues the job if it is missing, and due at once: the settings may name a receiver, or none any more. Another receiver reads
/// what the earlier one has taken by the calls.
///
/// # Errors
/// The database.
pub async fn plan(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    if app.entitlement_receiver.is_none() {
        entitlements::forget_waiting(&mut tx).await?;
    }
    entitlements::set_check(&mut tx, &Check { begins_at: now + AFTER_A_START, after: None }).await?;
    jobs::enqueue_standing(&mut tx, JobKind::SweepEntitlements, SUBJECT, now, now).await?;
    tx.commit().await
}

/// Mends some of what is lacking. `true`: there may be more.
///
/// # Errors
/// The database.
pub async fn sweep(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let without = accounts::orders_without(&mut *app.store.read().await?, AT_ONCE).await?;
    for order_id in &without {
        match give_account(app, order_id, now).await {
            // Its report must not keep the others waiting.
            Err(error @ StoreError::Corrupt { .. }) => tracing::error!(%error, "an order gets no account"),
            given => given?,
        }
    }
    let untaken = push_untaken(app, now).await?;
    let checked = check_accounts(app, now).await?;
    app.wake.notify_one();
    Ok(without.len().max(untaken).max(checked) >= AT_ONCE as usize)
}

async fn give_account(app: &App, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let Some(order) = orders::lock(&mut tx, order_id).await? else { return Ok(()) };
    give_and_update(&mut tx, &order, now).await?;
    tx.commit().await
}

async fn push_untaken(app: &App, now: DateTime<Utc>) -> Result<usize, StoreError> {
    if app.entitlement_receiver.is_none() {
        return Ok(0);
    }
    let untaken = {
        let mut conn = app.store.read().await?;
        let mut untaken = entitlements::never_pushed(&mut conn, AT_ONCE).await?;
        untaken.extend(entitlements::without_push(&mut conn, AT_ONCE).await?);
        untaken
    };
    if !untaken.is_empty() {
        let mut tx = app.store.begin().await?;
        for account in &untaken {
            resend(&mut tx, account, now).await?;
        }
        tx.commit().await?;
    }
    Ok(untaken.len())
}

/// Enqueues the update of the next accounts of the check, if one runs. The update of an account that is in order stores nothing.
async fn check_accounts(app: &App, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let check = entitlements::check(&mut *app.store.read().await?).await?;
    let Some(check) = check.filter(|check| check.begins_at <= now) else { return Ok(0) };
    let mut tx = app.store.begin().await?;
    let found = accounts::after(&mut tx, check.after.as_deref().unwrap_or_default(), AT_ONCE).await?;
    for account in &found {
        enqueue(&mut tx, account, now).await?;
    }
    let next = match found.last() {
        Some(last) if found.len() >= AT_ONCE as usize => Check { after: Some(last.clone()), ..check },
        _ => Check { begins_at: now + EVERY, after: None },
    };
    entitlements::set_check(&mut tx, &next).await?;
    tx.commit().await?;
    Ok(found.len())
}
