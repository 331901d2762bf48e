//! Passes a resumed renewal on to the provider: the subscription that was to end renews after all.

use super::cancel_renewal::CancelJobError;
use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::effects::read_open_disputes;
use crate::flows::outbox::post_again;
use crate::flows::subscription::read::note_change;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::subscriptions::Subscription;
use crate::store::cancellations::{self, Cancellation};
use crate::store::letters::{self, LetterKind, NewLetter, StoredLetter};
use crate::store::{StoreError, Tx, orders, payments, plan_changes};

/// Has Stripe renew the subscription of an order whose cancellation was taken back, records that it does, and enqueues
/// the letter that says so. Idempotent. A subscription that ended before this call stays cancelled, and an alarm calls
/// an operator to write to the buyer, who was promised a renewal.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn run(app: &App, order_id: &str) -> Result<(), CancelJobError> {
    let (cancellation, payment) = {
        let mut conn = app.store.read().await?;
        let Some(cancellation) = cancellations::of_order(&mut conn, order_id).await? else { return Ok(()) };
        let payment = payments::by_id(&mut conn, &cancellation.payment_id).await?;
        (cancellation, payment.ok_or(StoreError::Gone("payments"))?)
    };
    let Some(asked_at) = cancellation.resume_requested_at else { return Ok(()) };
    let subscription = payment.subscription_ref.as_deref().ok_or(StoreError::Gone("payments"))?;
    // Stripe repeats a stored failure under the same key for a day.
    let hours = (app.clock.now() - asked_at).num_hours();
    let key = format!("{order_id}-resume-renewal-{}-{hours}", cancellation.round);
    let renewed = renew(app, subscription, &key).await?;
    note(app, &cancellation, renewed.as_ref()).await?;
    app.wake.notify_one();
    Ok(())
}

/// Has Stripe renew a subscription that was to end with its term. `None`: it has ended.
///
/// # Errors
/// The provider did not answer, or refused for another reason.
pub(in crate::flows) async fn renew(
    app: &App,
    subscription: &str,
    key: &str,
) -> Result<Option<Subscription>, StripeError> {
    match app.stripe.renew_after_all(subscription, key).await {
        Err(error) if error.is_invalid() || error.has_code("resource_missing") => {
            let known = app.stripe.subscription(subscription).await?;
            if known.has_ended() { Ok(None) } else { Err(error) }
        }
        changed => changed.map(Some),
    }
}

async fn note(app: &App, cancellation: &Cancellation, renewed: Option<&Subscription>) -> Result<(), StoreError> {
    let (order_id, now) = (&cancellation.order_id, app.clock.now());
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if let Some(renewed) = renewed {
        note_change(&mut tx, order_id, renewed, now).await?;
        // The resumption may have overtaken the stop of a dispute.
        read_open_disputes(&mut tx, order_id, now).await?;
        if cancellations::confirm_resumed(&mut tx, cancellation, now).await? {
            post_again(&mut tx, NewLetter::of_order(LetterKind::Resumption, order_id), now).await?;
            if is_untold(&mut tx, order_id).await? {
                post_again(&mut tx, NewLetter::of_order(LetterKind::PlanChange, order_id), now).await?;
            }
        }
        tx.commit().await?;
        tracing::info!(order = %order.number, payment = %cancellation.payment_id, "the renewal is resumed");
        return Ok(());
    }
    let is_new = cancellations::refuse_to_resume(&mut tx, cancellation).await?;
    tx.commit().await?;
    if is_new {
        raise(app, "renewal_not_resumed", &order, &cancellation.payment_id);
    }
    Ok(())
}

/// Whether no letter tells of the newest change of plan, which holds again: the cancellation may have overtaken it.
async fn is_untold(tx: &mut Tx, order_id: &str) -> Result<bool, StoreError> {
    let newest = plan_changes::of_order(tx, order_id).await?.pop();
    let Some(confirmed_at) = newest.and_then(|change| change.confirmed_at) else { return Ok(false) };
    let stored = letters::of_order(tx, order_id).await?;
    // One that waits is written when it is sent.
    let over_at = |letter: &StoredLetter| letter.sent_at.or(letter.refusal.as_ref().map(|refusal| refusal.at));
    let mut about = stored.iter().filter(|letter| letter.is(LetterKind::PlanChange));
    Ok(!about.any(|letter| over_at(letter).is_none_or(|at| at >= confirmed_at)))
}
