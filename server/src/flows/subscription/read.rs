//! Reads a subscription at Stripe: how it stands, when it charges next, and what it has charged since its first payment.
//! Each charge is judged by what its buyer agreed to. A webhook event only causes the read; a lost one costs a day at most,
//! because [`sweep`](super::sweep) asks a day after each charge is due.

use chrono::{DateTime, Utc};
use onefare_core::subscription::{AFTER_A_CHARGE, Standing, UnpaidInvoice, next_look};

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::entitlements::enqueue_update;
use crate::flows::later_terms::TermsError;
use crate::flows::subscription::{charge_notices, charges, end, returned, unpaid};
use crate::jobs::JobKind;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::invoices::Invoice;
use crate::payments::stripe::subscriptions::Subscription as Told;
use crate::store::subscriptions::{self, Subscription};
use crate::store::{StoreError, Tx, jobs, later_charges, orders, unpaid_invoices};

/// Why a subscription could not be read; the job tries again.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Stripe did not answer.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// What was agreed cannot be read.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

/// Reads the subscription of an order, stores how it stands, and judges every charge that is new. A difference raises an
/// alarm and stays in `onefare attention` until the money was returned or an operator has accepted it; access goes on.
///
/// # Errors
/// See [`ReadError`].
pub async fn read(app: &App, order_id: &str) -> Result<(), ReadError> {
    let (known, known_charges, has_unpaid) = {
        let mut conn = app.store.read().await?;
        let Some(known) = subscriptions::of_order(&mut conn, order_id).await? else { return Ok(()) };
        let has_unpaid = unpaid_invoices::open_of_order(&mut conn, order_id).await?.is_some();
        (known, later_charges::of_order(&mut conn, order_id).await?, has_unpaid)
    };
    let asked_at = app.clock.now();
    let mut told = match app.stripe.subscription(&known.reference).await {
        Ok(told) => Some(told),
        // Stripe deletes a customer together with the subscriptions, which it ends first.
        Err(error) if error.is_unknown_object() => None,
        Err(error) => return Err(error.into()),
    };
    let unpaid = unpaid_of(app, &known, &mut told, has_unpaid, asked_at).await?;
    let is_stored = |invoice: &Invoice| known_charges.iter().any(|charge| charge.invoice == invoice.id);
    let is_new = |invoice: &Invoice| invoice.is_of_later_term() && !is_stored(invoice);
    let new = app.stripe.charges(&known.reference, is_new).await?;
    let returned = returned::of_charges(app, &known_charges).await?;
    let mut seen = described(known, told.as_ref(), asked_at);
    let waits = known_charges.iter().any(|charge| charge.is_open() && !returned::is_settled(charge, &returned));
    if seen.look_at.is_none() && (waits || !new.is_empty()) {
        // Of a subscription that is over, the refund of a charge may still be waited for.
        seen.look_at = asked_at.checked_add_signed(AFTER_A_CHARGE);
    }
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let next = charge_notices::next_charge(&mut tx, &order, &seen, asked_at).await?;
    let notice_at = next.as_ref().and_then(|next| next.next_notice_at(asked_at));
    seen.look_at = [seen.look_at, notice_at].into_iter().flatten().min();
    let is_newest = subscriptions::note(&mut tx, &seen).await?;
    if let Some(next) = next.filter(|_| is_newest) {
        charge_notices::post(&mut tx, &order, &next, asked_at).await?;
    }
    let differing = charges::record(&mut tx, &order, (&seen, &unpaid), new, asked_at).await?;
    if is_newest {
        returned::record(&mut tx, &known_charges, &returned, asked_at).await?;
        unpaid::record(&mut tx, &order, &unpaid, seen.standing == Standing::Ended, asked_at).await?;
    }
    enqueue_update(&mut tx, order_id, asked_at).await?;
    tx.commit().await?;
    app.wake.notify_one();
    if differing > 0 {
        raise(app, "charged_differently", &order, &seen.reference);
    }
    Ok(())
}

/// The unpaid invoices of the subscription. Past the grace period the shop cancels it and voids them; it voids those of any ended
/// subscription.
async fn unpaid_of(
    app: &App,
    known: &Subscription,
    told: &mut Option<Told>,
    has_unpaid: bool,
    now: DateTime<Utc>,
) -> Result<Vec<UnpaidInvoice>, StripeError> {
    let standing = told.as_ref().map_or(Some(Standing::Ended), Told::standing);
    let has_ended = standing == Some(Standing::Ended);
    let ends_now = has_ended && known.standing != Standing::Ended;
    if told.is_none() || !(standing == Some(Standing::PastDue) || has_unpaid || ends_now) {
        return Ok(Vec::new());
    }
    let unpaid = app.stripe.unpaid_invoices(&known.reference).await?;
    let is_over = unpaid.first().is_some_and(|oldest| oldest.access_until(app.config.grace) <= now);
    let gives_up = standing == Some(Standing::PastDue) && is_over;
    if gives_up {
        *told = end::cancel(app, &known.reference).await?;
    }
    if gives_up || has_ended {
        end::void(app, &unpaid).await?;
    }
    Ok(unpaid)
}

/// Stores what Stripe has answered to a change of the subscription, and enqueues a read: until then the panel would show what
/// it knew before the change.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn note_change(
    tx: &mut Tx,
    order_id: &str,
    changed: &Told,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(known) = subscriptions::of_order(tx, order_id).await? else { return Ok(()) };
    subscriptions::note(tx, &described(known, Some(changed), now)).await?;
    enqueue_update(tx, order_id, now).await?;
    jobs::enqueue(tx, JobKind::ReadSubscription, order_id, now, now).await
}

/// The subscription as Stripe has described it; one that Stripe has forgotten is over.
fn described(known: Subscription, told: Option<&Told>, asked_at: DateTime<Utc>) -> Subscription {
    let standing = match told.map(Told::standing) {
        None => Standing::Ended,
        Some(Some(standing)) => standing,
        Some(None) => {
            let status = told.map(|told| told.status.as_str()).unwrap_or_default();
            tracing::error!(subscription = %known.reference, status, "a subscription stands in an unknown way");
            known.standing
        }
    };
    let renews_at = told.and_then(|told| told.renews_at(standing));
    let ends_at = match told {
        Some(told) => told.ends_at(),
        None => known.ends_at.or(Some(asked_at)),
    };
    let look_at = next_look(standing, renews_at.or(ends_at), asked_at);
    Subscription { standing, renews_at, ends_at, seen_at: asked_at, look_at, ..known }
}
