//! Which flow each kind of job runs, and when it runs again.

use std::time::Duration;

use crate::app::App;
use crate::flows::account::{deletion, email_letters, letter};
use crate::flows::delivery::progress::Progress;
use crate::flows::delivery::{deliver, esim_return};
use crate::flows::payment::close_page::{self, Reason};
use crate::flows::payment::recheck::{HAND_OVER_LIFE, pause};
use crate::flows::payment::{cancel_renewal, change_plan, providers, resume_renewal, settlement};
use crate::flows::{catalogue_renewal, events, letters, refund, retention, withdrawal};
use crate::jobs::{Job, JobError, JobKind, Outcome};
use crate::store::payments;

/// Runs one job.
///
/// # Errors
/// Whatever kept it from being done; the engine tries again later.
pub async fn handle(app: &App, job: &Job) -> Result<Outcome, JobError> {
    match job.kind {
        JobKind::DeliverOrder | JobKind::DeliverEsim => {
            return deliver::deliver(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        JobKind::GiveBackEsim => {
            return esim_return::run(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        JobKind::SendLetter => {
            return letters::send::send_letters(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        // What is not decided yet is asked about in the background.
        JobKind::SettlePayment | JobKind::SettleIdeal => {
            settlement::settle(app, &job.subject).await.map_err(JobError::new)?;
        }
        JobKind::RecheckPayment | JobKind::RecheckIdeal => return recheck(app, &job.subject).await,
        JobKind::SendCopies => letters::resend::send_copies(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ExpireSession | JobKind::ExpireIdeal => return expire(app, &job.subject).await,
        JobKind::RefundPayment | JobKind::RefundIdeal => {
            let pause = refund::run::run(app, &job.subject).await.map_err(JobError::new)?;
            return Ok(pause.map_or(Outcome::Done, Outcome::Again));
        }
        JobKind::SeeRefunds | JobKind::SeeIdealRefunds => {
            let pause = refund::external::look(app, &job.subject).await.map_err(JobError::new)?;
            return Ok(pause.map_or(Outcome::Done, Outcome::Again));
        }
        JobKind::EndHold => close_page::end_hold(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ForgetUnpaid => return forget_unpaid(app).await,
        JobKind::CancelRenewal => cancel_renewal::run(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ResumeRenewal => resume_renewal::run(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ChangePlan => change_plan::run(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::SendRefundLetter => letters::refund::tell(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::TellOldAddress => letters::old_address::tell(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::SendWithdrawalReceipt => {
            // Each without waiting for the other: no charge follows because the mail server is down.
            let stopped = withdrawal::stop_renewal(app, &job.subject).await;
            letters::send::send_withdrawal_receipt(app, &job.subject).await.map_err(JobError::new)?;
            return stopped.map(outcome).map_err(JobError::new);
        }
        JobKind::FinishDeletion => {
            return deletion::finish(app, &job.subject).await.map(outcome).map_err(JobError::new);
        }
        JobKind::TellAccountEmail => email_letters::send(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::SendSignIn => letter::send(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ForwardEvent => {
            events::forward(app, &job.subject, job.created_at).await.map_err(JobError::new)?;
        }
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
        let given_up = close_page::give_up(app, &payment, Reason::NeverShown).await.map_err(JobError::new)?;
        // Not given up means that it has got a page in this moment: then it is asked about like any other.
        return Ok(if given_up { Outcome::Done } else { Outcome::Again(Duration::from_secs(30)) });
    }
    Ok(Outcome::Again(pause(app, &payment)))
}

/// Ends a page, and asks again about one that the provider does not let go of until it is over.
async fn expire(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    Ok(match close_page::end_page(app, payment_id).await.map_err(JobError::new)? {
        None => Outcome::Done,
        Some(payment) => Outcome::Again(pause(app, &payment)),
    })
}
