//! Deletes an account. What the law does not require goes at once: sessions, sign-in, the wizard's answers, events.
//! Orders stay for the shop's bookkeeping, out of every panel. A paid term runs to its end and nothing renews; what is
//! in flight, such as a refund or an eSIM, still arrives by letter.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::email::Email;

use crate::app::App;
use crate::flows::delivery::progress::Progress;
use crate::flows::outbox::post_once;
use crate::flows::support::renewal::CancelError;
use crate::flows::support::stop_renewal::stop;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::store::letters::{self, LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::{
    Tx, account_deletions, account_email_changes, accounts, customers, events, jobs, leads, orders, sessions, sign_in,
    trusted_devices,
};

/// Deletes an account, for its owner. A repeat changes nothing but ends the session that it came with.
///
/// # Errors
/// As [`delete_within`].
pub async fn delete(app: &App, email: &Email) -> Result<(), CancelError> {
    let mut tx = app.store.begin().await?;
    let orders = delete_within(&mut tx, email, app.clock.now()).await?;
    sessions::end_all(&mut tx, &email.canonical()).await?;
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(to = %email.masked(), orders, "an account is deleted");
    Ok(())
}

/// Deletes an account within the caller's transaction and returns how many orders it had. `None`: no account has the
/// address, and nothing was changed.
///
/// # Errors
/// The database; a stored amount out of bounds. The caller must roll back then.
pub async fn delete_within(tx: &mut Tx, email: &Email, now: DateTime<Utc>) -> Result<Option<usize>, CancelError> {
    let account = email.canonical();
    let mut held = Vec::new();
    for id in account_deletions::orders_to_mark(tx, &account).await? {
        // Read under its lock: a concurrent request may have marked it, or an operator given it another address.
        let order = orders::lock(tx, &id).await?;
        held.extend(order.filter(|it| it.account_deleted_at.is_none() && it.email.canonical() == account));
    }
    if customers::address(tx, &account).await?.is_none() {
        return Ok(None);
    }
    for order in &held {
        account_deletions::mark(tx, &order.id, now).await?;
        events::forget_around_order(tx, &order.id).await?;
        stop(tx, order, now).await?;
    }
    sessions::end_all(tx, &account).await?;
    trusted_devices::end_all(tx, &account).await?;
    sign_in::end_account(tx, &account, now).await?;
    account_email_changes::forget(tx, &account).await?;
    accounts::forget_address(tx, &account).await?;
    leads::delete(tx, email).await?;
    let id = new_id("del");
    account_deletions::insert(tx, &id, &account, now).await?;
    post_once(tx, NewLetter::of_account(LetterKind::AccountDeleted, &id), now).await?;
    jobs::enqueue(tx, JobKind::FinishDeletion, &id, now, now).await?;
    Ok(Some(held.len()))
}

/// Ends every renewal that could not be cancelled at once, because its order is not delivered yet or is being resumed.
/// Then the deletion forgets the address, unless its letter still needs it: the letter enqueues this job again once it
/// is done.
///
/// # Errors
/// The database; the job tries again.
pub async fn finish(app: &App, id: &str) -> Result<Progress, CancelError> {
    let mut conn = app.store.read().await?;
    let Some(deletion) = account_deletions::by_id(&mut conn, id).await? else { return Ok(Progress::Done) };
    let Some(account) = &deletion.email_canonical else { return Ok(Progress::Done) };
    let orders = account_deletions::marked(&mut conn, account).await?;
    drop(conn);
    if let Some(pause) = stop_all(app, &orders).await? {
        return Ok(Progress::Later(pause));
    }
    let mut tx = app.store.begin().await?;
    if !letters::waiting(&mut tx, id).await?.is_empty() {
        return Ok(Progress::Done);
    }
    account_deletions::note_done(&mut tx, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Progress::Done)
}

/// Cancels what still renews. Returns how long until the next check when something may renew yet.
async fn stop_all(app: &App, orders: &[Order]) -> Result<Option<Duration>, CancelError> {
    let mut next_look: Option<Duration> = None;
    for order in orders {
        let mut tx = app.store.begin().await?;
        let held = orders::lock(&mut tx, &order.id).await?;
        // An order whose address was corrected meanwhile belongs to another customer, who decides on it.
        let Some(held) = held.filter(|held| held.account_deleted_at.is_some()) else { continue };
        if let Progress::Later(pause) = stop(&mut tx, &held, app.clock.now()).await? {
            next_look = Some(next_look.map_or(pause, |known| known.min(pause)));
        }
        tx.commit().await?;
        app.wake.notify_one();
    }
    Ok(next_look)
}
