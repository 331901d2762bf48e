//! Sends the letters of a delivered order once more, because the buyer has lost them or never got them.
//!
//! That a letter went out stays noted, and it stays noted once. What an operator asks for is a numbered copy with a row
//! and a `Message-ID` of its own: mailboxes drop a second letter with the same one. A job sends what waits.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use serde::Serialize;

use crate::app::App;
use crate::flows::delivery::{DeliveryError, not_ready};
use crate::flows::letter_kinds::LetterKind;
use crate::ids::typed_order_number;
use crate::jobs::JobKind;
use crate::store::letter_copies::LetterCopy;
use crate::store::orders::Order;
use crate::store::{Store, StoreError, jobs, letter_copies, letters, order_search, orders};

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
    /// Whether a first letter had not gone out yet; it is due at once.
    pub first_letter_due: bool,
}

/// How far the sending is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Letters and copies that have not gone out.
    pub waiting: Vec<String>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// Asks for a copy of every letter the order has had; one that waits already is not asked for twice. A letter that has
/// never gone out is no copy: its own job becomes due at once.
///
/// # Errors
/// The database; an order that is not there or not delivered.
pub async fn ask(store: &Store, number: &str, now: DateTime<Utc>) -> Result<Asked, ResendError> {
    let number = typed_order_number(number);
    let mut tx = store.begin().await?;
    let unknown = || ResendError::Unknown(number.clone());
    let id = orders::by_number(&mut tx, &number).await?.ok_or_else(unknown)?.id;
    let order = orders::lock(&mut tx, &id).await?.ok_or_else(unknown)?;
    if order.state != OrderState::Delivered {
        return Err(ResendError::NotDelivered(order.number, order.state.code()));
    }
    let mut asked = Asked { order_id: order.id, copies: Vec::new(), first_letter_due: false };
    for kind in LetterKind::ALL {
        if letters::sent(&mut tx, &asked.order_id, kind.word()).await? {
            letter_copies::ask(&mut tx, &asked.order_id, kind.word(), now).await?;
            asked.copies.push(kind.word());
        }
    }
    if asked.copies.is_empty() {
        jobs::enqueue(&mut tx, JobKind::SendLetter, &asked.order_id, now, now).await?;
        asked.first_letter_due = true;
    } else {
        jobs::enqueue(&mut tx, JobKind::SendCopies, &asked.order_id, now, now).await?;
    }
    tx.commit().await?;
    Ok(asked)
}

/// What of it has not gone out.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, asked: &Asked) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let copies = letter_copies::of_order(&mut conn, &asked.order_id).await?;
    let mut waiting: Vec<String> =
        copies.into_iter().filter(|copy| copy.sent_at.is_none()).map(|copy| copy.kind).collect();
    let own_job = if asked.first_letter_due { JobKind::SendLetter } else { JobKind::SendCopies };
    let jobs = order_search::jobs_about(&mut conn, &asked.order_id).await?;
    let job = jobs.into_iter().find(|job| job.kind == own_job.word());
    if asked.first_letter_due && job.is_some() {
        waiting.push("first letter".to_owned());
    }
    Ok(Progress { waiting, last_error: job.and_then(|job| job.last_error) })
}

/// Sends every copy of an order that waits, each once; at least once when the server dies between the hand-over and the
/// note of it, with the same `Message-ID`.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn send_copies(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    let (order, copies) = {
        let mut conn = app.store.read().await?;
        let order = orders::by_id(&mut conn, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
        (order, letter_copies::of_order(&mut conn, order_id).await?)
    };
    for copy in copies.iter().filter(|copy| copy.sent_at.is_none()) {
        if order.state == OrderState::Delivered {
            send(app, &order, copy).await?;
        } else {
            // Since it was asked for the money went back, or the bank is asked about it: the letter would be untrue.
            let mut tx = app.store.begin().await?;
            letter_copies::take_back(&mut tx, copy).await?;
            tx.commit().await?;
            tracing::warn!(order = %order.number, state = order.state.code(), kind = copy.kind, "copy not sent");
        }
    }
    Ok(())
}

async fn send(app: &App, order: &Order, copy: &LetterCopy) -> Result<(), DeliveryError> {
    let kind = LetterKind::parse(&copy.kind).ok_or_else(|| not_ready(&order.id, "a newer server knows this letter"))?;
    let mut letter = kind.write(app, order).await?;
    letter.message_id = format!("{}-{}", letter.message_id, copy.copy);
    app.mailer.send(&letter).await?;
    let mut tx = app.store.begin().await?;
    letter_copies::note_sent(&mut tx, copy, &letter.message_id, app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(order = %order.number, to = %order.email.masked(), kind = copy.kind, copy = copy.copy, "copy sent");
    Ok(())
}
