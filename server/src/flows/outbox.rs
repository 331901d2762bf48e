//! Letters that are to be sent: each is stored with its job, in the transaction that causes it. The job sends it
//! (`flows::letters::send`).

use chrono::{DateTime, Utc};

use crate::jobs::JobKind;
use crate::store::letters::{self, LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::{StoreError, Tx, jobs};

/// Sends a letter once, however often a caller requests it.
///
/// # Errors
/// The database.
pub async fn post_once(tx: &mut Tx, letter: NewLetter<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    letters::insert_once(tx, letter, now).await?;
    jobs::enqueue(tx, JobKind::SendLetter, letter.subject, now, now).await
}

/// Sends a letter, or the next of its kind after one that went out or was refused. It is written when it is sent, so one that
/// waits already is enough.
///
/// # Errors
/// The database.
pub async fn post_again(tx: &mut Tx, letter: NewLetter<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    letters::insert_again(tx, letter, now).await?;
    jobs::enqueue(tx, JobKind::SendLetter, letter.subject, now, now).await
}

/// Sends the letters that a delivered order gets, each once.
///
/// # Errors
/// The database.
pub async fn post_of_delivery(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    for kind in LetterKind::of(order.quote.product()) {
        letters::insert_once(tx, NewLetter::of_order(*kind, &order.id), now).await?;
    }
    jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await
}
