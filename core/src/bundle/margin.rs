//! The price of a plan, from the price that the supplier asks for it.

use core::cmp::Ordering;

use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use crate::plan::MAX_PRICE;

/// Ten-thousandths of a dollar, the unit in which suppliers count, in a cent.
const UNITS_PER_CENT: i64 = 100;

/// Cents in a dollar or euro: price endings are below it.
const CENTS: i64 = 100;

/// Hundredths in a factor of 1.
const HUNDREDTHS: i64 = 100;

/// Dollars for which the rate states the euros.
const RATE_PARTS: i64 = 10_000;

/// A supplier's price of a whole plan, and the plan's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Ten-thousandths of a US dollar, 1 or more.
    pub units: i64,
    /// Megabytes of the whole plan; for an unlimited one, of all its days at full speed.
    pub megabytes: u64,
}

/// The factor between the cost and the price of plans up to a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// The largest size in megabytes that this applies to; absent in the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_mb: Option<u64>,
    /// Hundredths: 180 sells for 1.8 times the cost.
    pub factor: u32,
}

/// The rules that turn costs into prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margins {
    /// By size, the smallest first; the last one is for everything larger.
    pub sizes: Vec<Margin>,
    /// The least that a sale brings in over its cost, in US cents.
    pub minimum: u32,
    /// The last two digits that a price may have, 0 to 99 each.
    pub endings: Vec<u32>,
    /// Euros for 10,000 dollars: 9,200 converts a dollar to 0.92 euros.
    pub eur_rate: u32,
}

/// The price of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prices {
    /// US cents.
    pub usd: i64,
    /// Euro cents.
    pub eur: i64,
}

/// Why there is no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarginError {
    /// The sizes do not ascend to one without an end.
    #[error("sizes must ascend, and only the last one has no end")]
    Sizes,
    /// A factor that would sell below the cost.
    #[error("a factor must be 1 or more")]
    Factor,
    /// No ending, or one above 99.
    #[error("price endings are 0 to 99 cents, at least one")]
    Endings,
    /// A rate of 0.
    #[error("the euro rate must be above zero")]
    Rate,
    /// The supplier's price is not above zero.
    #[error("the cost must be above zero")]
    Cost,
    /// No card could be charged that much.
    #[error("the price would be above 999999.99")]
    TooLarge,
}

impl Margins {
    /// Whether the rules can be applied.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
    pub fn check(&self) -> Result<(), MarginError> {
        let ends: Vec<u64> = self.sizes.iter().filter_map(|size| size.up_to_mb).collect();
        let last_open = self.sizes.last().is_some_and(|last| last.up_to_mb.is_none());
        let ascending = ends.iter().zip(ends.iter().skip(1)).all(|(left, right)| left < right);
        if !last_open || !ascending || ends.len() != self.sizes.len().saturating_sub(1) {
            return Err(MarginError::Sizes);
        }
        if self.sizes.iter().any(|size| i64::from(size.factor) < HUNDREDTHS) {
            return Err(MarginError::Factor);
        }
        if self.endings.is_empty() || self.endings.iter().any(|ending| i64::from(*ending) >= CENTS) {
            return Err(MarginError::Endings);
        }
        if self.eur_rate == 0 { Err(MarginError::Rate) } else { Ok(()) }
    }

    /// The price of a plan: its cost times the factor of its size, but at least its cost plus the minimum. The exact
    /// figure in dollars, and the same in euros, is each raised to the next price with an allowed ending; nothing is
    /// rounded before that.
    ///
    /// ```
    /// use onefare_core::bundle::{Cost, Margin, Margins};
    /// let sizes = vec![Margin { up_to_mb: None, factor: 180 }];
    /// let rules = Margins { sizes, minimum: 100, endings: vec![49, 99], eur_rate: 9_200 };
    /// let prices = rules.prices(Cost { units: 18_050, megabytes: 1024 })?; // 3.249 dollars, 2.98908 euros
    /// assert_eq!((prices.usd, prices.eur), (349, 299));
    /// # Ok::<(), onefare_core::bundle::MarginError>(())
    /// ```
    ///
    /// # Errors
    /// Rules that cannot be applied, a cost that is not positive, a price above the largest there is.
    pub fn prices(&self, cost: Cost) -> Result<Prices, MarginError> {
        self.check()?;
        if cost.units <= 0 {
            return Err(MarginError::Cost);
        }
        let size = self.sizes.iter().find(|size| size.up_to_mb.is_none_or(|end| cost.megabytes <= end));
        let factor = Decimal::new(size.ok_or(MarginError::Sizes)?.factor.into(), 2);
        let by_factor = cents(cost.units)?.checked_mul(factor).ok_or(MarginError::TooLarge)?;
        let exact = by_factor.max(self.least(cost.units)?);
        Ok(Prices { usd: self.raised(exact)?, eur: self.raised(self.in_euros(exact)?)? })
    }

    /// Whether prices still bring in a cost plus the minimum, in both currencies.
    ///
    /// ```
    /// use onefare_core::bundle::{Margin, Margins, Prices};
    /// let sizes = vec![Margin { up_to_mb: None, factor: 180 }];
    /// let rules = Margins { sizes, minimum: 100, endings: vec![49, 99], eur_rate: 9_200 };
    /// assert!(rules.allow(Prices { usd: 349, eur: 299 }, 22_500)?); // 3.25 dollars, 2.99 euros
    /// assert!(!rules.allow(Prices { usd: 349, eur: 299 }, 22_501)?);
    /// # Ok::<(), onefare_core::bundle::MarginError>(())
    /// ```
    ///
    /// # Errors
    /// Rules that cannot be applied, a cost beyond the largest price.
    pub fn allow(&self, prices: Prices, units: i64) -> Result<bool, MarginError> {
        self.check()?;
        let least = self.least(units)?;
        let in_euros = self.in_euros(least)?;
        Ok(Decimal::from(prices.usd).cmp(&least) != Ordering::Less
            && Decimal::from(prices.eur).cmp(&in_euros) != Ordering::Less)
    }

    /// US cents that a sale must bring in.
    fn least(&self, units: i64) -> Result<Decimal, MarginError> {
        cents(units)?.checked_add(Decimal::from(self.minimum)).ok_or(MarginError::TooLarge)
    }

    fn in_euros(&self, exact: Decimal) -> Result<Decimal, MarginError> {
        let rate = Decimal::from(self.eur_rate).checked_div(Decimal::from(RATE_PARTS));
        rate.and_then(|rate| exact.checked_mul(rate)).ok_or(MarginError::TooLarge)
    }

    /// The lowest price of at least `exact` cents with an allowed ending.
    fn raised(&self, exact: Decimal) -> Result<i64, MarginError> {
        let whole = exact.round_dp_with_strategy(0, RoundingStrategy::ToPositiveInfinity);
        let whole = whole.to_i64().filter(|whole| (1..=MAX_PRICE).contains(whole)).ok_or(MarginError::TooLarge)?;
        let hundreds = whole.checked_sub(whole.checked_rem(CENTS).unwrap_or(0)).ok_or(MarginError::TooLarge)?;
        let endings = || self.endings.iter().map(|ending| i64::from(*ending));
        let candidates = endings().chain(endings().filter_map(|ending| ending.checked_add(CENTS)));
        let prices = candidates.filter_map(|ending| hundreds.checked_add(ending)).filter(|price| *price >= whole);
        prices.min().filter(|price| *price <= MAX_PRICE).ok_or(MarginError::TooLarge)
    }
}

/// A cost in cents, exactly.
fn cents(units: i64) -> Result<Decimal, MarginError> {
    Decimal::from(units).checked_div(Decimal::from(UNITS_PER_CENT)).ok_or(MarginError::TooLarge)
}
