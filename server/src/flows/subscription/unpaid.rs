//! Dunning: records unpaid renewals and their outcome, and posts one letter when a charge fails and one when the subscription ends
//! unpaid.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use onefare_core::subscription::{UnpaidInvoice, UnpaidOutcome};

use crate::flows::outbox::post_once;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::{StoreError, Tx, cancellations, charge_refunds, disputes, later_charges, unpaid_invoices};

/// Records the unpaid invoices that the provider lists, and the outcome of those that it lists no more.
///
/// # Errors
/// The database.
pub(super) async fn record(
    tx: &mut Tx,
    order: &Order,
    found: &[UnpaidInvoice],
    has_ended: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for unpaid in found {
        if unpaid_invoices::insert_or_update(tx, &order.id, unpaid).await? && !has_ended {
            post(tx, LetterKind::RenewalUnpaid, order, unpaid, now).await?;
        }
    }
    let stored = unpaid_invoices::of_order(tx, &order.id).await?.into_iter();
    let open: Vec<UnpaidInvoice> = stored.filter(|one| one.settled.is_none()).map(|one| one.unpaid).collect();
    if open.is_empty() {
        return Ok(());
    }
    let paid: Vec<String> = later_charges::of_order(tx, &order.id).await?.into_iter().map(|one| one.invoice).collect();
    let ends_otherwise = cancellations::of_order(tx, &order.id).await?.is_some()
        || charge_refunds::of_order(tx, &order.id)
            .await?
            .iter()
            .any(|one| one.ends_subscription && one.failure.is_none())
        || disputes::of_order(tx, &order.id).await?.iter().any(|one| one.standing.takes_money());
    let is_given_up = has_ended && order.state == OrderState::Delivered && !ends_otherwise;
    for unpaid in open {
        let outcome = if paid.contains(&unpaid.invoice) {
            UnpaidOutcome::Paid
        } else if is_given_up {
            UnpaidOutcome::GivenUp
        } else if has_ended || !found.iter().any(|one| one.invoice == unpaid.invoice) {
            UnpaidOutcome::Voided
        } else {
            continue;
        };
        let is_new = unpaid_invoices::settle(tx, &unpaid.invoice, outcome, now).await?;
        if is_new && outcome == UnpaidOutcome::GivenUp {
            post(tx, LetterKind::RenewalEnded, order, &unpaid, now).await?;
        }
    }
    Ok(())
}

async fn post(
    tx: &mut Tx,
    kind: LetterKind,
    order: &Order,
    about: &UnpaidInvoice,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let letter = NewLetter { kind, subject: &about.invoice, order_id: Some(&order.id) };
    post_once(tx, letter, now).await
}
