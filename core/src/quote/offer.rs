//! What can be quoted: a plan, a trial, a plan paid once, an eSIM refill.

use serde::{Deserialize, Serialize};

use super::{QuoteError, TRIAL_DAYS};
use crate::currency::Currency;
use crate::discount::{DiscountCode, Target, Term};
use crate::money::Money;
use crate::plan::Plan;
use crate::wire::subscription::BillingCycle;

/// What is offered, with everything its price depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer<'book> {
    /// A plan: its first term is paid now, extra months included, and it renews term by term.
    Plan(&'book Plan),
    /// A plan that is tried for [`TRIAL_DAYS`] first: nothing now, its price then (specification 1, section 2.4).
    Trial(&'book Plan),
    /// A plan whose first term is paid once: nothing renews, because the payment method leaves no mandate.
    Prepaid(&'book Plan),
    /// An eSIM refill, paid once (specification 2).
    Refill {
        /// What names the refill in orders and codes.
        product_id: &'book str,
        /// Its price in the currency that is asked for.
        price: Money,
    },
}

/// Kinds of product, as far as a rule tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Product {
    /// A plan that renews.
    Plan,
    /// A plan that is tried first.
    Trial,
    /// A plan with extra months, or one that is paid once.
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
    /// What names the product in orders and codes.
    #[must_use]
    pub const fn product_id(self) -> &'book str {
        match self {
            Self::Plan(plan) | Self::Trial(plan) | Self::Prepaid(plan) => plan.product_id.as_str(),
            Self::Refill { product_id, .. } => product_id,
        }
    }

    /// How often the product is billed as the price book sees it; `None` for a refill.
    #[must_use]
    pub const fn billing_cycle(self) -> Option<BillingCycle> {
        match self {
            Self::Plan(plan) | Self::Trial(plan) | Self::Prepaid(plan) => Some(plan.billing_cycle()),
            Self::Refill { .. } => None,
        }
    }

    /// Whether a code that holds is for this offer. The first term of a trial is the trial, which is free already: only
    /// a code for every term says anything about it.
    #[must_use]
    pub fn takes(self, code: &DiscountCode) -> bool {
        let target = Target { product_id: self.product_id(), billing_cycle: self.billing_cycle() };
        let in_time = !matches!(self, Self::Trial(_)) || code.term == Term::Every;
        in_time && code.covers(target)
    }

    /// Price of the first paid term, crossed-out price (the same where nothing is crossed out), price of later terms.
    pub(super) fn prices_in(self, currency: Currency) -> Result<(Money, Money, Option<Money>), QuoteError> {
        let plan = match self {
            Self::Plan(plan) | Self::Trial(plan) | Self::Prepaid(plan) => plan,
            Self::Refill { price, .. } => {
                let sold = price.currency() == currency && price.minor() > 0;
                return if sold { Ok((price, price, None)) } else { Err(QuoteError::NoPrice) };
            }
        };
        let (price, before) = plan.price_in(currency).ok_or(QuoteError::NoPrice)?;
        let later = plan.renewal_in(currency).ok_or(QuoteError::NoPrice)?;
        let plain = plan.months == 12 && plan.extra_months == 0 && price == later;
        match self {
            Self::Trial(_) if !plain => Err(QuoteError::NoTrial),
            Self::Prepaid(_) => Ok((price, before.unwrap_or(price), None)),
            _ => Ok((price, before.unwrap_or(price), Some(later))),
        }
    }

    /// Months of a term, extra months of the first one, days before the first charge.
    pub(super) const fn lengths(self) -> (u32, u32, u32) {
        match self {
            Self::Plan(plan) | Self::Prepaid(plan) => (plan.months, plan.extra_months, 0),
            Self::Trial(plan) => (plan.months, 0, TRIAL_DAYS),
            Self::Refill { .. } => (0, 0, 0),
        }
    }
}
