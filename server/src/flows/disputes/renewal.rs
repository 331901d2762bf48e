//! What the disputes of an order mean for its subscription: while one is open it must not charge again, once one is lost it is
//! over, and otherwise it renews as before.

use chrono::{DateTime, Utc};
use onefare_core::dispute::DisputeStanding;
use onefare_core::subscription::Standing;

use super::error::DisputeError;
use crate::app::App;
use crate::flows::payment::cancel_renewal::end_with_term;
use crate::flows::payment::resume_renewal::renew;
use crate::flows::subscription::end::end_now;
use crate::flows::subscription::read::note_change;
use crate::jobs::JobKind;
use crate::payments::stripe::subscriptions::Subscription as Told;
use crate::store::disputes::{self, Dispute};
use crate::store::subscriptions;
use crate::store::{StoreError, cancellations, jobs};

/// Brings the subscription of an order in line with its disputes. Idempotent. A subscription that has ended meanwhile stays
/// ended: the buyer buys anew, and nobody is charged months after a dispute without asking for it.
///
/// # Errors
/// The provider or the database did not answer.
pub(super) async fn follow(app: &App, order_id: &str) -> Result<(), DisputeError> {
    let (subscription, all, is_cancelled) = {
        let mut conn = app.store.read().await?;
        let Some(subscription) = subscriptions::of_order(&mut conn, order_id).await? else { return Ok(()) };
        let is_cancelled = cancellations::of_order(&mut conn, order_id).await?.is_some();
        (subscription, disputes::of_order(&mut conn, order_id).await?, is_cancelled)
    };
    if subscription.standing == Standing::Ended {
        return Ok(());
    }
    let about_terms = || all.iter().filter(|dispute| dispute.is_about_a_term());
    let stopping = about_terms().find(|dispute| dispute.renewal_stopped_at.is_some());
    if about_terms().any(|dispute| dispute.standing == DisputeStanding::Lost) {
        end(app, order_id, &subscription.reference).await?;
    } else if let Some(open) = about_terms().find(|dispute| dispute.standing == DisputeStanding::Open) {
        // A resumption that was in flight when the dispute was opened may have come last.
        let renews = stopping.is_none() || subscription.ends_at.is_none();
        if renews && !is_cancelled {
            stop(app, order_id, &subscription.reference, open).await?;
        }
    } else if let Some(decided) = stopping {
        resume(app, order_id, &subscription.reference, decided).await?;
    }
    Ok(())
}

async fn stop(app: &App, order_id: &str, subscription: &str, dispute: &Dispute) -> Result<(), DisputeError> {
    let told = end_with_term(app, subscription, &key(dispute, "stop", app.clock.now())).await?;
    note(app, order_id, Some(&told), (dispute, true)).await?;
    tracing::info!(dispute = dispute.reference, subscription, "a disputed subscription renews no more");
    Ok(())
}

async fn resume(app: &App, order_id: &str, subscription: &str, dispute: &Dispute) -> Result<(), DisputeError> {
    let is_cancelled =
        async || Ok::<_, StoreError>(cancellations::of_order(&mut *app.store.read().await?, order_id).await?.is_some());
    let mut told = None;
    if !is_cancelled().await? {
        told = renew(app, subscription, &key(dispute, "resume", app.clock.now())).await?;
        // The buyer may have cancelled at this moment, and that call may have come first.
        if is_cancelled().await? {
            told = Some(end_with_term(app, subscription, &key(dispute, "cancel", app.clock.now())).await?);
        }
    }
    note(app, order_id, told.as_ref(), (dispute, false)).await?;
    tracing::info!(dispute = dispute.reference, subscription, "a dispute no longer stops the renewal");
    Ok(())
}

async fn end(app: &App, order_id: &str, subscription: &str) -> Result<(), DisputeError> {
    end_now(app, subscription).await?;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    jobs::enqueue(&mut tx, JobKind::ReadSubscription, order_id, now, now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}

/// Stripe repeats a stored failure under the same key for a day.
fn key(dispute: &Dispute, act: &str, now: DateTime<Utc>) -> String {
    format!("{}-{act}-renewal-{}", dispute.reference, (now - dispute.opened_at).num_hours())
}

async fn note(
    app: &App,
    order_id: &str,
    told: Option<&Told>,
    (dispute, is_stopped): (&Dispute, bool),
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    disputes::set_renewal_stopped(&mut tx, &dispute.reference, is_stopped.then_some(now)).await?;
    if let Some(told) = told {
        note_change(&mut tx, order_id, told, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(())
}
