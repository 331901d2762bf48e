//! The price book: which plans, bundles and deals are sold, in which order, and what makes a book fit to be applied.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::bundle::{self, Bundle, BundleFault};
use crate::currency::Currency;
use crate::deal::{self, DealFault, DealPlan};
use crate::language::Language;
use crate::money::MAX_MINOR;
use crate::plan::{DeviceAllowance, MAX_PRICE, Plan, TERMS};

/// A numbered, immutable list of prices. The store assigns the number; this is the content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceBook {
    /// The currency shown first.
    pub default_currency: Currency,
    /// The plans, in any order.
    pub plans: Vec<Plan>,
    /// The bundles of the eSIM shop, in any order; empty when there is no such shop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<Bundle>,
    /// The deals of the deal page, in any order; empty when there is no such page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deals: Vec<DealPlan>,
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
    /// An invalid or duplicate id.
    #[error("plan id \"{0}\" is not unique, or not lower-case letters, digits and hyphens")]
    ProductId(String),
    /// Two plans with the same title could not be told apart by the query `package`.
    #[error("plan \"{0}\": {1} months are sold by another plan already")]
    Months(String, u32),
    /// A term the pages have no words for.
    #[error("plan \"{0}\": a term has 1, 3 or 12 months")]
    Term(String),
    /// Numbers of devices that make no sense.
    #[error("plan \"{0}\": of 1 to 100 devices, 1 or more at the same time, not {1} and {2}")]
    Devices(String, u32, u32),
    /// A currency is missing or listed twice.
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
    /// A bundle of the eSIM shop that cannot be sold.
    #[error(transparent)]
    Bundle(#[from] BundleFault),
    /// A deal that cannot be sold.
    #[error("deals: {0}")]
    Deal(#[from] DealFault),
}

impl PriceBook {
    /// The plans as they are shown: ascending by priority, then by id.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Plan> {
        let mut plans: Vec<&Plan> = self.plans.iter().collect();
        plans.sort_by(|left, right| (left.priority, &left.product_id).cmp(&(right.priority, &right.product_id)));
        plans
    }

    /// The devices that every plan allows: what a page may say without naming a plan.
    #[must_use]
    pub fn devices(&self) -> DeviceAllowance {
        let allowed = self.plans.iter().map(|plan| plan.devices);
        allowed.reduce(DeviceAllowance::in_common).unwrap_or_default()
    }

    /// Finds a plan by its id.
    #[must_use]
    pub fn plan(&self, product_id: &str) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.product_id == product_id)
    }

    /// Finds a bundle by its number.
    #[must_use]
    pub fn bundle(&self, id: u32) -> Option<&Bundle> {
        self.bundles.iter().find(|bundle| bundle.id == id)
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
            if !plan.devices.is_valid() {
                faults.push(BookFault::Devices(id.clone(), plan.devices.registered, plan.devices.at_once));
            }
            price_faults(plan, &mut faults);
        }
        faults.extend(bundle::faults(&self.bundles).into_iter().map(BookFault::from));
        // A shop either has no deals at all, or has every deal.
        if !self.deals.is_empty() {
            faults.extend(deal::faults(&self.deals).into_iter().map(BookFault::from));
        }
        faults
    }
}

fn price_faults(plan: &Plan, faults: &mut Vec<BookFault>) {
    for currency in Currency::OFFERED {
        if plan.prices.iter().filter(|price| price.currency == currency).count() != 1 {
            faults.push(BookFault::Currency(plan.product_id.clone(), currency.code()));
        }
    }
    for price in &plan.prices {
        let (code, step) = (price.currency.code(), price.currency.charge_step());
        if !Currency::OFFERED.contains(&price.currency) {
            faults.push(BookFault::NotOffered(plan.product_id.clone(), code));
        }
        let chargeable = |minor: i64| minor > 0 && minor <= MAX_PRICE && minor.checked_rem(step) == Some(0);
        if !chargeable(price.amount) {
            faults.push(BookFault::Amount(plan.product_id.clone(), code, price.amount, step));
        }
        if price.before.is_some_and(|before| before <= price.amount || before > MAX_MINOR) {
            faults.push(BookFault::Before(plan.product_id.clone(), code));
        }
    }
}
