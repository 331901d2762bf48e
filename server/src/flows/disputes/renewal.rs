//! What the disputes of an order mean for its subscription: while one is open it must not charge again, once one is lost it is
//! over, and otherwise it renews as before.

use chrono::{DateTime, Utc};
use onefare_core::order::dispute::DisputeStanding;
use onefare_core::subscription::Standing;

use super::error::DisputeError;
use crate::app::App;
use crate::flows::effects::read_open_disputes;
use crate::flows::payment::cancel_renewal::end_with_term;
use crate::flows::payment::resume_renewal::renew;
use crate::flows::subscription::end::end_now;
use crate::flows::subscription::read::note_change;
use crate::jobs::JobKind;
use crate::store::disputes::{self, Dispute};
use crate::store::subscriptions;
use crate::store::{StoreError, cancellations, jobs};

/// Brings the subscription of an order in line with its disputes. Idempotent. A subscription that has ended meanwhile stays
/// ended: a won dispute must not cause a charge months later that the buyer did not ask for.
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
        if !is_cancelled {
            stop(app, order_id, &subscription.reference, stopping.unwrap_or(open)).await?;
        }
    } else if let Some(decided) = stopping {
        resume(app, order_id, &subscription.reference, decided).await?;
    }
    Ok(())
}

/// Stops the renewal, unless somebody else has: what the shop has not stopped it must not resume.
async fn stop(app: &App, order_id: &str, subscription: &str, dispute: &Dispute) -> Result<(), DisputeError> {
    let told = match app.stripe.subscription(subscription).await {
        Err(error) if error.is_unknown_object() => return Ok(()),
        told => told?,
    };
    if told.standing() == Some(Standing::PastDue) {
        // Its current term is unpaid: retries would charge it in spite of the end of the term.
        return end(app, order_id, subscription).await;
    }
    if told.ends_at().is_some() || told.has_ended() {
        return Ok(());
    }
    let now = app.clock.now();
    // Stored first: after a crash the renewal that was stopped is known to be the dispute's.
    let mut tx = app.store.begin().await?;
    disputes::set_renewal_stopped(&mut tx, &dispute.reference, Some(now)).await?;
    tx.commit().await?;
    let told = end_with_term(app, subscription, &key(dispute, "stop", now)).await?;
    let mut tx = app.store.begin().await?;
    note_change(&mut tx, order_id, &told, now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(dispute = dispute.reference, subscription, "a disputed subscription renews no more");
    Ok(())
}

async fn resume(app: &App, order_id: &str, subscription: &str, dispute: &Dispute) -> Result<(), DisputeError> {
    let mut told = None;
    if !must_end(app, order_id).await? {
        told = renew(app, subscription, &key(dispute, "resume", app.clock.now())).await?;
        // The buyer may have cancelled at this moment, or another dispute may have been opened, and that call may have come first.
        if told.is_some() && must_end(app, order_id).await? {
            told = Some(end_with_term(app, subscription, &key(dispute, "end", app.clock.now())).await?);
        }
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    disputes::set_renewal_stopped(&mut tx, &dispute.reference, None).await?;
    if let Some(told) = told {
        note_change(&mut tx, order_id, &told, now).await?;
    }
    read_open_disputes(&mut tx, order_id, now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(dispute = dispute.reference, subscription, "a dispute no longer stops the renewal");
    Ok(())
}

/// Whether the buyer has cancelled, or the bank still decides about a charge of the order.
async fn must_end(app: &App, order_id: &str) -> Result<bool, StoreError> {
    let mut conn = app.store.read().await?;
    let is_cancelled = cancellations::of_order(&mut conn, order_id).await?.is_some();
    Ok(is_cancelled || disputes::of_order(&mut conn, order_id).await?.iter().any(Dispute::is_open_about_a_term))
}

/// Ends the subscription at once, and voids its unpaid invoices.
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
    format!("{}-{act}-renewal-{}", dispute.reference, (now - dispute.opened_at).num_minutes())
}
