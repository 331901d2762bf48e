//! Finds what the entitlements lack: paid orders without an account, which a server of an older version settled, and revisions from
//! before there was a receiver.

use super::account::give;
use super::push::resend;
use super::update::enqueue;
use crate::app::App;
use crate::jobs::JobKind;
use crate::store::{StoreError, accounts, entitlements, jobs, orders};

/// Subject of the one job.
const SUBJECT: &str = "entitlements";

/// Orders and accounts of one run.
const AT_ONCE: u32 = 100;

/// Enqueues the job if it is missing, and due at once: the settings may name another receiver, or none.
///
/// # Errors
/// The database.
pub async fn plan(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    if app.entitlement_receiver.is_none() {
        entitlements::forget_waiting(&mut tx).await?;
    }
    jobs::enqueue_standing(&mut tx, JobKind::SweepEntitlements, SUBJECT, now, now).await?;
    tx.commit().await
}

/// Mends some of what is lacking. `true`: there may be more.
///
/// # Errors
/// The database.
pub async fn sweep(app: &App) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let (without, untaken) = {
        let mut conn = app.store.read().await?;
        let without = accounts::orders_without(&mut conn, AT_ONCE).await?;
        let untaken = match app.entitlement_receiver {
            Some(_) => entitlements::never_pushed(&mut conn, AT_ONCE).await?,
            None => Vec::new(),
        };
        (without, untaken)
    };
    for id in &without {
        let mut tx = app.store.begin().await?;
        let Some(order) = orders::lock(&mut tx, id).await? else { continue };
        let account = give(&mut tx, &order, now).await?;
        enqueue(&mut tx, &account, now).await?;
        tx.commit().await?;
    }
    if !untaken.is_empty() {
        let mut tx = app.store.begin().await?;
        for account in &untaken {
            resend(&mut tx, account, now).await?;
        }
        tx.commit().await?;
    }
    app.wake.notify_one();
    Ok(without.len().max(untaken.len()) >= AT_ONCE as usize)
}
