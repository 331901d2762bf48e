//! Renewals that nobody has paid yet: each has one letter when its charge fails, and one when it is given up.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use onefare_core::subscription::UnpaidOutcome;

use crate::flows::outbox::post_once;
use crate::payments::stripe::unpaid_invoices::UnpaidInvoice as Found;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::unpaid_invoices::{self, UnpaidInvoice};
use crate::store::{StoreError, Tx, cancellations, charge_refunds, later_charges};

/// Stores what a subscription could not charge by an answer of the provider, and what became of the rest.
///
/// # Errors
/// The database.
pub(super) async fn note(
    tx: &mut Tx,
    order: &Order,
    found: Vec<Found>,
    has_ended: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let still_open: Vec<String> = found.iter().map(|one| one.invoice.clone()).collect();
    for one in found {
        let unpaid = stored(order, one);
        if unpaid_invoices::insert_or_update(tx, &unpaid).await? && !has_ended {
            post(tx, LetterKind::RenewalUnpaid, &unpaid, now).await?;
        }
    }
    let paid: Vec<String> = later_charges::of_order(tx, &order.id).await?.into_iter().map(|one| one.invoice).collect();
    let ends_otherwise = cancellations::of_order(tx, &order.id).await?.is_some()
        || charge_refunds::of_order(tx, &order.id)
            .await?
            .iter()
            .any(|one| one.ends_subscription && one.failure.is_none());
    let is_given_up = has_ended && order.state == OrderState::Delivered && !ends_otherwise;
    for unpaid in unpaid_invoices::of_order(tx, &order.id).await? {
        let outcome = if paid.contains(&unpaid.invoice) {
            UnpaidOutcome::Paid
        } else if is_given_up {
            UnpaidOutcome::GivenUp
        } else if has_ended || !still_open.contains(&unpaid.invoice) {
            UnpaidOutcome::Voided
        } else {
            continue;
        };
        let is_new = unpaid_invoices::settle(tx, &unpaid.invoice, outcome, now).await?;
        if is_new && outcome == UnpaidOutcome::GivenUp {
            post(tx, LetterKind::RenewalEnded, &unpaid, now).await?;
        }
    }
    Ok(())
}

fn stored(order: &Order, found: Found) -> UnpaidInvoice {
    let Found { invoice, amount, unpaid_since, next_attempt_at, page_url, needs_confirmation } = found;
    let order_id = order.id.clone();
    UnpaidInvoice {
        invoice,
        order_id,
        amount,
        unpaid_since,
        next_attempt_at,
        page_url,
        needs_confirmation,
        settled: None,
    }
}

async fn post(tx: &mut Tx, kind: LetterKind, about: &UnpaidInvoice, now: DateTime<Utc>) -> Result<(), StoreError> {
    let letter = NewLetter { kind, subject: &about.invoice, order_id: Some(&about.order_id) };
    post_once(tx, letter, now).await
}
