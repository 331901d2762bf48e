//! Sends the letters of an order again, to the owner who has lost them.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::problem::Problem;

use crate::app::App;
use crate::flows::letters::resend::{ResendError, ask_by_number};
use crate::problem::Refusal;
use crate::store::letters::{self, FIRST, LetterKind, StoredLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx};

/// How often a day: letters cost the reputation of the address they come from.
const TIMES: usize = 3;
const DAY: TimeDelta = TimeDelta::days(1);

/// Requests a copy of every letter of the order, as an operator does; a job sends them. They go to the order's address,
/// so the order must still be its owner's once it is locked.
///
/// # Errors
/// [`Problem::NotFound`] for an order of another account or without letters; [`Problem::RateLimited`] with the time
/// until the next copy is allowed.
pub async fn send_again(app: &App, order: &Order, owner: &str) -> Result<(), Refusal> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    // Of two concurrent requests the second sees the copy that the first requested.
    let held = orders::lock(&mut tx, &order.id).await.map_err(Refusal::internal)?;
    let order = held.filter(|held| held.is_of_account(owner)).ok_or(Problem::NotFound)?;
    if let Some(free_at) = free_at(&mut tx, &order, now).await.map_err(Refusal::internal)? {
        return Err(Refusal::limited((free_at - now).to_std().unwrap_or_default()));
    }
    match ask_by_number(&mut tx, order.number.as_str(), now).await {
        Ok(_) => {}
        Err(ResendError::Store(error)) => return Err(Refusal::internal(error)),
        Err(error) => {
            tracing::info!(order = %order.number, %error, "no letter to send again");
            return Err(Problem::NotFound.into());
        }
    }
    tx.commit().await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    Ok(())
}

/// When the next copy may be requested; `None`: now.
async fn free_at(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
    let is_copy = |letter: &StoredLetter| letter.is(LetterKind::Receipt) && letter.number > FIRST;
    let mut recent = letters::of_order(tx, &order.id).await?;
    recent.retain(|letter| is_copy(letter) && letter.asked_at + DAY > now);
    recent.sort_by_key(|copy| copy.asked_at);
    let full = recent.len().checked_sub(TIMES).and_then(|surplus| recent.get(surplus));
    Ok(full.map(|copy| copy.asked_at + DAY))
}
