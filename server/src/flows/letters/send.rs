//! Sends letters about orders through the mail server. A letter that the server rejects for good is stored, raises an alarm
//! and is not retried: repeats would only harm the sender's reputation.

use chrono::{DateTime, Utc};
use onefare_core::order::DeliveryState;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::raise;
use crate::flows::delivery::progress::{DeliveryError, Progress, WHILE_MONEY_GOES_BACK, not_ready};
use crate::flows::letters::kinds::LetterKind;
use crate::flows::refund::case;
use crate::jobs::JobKind;
use crate::mail::{Letter, MailError};
use crate::store::orders::{self, Order};
use crate::store::undeliverable_letters::{self, FIRST};
use crate::store::{StoreError, Tx, jobs, letter_copies, letters};

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Posted {
    /// The mail server has it.
    Taken,
    /// It never will, for this reason.
    Refused(String),
}

/// Hands a letter over.
///
/// # Errors
/// The mail server, for now: the job tries again. One that refuses us whatever the letter is also raises an alarm.
pub async fn hand_over(app: &App, letter: &Letter) -> Result<Posted, MailError> {
    match app.mailer.send(letter).await {
        Ok(()) => Ok(Posted::Taken),
        Err(MailError::Permanent(why)) => Ok(Posted::Refused(why)),
        Err(error) => {
            if let MailError::Refused(_) = error {
                app.metrics.alarm("mail_server");
                tracing::error!(alarm = "mail_server", %error, "the mail server refuses us: a person must look");
            }
            Err(error)
        }
    }
}

/// Notes that a letter will never be taken, and tells an operator. `copy` is as in the store.
///
/// # Errors
/// The database; the letter is tried again then.
pub async fn give_up(app: &App, order: &Order, kind: &str, copy: i64, why: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    undeliverable_letters::note(&mut tx, &order.id, kind, copy, why, app.clock.now()).await?;
    tx.commit().await?;
    let to = order.email.masked();
    tracing::warn!(order = %order.number, to, kind, copy, why, "letter not taken");
    raise(app, "letter_undeliverable", order, "");
    Ok(())
}

/// Sends the letters of a delivered order, each once; at least once when the server dies between sending and storing. A
/// letter that announces another goes first, and one that is undeliverable does not block the others. An order that has
/// ended, or ends with a refund in flight, gets no letter that says it is ready.
///
/// # Errors
/// The database or the mail server; the job tries again, with what has not gone out.
pub async fn send_letters(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let (order, goes_back, renewal) = {
        let mut conn = app.store.read().await?;
        let order = orders::by_id(&mut conn, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
        let goes_back = case::all_goes_back(&mut conn, &order).await?;
        let mut renewal = vec![];
        for kind in LetterKind::OF_RENEWAL {
            if kind.holds(&mut conn, order_id).await? {
                renewal.push(kind);
            }
        }
        (order, goes_back, renewal)
    };
    if order.state.delivery() == DeliveryState::Ended {
        tracing::info!(order = %order.number, "the order has ended before its letters went out");
        return Ok(Progress::Done);
    }
    if goes_back {
        return Ok(Progress::Later(WHILE_MONEY_GOES_BACK));
    }
    for kind in LetterKind::of(order.quote.product()).iter().chain(&renewal) {
        let mut conn = app.store.read().await?;
        let settled = letters::sent(&mut conn, order_id, kind.word()).await?
            || undeliverable_letters::stands(&mut conn, order_id, kind.word(), FIRST).await?;
        drop(conn);
        if !settled {
            send(app, &order, *kind).await?;
        }
    }
    Ok(Progress::Done)
}

/// Sends the receipt of a withdrawal, once, however the order stands: the statement is what it is about. A statement that
/// fits no order has none.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn send_withdrawal_receipt(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    let kind = LetterKind::Withdrawal;
    let mut conn = app.store.read().await?;
    let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(()) };
    let settled = letters::sent(&mut conn, order_id, kind.word()).await?
        || undeliverable_letters::stands(&mut conn, order_id, kind.word(), FIRST).await?;
    drop(conn);
    if settled { Ok(()) } else { send(app, &order, kind).await }
}

async fn send(app: &App, order: &Order, kind: LetterKind) -> Result<(), DeliveryError> {
    let letter = kind.write(app, order).await?;
    reached(Step::LetterSent, Side::Before).await;
    if let Posted::Refused(why) = hand_over(app, &letter).await? {
        return Ok(give_up(app, order, kind.word(), FIRST, &why).await?);
    }
    reached(Step::LetterSent, Side::After).await;
    let mut tx = app.store.begin().await?;
    letters::record(&mut tx, &order.id, kind.word(), &letter.message_id, app.clock.now()).await?;
    follow_address(&mut tx, order, kind, app.clock.now()).await?;
    reached(Step::LetterNoted, Side::Before).await;
    tx.commit().await?;
    reached(Step::LetterNoted, Side::After).await;
    tracing::info!(order = %order.number, to = %order.email.masked(), kind = kind.word(), "letter sent");
    Ok(())
}

/// Enqueues a copy of a letter that was under way while its order's address was corrected: it went to the old one, and the
/// correction did not know of it yet. `written_for` is the order as the letter has it.
pub(super) async fn follow_address(
    tx: &mut Tx,
    written_for: &Order,
    kind: LetterKind,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(order) = orders::lock(tx, &written_for.id).await? else { return Ok(()) };
    if order.email != written_for.email {
        letter_copies::ask(tx, &order.id, kind.word(), now).await?;
        jobs::enqueue(tx, JobKind::SendCopies, &order.id, now, now).await?;
    }
    Ok(())
}
