//! A subscription as its first payment begins it: what the quote agrees, until the first answer of Stripe. It replaces an unpaid
//! subscription of the same account.

use chrono::{DateTime, Utc};
use onefare_core::payment::PaymentState;
use onefare_core::subscription::{Notice, Standing, next_look};

use crate::jobs::JobKind;
use crate::store::orders::Order;
use crate::store::payments::{self, Payment};
use crate::store::subscriptions::{self, Subscription};
use crate::store::{StoreError, Tx, cancellations, jobs, unpaid_invoices};

/// Stores the subscription that a payment has begun. A repeat changes nothing.
///
/// # Errors
/// The database.
pub async fn begin(tx: &mut Tx, payment: &Payment, reference: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let quote = &payment.quote;
    let is_prepaid = quote.trial_days > 0 || quote.extra_months > 0;
    let standing = if is_prepaid { Standing::Trialing } else { Standing::Active };
    let renews_at = quote.paid_until(payment.created_at, now).filter(|_| quote.renewal.is_some());
    let notice_at = renews_at.and_then(|at| Notice::next_at(quote.trial_days > 0, quote.months, at, now));
    let begun = Subscription {
        order_id: payment.order_id.clone(),
        reference: reference.to_owned(),
        standing,
        renews_at,
        ends_at: None,
        seen_at: now,
        look_at: [next_look(standing, renews_at, now), notice_at].into_iter().flatten().min(),
    };
    subscriptions::insert_once(tx, &begun).await
}

/// Cancels the unpaid subscriptions of an account that has just bought a new one, so that it does not pay for both. A free trial
/// replaces nothing, because anyone can begin one with any address.
///
/// # Errors
/// The database.
pub async fn replace_unpaid(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    if order.quote.due_now == 0 {
        return Ok(());
    }
    let unpaid = unpaid_invoices::orders_of_account(tx, &order.email.canonical()).await?;
    for order_id in unpaid.into_iter().filter(|id| *id != order.id) {
        let paid = payments::of_order(tx, &order_id).await?;
        let is_began = |one: &&Payment| one.state == PaymentState::Paid && one.subscription_ref.is_some();
        let Some(began) = paid.iter().find(is_began) else { continue };
        if cancellations::insert_once(tx, &order_id, &began.id, now).await? {
            jobs::enqueue(tx, JobKind::CancelRenewal, &order_id, now, now).await?;
        }
    }
    Ok(())
}
