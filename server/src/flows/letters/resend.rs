//! Sends the letters of a delivered order once more, because the buyer has lost them or never got them.
//!
//! That a letter went out stays noted, and it stays noted once. What an operator asks for is a numbered copy with a row
//! and a `Message-ID` of its own: mailboxes drop a second letter with the same one. A job sends what waits.
//!
//! Letters that the mail server had refused for good, those about refunds too, are tried once more as they were.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use serde::Serialize;

use crate::app::App;
use crate::flows::delivery::progress::{DeliveryError, not_ready};
use crate::flows::letters::kinds::LetterKind;
use crate::flows::letters::send::{self, Posted};
use crate::ids::typed_order_number;
use crate::jobs::JobKind;
use crate::store::letter_copies::{self, LetterCopy};
use crate::store::order_search::{self, JobSeen};
use crate::store::orders::{self, Order};
use crate::store::undeliverable_letters::{self, FIRST, Undeliverable};
use crate::store::{Store, StoreError, Tx, jobs, letters, refunds};

/// Why nothing is sent again.
#[derive(Debug, thiserror::Error)]
pub enum ResendError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// The letters tell of a delivery that is not there, or not any more.
    #[error("order {0} is {1}: only the letters of a delivered order are sent again")]
    NotDelivered(String, &'static str),
}

/// What was asked for.
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
    /// Nothing, about an order.
    pub(in crate::flows) fn nothing(order: &Order) -> Self {
        Self { order_id: order.id.clone(), copies: vec![], first_letter_due: false, refunds: vec![] }
    }
}

/// How far the sending is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Letters and copies that have not gone out.
    pub waiting: Vec<String>,
    /// Letters and copies that the mail server will not take, and why.
    pub refused: Vec<String>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// Asks for a copy of every letter the order has had; one that waits already is not asked for twice. A letter that has
/// never gone out is no copy: its own job becomes due at once. Of an order that is not delivered, or not any more, only
/// the receipt of its withdrawal and refused letters about refunds are sent.
///
/// # Errors
/// The database; an order that is not there, or has no letter that may be sent.
pub async fn ask(store: &Store, number: &str, now: DateTime<Utc>) -> Result<Asked, ResendError> {
    let mut tx = store.begin().await?;
    let asked = ask_by_number(&mut tx, number, now).await?;
    tx.commit().await?;
    Ok(asked)
}

/// The same within the caller's transaction.
///
/// # Errors
/// As of [`ask`]; the transaction is to be undone then.
pub async fn ask_by_number(tx: &mut Tx, number: &str, now: DateTime<Utc>) -> Result<Asked, ResendError> {
    let order = locked(tx, number).await?;
    let asked = ask_within(tx, &order, now).await?;
    if order.state != OrderState::Delivered && asked == Asked::nothing(&order) {
        return Err(ResendError::NotDelivered(order.number.to_string(), order.state.code()));
    }
    Ok(asked)
}

/// The same within the transaction of a caller who holds the order's lock. An order that has no such letter gets none.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn ask_within(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Asked, StoreError> {
    let refused = undeliverable_letters::of_order(tx, &order.id).await?;
    let mut asked = Asked::nothing(order);
    ask_for_letters(tx, order.state, &refused, &mut asked, now).await?;
    for letter in &refused {
        if refunds::by_id(tx, &letter.kind).await?.is_some() {
            undeliverable_letters::take_back(tx, &order.id, &letter.kind, letter.copy).await?;
            jobs::enqueue(tx, JobKind::SendRefundLetter, &letter.kind, now, now).await?;
            asked.refunds.push(letter.kind.clone());
        }
    }
    Ok(asked)
}

/// The order with a number as somebody typed it, held until the transaction ends.
async fn locked(tx: &mut Tx, number: &str) -> Result<Order, ResendError> {
    let number = typed_order_number(number).map_err(ResendError::Unknown)?;
    let unknown = || ResendError::Unknown(number.to_string());
    let id = orders::by_number(tx, &number).await?.ok_or_else(unknown)?.id;
    orders::lock(tx, &id).await?.ok_or_else(unknown)
}

async fn ask_for_letters(
    tx: &mut Tx,
    state: OrderState,
    refused: &[Undeliverable],
    asked: &mut Asked,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for kind in LetterKind::ALL.into_iter().filter(|kind| is_true_of(*kind, state)) {
        for letter in refused.iter().filter(|letter| letter.kind == kind.word()) {
            undeliverable_letters::take_back(tx, &asked.order_id, kind.word(), letter.copy).await?;
            asked.first_letter_due |= letter.copy == FIRST;
            if (kind, letter.copy) == (LetterKind::Withdrawal, FIRST) {
                jobs::enqueue(tx, JobKind::SendWithdrawalReceipt, &asked.order_id, now, now).await?;
            }
        }
        if letters::sent(tx, &asked.order_id, kind.word()).await? && kind.holds(tx, &asked.order_id).await? {
            letter_copies::ask(tx, &asked.order_id, kind.word(), now).await?;
            asked.copies.push(kind.word());
        }
    }
    if state == OrderState::Delivered {
        asked.first_letter_due |= asked.copies.is_empty();
        if asked.first_letter_due {
            jobs::enqueue(tx, JobKind::SendLetter, &asked.order_id, now, now).await?;
        }
    }
    if !asked.copies.is_empty() {
        jobs::enqueue(tx, JobKind::SendCopies, &asked.order_id, now, now).await?;
    }
    Ok(())
}

/// Whether a letter still tells the truth about an order. All but the receipt of a withdrawal tell of its delivery.
fn is_true_of(kind: LetterKind, state: OrderState) -> bool {
    state == OrderState::Delivered || kind == LetterKind::Withdrawal
}

/// Notes that nobody needs to look at the refused letters of an order any more: its buyer is told in another way, or
/// cannot be. How many they were; they are not sent.
///
/// # Errors
/// The database; an order that is not there.
pub async fn see_to(store: &Store, number: &str, now: DateTime<Utc>) -> Result<u64, ResendError> {
    let mut tx = store.begin().await?;
    let seen_to = see_to_by_number(&mut tx, number, now).await?;
    tx.commit().await?;
    Ok(seen_to)
}

/// The same within the caller's transaction.
///
/// # Errors
/// As of [`see_to`].
pub async fn see_to_by_number(tx: &mut Tx, number: &str, now: DateTime<Utc>) -> Result<u64, ResendError> {
    let order = locked(tx, number).await?;
    Ok(undeliverable_letters::see_to(tx, &order.id, now).await?)
}

/// What of it has not gone out.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, asked: &Asked) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let refused = undeliverable_letters::of_order(&mut conn, &asked.order_id).await?;
    let is_refused = |kind: &str, copy: i64| refused.iter().any(|letter| letter.kind == kind && letter.copy == copy);
    let copies = letter_copies::of_order(&mut conn, &asked.order_id).await?.into_iter();
    let waits = |copy: &LetterCopy| copy.sent_at.is_none() && !is_refused(&copy.kind, copy.copy);
    let mut waiting: Vec<String> = copies.filter(waits).map(|copy| copy.kind).collect();
    // After its receipt the job of a withdrawal may still wait to cancel a renewal.
    let has_receipt = letters::sent(&mut conn, &asked.order_id, LetterKind::Withdrawal.word()).await?;
    let is_of_first_letter = |job: &JobSeen| {
        job.kind == JobKind::SendLetter.word() || (job.kind == JobKind::SendWithdrawalReceipt.word() && !has_receipt)
    };
    let mut jobs = order_search::jobs_about(&mut conn, &asked.order_id).await?;
    jobs.retain(|job| {
        (asked.first_letter_due && is_of_first_letter(job))
            || (!asked.copies.is_empty() && job.kind == JobKind::SendCopies.word())
    });
    if jobs.iter().any(is_of_first_letter) {
        waiting.push("first letter".to_owned());
    }
    for refund in &asked.refunds {
        let about = order_search::jobs_about(&mut conn, refund).await?;
        let letter = about.into_iter().filter(|job| job.kind == JobKind::SendRefundLetter.word());
        jobs.extend(letter.inspect(|_| waiting.push("letter about a refund".to_owned())));
    }
    // The notes of what is sent again were taken back: what stands now is new.
    let has_letters = asked.first_letter_due || !asked.copies.is_empty();
    let anew = refused.into_iter().filter(|letter| has_letters || asked.refunds.contains(&letter.kind));
    let refused = anew.map(|letter| format!("{}: {}", letter.kind, letter.reason)).collect();
    Ok(Progress { waiting, refused, last_error: jobs.into_iter().find_map(|job| job.last_error) })
}

/// Sends every copy of an order that waits, each once; at least once when the server dies between the hand-over and the
/// note of it, with the same `Message-ID`.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn send_copies(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    let (order, copies, refused) = {
        let mut conn = app.store.read().await?;
        let order = orders::by_id(&mut conn, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
        let copies = letter_copies::of_order(&mut conn, order_id).await?;
        (order, copies, undeliverable_letters::of_order(&mut conn, order_id).await?)
    };
    let is_refused = |copy: &LetterCopy| refused.iter().any(|one| one.kind == copy.kind && one.copy == copy.copy);
    for copy in copies.iter().filter(|copy| copy.sent_at.is_none() && !is_refused(copy)) {
        let kind = LetterKind::parse(&copy.kind);
        let kind = kind.ok_or_else(|| not_ready(&order.id, "a newer server knows this letter"))?;
        if is_true_of(kind, order.state) && kind.holds(&mut *app.store.read().await?, order_id).await? {
            send(app, &order, kind, copy).await?;
        } else {
            // After the request the money was refunded or disputed, or the renewal was cancelled or resumed: the letter
            // would be untrue.
            let mut tx = app.store.begin().await?;
            letter_copies::take_back(&mut tx, copy).await?;
            tx.commit().await?;
            tracing::warn!(order = %order.number, state = order.state.code(), kind = copy.kind, "copy not sent");
        }
    }
    Ok(())
}

async fn send(app: &App, order: &Order, kind: LetterKind, copy: &LetterCopy) -> Result<(), DeliveryError> {
    let mut letter = kind.write(app, order).await?;
    letter.message_id = format!("{}-{}", letter.message_id, copy.copy);
    if let Posted::Refused(why) = send::hand_over(app, &letter).await? {
        return Ok(send::give_up(app, order, &copy.kind, copy.copy, &why).await?);
    }
    let mut tx = app.store.begin().await?;
    letter_copies::note_sent(&mut tx, copy, &letter.message_id, app.clock.now()).await?;
    send::follow_address(&mut tx, order, kind, app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(order = %order.number, to = %order.email.masked(), kind = copy.kind, copy = copy.copy, "copy sent");
    Ok(())
}
