//! Which flow each kind of job runs, and when it runs again.

use super::{expire_page, forget_unpaid, import_bundles, recheck_payment, sweep_entitlements, sweep_subscriptions};
use crate::app::App;
use crate::flows::account::deletion;
use crate::flows::delivery::{deliver, esim_return, esim_suspension};
use crate::flows::payment::{cancel_renewal, change_plan, close_page, resume_renewal, settlement};
use crate::flows::{disputes, entitlements, events, letters, refund, subscription, withdrawal};
use crate::jobs::{Job, JobError, JobKind, Outcome};

/// Runs one job.
///
/// # Errors
/// Why the job could not be done; the engine retries it later.
pub async fn handle(app: &App, job: &Job) -> Result<Outcome, JobError> {
    let subject = job.subject.as_str();
    Ok(match job.kind {
        JobKind::DeliverOrder(_) => deliver::deliver(app, subject).await?.into(),
        JobKind::GiveBackEsim => esim_return::run(app, subject).await?.into(),
        JobKind::ImportBundles => import_bundles::run(app).await?,
        JobKind::SendLetter => letters::send::send_letters(app, subject).await?.into(),
        JobKind::SettlePayment(_) => {
            // A payment that stays open has its recheck.
            settlement::settle(app, subject).await?;
            Outcome::Done
        }
        JobKind::RecheckPayment(_) => recheck_payment::run(app, subject).await?,
        JobKind::ExpirePage(_) => expire_page::run(app, subject).await?,
        JobKind::RefundPayment(_) => refund::run::run(app, subject).await?.into(),
        JobKind::SeeRefunds(_) => refund::external::look(app, subject).await?.into(),
        JobKind::RefundLateCharge => refund::late_charge::refund(app, subject).await?.into(),
        JobKind::RefundCharge => refund::charge_refund::refund(app, subject).await?.into(),
        JobKind::EndHold => close_page::end_hold(app, subject).await?.into(),
        JobKind::ForgetUnpaid => forget_unpaid::run(app).await?,
        JobKind::CancelRenewal => cancel_renewal::run(app, subject).await?.into(),
        JobKind::ResumeRenewal => resume_renewal::run(app, subject).await?.into(),
        JobKind::ChangePlan => change_plan::run(app, subject).await?.into(),
        JobKind::ReadSubscription => subscription::read::read(app, subject).await?.into(),
        JobKind::ReadDispute => disputes::read(app, subject).await?.into(),
        JobKind::ReadFraudWarning => disputes::fraud_warning::read(app, subject).await?.into(),
        JobKind::ReadChargebacks => disputes::chargeback::read(app, subject).await?.into(),
        JobKind::SuspendEsim => esim_suspension::run(app, subject).await?.into(),
        JobKind::SweepSubscriptions => sweep_subscriptions::run(app).await?,
        JobKind::UpdateEntitlement => entitlements::update(app, subject).await?.into(),
        JobKind::PushEntitlement => entitlements::push(app, subject).await?.into(),
        JobKind::SweepEntitlements => sweep_entitlements::run(app).await?,
        JobKind::ForwardEvent => events::forward(app, subject, job.created_at).await?.into(),
        JobKind::FinishWithdrawal => withdrawal::stop_renewal(app, subject).await?.into(),
        JobKind::FinishDeletion => deletion::finish(app, subject).await?.into(),
    })
}
