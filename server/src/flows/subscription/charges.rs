//! Holds each later charge against the agreement: amount, currency, and whether the buyer had cancelled.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::Money;
use onefare_core::subscription::{ChargeVerdict, Standing, UnpaidInvoice, judge};

use crate::flows::later_terms::{TermsError, agreements};
use crate::flows::outbox::post_once;
use crate::payments::stripe::invoices::Charge;
use crate::store::cancellations::{self, Cancellation};
use crate::store::later_charges::{self, LaterCharge};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::subscriptions::Subscription;
use crate::store::unpaid_invoices::StoredInvoice;
use crate::store::{Tx, late_charges, plan_changes, unpaid_invoices};

/// How long after a payment its receipt is still sent: later it would only confuse.
const RECEIPT_WITHIN: TimeDelta = TimeDelta::days(14);

/// Judges new charges and stores them. Returns how many differ from the agreement. A charge that the cancellation job found is
/// skipped: that job refunds it.
///
/// # Errors
/// The database; an agreement that cannot be read.
pub(super) async fn record(
    tx: &mut Tx,
    order: &Order,
    (seen, unpaid): (&Subscription, &[UnpaidInvoice]),
    new: Vec<Charge>,
    found_at: DateTime<Utc>,
) -> Result<usize, TermsError> {
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
        let agreed = agreements(order, &changes, charged_at)?;
        let Some(newest) = agreed.first() else {
            tracing::error!(order = %order.number, invoice, "nothing renews, and a later term was charged");
            continue;
        };
        let agreed = agreed.iter().find(|one| one.amount == amount).unwrap_or(newest).amount;
        // The cancellation letter says that an invoice unpaid at the time is void.
        let stored = was_unpaid.iter().find(|one| one.unpaid.invoice == invoice);
        let is_late = |cancelled: &Cancellation| is_after(cancelled, charged_at) || is_waived(cancelled, stored);
        let was_owed = unpaid.iter().any(|one| one.invoice == invoice);
        let verdict = match &cancellation {
            // The cancellation job finds and refunds it.
            Some(cancelled) if is_late(cancelled) && cancelled.confirmed_at.is_none() => continue,
            Some(cancelled) if is_late(cancelled) => ChargeVerdict::AfterCancellation,
            // Paid after the subscription ended, or while this read ended it.
            _ if is_after_end(seen, paid_at, was_owed) => ChargeVerdict::AfterCancellation,
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
        } else if found_at - paid_at < RECEIPT_WITHIN {
            let subject = charge.invoice.as_str();
            let letter = NewLetter { kind: LetterKind::LaterReceipt, subject, order_id: Some(&order.id) };
            post_once(tx, letter, found_at).await?;
        }
    }
    Ok(differing)
}

/// Whether a charge was paid after the subscription had ended, or was unpaid when this read found or made it end.
fn is_after_end(seen: &Subscription, paid_at: DateTime<Utc>, was_owed: bool) -> bool {
    seen.standing == Standing::Ended && (was_owed || seen.ends_at.is_some_and(|ended| ended < paid_at))
}

/// Whether the shop knew a charge as unpaid when its buyer cancelled.
fn is_waived(cancellation: &Cancellation, stored: Option<&StoredInvoice>) -> bool {
    cancellation.resume_requested_at.is_none()
        && stored.is_some_and(|stored| stored.was_open_at(cancellation.requested_at))
}

/// Whether a charge came after its buyer had cancelled. A renewal that is being resumed may be charged.
fn is_after(cancellation: &Cancellation, charged_at: DateTime<Utc>) -> bool {
    cancellation.resume_requested_at.is_none() && charged_at > cancellation.requested_at
}
