//! Deleting an account. What is not owed to the law goes at once: sessions, sign-in, answers of the wizard, events. Orders
//! stay for the accounts of the shop, out of every panel. What is paid for runs on to its end and nothing renews; what is
//! on its way, such as a refund or an eSIM, still arrives by letter.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::email::Email;

use crate::app::App;
use crate::flows::delivery::progress::{DeliveryError, Progress};
use crate::flows::letters::send::{Posted, hand_over};
use crate::flows::support::renewal::CancelError;
use crate::flows::support::stop_renewal::stop;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::mail::letters::Envelope;
use crate::mail::letters::account_deleted::AccountDeleted;
use crate::store::account_deletions::{self, AccountDeletion};
use crate::store::orders::Order;
use crate::store::{
    StoreError, Tx, account_email_changes, customers, events, jobs, leads, orders, sessions, sign_in, trusted_devices,
};

/// Why what follows a deletion is not done yet; it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A renewal.
    #[error(transparent)]
    Renewal(#[from] CancelError),
    /// The letter.
    #[error(transparent)]
    Letter(#[from] DeliveryError),
}

/// Deletes an account, for its owner. A repeat changes nothing, and ends the session that it came with.
///
/// # Errors
/// As of [`delete_within`].
pub async fn delete(app: &App, email: &Email) -> Result<(), CancelError> {
    let mut tx = app.store.begin().await?;
    let orders = delete_within(&mut tx, email, app.clock.now()).await?;
    sessions::end_all(&mut tx, &email.canonical()).await?;
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(to = %email.masked(), orders, "an account is deleted");
    Ok(())
}

/// Deletes an account within the caller's transaction, and answers how many orders it had. `None`: nobody has an account
/// with the address, and nothing was changed.
///
/// # Errors
/// The database; a stored amount out of bounds. The transaction is to be undone then.
pub async fn delete_within(tx: &mut Tx, email: &Email, now: DateTime<Utc>) -> Result<Option<usize>, CancelError> {
    let account = email.canonical();
    let mut held = Vec::new();
    for id in account_deletions::orders_to_mark(tx, &account).await? {
        // Read under its lock: another request may have marked it in this moment, or an operator given it another address.
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
    leads::delete(tx, email).await?;
    let id = new_id("del");
    account_deletions::insert(tx, &id, &account, now).await?;
    jobs::enqueue(tx, JobKind::FinishDeletion, &id, now, now).await?;
    Ok(Some(held.len()))
}

/// Sends the letter of a deletion, once, and ends every renewal that could not be cancelled at once: of an order that is
/// not delivered yet, or is being resumed. Then the deletion forgets the address.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn finish(app: &App, id: &str) -> Result<Progress, FinishError> {
    let mut conn = app.store.read().await?;
    let Some(deletion) = account_deletions::by_id(&mut conn, id).await? else { return Ok(Progress::Done) };
    let Some(account) = &deletion.email_canonical else { return Ok(Progress::Done) };
    let orders = account_deletions::marked(&mut conn, account).await?;
    drop(conn);
    // Each without waiting for the other: no charge follows because the mail server is down.
    let stopped = stop_all(app, &orders).await;
    tell(app, &deletion, orders.first()).await?;
    if let Some(pause) = stopped? {
        return Ok(Progress::Later(pause));
    }
    let mut tx = app.store.begin().await?;
    account_deletions::note_done(&mut tx, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Progress::Done)
}

/// Cancels what still renews. Where something may renew yet: how long until the next look.
async fn stop_all(app: &App, orders: &[Order]) -> Result<Option<Duration>, CancelError> {
    let mut next_look: Option<Duration> = None;
    for order in orders {
        let mut tx = app.store.begin().await?;
        let held = orders::lock(&mut tx, &order.id).await?;
        // One whose address was corrected meanwhile is somebody's again, who decides on it.
        let Some(held) = held.filter(|held| held.account_deleted_at.is_some()) else { continue };
        if let Progress::Later(pause) = stop(&mut tx, &held, app.clock.now()).await? {
            next_look = Some(next_look.map_or(pause, |known| known.min(pause)));
        }
        tx.commit().await?;
        app.wake.notify_one();
    }
    Ok(next_look)
}

/// The letter goes to the address, and in the language, of the newest order. An address that takes none needs no other way.
async fn tell(app: &App, deletion: &AccountDeletion, newest: Option<&Order>) -> Result<(), FinishError> {
    let Some(order) = newest.filter(|_| deletion.told_at.is_none()) else { return Ok(()) };
    let letter_id = format!("account-{}", deletion.id);
    let (brand, language) = (app.brand.everywhere(), order.language);
    let letter = AccountDeleted { envelope: Envelope { brand, language, to: &order.email, letter_id: &letter_id } };
    let letter = letter.letter().map_err(DeliveryError::from)?;
    if let Posted::Refused(why) = hand_over(app, &letter).await.map_err(DeliveryError::from)? {
        tracing::warn!(to = %order.email.masked(), why, "the letter about a deleted account is not taken");
    }
    let mut tx = app.store.begin().await?;
    account_deletions::note_told(&mut tx, &deletion.id, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
