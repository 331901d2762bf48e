//! Sends the letters of an order again, to the owner who has lost them.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::problem::Problem;

use crate::app::App;
use crate::flows::letters::resend::{Asked, ask_rested};
use crate::problem::Refusal;
use crate::store::letters::{self, FIRST, StoredLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx};

/// How often a day: letters cost the reputation of the address they come from.
const TIMES: usize = 3;
/// How long that limit looks back, and how long a letter that the mail server refused waits before its owner's next try.
const DAY: TimeDelta = TimeDelta::days(1);

/// Requests a copy of every letter of the order, as an operator does; a job sends them. They go to the order's address,
/// so the order must still be its owner's once it is locked.
///
/// # Errors
/// [`Problem::NotFound`] for an order of another account, and one without letters; [`Problem::RateLimited`] with the time after
/// which there may be more.
pub async fn send_again(app: &App, order: &Order, owner: &str) -> Result<(), Refusal> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    // Of two concurrent requests the second sees the copy that the first requested.
    let held = orders::lock(&mut tx, &order.id).await.map_err(Refusal::internal)?;
    let order = held.filter(|held| held.is_of_account(owner)).ok_or(Problem::NotFound)?;
    ask(&mut tx, &order, now).await.map_err(Refusal::internal)??;
    tx.commit().await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    Ok(())
}

async fn ask(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Result<(), Refusal>, StoreError> {
    let stored = letters::of_order(tx, &order.id).await?;
    let limited = |until: DateTime<Utc>| Refusal::limited((until - now).to_std().unwrap_or_default());
    if let Some(free_at) = free_at(&stored, now) {
        return Ok(Err(limited(free_at)));
    }
    if ask_rested(tx, order, now - DAY, now).await? != Asked::nothing(order) {
        return Ok(Ok(()));
    }
    tracing::info!(order = %order.number, "no letter to send again");
    Ok(Err(rested_at(&stored, now).map_or_else(|| Problem::NotFound.into(), limited)))
}

/// When the next copies may be requested; `None`: now. Every letter but the first of its kind counts, also one that the
/// shop or an operator caused; the letters of one request count once.
fn free_at(stored: &[StoredLetter], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let recent = stored.iter().filter(|letter| letter.number > FIRST && letter.asked_at + DAY > now);
    let mut asked: Vec<_> = recent.map(|letter| letter.asked_at).collect();
    asked.sort_unstable();
    asked.dedup();
    let full = asked.len().checked_sub(TIMES).and_then(|surplus| asked.get(surplus));
    full.map(|asked_at| *asked_at + DAY)
}

/// When the first of the refused letters may be tried again.
fn rested_at(stored: &[StoredLetter], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let refused = stored.iter().filter_map(|letter| letter.refusal.as_ref());
    refused.map(|refusal| refusal.at + DAY).filter(|at| *at > now).min()
}
