//! Runs a refund: sends it to the provider and follows it until it has arrived or failed.
//!
//! The provider knows a refund under our refund id. Before every attempt the job searches the provider's list for that
//! id, because a lost answer may be older than the provider's idempotency keys.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::order::{PaymentEvent, Settled};
use onefare_core::payment::PaymentState;

use crate::app::App;
use crate::flows::alarms::{alarm, raise};
use crate::flows::effects::{self, move_payment, refund_rest};
use crate::flows::outbox::post_once;
use crate::flows::refund::case::{Case, came_back, owes_all};
use crate::flows::refund::provider::{self, RefundError, Stage};
use crate::flows::refund::subscription_end::end_subscription;
use crate::jobs::JobKind;
use crate::store::letters::NewLetter;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, Reason, Refund, RefundState};
use crate::store::{StoreError, Tx, jobs};

/// How a refund ends.
#[derive(Clone, Copy)]
enum End<'why> {
    /// The money was returned, or there was none to return.
    Done,
    /// Others returned the money.
    ByOthers,
    /// It failed.
    Failed(&'why str),
}

impl<'why> End<'why> {
    /// The state that is stored for it, and why the refund failed.
    const fn stored(self) -> (RefundState, Option<&'why str>) {
        match self {
            Self::Done | Self::ByOthers => (RefundState::Done, None),
            Self::Failed(why) => (RefundState::Failed, Some(why)),
        }
    }
}

/// Sends a refund, or sees how far it is. `Some`: ask again after that.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn run(app: &App, refund_id: &str) -> Result<Option<Duration>, RefundError> {
    let Some(case) = Case::find(app, refund_id).await? else { return Ok(None) };
    if case.refund.state == RefundState::Done {
        if case.payment.state == PaymentState::Refunded {
            end_subscription(app, &case).await?;
        }
        return turned_round(app, &case).await.map(|()| None);
    }
    if case.refund.state.is_over() {
        return Ok(None);
    }
    let stage =
        if case.is_back_already() { Stage::Done { reference: None } } else { provider::stage(app, &case).await? };
    if let Some(reference) = stage.reference()
        && case.refund.state == RefundState::Due
        && !matches!(stage, Stage::Failed { .. })
    {
        note(app, &case, reference).await?;
    }
    if !matches!(stage, Stage::Failed { .. }) && case.is_whole() {
        end_subscription(app, &case).await?;
    }
    match stage {
        Stage::Running { .. } => Ok(Some(provider::pause(app.clock.now() - case.refund.created_at))),
        Stage::Done { reference: None } if case.refund.money().is_some() => {
            end(app, &case, End::ByOthers).await.map(|()| None)
        }
        Stage::Done { .. } => end(app, &case, End::Done).await.map(|()| None),
        Stage::Failed { why, .. } => end(app, &case, End::Failed(&why)).await.map(|()| None),
    }
}

/// Checks whether a refund that had arrived was returned: then the buyer has neither, and an operator must look.
async fn turned_round(app: &App, case: &Case) -> Result<(), RefundError> {
    if !case.refund.may_move() {
        return Ok(());
    }
    let Stage::Failed { why, .. } = provider::stage(app, case).await? else { return Ok(()) };
    let (from, to, now) = (RefundState::Done, RefundState::Failed, app.clock.now());
    let mut tx = app.store.begin().await?;
    let moved = refunds::end(&mut tx, &case.refund.id, from, to, Some(&why), now).await?;
    tx.commit().await?;
    if moved {
        tracing::warn!(refund = %case.refund.id, order = %case.order.number, why, "a refund has come back");
        raise(app, "refund_failed", &case.order, &case.payment.id);
    }
    Ok(())
}

/// Records that the provider has it. Now the letter may say so, and after a full refund the eSIM is returned as well.
async fn note(app: &App, case: &Case, reference: &str) -> Result<(), StoreError> {
    let (now, refund) = (app.clock.now(), &case.refund);
    let mut tx = app.store.begin().await?;
    // Before its refund and its letter, as in `end`.
    orders::lock(&mut tx, &case.order.id).await?;
    if refunds::set_reference(&mut tx, &refund.id, reference).await? && refund.money().is_some() {
        post_once(&mut tx, NewLetter::of_refund(&refund.id, &case.order.id), now).await?;
        if case.payment.state == PaymentState::Paid && case.is_whole() {
            effects::return_esim(&mut tx, &case.order, now).await?;
        }
    }
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(refund = %refund.id, payment = %refund.payment_id, "the provider has the refund");
    Ok(())
}

/// Notes the outcome, and what it means for payment and order.
async fn end(app: &App, case: &Case, how: End<'_>) -> Result<(), RefundError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    // The order first, as every flow that moves payments locks it.
    let Some(order) = orders::lock(&mut tx, &case.order.id).await? else { return Ok(()) };
    let Some(refund) = refunds::by_id(&mut tx, &case.refund.id).await? else { return Ok(()) };
    let Some(payment) = payments::by_id(&mut tx, &case.payment.id).await? else { return Ok(()) };
    if refund.state.is_over() {
        return Ok(());
    }
    let (to, why) = how.stored();
    let amount = counted(&mut tx, &payment, &refund, how).await?;
    if !refunds::end(&mut tx, &refund.id, refund.state, to, why, now).await? {
        return Ok(());
    }
    if amount != refund.amount.minor() {
        refunds::set_amount(&mut tx, &refund.id, amount).await?;
    }
    let settled = conclude(&mut tx, &order, &payment, &refund.id, to, now).await?;
    let ends_trial = matches!(refund.reason, Reason::BySupport | Reason::SecondTrial | Reason::Withdrawn);
    let is_told = match how {
        End::Done => refund.money().is_none() && ends_trial,
        // The provider never had this refund, so no letter said so; of what was counted before there is one.
        End::ByOthers => amount > 0,
        End::Failed(_) => false,
    };
    if is_told {
        post_once(&mut tx, NewLetter::of_refund(&refund.id, &order.id), now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    let currency = refund.amount.currency().code();
    tracing::info!(refund = %refund.id, order = %order.number, amount, currency, state = to.word(), "refund ended");
    if to == RefundState::Failed {
        // Whatever it means for the order, the money to refund is still here.
        raise(app, "refund_failed", &order, &payment.id);
    } else if let Some(settled) = settled {
        alarm(app, &order, &payment, &settled);
    }
    Ok(())
}

/// The minor units that a refund returns as it ends: of what others returned only the part that was not counted before.
async fn counted(tx: &mut Tx, payment: &Payment, refund: &Refund, how: End<'_>) -> Result<i64, StoreError> {
    let amount = refund.amount.minor();
    if !matches!(how, End::ByOthers) {
        return Ok(amount);
    }
    let left = payment.taken().0.saturating_sub(refunds::returned(tx, &payment.id).await?);
    Ok(amount.min(left).max(0))
}

/// Notes how the money of a failed refund was returned instead, and what that means. `false`: the refund is not failed
/// any more, and nothing happened. The caller holds the order's lock.
///
/// # Errors
/// The database.
pub async fn end_otherwise(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    refund: &Refund,
    how: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    if !refunds::end_otherwise(tx, &refund.id, how, now).await? {
        return Ok(false);
    }
    conclude(tx, order, payment, &refund.id, RefundState::Done, now).await?;
    Ok(true)
}

/// Applies the end of a refund, which was just stored, to its payment and order. A fully refunded payment's
/// subscription ends with it: under the order's lock no concurrent partial refund can be missed.
pub(super) async fn conclude(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    refund_id: &str,
    to: RefundState,
    now: DateTime<Utc>,
) -> Result<Option<Settled>, StoreError> {
    let event = match to {
        RefundState::Done => came_back(payment.taken().0, refunds::returned(tx, &payment.id).await?),
        _ => Some(PaymentEvent::RefundFailed),
    };
    if event == Some(PaymentEvent::Refunded) && payment.subscription_ref.is_some() {
        jobs::enqueue(tx, JobKind::RefundPayment(payment.provider), refund_id, now, now).await?;
    }
    if event == Some(PaymentEvent::RefundedInPart) && owes_all(payment, order) {
        refund_rest(tx, payment, Reason::DeliveryRefused, now).await?;
    }
    let Some(settled) = event.and_then(|event| payment.state.on(event, order.state)) else { return Ok(None) };
    let failure = (settled.payment == PaymentState::Quarantined).then_some("refund_failed");
    move_payment(tx, order, payment, &settled, failure, now).await?;
    Ok(Some(settled))
}
