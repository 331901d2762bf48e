//! Jobs that stand in the wrong lane: stored by a server of before there were lanes, when one kind served every product and
//! every provider.

use onefare_core::payment::Provider;

use crate::app::App;
use crate::jobs::{Job, JobKind};
use crate::store::{StoreError, jobs, orders, payments, refunds};

/// Hands a job over to the kind that waits in the right lane. `false`: it is of that kind, or what it is about is not
/// known here, and then it is for its flow to say so.
///
/// # Errors
/// The database.
pub(super) async fn hand_over(app: &App, job: &Job) -> Result<bool, StoreError> {
    let Some(kind) = rightful(app, job).await?.filter(|kind| *kind != job.kind) else { return Ok(false) };
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    jobs::enqueue(&mut tx, kind, &job.subject, now, now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(job = %job.id, kind = job.kind.word(), to = kind.word(), "a job was handed over to its lane");
    Ok(true)
}

/// The kind that does the same for this subject. `None`: there is but one.
async fn rightful(app: &App, job: &Job) -> Result<Option<JobKind>, StoreError> {
    Ok(match job.kind {
        JobKind::DeliverOrder | JobKind::DeliverEsim => {
            let order = orders::by_id(&mut *app.store.read().await?, &job.subject).await?;
            order.map(|order| JobKind::delivery(order.quote.product()))
        }
        JobKind::RecheckPayment | JobKind::RecheckIdeal => {
            provider_of_payment(app, &job.subject).await?.map(JobKind::recheck)
        }
        JobKind::SettlePayment | JobKind::SettleIdeal => {
            provider_of_payment(app, &job.subject).await?.map(JobKind::settle)
        }
        JobKind::ExpireSession | JobKind::ExpireIdeal => {
            provider_of_payment(app, &job.subject).await?.map(JobKind::expire)
        }
        JobKind::RefundPayment | JobKind::RefundIdeal => {
            let refund = refunds::by_id(&mut *app.store.read().await?, &job.subject).await?;
            let Some(refund) = refund else { return Ok(None) };
            provider_of_payment(app, &refund.payment_id).await?.map(JobKind::refund)
        }
        JobKind::SendLetter
        | JobKind::SendCopies
        | JobKind::SendRefundLetter
        | JobKind::GiveBackEsim
        | JobKind::ImportBundles
        | JobKind::EndHold
        | JobKind::ForgetUnpaid
        // Always asked for by their provider's kind.
        | JobKind::SeeRefunds
        | JobKind::SeeIdealRefunds
        | JobKind::CancelRenewal
        | JobKind::SendSignIn
        | JobKind::ForwardEvent
        | JobKind::TellOldAddress
        | JobKind::SendWithdrawalReceipt => None,
    })
}

async fn provider_of_payment(app: &App, id: &str) -> Result<Option<Provider>, StoreError> {
    let payment = payments::by_id(&mut *app.store.read().await?, id).await?;
    Ok(payment.map(|payment| payment.provider))
}
