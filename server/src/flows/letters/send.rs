//! Sends letters through the mail server: the one way out. Each is sent once; a server that dies between handing it
//! over and recording that sends it again, with the same `Message-ID`.
//!
//! A letter that the mail server rejects for good is stored as refused and is not retried: repeats would only harm the
//! sender's reputation. One about an order or a refund needs attention; nothing else depends on the others.

use chrono::{DateTime, Utc};

use super::draft::{Draft, Written};
use super::{kinds, limit};
use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::raise;
use crate::flows::delivery::progress::{DeliveryError, Progress};
use crate::flows::outbox::post_again;
use crate::jobs::JobKind;
use crate::mail::{Letter, MailError};
use crate::store::letters::{self, About, FIRST, LetterKind, NewLetter, Refusal, StoredLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, email_changes, jobs};

/// The mail server's verdict on a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Posted {
    /// The mail server has it.
    Taken,
    /// It never accepts it, for this reason.
    Refused(String),
}

/// Sends every waiting letter about a subject; one that announces another goes first. A letter that is refused, or
/// cannot be written, does not block the others.
///
/// # Errors
/// The database or the mail server; the job retries what has not gone out.
pub async fn send_letters(app: &App, subject: &str) -> Result<Progress, DeliveryError> {
    let mut waiting = letters::waiting(&mut *app.store.read().await?, subject).await?;
    waiting.sort_by_key(|letter| (LetterKind::ALL.iter().position(|kind| letter.is(*kind)), letter.number));
    let (mut progress, mut failed) = (Progress::Done, None);
    for letter in &waiting {
        match send(app, letter).await {
            Ok(Progress::Done) => {}
            Ok(later) => progress = later,
            Err(error @ DeliveryError::Mail(_)) => return Err(error),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(progress), Err)
}

async fn send(app: &App, stored: &StoredLetter) -> Result<Progress, DeliveryError> {
    let Written { mut letter, order } = match kinds::draft(app, stored).await? {
        Draft::Written(written) => *written,
        Draft::Later(pause) => return Ok(Progress::Later(pause)),
        Draft::Needless => {
            forget(app, stored).await?;
            return Ok(Progress::Done);
        }
    };
    if stored.number > FIRST {
        // Mailboxes drop a second letter with the same id.
        letter.message_id = format!("{}-{}", letter.message_id, stored.number);
    }
    let limited = limit::action(app, stored, order.as_ref()).await?;
    if let Some(action) = limited
        && !limit::take(app, action, &letter.to).await?
    {
        give_up(app, stored, &letter, None, "there are no more such letters for now".to_owned()).await?;
        return Ok(Progress::Done);
    }
    reached(Step::LetterSent, Side::Before).await;
    let posted = hand_over(app, &letter).await;
    if let (Some(action), Err(_)) = (limited, &posted) {
        limit::give_back(app, action, &letter.to).await?;
    }
    if let Posted::Refused(why) = posted? {
        give_up(app, stored, &letter, order.as_ref(), why).await?;
        return Ok(Progress::Done);
    }
    reached(Step::LetterSent, Side::After).await;
    let (mut tx, now_held) = begin(app, stored).await?;
    note(&mut tx, stored, &letter, app.clock.now()).await?;
    follow_address(&mut tx, stored, order.zip(now_held), app.clock.now()).await?;
    conclude(&mut tx, stored, app.clock.now()).await?;
    reached(Step::LetterNoted, Side::Before).await;
    tx.commit().await?;
    reached(Step::LetterNoted, Side::After).await;
    app.wake.notify_one();
    tracing::info!(subject = stored.subject, to = letter.to.masked(), kind = stored.kind, "letter sent");
    Ok(Progress::Done)
}

/// Begins the transaction that notes what became of a letter. Its order, if it has one, is locked before the letter, as
/// by every flow that requests a letter: PostgreSQL lets that flow wait for the row of a letter that is being noted, and
/// the two would deadlock.
async fn begin(app: &App, stored: &StoredLetter) -> Result<(Tx, Option<Order>), StoreError> {
    let mut tx = app.store.begin().await?;
    let order = match &stored.order_id {
        Some(id) => orders::lock(&mut tx, id).await?,
        None => None,
    };
    Ok((tx, order))
}

/// Hands a letter over. A mail server that refuses us regardless of the letter raises an alarm too.
async fn hand_over(app: &App, letter: &Letter) -> Result<Posted, MailError> {
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

/// Notes that a letter went out, and that its buyer misses nothing by earlier ones of its kind that were refused. One that
/// belongs to no order leaves nothing behind: what is not stored about an account need not be kept for its owner, nor be
/// deleted.
async fn note(tx: &mut Tx, stored: &StoredLetter, letter: &Letter, now: DateTime<Utc>) -> Result<(), StoreError> {
    if stored.order_id.is_none() {
        return letters::forget(tx, stored).await;
    }
    letters::note_sent(tx, stored, &letter.message_id, now).await?;
    letters::acknowledge_earlier(tx, stored, now).await
}

/// Records that a letter will never be accepted. Raises an alarm when a buyer misses something by it.
async fn give_up(
    app: &App,
    stored: &StoredLetter,
    letter: &Letter,
    order: Option<&Order>,
    reason: String,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    tracing::warn!(subject = stored.subject, to = letter.to.masked(), kind = stored.kind, reason, "letter not taken");
    let is_missed = LetterKind::parse(&stored.kind).is_some_and(LetterKind::is_missed);
    let missed_by = order.filter(|_| is_missed);
    let (mut tx, _) = begin(app, stored).await?;
    if stored.order_id.is_some() {
        let done_at = missed_by.is_none().then_some(now);
        letters::note_refused(&mut tx, stored, &Refusal { reason, at: now }, done_at).await?;
    } else {
        letters::forget(&mut tx, stored).await?;
    }
    conclude(&mut tx, stored, now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    if let Some(order) = missed_by {
        raise(app, "letter_undeliverable", order, "");
    }
    Ok(())
}

/// Forgets a letter that has nothing to say any more.
async fn forget(app: &App, stored: &StoredLetter) -> Result<(), StoreError> {
    let (mut tx, _) = begin(app, stored).await?;
    letters::forget(&mut tx, stored).await?;
    conclude(&mut tx, stored, app.clock.now()).await?;
    tx.commit().await?;
    app.wake.notify_one();
    if stored.order_id.is_some() {
        tracing::warn!(
            subject = stored.subject,
            kind = stored.kind,
            "letter not sent: it has nothing to tell any more"
        );
    }
    Ok(())
}

/// Enqueues a copy of a letter that was in flight while its order's address was corrected: it went to the old one, and
/// the correction did not know of it yet. `order` is as the letter was written for it, and as it is now, locked.
async fn follow_address(
    tx: &mut Tx,
    stored: &StoredLetter,
    order: Option<(Order, Order)>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let kind = LetterKind::parse(&stored.kind).filter(|kind| kind.about() == About::Order);
    match kind.zip(order) {
        Some((kind, (written_for, order))) if order.email != written_for.email => {
            post_again(tx, NewLetter::of_order(kind, &order.id), now).await
        }
        _ => Ok(()),
    }
}

/// Continues what waits for the end of a letter, whether it was sent, refused or needless.
async fn conclude(tx: &mut Tx, stored: &StoredLetter, now: DateTime<Utc>) -> Result<(), StoreError> {
    match LetterKind::parse(&stored.kind).map(LetterKind::about) {
        Some(About::Correction) => email_changes::forget_old_address(tx, &stored.subject).await,
        Some(About::Deletion) => jobs::enqueue(tx, JobKind::FinishDeletion, &stored.subject, now, now).await,
        _ => Ok(()),
    }
}
