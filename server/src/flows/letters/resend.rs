//! Sends the letters of a delivered or a held order again, because the buyer has lost them or never got them.
//!
//! A letter that went out keeps its one record. What an operator requests is a numbered copy with a row and a
//! `Message-ID` of its own.
//!
//! Letters that the mail server had refused for good, those about refunds too, are tried once more as they were: of each
//! kind the newest.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use serde::Serialize;

use super::order::{holds, is_true_of};
use crate::flows::outbox::{post_again, post_of_delivery};
use crate::flows::support::find::typed_order;
use crate::jobs::JobKind;
use crate::store::letters::{self, About, FIRST, LetterKind, NewLetter, StoredLetter};
use crate::store::order_search;
use crate::store::orders::{self, Order};
use crate::store::{Store, StoreError, Tx, jobs};

/// Why nothing is sent again.
#[derive(Debug, thiserror::Error)]
pub enum ResendError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// The letters are about a delivery that does not exist, or no longer does.
    #[error("order {0} is {1}: only the letters of a delivered order are sent again")]
    NotDelivered(String, &'static str),
}

/// What was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The order's id.
    pub order_id: String,
    /// Copies that wait now, by kind.
    pub copies: Vec<&'static str>,
    /// Whether a first letter had not gone out yet, or was refused; it is due at once.
    pub first_letter_due: bool,
    /// Refunds whose letters were refused; they are due at once.
    pub refunds: Vec<String>,
}

impl Asked {
    /// Nothing was requested for an order.
    pub(in crate::flows) fn nothing(order: &Order) -> Self {
        Self { order_id: order.id.clone(), copies: vec![], first_letter_due: false, refunds: vec![] }
    }
}

/// How far sending has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Letters and copies that have not gone out.
    pub waiting: Vec<String>,
    /// Letters and copies that the mail server refuses for good, and why.
    pub refused: Vec<String>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// Requests a copy of every letter the order has had; a copy that waits already is not requested twice. A letter that
/// was never sent is no copy: its own job becomes due at once. For an order that is not, or no longer, delivered only
/// the letter about its hold, the receipt of its withdrawal and refused letters about refunds are sent.
///
/// # Errors
/// The database; an order that is not there, or has no letter that may be sent.
pub async fn ask(store: &Store, number: &str, now: DateTime<Utc>) -> Result<Asked, ResendError> {
    let mut tx = store.begin().await?;
    let asked = ask_by_number(&mut tx, number, now).await?;
    tx.commit().await?;
    Ok(asked)
}

/// [`ask`] within the caller's transaction.
///
/// # Errors
/// As [`ask`]; the caller must roll back then.
pub async fn ask_by_number(tx: &mut Tx, number: &str, now: DateTime<Utc>) -> Result<Asked, ResendError> {
    let order = locked(tx, number).await?;
    let asked = ask_within(tx, &order, now).await?;
    if order.state != OrderState::Delivered && asked == Asked::nothing(&order) {
        return Err(ResendError::NotDelivered(order.number.to_string(), order.state.code()));
    }
    Ok(asked)
}

/// [`ask`] within the transaction of a caller that holds the order's lock. An order that has no such letter gets none.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn ask_within(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Asked, StoreError> {
    // An operator, or a buyer with another address, has a reason to try whatever was refused a moment ago.
    ask_rested(tx, order, DateTime::<Utc>::MAX_UTC, now).await
}

/// [`ask_within`] for an owner: a letter that the mail server refused after `rested_at` is neither retried nor copied.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn ask_rested(
    tx: &mut Tx,
    order: &Order,
    rested_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Asked, StoreError> {
    let mut asked = Asked::nothing(order);
    let stored = letters::of_order(tx, &order.id).await?;
    for letter in stored.iter().filter(|letter| !letter.is_followed(&stored)) {
        let is_rested = letter.refusal.as_ref().is_some_and(|refusal| refusal.at <= rested_at);
        let kind = LetterKind::parse(&letter.kind).filter(|_| is_rested);
        match kind.map(|kind| (kind, kind.about())) {
            Some((_, About::Refund)) => {
                try_again(tx, letter, now).await?;
                asked.refunds.push(letter.subject.clone());
            }
            Some((kind, About::Order)) if is_true_of(kind, order.state) => try_again(tx, letter, now).await?,
            // Its draft is written when it is sent, and dropped if it is out of date by then.
            Some((kind, About::LaterCharge | About::ChargeRefund)) if kind.is_missed() => {
                try_again(tx, letter, now).await?
            }
            _ => {}
        }
    }
    if order.state == OrderState::Delivered {
        post_of_delivery(tx, order, now).await?;
    }
    copy(tx, order, &mut asked, now).await?;
    Ok(asked)
}

/// Requests a copy of the newest letter of each kind, or has it sent if it waits and is no copy. None of one that stays refused.
async fn copy(tx: &mut Tx, order: &Order, asked: &mut Asked, now: DateTime<Utc>) -> Result<(), StoreError> {
    let stored = letters::of_order(tx, &order.id).await?;
    let about_order = LetterKind::ALL.into_iter().filter(|kind| kind.about() == About::Order);
    for kind in about_order.filter(|kind| is_true_of(*kind, order.state)) {
        let newest = stored.iter().find(|letter| letter.is(kind) && !letter.is_followed(&stored));
        let Some(newest) = newest.filter(|letter| letter.refusal.is_none()) else { continue };
        if newest.waits() && newest.number == FIRST {
            jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await?;
            asked.first_letter_due = true;
        } else if holds(tx, kind, &order.id).await? {
            post_again(tx, NewLetter::of_order(kind, &order.id), now).await?;
            asked.copies.push(kind.word());
        }
    }
    Ok(())
}

/// Enqueues a letter again that the mail server refused.
async fn try_again(tx: &mut Tx, letter: &StoredLetter, now: DateTime<Utc>) -> Result<(), StoreError> {
    letters::retry(tx, letter).await?;
    jobs::enqueue(tx, JobKind::SendLetter, &letter.subject, now, now).await
}

/// The order with a number as an operator typed it, locked until the transaction ends.
async fn locked(tx: &mut Tx, number: &str) -> Result<Order, ResendError> {
    let order = typed_order(tx, number).await?.map_err(ResendError::Unknown)?;
    orders::lock(tx, &order.id).await?.ok_or_else(|| ResendError::Unknown(order.number.to_string()))
}

/// Acknowledges the refused letters of an order, so that they need no attention any more: its buyer hears of them in
/// another way, or cannot be reached. Returns how many they were; they are not sent.
///
/// # Errors
/// The database; an order that is not there.
pub async fn see_to(store: &Store, number: &str, now: DateTime<Utc>) -> Result<u64, ResendError> {
    let mut tx = store.begin().await?;
    let seen_to = see_to_by_number(&mut tx, number, now).await?;
    tx.commit().await?;
    Ok(seen_to)
}

/// [`see_to`] within the caller's transaction.
///
/// # Errors
/// As [`see_to`].
pub async fn see_to_by_number(tx: &mut Tx, number: &str, now: DateTime<Utc>) -> Result<u64, ResendError> {
    let order = locked(tx, number).await?;
    Ok(letters::acknowledge(tx, &order.id, now).await?)
}

/// Reports which of the requested letters have not gone out.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, asked: &Asked) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let stored = letters::of_order(&mut conn, &asked.order_id).await?;
    let mut letters: Vec<_> = stored.iter().filter(|letter| !letter.is_followed(&stored)).collect();
    letters.retain(|letter| match LetterKind::parse(&letter.kind).map(LetterKind::about) {
        Some(About::Order) if letter.waits() && letter.number == FIRST => asked.first_letter_due,
        Some(About::Order) => asked.first_letter_due || !asked.copies.is_empty(),
        Some(About::Refund) => asked.refunds.contains(&letter.subject),
        _ => false,
    });
    let name = |letter: &&StoredLetter| match letter.number {
        _ if letter.is(LetterKind::Refund) => "letter about a refund".to_owned(),
        FIRST => "first letter".to_owned(),
        _ => letter.kind.clone(),
    };
    let mut waiting: Vec<String> = letters.iter().filter(|letter| letter.waits()).map(name).collect();
    waiting.dedup();
    let mut last_error = None;
    for letter in letters.iter().filter(|letter| letter.waits()) {
        let jobs = order_search::jobs_about(&mut conn, &letter.subject).await?;
        let job = jobs.into_iter().find(|job| job.kind == JobKind::SendLetter.word());
        last_error = last_error.or(job.and_then(|job| job.last_error));
    }
    // What was refused before is tried again: a refusal that stands now is new.
    let told = |letter: &&StoredLetter| Some(format!("{}: {}", letter.kind, letter.refusal.as_ref()?.reason));
    Ok(Progress { waiting, refused: letters.iter().filter_map(told).collect(), last_error })
}
