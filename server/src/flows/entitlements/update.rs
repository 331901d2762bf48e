//! Computes what an account may use from its orders, and stores it with the next revision when it has changed.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::delivery::term_end;
use onefare_core::entitlement::{Entitlement, Holding, PaidTime, SubscriptionDates};
use onefare_core::order::DeliveryState;
use onefare_core::plan::DeviceAllowance;
use onefare_core::price_book::PriceBook;
use onefare_core::quote::{Product, Quote};
use onefare_core::subscription::Standing;

use super::account::{bring_in_line, is_out_of_line};
use crate::app::App;
use crate::flows::later_terms::{self, TermsError};
use crate::jobs::JobKind;
use crate::store::disputes::Dispute;
use crate::store::orders::Order;
use crate::store::plan_changes::PlanChange;
use crate::store::{
    Connection, StoreError, accounts, deliveries, disputes, entitlements, jobs, later_charges, plan_changes,
    price_books, subscriptions, unpaid_invoices,
};

/// Why an entitlement could not be computed; the job tries again.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was agreed cannot be read.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

/// Brings the entitlement of an account up to date. Idempotent. `Some`: the passing of time changes it after that.
///
/// It is computed from one snapshot, so that nothing waits for it. What changes meanwhile has enqueued this job once more; a worker
/// that was overtaken finds another revision than it began with, and stores nothing.
///
/// # Errors
/// See [`UpdateError`].
pub async fn update(app: &App, account_id: &str) -> Result<Option<Duration>, UpdateError> {
    let now = app.clock.now();
    let mut conn = app.store.snapshot().await?;
    let Some(account) = accounts::by_id(&mut conn, account_id).await? else { return Ok(None) };
    let orders = accounts::orders(&mut conn, account_id).await?;
    if is_out_of_line(&account, &orders) {
        drop(conn);
        bring_in_line(app, &account, &orders, now).await?;
        return Ok(Some(Duration::ZERO));
    }
    let mut holdings = Vec::new();
    for order in &orders {
        holdings.extend(holding(&mut conn, app, order, now).await?);
    }
    let known = entitlements::of_account(&mut conn, account_id).await?;
    drop(conn);
    let ended = || known.as_ref().map(|known| known.entitlement.ended_at(now));
    let Some(found) = Entitlement::of(&holdings, now).or_else(ended) else { return Ok(None) };
    let mut tx = app.store.begin().await?;
    let Some(locked) = accounts::lock(&mut tx, account_id).await? else { return Ok(None) };
    let stored = entitlements::of_account(&mut tx, account_id).await?;
    if stored.as_ref().map(|stored| stored.revision) != known.as_ref().map(|known| known.revision) {
        return Ok(Some(Duration::ZERO));
    }
    let is_new =
        stored.is_none_or(|stored| found.replaces(&stored.entitlement) || locked.joined_into != stored.joined_into);
    if is_new {
        let revision = entitlements::next_revision(&mut tx).await?;
        let (joined, waits) = (locked.joined_into.as_deref(), app.entitlement_receiver.is_some());
        entitlements::insert_or_update(&mut tx, account_id, revision, &found, joined, waits, now).await?;
        if waits {
            jobs::enqueue(&mut tx, JobKind::PushEntitlement, account_id, now, now).await?;
        }
        tx.commit().await?;
        app.wake.notify_one();
        tracing::info!(account = account_id, revision, state = found.state.code(), "an entitlement has changed");
    }
    let next = Entitlement::next_change(&holdings, now);
    Ok(next.and_then(|at| (at - now).to_std().ok()))
}

/// What an order says about access; `None` for one of data, and for one that was not delivered.
async fn holding(
    conn: &mut Connection,
    app: &App,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Option<Holding>, UpdateError> {
    if order.quote.product() == Product::Refill {
        return Ok(None);
    }
    let Some(delivery) = deliveries::of_order(conn, &order.id).await? else { return Ok(None) };
    let stored = subscriptions::of_order(conn, &order.id).await?;
    let changes = plan_changes::of_order(conn, &order.id).await?;
    let charged_until = charged_until(conn, order, &changes).await?;
    let named = stored.as_ref().and_then(|stored| stored.charges_at(now));
    let terms = later_terms::after(order, named, changes, now).map_err(TermsError::from)?;
    let plan = terms.as_ref().map_or(&order.quote, |terms| &terms.present);
    // A bank took the money of a term: until the subscription has ended, which may take a while, nothing is paid.
    let is_lost = stored.as_ref().is_some_and(|stored| stored.standing != Standing::Ended)
        && disputes::of_order(conn, &order.id).await?.iter().any(Dispute::is_lost_about_a_term);
    let subscription = stored.map(|stored| SubscriptionDates {
        standing: stored.standing,
        renews_at: stored.renews_at,
        ends_at: stored.ends_at,
    });
    let unpaid = unpaid_invoices::open_of_order(conn, &order.id).await?.map(|stored| PaidTime {
        paid_until: stored.unpaid.unpaid_since,
        access_until: stored.unpaid.access_until(app.config.grace),
    });
    let paid_until = charged_until.map_or(delivery.ends_at, |end| end.max(delivery.ends_at));
    Ok(Some(Holding {
        delivery: if is_lost { DeliveryState::Frozen } else { order.state.delivery() },
        starts_at: delivery.starts_at,
        time: PaidTime::of(paid_until, subscription, unpaid, app.config.grace),
        devices: devices(conn, app, plan).await?,
    }))
}

/// The end of the term that the newest later charge paid for, by the agreement that it was charged under.
async fn charged_until(
    conn: &mut Connection,
    order: &Order,
    changes: &[PlanChange],
) -> Result<Option<DateTime<Utc>>, UpdateError> {
    let charges = later_charges::of_order(conn, &order.id).await?;
    let Some(newest) = charges.last() else { return Ok(None) };
    let agreed = later_terms::agreements(order, changes, newest.charged_at).map_err(TermsError::from)?;
    let under = agreed.iter().find(|agreement| agreement.amount == newest.agreed).or(agreed.first());
    Ok(term_end(newest.charged_at, under.map_or(order.quote.months, |agreement| agreement.months)))
}

/// The devices of a plan, by the price book that it was sold by.
async fn devices(conn: &mut Connection, app: &App, plan: &Quote) -> Result<DeviceAllowance, StoreError> {
    let prices = app.prices.load_full();
    let book = if prices.number == plan.book {
        Some(prices.book.clone())
    } else {
        price_books::by_number(conn, plan.book).await?.map(Arc::new)
    };
    let of_term = |book: &PriceBook| book.plans.iter().find(|one| one.months == plan.months).map(|one| one.devices);
    let named = |book: &PriceBook| book.plan(&plan.product_id).map(|one| one.devices);
    Ok(book.map(|book| named(&book).or_else(|| of_term(&book)).unwrap_or_else(|| book.devices())).unwrap_or_default())
}
