//! Plans and the price book they stand in: order, preselection, and what makes a book fit to be applied.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::deal::DealPlan;
use crate::language::Language;
use crate::money::{MAX_MINOR, Money, MoneyError, Part};
use crate::wire::subscription::{BillingCycle, Package};

/// The terms a plan may have, in months (specification 1, sections 3 and 9): billed monthly, quarterly, yearly.
pub const TERMS: [u32; 3] = [1, 3, 12];

/// Largest price in minor units: card processing takes at most eight digits.
pub const MAX_PRICE: i64 = 99_999_999;

/// A numbered, immutable list of prices. The number is the store's; this is the content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceBook {
    /// The currency shown first.
    pub default_currency: Currency,
    /// The plans, in any order.
    pub plans: Vec<Plan>,
    /// The deals of the deal page, in any order; none when there is no such page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<DealPlan>,
}

/// One plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Stable id: lower-case letters, digits, hyphens.
    pub product_id: String,
    /// Months of one term.
    pub months: u32,
    /// Ascending sort order.
    pub priority: u32,
    /// Badge text by language; empty means not highlighted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub highlight: BTreeMap<Language, String>,
    /// The price in each currency.
    pub prices: Vec<PlanAmount>,
}

/// What a plan costs in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanAmount {
    /// The currency.
    pub currency: Currency,
    /// Minor units of one term.
    pub amount: i64,
    /// Minor units that are crossed out beside it; absent when nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
}

/// Why a price book may not be applied. `Display` names the plan and the figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// There is nothing to sell.
    #[error("the price book holds no plan")]
    Empty,
    /// The default currency is not one the shop offers.
    #[error("the default currency {0} is not offered")]
    DefaultCurrency(&'static str),
    /// An id that cannot be one, or stands twice.
    #[error("plan id \"{0}\" is not unique, or not lower-case letters, digits and hyphens")]
    ProductId(String),
    /// Two plans with the same title could not be told apart by the query `package`.
    #[error("plan \"{0}\": {1} months are sold by another plan already")]
    Months(String, u32),
    /// A term the pages have no words for.
    #[error("plan \"{0}\": a term has 1, 3 or 12 months")]
    Term(String),
    /// A currency is missing or stands twice.
    #[error("plan \"{0}\" needs exactly one price in {1}")]
    Currency(String, &'static str),
    /// A currency that is not offered.
    #[error("plan \"{0}\": {1} is not offered")]
    NotOffered(String, &'static str),
    /// A price that cannot be charged.
    #[error("plan \"{0}\": {1} {2} must be positive, at most 99999999 minor units, and divisible by {3}")]
    Amount(String, &'static str, i64, i64),
    /// A crossed-out price that is not higher.
    #[error("plan \"{0}\": the crossed-out {1} price must be higher than the price")]
    Before(String, &'static str),
}

impl Plan {
    /// Number of months and `-month` (specification 1, section 2.2).
    #[must_use]
    pub fn title(&self) -> String {
        title_of(self.months)
    }

    /// How often the plan is billed; terms other than 1 and 3 months count as yearly.
    #[must_use]
    pub const fn billing_cycle(&self) -> BillingCycle {
        BillingCycle::of_months(self.months)
    }

    /// The badge text in a language, in English where that language has none; empty means not highlighted.
    #[must_use]
    pub fn highlight_in(&self, language: Language) -> &str {
        let text = self.highlight.get(&language).or_else(|| self.highlight.get(&Language::En));
        text.map_or("", String::as_str)
    }

    /// The price of one term and the crossed-out price, in one currency.
    #[must_use]
    pub fn price_in(&self, currency: Currency) -> Option<(Money, Option<Money>)> {
        let price = self.prices.iter().find(|price| price.currency == currency)?;
        let amount = Money::new(price.amount, currency).ok()?;
        Some((amount, price.before.and_then(|before| Money::new(before, currency).ok())))
    }
}

/// The title of a plan of that many months.
#[must_use]
pub fn title_of(months: u32) -> String {
    format!("{months}-month")
}

/// What a month costs less than before: `(before - now) / months` (specification 1, section 9), rounded half away from
/// zero, with a mark whether it is exact. Nothing when the price did not fall.
///
/// ```
/// use onefare_core::{currency::Currency::Aed, money::Money, plan::saving_per_month};
/// let saved = saving_per_month(Money::new(29_848, Aed)?, Money::new(14_999, Aed)?, 12)?;
/// assert_eq!((saved.amount.minor(), saved.exact), (1237, false)); // 12.374...
/// # Ok::<(), onefare_core::money::MoneyError>(())
/// ```
///
/// # Errors
/// Two currencies; no months.
pub fn saving_per_month(before: Money, now: Money, months: u32) -> Result<Part, MoneyError> {
    let saved = before.minus(now)?;
    let saved = if saved.minor() > 0 { saved } else { Money::zero(saved.currency()) };
    saved.per(months)
}

/// The highest discount among packages in whole percent, for the headline of a partner's page (specification 1, section
/// 2.5). Each package's own figure holds in every currency, so this one does. 0 when nothing is discounted.
#[must_use]
pub fn highest_discount(packages: &[Package]) -> u32 {
    packages.iter().map(|package| package.discount).max().unwrap_or(0)
}

impl PriceBook {
    /// The plans as they are shown: ascending by priority, then by id.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Plan> {
        let mut plans: Vec<&Plan> = self.plans.iter().collect();
        plans.sort_by(|left, right| (left.priority, &left.product_id).cmp(&(right.priority, &right.product_id)));
        plans
    }

    /// Finds a plan by its id.
    #[must_use]
    pub fn plan(&self, product_id: &str) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.product_id == product_id)
    }

    /// The plan selected at first: the one the query `package` names, else the first highlighted one, else none
    /// (specification 1, sections 2.2 and 4). The flag says whether the query chose it.
    #[must_use]
    pub fn preselected(&self, package_title: Option<&str>) -> Option<(&Plan, bool)> {
        let plans = self.in_order();
        let chosen = package_title.and_then(|title| plans.iter().find(|plan| plan.title() == title));
        if let Some(plan) = chosen {
            return Some((plan, true));
        }
        let highlighted = plans.into_iter().find(|plan| !plan.highlight_in(Language::En).is_empty())?;
        Some((highlighted, false))
    }

    /// Everything that is wrong with the book; empty means it may be applied.
    #[must_use]
    pub fn faults(&self) -> Vec<BookFault> {
        let mut faults = Vec::new();
        if self.plans.is_empty() {
            faults.push(BookFault::Empty);
        }
        if !Currency::OFFERED.contains(&self.default_currency) {
            faults.push(BookFault::DefaultCurrency(self.default_currency.code()));
        }
        let (mut ids, mut terms) = (BTreeSet::new(), BTreeSet::new());
        for plan in &self.plans {
            let id = &plan.product_id;
            let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            if id.is_empty() || id.len() > 64 || !id.bytes().all(allowed) || !ids.insert(id) {
                faults.push(BookFault::ProductId(id.clone()));
            }
            if !terms.insert(plan.months) {
                faults.push(BookFault::Months(id.clone(), plan.months));
            }
            if !TERMS.contains(&plan.months) {
                faults.push(BookFault::Term(id.clone()));
            }
            plan.price_faults(&mut faults);
        }
        faults
    }
}

impl Plan {
    fn price_faults(&self, faults: &mut Vec<BookFault>) {
        for currency in Currency::OFFERED {
            if self.prices.iter().filter(|price| price.currency == currency).count() != 1 {
                faults.push(BookFault::Currency(self.product_id.clone(), currency.code()));
            }
        }
        for price in &self.prices {
            let (code, step) = (price.currency.code(), price.currency.charge_step());
            if !Currency::OFFERED.contains(&price.currency) {
                faults.push(BookFault::NotOffered(self.product_id.clone(), code));
            }
            let chargeable = |minor: i64| minor > 0 && minor <= MAX_PRICE && minor.checked_rem(step) == Some(0);
            if !chargeable(price.amount) {
                faults.push(BookFault::Amount(self.product_id.clone(), code, price.amount, step));
            }
            if price.before.is_some_and(|before| before <= price.amount || before > MAX_MINOR) {
                faults.push(BookFault::Before(self.product_id.clone(), code));
            }
        }
    }
}
