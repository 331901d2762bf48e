//! Which flow each kind of job runs, and when it runs again.

use std::time::Duration;

use chrono::TimeDelta;
use onefare_core::payment::PaymentState;

use crate::app::App;
use crate::flows::account::letter;
use crate::flows::catalogue_renewal;
use crate::flows::delivery::{self, Progress};
use crate::flows::ending::{self, Reason};
use crate::flows::providers;
use crate::flows::support::resending;
use crate::flows::{cancelling, esim_giving_back, refunding, retention, settlement};
use crate::jobs::{Job, JobError, JobKind, Outcome, misplaced};
use crate::store::payments::{self, Payment};

/// After this a payment whose page nobody was shown is given up, with what it holds of a limited code: whoever comes back
/// gets a payment of its own after half a minute.
const HAND_OVER_LIFE: TimeDelta = TimeDelta::minutes(10);

/// After this no page can be paid any more: card pages close after 23 hours, those of iDEAL after minutes, and a bank that
/// began in time answers within the day.
const LONGEST_PAGE: TimeDelta = TimeDelta::hours(24);

/// Runs one job.
///
/// # Errors
/// Whatever kept it from being done; the engine tries again later.
pub async fn handle(app: &App, job: &Job) -> Result<Outcome, JobError> {
    if misplaced::hand_over(app, job).await.map_err(JobError::new)? {
        return Ok(Outcome::Done);
    }
    match job.kind {
        JobKind::DeliverOrder | JobKind::DeliverEsim => {
            return delivery::deliver(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        JobKind::GiveBackEsim => {
            return esim_giving_back::run(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        JobKind::SendLetter => {
            return delivery::send_letters(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        // What is not decided yet is asked about in the background.
        JobKind::SettlePayment | JobKind::SettleIdeal => {
            settlement::settle(app, &job.subject).await.map_err(JobError::new)?;
        }
        JobKind::RecheckPayment | JobKind::RecheckIdeal => return recheck(app, &job.subject).await,
        JobKind::SendCopies => resending::send_copies(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ExpireSession | JobKind::ExpireIdeal => return expire(app, &job.subject).await,
        JobKind::RefundPayment | JobKind::RefundIdeal => {
            let pause = refunding::run(app, &job.subject).await.map_err(JobError::new)?;
            return Ok(pause.map_or(Outcome::Done, Outcome::Again));
        }
        JobKind::SeeRefunds | JobKind::SeeIdealRefunds => {
            let pause = refunding::look(app, &job.subject).await.map_err(JobError::new)?;
            return Ok(pause.map_or(Outcome::Done, Outcome::Again));
        }
        JobKind::EndHold => ending::end_hold(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ForgetUnpaid => return forget_unpaid(app).await,
        JobKind::CancelRenewal => cancelling::run(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::SendRefundLetter => refunding::tell(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::SendSignIn => letter::send(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ImportBundles => return import_bundles(app).await,
    }
    Ok(Outcome::Done)
}

/// Renews the bundles, and again after a while. A job that still waits although the settings want none ends here.
async fn import_bundles(app: &App) -> Result<Outcome, JobError> {
    let Some(every) = app.config.esim_import.every else { return Ok(Outcome::Done) };
    catalogue_renewal::renew(app).await.map_err(JobError::new)?;
    Ok(Outcome::Again(every))
}

/// Deletes what is due of it, a part at a time, and again after an hour.
async fn forget_unpaid(app: &App) -> Result<Outcome, JobError> {
    let more = retention::forget_unpaid(app).await.map_err(JobError::new)?;
    Ok(Outcome::Again(if more { Duration::from_millis(100) } else { Duration::from_hours(1) }))
}

const fn outcome(progress: Progress) -> Outcome {
    match progress {
        Progress::Done => Outcome::Done,
        Progress::Later(pause) => Outcome::Again(pause),
    }
}

/// Asks again until the payment is final: often at first, when a notice may have been lost, then rarely.
async fn recheck(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    use crate::payments::outcome::Outcome::{OnItsWay, Pending};
    let find = async || payments::by_id(&mut *app.store.read().await?, payment_id).await;
    let Some(payment) = find().await.map_err(JobError::new)? else { return Ok(Outcome::Done) };
    if !payment.state.is_settled() {
        providers::background_turn(app, payment.provider).await;
    }
    let outcome = settlement::settle(app, payment_id).await.map_err(JobError::new)?;
    if !matches!(outcome, Pending | OnItsWay) {
        return Ok(Outcome::Done);
    }
    let Some(payment) = find().await.map_err(JobError::new)? else { return Ok(Outcome::Done) };
    if payment.reference.is_none() && app.clock.now() > payment.created_at + HAND_OVER_LIFE {
        // Its page was never handed to a buyer, so nobody can have paid it.
        let given_up = ending::give_up(app, &payment, Reason::NeverShown).await.map_err(JobError::new)?;
        // Not given up means that it has got a page in this moment: then it is asked about like any other.
        return Ok(if given_up { Outcome::Done } else { Outcome::Again(Duration::from_secs(30)) });
    }
    Ok(Outcome::Again(pause(app, &payment)))
}

/// How long to wait before asking about a payment again: often while its buyer is most likely at the page or has just come
/// back from it, so that the answer and the delivery come within five minutes of paying although every notice is lost;
/// rarely of a page that nobody has returned to for two hours. One that was given up is asked about rarely, too: money on
/// it goes back, and nobody waits for a delivery.
///
/// Ten thousand open pages of the last two hours are 42 calls a second, of older ones 11; Stripe allows 100. With more the
/// pace slackens ([`crate::payments::budget`]) and nothing piles up, because the next asking is counted from the last
/// answer. Webhooks and returning buyers wait for none of this.
fn pause(app: &App, payment: &Payment) -> Duration {
    let seen = payment.seen_at.map_or(payment.created_at, |seen| seen.max(payment.created_at));
    let (now, may_be_paid) = (app.clock.now(), payment.state == PaymentState::Open);
    match (now - seen).num_minutes() {
        ..5 => Duration::from_secs(30),
        5..60 => Duration::from_secs(120),
        60..120 if may_be_paid && now - payment.created_at < LONGEST_PAGE => Duration::from_secs(240),
        _ => Duration::from_secs(900),
    }
}

/// Ends a page, and asks again about one that the provider does not let go of until it is over.
async fn expire(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    Ok(match ending::end_page(app, payment_id).await.map_err(JobError::new)? {
        None => Outcome::Done,
        Some(payment) => Outcome::Again(pause(app, &payment)),
    })
}
