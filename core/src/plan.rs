//! Plans: their terms, titles and prices.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::billing_cycle::BillingCycle;
use crate::currency::Currency;
use crate::language::Language;
use crate::money::{Money, MoneyError, Part};

/// The terms a plan may have, in months (specification 1, sections 3 and 9): billed monthly, quarterly, yearly.
pub const TERMS: [u32; 3] = [1, 3, 12];

/// Largest price in minor units: card processing takes at most eight digits.
pub const MAX_PRICE: i64 = 99_999_999;

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
    /// The crossed-out price beside it in minor units; absent when nothing is crossed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
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

/// How much less a month costs than before: `(before - now) / months` (specification 1, section 9), rounded half away
/// from zero, and whether it is exact. Zero when the price did not fall.
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
