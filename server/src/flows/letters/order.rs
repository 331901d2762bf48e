//! The letters about an order: when each may be sent, and how it is written from what is stored.

use chrono::TimeDelta;
use onefare_core::delivery::{Installation, Known};
use onefare_core::money::MoneyError;
use onefare_core::order::{DeliveryState, OrderState};
use onefare_core::payment::PaymentState;
use onefare_core::quote::Product;
use onefare_core::subscription::UnpaidOutcome;
use url::Url;

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::esim::activation_code;
use crate::flows::delivery::progress::{DeliveryError, WHILE_MONEY_GOES_BACK, not_ready};
use crate::flows::delivery::sold_plan::{SoldData, included_esim};
use crate::flows::later_terms;
use crate::flows::refund::case;
use crate::flows::support::renewal::renews;
use crate::mail::Letter;
use crate::mail::letters::Envelope;
use crate::mail::letters::cancellation::{Cancellation, Cancelled};
use crate::mail::letters::esim_ready::EsimReady;
use crate::mail::letters::order_held::OrderHeld;
use crate::mail::letters::plan_change::PlanChange;
use crate::mail::letters::receipt::{Purchase, Receipt};
use crate::mail::letters::resumption::Resumption;
use crate::mail::letters::withdrawal::WithdrawalReceipt;
use crate::pages::registry::local_address;
use crate::store::late_charges::LateCharge;
use crate::store::letters::{FIRST, LetterKind, StoredLetter};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::unpaid_invoices::StoredInvoice;
use crate::store::{
    Connection, StoreError, cancellations, deliveries, esims, late_charges, plan_changes, unpaid_invoices, withdrawals,
};

/// Whether what a letter says is true now: a renewal may be cancelled and resumed again and again.
///
/// # Errors
/// The database.
pub(super) async fn holds(conn: &mut Connection, kind: LetterKind, order_id: &str) -> Result<bool, StoreError> {
    Ok(match kind {
        LetterKind::Cancellation => {
            cancellations::of_order(conn, order_id).await?.is_some_and(|one| one.confirmed_at.is_some())
        }
        LetterKind::Resumption => cancellations::resumed_at(conn, order_id).await?.is_some(),
        LetterKind::PlanChange => {
            let newest = plan_changes::of_order(conn, order_id).await?.pop();
            let is_confirmed = newest.is_some_and(|change| change.confirmed_at.is_some());
            is_confirmed && cancellations::of_order(conn, order_id).await?.is_none()
        }
        _ => true,
    })
}

/// Whether a letter is still true of an order. All but the receipt of a withdrawal and the letter about a hold are
/// about its delivery.
pub(super) fn is_true_of(kind: LetterKind, state: OrderState) -> bool {
    match kind {
        LetterKind::OrderHeld => state == OrderState::Held,
        LetterKind::Withdrawal => true,
        _ => state == OrderState::Delivered,
    }
}

/// Whether a letter may become true of an order. One about a hold never does: it is posted with the hold.
fn may_become_true_of(kind: LetterKind, state: OrderState) -> bool {
    kind != LetterKind::OrderHeld && state.delivery() != DeliveryState::Ended
}

/// Writes a letter for the order's present state. An order that has ended, or ends with a refund in flight, gets no
/// letter that says it is ready; the receipt of a withdrawal is sent in any state, because it is about the statement,
/// and the letter about a hold only while that lasts.
///
/// # Errors
/// The database; an order without what the letter says.
pub(super) async fn draft(app: &App, kind: LetterKind, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    // Order and refunds of one snapshot: a refund that arrives between two reads would be neither in flight nor done.
    let mut conn = app.store.snapshot().await?;
    let order = orders::by_id(&mut conn, &stored.subject).await?;
    // A withdrawal may match no order.
    let Some(order) = order else { return Ok(Draft::Needless) };
    let is_first = stored.number == FIRST;
    let may_be_told = is_true_of(kind, order.state) || (is_first && may_become_true_of(kind, order.state));
    if !may_be_told || !holds(&mut conn, kind, &order.id).await? {
        return Ok(Draft::Needless);
    }
    if is_first && kind != LetterKind::Withdrawal && case::all_goes_back(&mut conn, &order).await? {
        return Ok(Draft::Later(WHILE_MONEY_GOES_BACK));
    }
    drop(conn);
    let letter = write(app, kind, &order).await?;
    Ok(Draft::of_order(letter, order))
}

async fn write(app: &App, kind: LetterKind, order: &Order) -> Result<Letter, DeliveryError> {
    let letter_id = format!("{}-{}", kind.word(), order.number);
    let (brand, language) = (app.brand.everywhere(), order.language);
    let envelope = Envelope { brand, language, to: &order.email, letter_id: &letter_id };
    match kind {
        LetterKind::Receipt => receipt(app, order, envelope).await,
        LetterKind::EsimReady => esim_ready(app, order, envelope).await,
        LetterKind::Cancellation => cancellation(app, order, envelope).await,
        LetterKind::Resumption => resumption(app, order, envelope).await,
        LetterKind::PlanChange => plan_change(app, order, envelope).await,
        LetterKind::OrderHeld => Ok(OrderHeld { envelope, order_number: order.number.as_str() }.letter()?),
        LetterKind::Withdrawal => withdrawal(app, order, envelope).await,
        _ => Err(not_ready(&order.id, "the letter is not about an order")),
    }
}

async fn esim_ready(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let (sold, esim) = {
        let mut conn = app.store.read().await?;
        (SoldData::of_order(&mut conn, order).await?, esims::of_order(&mut conn, &order.id).await?)
    };
    let code = match &esim {
        Some(esim) => activation_code(app, esim)?,
        None => None,
    };
    let code = code.ok_or_else(|| not_ready(&order.id, "has no activation code"))?.full_text();
    let letter = EsimReady {
        envelope,
        order_number: order.number.as_str(),
        plan: sold.in_letters(order.language),
        installation: &Installation::of(&Known { generated: Some(&code), ..Known::default() }),
        tutorial_url: &tutorial_url(app, order)?,
        panel_url: &panel_url(app, order)?,
    };
    Ok(letter.letter()?)
}

async fn receipt(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let quote = &order.quote;
    let delivery = deliveries::of_order(&mut *app.store.read().await?, &order.id).await?;
    let delivery = delivery.ok_or_else(|| not_ready(&order.id, "not delivered"))?;
    let paid_at = order.paid_at.unwrap_or(delivery.starts_at);
    let (sold, tutorial);
    let panel = panel_url(app, order)?;
    let purchase = if quote.product() == Product::Refill {
        sold = SoldData::of_order(&mut *app.store.read().await?, order).await?;
        tutorial = tutorial_url(app, order)?;
        Purchase::Refill { plan: sold.in_letters(order.language), tutorial_url: &tutorial, panel_url: &panel }
    } else {
        let esim_mb = included_esim(&mut *app.store.read().await?, quote).await?;
        let bought = Purchase::of_quote(quote, (paid_at, delivery.ends_at), esim_mb, &panel);
        let bought = bought.ok_or_else(|| not_ready(&order.id, "is no subscription"))?;
        // A receipt is also sent again, long after: it announces no charge that was cancelled or changed since.
        let mut conn = app.store.read().await?;
        let cancelled = cancellations::of_order(&mut conn, &order.id).await?;
        let next = later_terms::at(&mut conn, order, app.clock.now()).await?.map(|terms| terms.next);
        bought.as_it_stands(next, cancelled.and_then(|one| one.confirmed_at.and(one.ends_at)))
    };
    let (amount_paid, paid_with) = (quote.due_now()?, payment_that_stands(app, order).await?.provider);
    Ok(Receipt { envelope, order_number: order.number.as_str(), amount_paid, paid_at, paid_with, purchase }.letter()?)
}

async fn cancellation(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let cancellation = cancellations::of_order(&mut *app.store.read().await?, &order.id).await?;
    let confirmed = cancellation.and_then(|one| Some((one.requested_at, one.confirmed_at?, one.ends_at?)));
    let (requested_at, cancelled_at, ends_at) =
        confirmed.ok_or_else(|| not_ready(&order.id, "its renewal is not cancelled"))?;
    // A trial that has become a paid plan counts as a paid plan: its end is that of a later term.
    let trial_end = order.paid_at.and_then(|begun| order.quote.first_term_end(begun));
    let late = late_charges::of_order(&mut *app.store.read().await?, &order.id).await?;
    let is_trial = order.quote.trial_days > 0 && trial_end.is_some_and(|end| ends_at <= end + TimeDelta::days(1));
    let unpaid = unpaid_invoices::of_order(&mut *app.store.read().await?, &order.id).await?;
    let is_voided = |one: &StoredInvoice| one.settled.is_none_or(|(outcome, _)| outcome == UnpaidOutcome::Voided);
    let unpaid = unpaid.into_iter().rfind(|one| one.was_open_at(requested_at) && is_voided(one));
    let (of, cancelled_at) = match charged_late(&late)? {
        Some(charged) => (charged, requested_at),
        None => {
            let renewed = if is_trial { Cancelled::Trial } else { Cancelled::Subscription };
            (unpaid.map_or(renewed, |stored| Cancelled::Unpaid { amount: stored.unpaid.amount }), cancelled_at)
        }
    };
    let terms = later_terms::at(&mut *app.store.read().await?, order, cancelled_at).await?;
    let months = terms.map_or(order.quote.months, |terms| terms.present.months);
    Ok(Cancellation { envelope, order_number: order.number.as_str(), months, of, cancelled_at, ends_at }.letter()?)
}

/// What was charged although the renewal was cancelled: all of it, with the first day.
fn charged_late(late: &[LateCharge]) -> Result<Option<Cancelled>, MoneyError> {
    let Some((first, rest)) = late.split_first() else { return Ok(None) };
    let amount = rest.iter().try_fold(first.amount, |sum, one| sum.plus(one.amount))?;
    Ok(Some(Cancelled::ChargedLate { amount, on: first.charged_at }))
}

async fn resumption(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let resumed_at = cancellations::resumed_at(&mut *app.store.read().await?, &order.id).await?;
    let resumed_at = resumed_at.ok_or_else(|| not_ready(&order.id, "its renewal is not resumed"))?;
    let terms = renews(&mut *app.store.read().await?, order, resumed_at).await;
    let terms = terms.map_err(|_| not_ready(&order.id, "does not renew"))?;
    let (amount, charged_at, months) = (terms.next.amount, terms.next.at, terms.next.every_months);
    Ok(Resumption { envelope, order_number: order.number.as_str(), months, amount, charged_at }.letter()?)
}

async fn plan_change(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let mut changes = plan_changes::of_order(&mut *app.store.read().await?, &order.id).await?;
    let newest = changes.pop().filter(|change| change.confirmed_at.is_some());
    let change = newest.ok_or_else(|| not_ready(&order.id, "its plan is not changed"))?;
    let amount = change.quote.renewal()?.ok_or_else(|| not_ready(&order.id, "does not renew"))?;
    let (months, charged_at) = (change.quote.months, change.takes_effect_at);
    // The plan that was in use when it was requested, whatever is in use when the letter is sent again.
    let in_use = later_terms::after(order, None, changes, change.requested_at)?.map(|terms| terms.present.months);
    let (order_number, is_kept) = (order.number.as_str(), in_use == Some(months));
    Ok(PlanChange { envelope, order_number, months, amount, charged_at, is_kept }.letter()?)
}

async fn withdrawal(app: &App, order: &Order, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let stated = withdrawals::of_order(&mut *app.store.read().await?, &order.id).await?;
    let stated = stated.ok_or_else(|| not_ready(&order.id, "its buyer does not withdraw"))?;
    let (name, stated_at, was_paid) = (stated.name.as_deref(), stated.stated_at, order.paid_at.is_some());
    Ok(WithdrawalReceipt { envelope, order_number: order.number.as_str(), name, was_paid, stated_at }.letter()?)
}

/// The payment of an order: the paid one, or after a full refund the first that was paid.
///
/// # Errors
/// The database; an unpaid order.
pub(crate) async fn payment_that_stands(app: &App, order: &Order) -> Result<Payment, DeliveryError> {
    let all = payments::of_order(&mut *app.store.read().await?, &order.id).await?;
    let was_paid = |payment: &&Payment| !matches!(payment.state, PaymentState::Open | PaymentState::Failed);
    let stands = all.iter().find(|payment| payment.state == PaymentState::Paid).or_else(|| all.iter().find(was_paid));
    stands.cloned().ok_or_else(|| not_ready(&order.id, "has no payment"))
}

fn tutorial_url(app: &App, order: &Order) -> Result<Url, DeliveryError> {
    address(app, order, "/esim/tutorial")
}

pub(super) fn panel_url(app: &App, order: &Order) -> Result<Url, DeliveryError> {
    address(app, order, "/panel")
}

/// A page of ours in the order's language.
fn address(app: &App, order: &Order, path: &str) -> Result<Url, DeliveryError> {
    let text = format!("{}{}", app.config.public_origin(), local_address(path, order.language));
    text.parse().map_err(|_| not_ready(&order.id, "the public address is none"))
}
