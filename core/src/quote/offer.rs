//! What can be quoted: a plan, a trial, a deal, a deal paid once, an eSIM refill.

use serde::{Deserialize, Serialize};

use super::QuoteError;
use crate::billing_cycle::BillingCycle;
use crate::currency::Currency;
use crate::deal::DealPlan;
use crate::discount::{DiscountCode, Target, Term};
use crate::money::Money;
use crate::plan::Plan;
use crate::trial::{self, has_trial};

/// What is offered, with everything its price depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer<'book> {
    /// A plan, paid now and renewed term by term.
    Plan(&'book Plan),
    /// A plan that is tried for [`trial::DAYS`] first: nothing now, its price then (specification 1, section 2.4).
    Trial(&'book Plan),
    /// A plan of the deal page: its first term has free months on top (specification 1, section 9: "4+12").
    Deal(&'book DealPlan),
    /// A deal whose first term is paid once: nothing renews, because iDEAL leaves no mandate.
    Prepaid(&'book DealPlan),
    /// An eSIM refill, paid once (specification 2).
    Refill {
        /// The refill's id in orders and codes.
        product_id: &'book str,
        /// Its price in the requested currency.
        price: Money,
    },
}

/// Kinds of product, as far as the rules distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Product {
    /// A plan that renews.
    Plan,
    /// A plan that is tried first.
    Trial,
    /// A plan whose first term has extra months, or that is paid once. A deal with neither is a plan to every rule.
    Deal,
    /// An eSIM refill.
    Refill,
}

impl Product {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Plan, Self::Trial, Self::Deal, Self::Refill];
}

impl<'book> From<&'book Plan> for Offer<'book> {
    fn from(plan: &'book Plan) -> Self {
        Self::Plan(plan)
    }
}

impl<'book> Offer<'book> {
    /// The product's id in orders and codes.
    #[must_use]
    pub const fn product_id(self) -> &'book str {
        match self {
            Self::Plan(plan) | Self::Trial(plan) => plan.product_id.as_str(),
            Self::Deal(deal) | Self::Prepaid(deal) => deal.product_id(),
            Self::Refill { product_id, .. } => product_id,
        }
    }

    /// How often the product is billed as the price book sees it; `None` for a refill.
    #[must_use]
    pub const fn billing_cycle(self) -> Option<BillingCycle> {
        match self {
            Self::Plan(plan) | Self::Trial(plan) => Some(plan.billing_cycle()),
            Self::Deal(deal) | Self::Prepaid(deal) => Some(BillingCycle::of_months(deal.package)),
            Self::Refill { .. } => None,
        }
    }

    /// Whether a code that holds applies to this offer. The first term of a trial is free already, so only a code for
    /// every term applies to a trial.
    #[must_use]
    pub fn takes(self, code: &DiscountCode) -> bool {
        let target = Target { product_id: self.product_id(), billing_cycle: self.billing_cycle() };
        let in_time = !matches!(self, Self::Trial(_)) || code.term == Term::Every;
        in_time && code.covers(target)
    }

    /// Whether later terms follow, at the price of the first.
    #[must_use]
    pub const fn renews(self) -> bool {
        matches!(self, Self::Plan(_) | Self::Trial(_) | Self::Deal(_))
    }

    /// Price of a term and crossed-out price, the same where nothing is crossed out.
    pub(super) fn prices_in(self, currency: Currency) -> Result<(Money, Money), QuoteError> {
        let (price, before) = match self {
            Self::Trial(plan) if !has_trial(plan) => return Err(QuoteError::NoTrial),
            Self::Plan(plan) | Self::Trial(plan) => plan.price_in(currency).ok_or(QuoteError::NoPrice)?,
            Self::Deal(deal) | Self::Prepaid(deal) => (deal.price()?, Some(deal.before()?)),
            Self::Refill { price, .. } => (price, None),
        };
        if price.currency() != currency || price.minor() <= 0 {
            return Err(QuoteError::NoPrice);
        }
        Ok((price, before.unwrap_or(price)))
    }

    /// Months of a term, extra months of the first one, days before the first charge.
    pub(super) const fn lengths(self) -> (u32, u32, u32) {
        match self {
            Self::Plan(plan) => (plan.months, 0, 0),
            Self::Trial(plan) => (plan.months, 0, trial::DAYS),
            Self::Deal(deal) | Self::Prepaid(deal) => (deal.package, deal.free_months, 0),
            Self::Refill { .. } => (0, 0, 0),
        }
    }
}
