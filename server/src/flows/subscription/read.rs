//! Reads a subscription at Stripe: how it stands, when it charges next, and what it has charged since its first payment.
//! Each charge is judged by what its buyer agreed to. A webhook event only causes the read; a lost one costs a day at most,
//! because [`sweep`](super::sweep) asks a day after each charge is due.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::Money;
use onefare_core::subscription::{AFTER_A_CHARGE, ChargeVerdict, Standing, judge, next_look};

use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::later_terms::{TermsError, agreements};
use crate::flows::outbox::post_once;
use crate::flows::subscription::{charge_notices, end, unpaid};
use crate::payments::stripe::StripeError;
use crate::payments::stripe::invoices::{Charge, Invoice};
use crate::payments::stripe::refunds::arrived;
use crate::payments::stripe::subscriptions::Subscription as Told;
use crate::payments::stripe::unpaid_invoices::UnpaidInvoice;
use crate::store::cancellations::{self, Cancellation};
use crate::store::later_charges::{self, LaterCharge};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::subscriptions::{self, Subscription};
use crate::store::unpaid_invoices::UnpaidInvoice as Unpaid;
use crate::store::{StoreError, Tx, late_charges, plan_changes, unpaid_invoices};

/// How many of the newest charges the shop asks about refunds that others have made.
const NEWEST: usize = 6;

/// A receipt of a charge that was found later than this would only surprise.
const TOLD_WITHIN: TimeDelta = TimeDelta::days(14);

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
    let (known, charges, has_unpaid) = {
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
    let is_stored = |invoice: &Invoice| charges.iter().any(|charge| charge.invoice == invoice.id);
    let is_new = |invoice: &Invoice| invoice.is_of_later_term() && !is_stored(invoice);
    let new = app.stripe.charges(&known.reference, is_new).await?;
    let returned = returned(app, &charges).await?;
    let mut seen = described(known, told.as_ref(), asked_at);
    let waits = charges.iter().any(|charge| charge.is_open() && !is_settled(charge, &returned));
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
    if is_newest {
        note_returned(&mut tx, &charges, &returned, asked_at).await?;
    }
    let owed: Vec<String> = unpaid.iter().map(|one| one.invoice.clone()).collect();
    let differing = note_charges(&mut tx, &order, (&seen, &owed), new, asked_at).await?;
    if is_newest {
        unpaid::note(&mut tx, &order, unpaid, seen.standing == Standing::Ended, asked_at).await?;
    }
    tx.commit().await?;
    if differing > 0 {
        raise(app, "charged_differently", &order, &seen.reference);
    }
    Ok(())
}

/// What the subscription could not charge. One whose grace is over, and which Stripe charges no more, ends; so does what any
/// subscription owes that has ended.
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
    let is_over = |one: &UnpaidInvoice| app.config.grace.access_until(one.unpaid_since, one.next_attempt_at) <= now;
    if has_ended {
        end::void_unpaid(app, &known.reference).await?;
    } else if standing == Some(Standing::PastDue) && unpaid.first().is_some_and(is_over) {
        *told = end::end_now(app, &known.reference).await?;
    }
    Ok(unpaid)
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

/// What was returned of each charge, by the shop or by others, in minor units by its invoice. Older charges than these are
/// asked about only while they differ.
async fn returned(app: &App, stored: &[LaterCharge]) -> Result<HashMap<String, i64>, StripeError> {
    let mut returned = HashMap::new();
    for (place, charge) in stored.iter().rev().enumerate() {
        let Some(intent) = charge.payment_intent.as_ref().filter(|_| charge.is_open() || place < NEWEST) else {
            continue;
        };
        let refunds = app.stripe.refunds(intent).await?;
        returned.insert(charge.invoice.clone(), arrived(&refunds, charge.amount.currency()));
    }
    Ok(returned)
}

/// Whether all that the buyer of a charge is owed was returned.
fn is_settled(charge: &LaterCharge, returned: &HashMap<String, i64>) -> bool {
    owed(charge).is_some_and(|owed| returned.get(&charge.invoice).is_some_and(|arrived| *arrived >= owed))
}

/// Stores what was returned, and resolves the differences that are settled by it.
async fn note_returned(
    tx: &mut Tx,
    charges: &[LaterCharge],
    returned: &HashMap<String, i64>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for charge in charges {
        if let Some(arrived) = returned.get(&charge.invoice).filter(|arrived| **arrived != charge.returned.minor()) {
            later_charges::set_returned(tx, &charge.invoice, *arrived).await?;
        }
        if charge.is_open() && is_settled(charge, returned) {
            later_charges::resolve(tx, &charge.invoice, now).await?;
        }
    }
    Ok(())
}

/// Minor units that the buyer gets back; `None` where nothing is owed to them.
fn owed(charge: &LaterCharge) -> Option<i64> {
    match charge.verdict {
        ChargeVerdict::TooMuch => Some(charge.amount.minor().saturating_sub(charge.agreed.minor())),
        ChargeVerdict::OtherCurrency | ChargeVerdict::AfterCancellation => Some(charge.amount.minor()),
        ChargeVerdict::AsAgreed | ChargeVerdict::TooLittle => None,
    }
}

/// Judges and stores new charges. Returns how many differ from what was agreed. One that the cancellation's own job has found
/// is being refunded already.
async fn note_charges(
    tx: &mut Tx,
    order: &Order,
    (seen, owed): (&Subscription, &[String]),
    new: Vec<Charge>,
    found_at: DateTime<Utc>,
) -> Result<usize, ReadError> {
    if new.is_empty() {
        return Ok(0);
    }
    let cancellation = cancellations::of_order(tx, &order.id).await?;
    let late = late_charges::of_order(tx, &order.id).await?;
    let changes = plan_changes::of_order(tx, &order.id).await?;
    let was_unpaid = unpaid_invoices::of_order(tx, &order.id).await?;
    let mut differing = 0;
    for Charge { invoice, payment_intent, amount, charged_at, paid_at } in new {
        if late.iter().any(|one| one.invoice == invoice) {
            continue;
        }
        let agreed = agreements(order, &changes, charged_at).map_err(TermsError::from)?;
        let Some(newest) = agreed.first() else {
            tracing::error!(order = %order.number, invoice, "nothing renews, and a later term was charged");
            continue;
        };
        let agreed = agreed.iter().find(|one| one.amount == amount).unwrap_or(newest).amount;
        // A buyer who cancelled while it was unpaid was told that it is not due any more.
        let unpaid = was_unpaid.iter().find(|one| one.invoice == invoice);
        let is_late = |cancelled: &Cancellation| is_after(cancelled, charged_at) || is_waived(cancelled, unpaid);
        let has_ended = seen.standing == Standing::Ended;
        let verdict = match &cancellation {
            // The job of the cancellation finds it, and returns it.
            Some(cancelled) if is_late(cancelled) && cancelled.confirmed_at.is_none() => continue,
            Some(cancelled) if is_late(cancelled) => ChargeVerdict::AfterCancellation,
            // Somebody has paid an invoice of a subscription that was over, or in the moment in which the shop ended it.
            _ if has_ended && (owed.contains(&invoice) || is_after_end(seen, paid_at)) => {
                ChargeVerdict::AfterCancellation
            }
            _ => judge(agreed, amount),
        };
        let order_id = order.id.clone();
        let charge = LaterCharge {
            invoice,
            order_id,
            payment_intent,
            amount,
            agreed,
            verdict,
            charged_at,
            paid_at,
            returned: Money::zero(amount.currency()),
            found_at,
            resolved_at: None,
        };
        if !later_charges::insert_once(tx, &charge).await? {
            continue;
        }
        if charge.is_open() {
            differing += 1;
        } else if found_at - paid_at < TOLD_WITHIN {
            let subject = charge.invoice.as_str();
            let letter = NewLetter { kind: LetterKind::LaterReceipt, subject, order_id: Some(&order.id) };
            post_once(tx, letter, found_at).await?;
        }
    }
    Ok(differing)
}

/// Whether a charge was paid after the subscription had ended. At the very instant of its end nothing new is paid for.
fn is_after_end(seen: &Subscription, paid_at: DateTime<Utc>) -> bool {
    seen.standing == Standing::Ended && seen.ends_at.is_some_and(|ended| ended < paid_at)
}

/// Whether a charge was unpaid, as far as the shop knew, when its buyer cancelled.
fn is_waived(cancellation: &Cancellation, unpaid: Option<&Unpaid>) -> bool {
    let since = cancellation.requested_at;
    let was_open = unpaid.is_some_and(|unpaid| unpaid.settled.is_none_or(|(_, at)| at >= since));
    was_open && cancellation.resume_requested_at.is_none()
}

/// Whether a charge came after its buyer had cancelled. A renewal that is being resumed may be charged.
fn is_after(cancellation: &Cancellation, charged_at: DateTime<Utc>) -> bool {
    cancellation.resume_requested_at.is_none() && charged_at > cancellation.requested_at
}
