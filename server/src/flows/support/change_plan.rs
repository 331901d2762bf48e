//! Changes the plan that a subscription renews as: what is paid for stays as it is to its end, and the first charge
//! after it is the new plan's. Nothing is charged or credited before.
//!
//! The prices are shown first ([`look`]), made by the function that makes every price; what was shown and agreed to is
//! stored with its job in one transaction, or refused ([`change`]). A cancellation may overtake a change: at the
//! provider either order leaves a subscription that ends.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::money::Money;
use onefare_core::order::DeliveryState;
use onefare_core::quote::{Product, Quote, QuoteError, other_plans};
use onefare_core::withdrawal::WithdrawalState;

use super::renewal::{CancelError, standing};
use crate::flows::later_terms::{self, LaterTerms, TermsError};
use crate::jobs::JobKind;
use crate::quotes::prices::Prices;
use crate::store::orders::{self, Order};
use crate::store::plan_changes::{self, NewPlanChange};
use crate::store::{Connection, Store, StoreError, cancellations, jobs, withdrawals};

/// How long before a charge a plan can be changed for the last time: the provider may take hours to answer, and
/// prepares the invoice on the day.
const LAST_CHANGE: TimeDelta = TimeDelta::days(1);

/// Why no plan is changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Terms(TermsError),
    /// The price book does not price a plan.
    #[error(transparent)]
    Quote(#[from] QuoteError),
    /// It does not renew at all, or its money is refunded or being refunded.
    #[error(transparent)]
    DoesNotRenew(#[from] CancelError),
    /// Cancelled, or being cancelled or resumed.
    #[error("the renewal of order {0} is cancelled or being resumed: that comes first")]
    Cancelled(String),
    /// Requested before.
    #[error("a change of plan of order {0} is being passed on to the provider: try again then")]
    Changing(String),
    /// Only yearly plans have a trial, so the trial ends first.
    #[error("order {0} is on trial: its plan can be changed once that is over")]
    OnTrial(String),
    /// The present term is unpaid: a change would move the day and the amount of a charge that is already due.
    #[error("the renewal of order {0} is unpaid: its plan can be changed once that is paid")]
    Unpaid(String),
    /// The next charge is too near.
    #[error("the next charge of order {0} is a day away or less: its plan can be changed after it")]
    TooLate(String),
    /// The buyer withdraws, had the account deleted, or the order is disputed.
    #[error("order {0} is {1}: its plan is not changed")]
    NotNow(String, &'static str),
    /// No such plan in its currency.
    #[error("order {0} cannot renew as {1}")]
    UnknownPlan(String, String),
    /// Another price than the one that was shown; this is what holds now.
    #[error("the price has changed since it was shown")]
    PriceChanged(Box<Quote>),
}

impl From<TermsError> for ChangeError {
    fn from(error: TermsError) -> Self {
        match error {
            TermsError::Store(error) => Self::Store(error),
            other @ TermsError::Money(_) => Self::Terms(other),
        }
    }
}

/// What an order can renew as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The order's id.
    pub order_id: String,
    /// Our id of the payment that began the subscription.
    pub payment_id: String,
    /// The plan in use, the one that follows, and the next charge.
    pub terms: LaterTerms,
    /// Every plan, shortest first. The one in use and the one that follows have the price that was agreed for them.
    pub plans: Vec<Quote>,
}

/// A plan as it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed<'a> {
    /// Its id.
    pub product_id: &'a str,
    /// Every charge of it.
    pub amount: i64,
    /// ISO 4217 code.
    pub currency: &'a str,
}

/// What an order can renew as now, without changing anything.
///
/// # Errors
/// See [`ChangeError`].
pub async fn look(
    conn: &mut Connection,
    prices: &Prices,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<Choices, ChangeError> {
    let number = || order.number.to_string();
    let terms = later_terms::at(conn, order, now).await?;
    let terms = terms.ok_or_else(|| CancelError::NothingRenews(number(), order.quote.product_id.clone()))?;
    let standing = standing(conn, order, &terms).await?;
    if cancellations::of_order(conn, &order.id).await?.is_some() {
        return Err(ChangeError::Cancelled(number()));
    }
    if terms.is_changing {
        return Err(ChangeError::Changing(number()));
    }
    if order.quote.product() == Product::Trial && terms.present == order.quote && is_first(order, &terms) {
        return Err(ChangeError::OnTrial(number()));
    }
    if standing.unpaid.is_some() {
        return Err(ChangeError::Unpaid(number()));
    }
    if terms.next.at - now <= LAST_CHANGE {
        return Err(ChangeError::TooLate(number()));
    }
    if order.state.delivery() != DeliveryState::Active {
        return Err(ChangeError::NotNow(number(), order.state.code()));
    }
    if order.account_deleted_at.is_some() {
        return Err(ChangeError::NotNow(number(), "of a deleted account"));
    }
    let withdrawal = withdrawals::of_order(conn, &order.id).await?;
    if withdrawal.is_some_and(|one| one.state() == WithdrawalState::Requested) {
        return Err(ChangeError::NotNow(number(), "withdrawn from"));
    }
    let plans = plans(prices, &terms)?;
    Ok(Choices { order_id: order.id.clone(), payment_id: standing.payment_id, terms, plans })
}

/// Whether the next charge is the one after the trial.
fn is_first(order: &Order, terms: &LaterTerms) -> bool {
    order.quote.first_term_end(order.paid_at.unwrap_or(order.created_at)) == Some(terms.next.at)
}

fn plans(prices: &Prices, terms: &LaterTerms) -> Result<Vec<Quote>, QuoteError> {
    let mut plans = vec![terms.present.clone()];
    if terms.following.months != terms.present.months {
        plans.push(terms.following.clone());
    }
    let agreed: Vec<u32> = plans.iter().map(|plan| plan.months).collect();
    plans.extend(other_plans(prices.number, &prices.book, terms.next.amount.currency(), &agreed)?);
    plans.sort_by_key(|plan| plan.months);
    Ok(plans)
}

/// Stores what was shown and agreed to, if the order is still its owner's once it is locked. A running server passes it
/// on. `false`: it is the plan that follows already.
///
/// # Errors
/// See [`ChangeError`]; [`CancelError::Unknown`] for an order of another account. Nothing happened then.
pub async fn change(
    store: &Store,
    prices: &Prices,
    order_id: &str,
    owner: &str,
    agreed: Agreed<'_>,
    now: DateTime<Utc>,
) -> Result<bool, ChangeError> {
    let mut tx = store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if !order.is_of_account(owner) {
        return Err(CancelError::Unknown(order.number.to_string()).into());
    }
    let choices = look(&mut tx, prices, &order, now).await?;
    let chosen = choices.plans.iter().find(|plan| plan.product_id == agreed.product_id);
    let chosen =
        chosen.ok_or_else(|| ChangeError::UnknownPlan(order.number.to_string(), agreed.product_id.to_owned()))?;
    let price = chosen.renewal().map_err(TermsError::from)?;
    if price.map(Money::minor) != Some(agreed.amount) || chosen.currency.code() != agreed.currency {
        return Err(ChangeError::PriceChanged(Box::new(chosen.clone())));
    }
    if *chosen == choices.terms.following {
        return Ok(false);
    }
    let new = NewPlanChange {
        order_id: &order.id,
        payment_id: &choices.payment_id,
        quote: chosen,
        takes_effect_at: choices.terms.next.at,
    };
    plan_changes::insert(&mut tx, new, now).await?;
    jobs::enqueue(&mut tx, JobKind::ChangePlan, &order.id, now, now).await?;
    tx.commit().await?;
    Ok(true)
}
