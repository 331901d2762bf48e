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
    /// On how many devices a subscription to it may be used.
    #[serde(default, skip_serializing_if = "DeviceAllowance::is_usual")]
    pub devices: DeviceAllowance,
    /// The price in each currency.
    pub prices: Vec<PlanAmount>,
}

/// On how many devices one subscription may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceAllowance {
    /// Devices that may be set up, 1 to [`MAX_DEVICES`].
    pub registered: u32,
    /// Devices that may be connected at the same time, at most as many.
    pub at_once: u32,
}

/// Most devices of one subscription: more is a typing mistake.
pub const MAX_DEVICES: u32 = 100;

impl DeviceAllowance {
    /// 5 devices, all at the same time (specification 1, section 1, of the landing page), for plans that name none.
    pub const USUAL: Self = Self { registered: 5, at_once: 5 };

    fn is_usual(&self) -> bool {
        *self == Self::USUAL
    }

    /// Whether the numbers make sense.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        1 <= self.at_once && self.at_once <= self.registered && self.registered <= MAX_DEVICES
    }

    /// What both allow.
    #[must_use]
    pub fn in_common(self, other: Self) -> Self {
        Self { registered: self.registered.min(other.registered), at_once: self.at_once.min(other.at_once) }
    }

    /// What either allows.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        Self { registered: self.registered.max(other.registered), at_once: self.at_once.max(other.at_once) }
    }
}

impl Default for DeviceAllowance {
    fn default() -> Self {
        Self::USUAL
    }
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
