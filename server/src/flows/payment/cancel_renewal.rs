//! Passes a cancelled renewal on to the provider: the subscription ends with the term or trial that is paid for, and
//! nothing more is charged. A subscription whose renewal is unpaid ends immediately, and its invoice is voided. A charge that the
//! provider made before it had the cancellation is refunded ([`late_charge`]).

use onefare_core::subscription::Standing;

use crate::app::App;
use crate::flows::later_terms::{self, TermsError};
use crate::flows::outbox::post_again;
use crate::flows::refund::late_charge;
use crate::flows::subscription::end::end_now;
use crate::flows::subscription::read::note_change;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::subscriptions::Subscription;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::{StoreError, cancellations, deliveries, orders, payments, unpaid_invoices};

/// Why a cancellation has not reached the provider; it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum CancelJobError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// The end of the term is unknown.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

/// Has Stripe end the subscription of a cancelled order with its current term, records that it does, and enqueues the
/// letter that says so. Idempotent: a repeat after a crash changes nothing at Stripe, and a confirmed cancellation is
/// left alone.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn run(app: &App, order_id: &str) -> Result<(), CancelJobError> {
    let (cancellation, payment, delivery, unpaid) = {
        let mut conn = app.store.read().await?;
        let Some(cancellation) = cancellations::of_order(&mut conn, order_id).await? else { return Ok(()) };
        let payment = payments::by_id(&mut conn, &cancellation.payment_id).await?;
        let payment = payment.ok_or(StoreError::Gone("payments"))?;
        let unpaid = unpaid_invoices::of_order(&mut conn, order_id).await?;
        let unpaid = unpaid.into_iter().filter(|one| one.was_open_at(cancellation.requested_at));
        let unpaid: Vec<String> = unpaid.map(|one| one.unpaid.invoice).collect();
        (cancellation, payment, deliveries::of_order(&mut conn, order_id).await?, unpaid)
    };
    if cancellation.confirmed_at.is_some() {
        return Ok(());
    }
    let subscription = payment.subscription_ref.as_deref().ok_or(StoreError::Gone("payments"))?;
    // Stripe repeats a stored failure under the same key for a day, and would repeat the answer of an earlier round
    // too.
    let hours = (app.clock.now() - cancellation.requested_at).num_hours();
    let ended =
        end_with_term(app, subscription, &format!("{order_id}-cancel-renewal-{}-{hours}", cancellation.round)).await?;
    let since = cancellation.requested_at;
    let was_charged = ended.has_charged_since(since);
    // Its current term is unpaid, so it must not run to the end of the term. The buyer was promised that the invoice is void, also
    // when a retry charges it before Stripe has the cancellation.
    let is_unpaid = ended.standing() == Some(Standing::PastDue) || !unpaid.is_empty();
    let (mut late, mut changed) = (Vec::new(), ended.clone());
    if was_charged || is_unpaid {
        changed = end_now(app, subscription).await?.unwrap_or(changed);
        late = late_charge::find(app, subscription, &unpaid, since).await?;
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let ends_at = if was_charged {
        // The end that the buyer was promised: what followed is not paid for.
        later_terms::at(&mut tx, &order, since).await?.map(|terms| terms.next.at)
    } else if is_unpaid {
        Some(now)
    } else {
        ended.ends_at()
    };
    let ends_at = ends_at.or(delivery.map(|delivery| delivery.ends_at)).unwrap_or(now);
    let new = late_charge::note(&mut tx, &order, &payment, &late, now).await?;
    note_change(&mut tx, order_id, &changed, now).await?;
    if cancellations::confirm(&mut tx, &cancellation, ends_at, now).await? {
        post_again(&mut tx, NewLetter::of_order(LetterKind::Cancellation, order_id), now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    late_charge::raise_found(app, &order, &payment, new);
    tracing::info!(order = %order.number, payment = %payment.id, %ends_at, "the renewal is cancelled");
    Ok(())
}

/// Has Stripe end a subscription with its current term. One that has ended already is a success: it charges nothing more either.
///
/// # Errors
/// The provider did not answer, or refused for another reason.
pub(in crate::flows) async fn end_with_term(
    app: &App,
    subscription: &str,
    key: &str,
) -> Result<Subscription, StripeError> {
    match app.stripe.cancel_at_period_end(subscription, key).await {
        Err(error) if error.is_invalid() || error.has_code("resource_missing") => {
            let known = app.stripe.subscription(subscription).await?;
            if known.has_ended() { Ok(known) } else { Err(error) }
        }
        changed => changed,
    }
}
