//! Which flow each kind of job runs, and when it runs again.

use std::time::Duration;

use chrono::TimeDelta;

use crate::app::App;
use crate::flows::catalogue::renewing;
use crate::flows::delivery::{self, Progress};
use crate::flows::ending::{self, Reason};
use crate::flows::support::resending;
use crate::flows::{refunding, settlement};
use crate::jobs::{Job, JobError, JobKind, Outcome};
use crate::store::payments::{self, Payment};

/// After this a payment that was never handed over never will be: its repeat would name an instant in the past.
const HAND_OVER_LIFE: TimeDelta = TimeDelta::hours(24);

/// Runs one job.
///
/// # Errors
/// Whatever kept it from being done; the engine tries again later.
pub async fn handle(app: &App, job: &Job) -> Result<Outcome, JobError> {
    match job.kind {
        JobKind::DeliverOrder => return deliver(app, &job.subject).await,
        JobKind::SendLetter => delivery::send_letters(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::RecheckPayment => return recheck(app, &job.subject).await,
        JobKind::SendCopies => resending::send_copies(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ExpireSession => return expire(app, &job.subject).await,
        JobKind::RefundPayment => {
            let pause = refunding::run(app, &job.subject).await.map_err(JobError::new)?;
            return Ok(pause.map_or(Outcome::Done, Outcome::Again));
        }
        JobKind::SendRefundLetter => refunding::tell(app, &job.subject).await.map_err(JobError::new)?,
        JobKind::ImportBundles => return import_bundles(app).await,
    }
    Ok(Outcome::Done)
}

/// Renews the bundles, and again after a while. A job that still waits although the settings want none ends here.
async fn import_bundles(app: &App) -> Result<Outcome, JobError> {
    let Some(every) = app.config.esim_import.every else { return Ok(Outcome::Done) };
    renewing::renew(app).await.map_err(JobError::new)?;
    Ok(Outcome::Again(every))
}

async fn deliver(app: &App, order_id: &str) -> Result<Outcome, JobError> {
    match delivery::deliver(app, order_id).await.map_err(JobError::new)? {
        Progress::Done => Ok(Outcome::Done),
        Progress::Later(pause) => Ok(Outcome::Again(pause)),
    }
}

/// Asks again until the payment is final: often at first, when a notice may have been lost, then rarely.
async fn recheck(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    let outcome = settlement::settle(app, payment_id).await.map_err(JobError::new)?;
    if outcome != settlement::Outcome::Pending {
        return Ok(Outcome::Done);
    }
    let mut conn = app.store.read().await.map_err(JobError::new)?;
    let Some(payment) = payments::by_id(&mut conn, payment_id).await.map_err(JobError::new)? else {
        return Ok(Outcome::Done);
    };
    drop(conn);
    if payment.reference.is_none() && app.clock.now() > payment.created_at + HAND_OVER_LIFE {
        // Its page was never handed to a buyer, so nobody can have paid it.
        let given_up = ending::give_up(app, &payment, Reason::NeverShown).await.map_err(JobError::new)?;
        // Not given up means that it has got a page in this moment: then it is asked about like any other.
        return Ok(if given_up { Outcome::Done } else { Outcome::Again(Duration::from_secs(30)) });
    }
    Ok(Outcome::Again(pause(app, &payment)))
}

/// How long to wait before asking about a payment again.
fn pause(app: &App, payment: &Payment) -> Duration {
    match (app.clock.now() - payment.created_at).num_minutes() {
        ..5 => Duration::from_secs(30),
        5..60 => Duration::from_secs(120),
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
