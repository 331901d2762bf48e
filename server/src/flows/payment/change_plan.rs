//! Passes a change of plan on to the provider: the subscription renews as another plan.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::order::DeliveryState;

use super::cancel_renewal::CancelJobError;
use crate::app::App;
use crate::flows::alarms::raise;
use crate::flows::outbox::post_again;
use crate::mail::letters::plan_name::plan_name;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::plans;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::Order;
use crate::store::plan_changes::{self, PlanChange};
use crate::store::{StoreError, orders, payments};

/// How far the end of the paid term at the provider may lie from the charge that was shown: they count seconds and leap
/// days in their own way.
const APART: TimeDelta = TimeDelta::days(2);

/// The outcome of a change.
enum Passed {
    /// The provider has it; this is the first charge.
    On(DateTime<Utc>),
    /// The subscription has ended, was charged first, or is another one than we know.
    Refused(&'static str),
}

/// Has Stripe renew the subscription of an order as the plan that its buyer chose, records that it does, and enqueues
/// the letter that says so. Idempotent. A change that comes too late is abandoned, and an alarm calls an operator to
/// write to the buyer, who was promised another charge.
///
/// # Errors
/// The provider or the database did not answer; the job tries again.
pub async fn run(app: &App, order_id: &str) -> Result<(), CancelJobError> {
    let (order, change, payment) = {
        let mut conn = app.store.read().await?;
        let changes = plan_changes::of_order(&mut conn, order_id).await?;
        let Some(change) = changes.into_iter().find(PlanChange::is_open) else { return Ok(()) };
        let order = orders::by_id(&mut conn, order_id).await?.ok_or(StoreError::Gone("orders"))?;
        let payment = payments::by_id(&mut conn, &change.payment_id).await?;
        (order, change, payment.ok_or(StoreError::Gone("payments"))?)
    };
    let subscription = payment.subscription_ref.as_deref().ok_or(StoreError::Gone("payments"))?;
    match pass_on(app, &order, &change, subscription).await? {
        Passed::On(takes_effect_at) => confirm(app, &order, &change, takes_effect_at).await?,
        Passed::Refused(why) => refuse(app, &order, &change, why).await?,
    }
    app.wake.notify_one();
    Ok(())
}

async fn pass_on(app: &App, order: &Order, change: &PlanChange, subscription: &str) -> Result<Passed, CancelJobError> {
    let now = app.clock.now();
    let known = match app.stripe.subscription(subscription).await {
        Err(error) if error.has_code("resource_missing") => return Ok(Passed::Refused("is not at the provider")),
        known => known?,
    };
    if known.has_ended() {
        return Ok(Passed::Refused("has ended"));
    }
    let Some((item, period_end)) = known.only_item().and_then(|item| Some((item, item.period_end()?))) else {
        return Ok(Passed::Refused("charges for several things"));
    };
    let takes_effect_at = first_charge(change, period_end);
    let asked = asked(app, order, change, takes_effect_at)?;
    // An earlier attempt may have reached the provider although its answer was lost.
    if asked.is_made_of(&known) {
        return Ok(Passed::On(takes_effect_at));
    }
    if period_end <= now || (!is_as_shown(change, period_end) && known.has_charged_since(change.requested_at)) {
        return Ok(Passed::Refused("was charged first"));
    }
    // Stripe repeats a stored failure under the same key for a day.
    let hours = (now - change.requested_at).num_hours();
    let key = format!("{}-plan-{}-{hours}", order.id, change.round);
    match app.stripe.change_plan(subscription, &item.id, &asked, &key).await {
        Ok(_) => Ok(Passed::On(takes_effect_at)),
        Err(error) => ended_meanwhile(app, subscription, error).await,
    }
}

/// The first charge of the new plan: not before the day that was shown. Where the provider's term ends on quite another
/// day, because an operator has changed it there or its days differ from our months, that day counts, and the letter
/// names it: on the day that was shown the charge would come too early, or a whole term would be free.
fn first_charge(change: &PlanChange, period_end: DateTime<Utc>) -> DateTime<Utc> {
    if is_as_shown(change, period_end) { change.takes_effect_at.max(period_end) } else { period_end }
}

fn is_as_shown(change: &PlanChange, period_end: DateTime<Utc>) -> bool {
    (period_end - change.takes_effect_at).abs() <= APART
}

fn asked(
    app: &App,
    order: &Order,
    change: &PlanChange,
    takes_effect_at: DateTime<Utc>,
) -> Result<plans::PlanChange, StoreError> {
    let damaged = || StoreError::Gone("plan_changes");
    let amount = change.quote.renewal().ok().flatten().ok_or_else(damaged)?;
    let name = plan_name(&app.brand.everywhere().name, change.quote.months, order.language);
    Ok(plans::PlanChange {
        product: format!("{}-plan-{}", order.id, change.round),
        product_name: name.map_err(|_| damaged())?,
        amount,
        months: change.quote.months,
        takes_effect_at,
    })
}

async fn ended_meanwhile(app: &App, subscription: &str, error: StripeError) -> Result<Passed, CancelJobError> {
    let may_have_ended = error.is_invalid() || error.has_code("resource_missing");
    if may_have_ended && app.stripe.subscription(subscription).await?.has_ended() {
        return Ok(Passed::Refused("has ended"));
    }
    Err(error.into())
}

async fn confirm(
    app: &App,
    order: &Order,
    change: &PlanChange,
    takes_effect_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, &order.id).await?.ok_or(StoreError::Gone("orders"))?;
    if plan_changes::confirm(&mut tx, change, takes_effect_at, now).await? {
        post_again(&mut tx, NewLetter::of_order(LetterKind::PlanChange, &order.id), now).await?;
    }
    tx.commit().await?;
    let months = change.quote.months;
    tracing::info!(order = %order.number, payment = %change.payment_id, months, %takes_effect_at, "the plan is changed");
    Ok(())
}

async fn refuse(app: &App, order: &Order, change: &PlanChange, why: &'static str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let held = orders::lock(&mut tx, &order.id).await?.ok_or(StoreError::Gone("orders"))?;
    let is_new = plan_changes::refuse(&mut tx, change, app.clock.now()).await?;
    tx.commit().await?;
    if is_new {
        tracing::warn!(order = %order.number, why, "a change of plan is given up");
    }
    // A refund ends the plan too, and its letter says so.
    if is_new && held.state.delivery() != DeliveryState::Ended {
        raise(app, "plan_not_changed", &held, &change.payment_id);
    }
    Ok(())
}
