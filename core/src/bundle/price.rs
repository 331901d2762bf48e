//! Prices of plans: the lowest price per day of a bundle, and a price with a discount code.

use core::cmp::Ordering;

use super::{Bundle, Refill};
use crate::currency::Currency;
use crate::language::Language;
use crate::money::{Money, MoneyError, Part};
use crate::price_text::figure_text;

/// A plan's price per day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerDay<'list> {
    /// The plan.
    pub refill: &'list Refill,
    /// The price of the whole plan.
    price: Money,
}

impl PerDay<'_> {
    /// The price per day, rounded half away from zero, and whether it is exact.
    ///
    /// # Errors
    /// Never for a plan of one day or more.
    pub fn rounded(&self) -> Result<Part, MoneyError> {
        self.price.per(self.refill.amount_days)
    }

    /// Compares two prices per day of one currency as fractions: two that round to the same cent still differ.
    #[must_use]
    pub fn cmp_exact(&self, other: &Self) -> Ordering {
        let cross = |price: Money, days: u32| i128::from(price.minor()).saturating_mul(days.into());
        cross(self.price, other.refill.amount_days).cmp(&cross(other.price, self.refill.amount_days))
    }
}

impl Bundle {
    /// The plan that costs least per day, for the line "From ... / day" of the bundle's card (specification 2, section
    /// 2; there it is a fixed figure, here it is computed). The first of equally cheap ones. `None` without a plan that
    /// can be sold in that currency.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, Refill};
    /// use onefare_core::currency::Currency;
    /// let plan = |amount_days, price_usd| Refill {
    ///     title: format!("{amount_days} days"),
    ///     amount_mb: 1024,
    ///     amount_days,
    ///     unlimited: false,
    ///     price_usd,
    ///     price_eur: price_usd,
    ///     package: String::new(),
    ///     cost: None,
    /// };
    /// let refills = vec![plan(7, 1000), plan(30, 4286)]; // 1.428571... and 1.428666... a day
    /// let spain = Bundle { id: 34, code: "ES".to_owned(), names: Default::default(), coverage: Vec::new(), refills };
    /// let lowest = spain.lowest_per_day(Currency::Usd).unwrap();
    /// assert_eq!((lowest.refill.amount_days, lowest.rounded()?.amount.minor()), (7, 143));
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    #[must_use]
    pub fn lowest_per_day(&self, currency: Currency) -> Option<PerDay<'_>> {
        let per_day = |refill| Refill::price_in(refill, currency).map(|price| PerDay { refill, price });
        let sold = |per_day: &PerDay<'_>| per_day.price.minor() > 0 && per_day.refill.amount_days > 0;
        self.refills.iter().filter_map(per_day).filter(sold).min_by(PerDay::cmp_exact)
    }
}

/// A plan's price with a discount code (specification 2, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discount {
    /// Tenths of a percent, 0 to 1000, rounded half up. For display only.
    pub tenths: u32,
    /// What is left to pay. It is the discounted price itself: rebuilding it from the rounded percentage is wrong for
    /// most prices.
    pub total: Money,
}

impl Discount {
    /// Percentage and total of a price and the discounted price: `(price - discounted) / price x 100`.
    ///
    /// ```
    /// use onefare_core::bundle::Discount;
    /// use onefare_core::currency::Currency::Usd;
    /// use onefare_core::language::Language;
    /// use onefare_core::money::Money;
    /// let discount = Discount::of(Money::new(1299, Usd)?, Money::new(1104, Usd)?).unwrap();
    /// assert_eq!(discount.percent_text(Language::En), "15.0"); // 15.0115...
    /// assert_eq!(discount.total.to_decimal_text(), "11.04");
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    ///
    /// `None` when the figures are no discount: two currencies, a price that is not positive, a discounted price below
    /// zero or above the price.
    #[must_use]
    pub fn of(price: Money, discounted: Money) -> Option<Self> {
        let saved = i128::from(price.minus(discounted).ok()?.minor());
        let whole = i128::from(price.minor());
        if whole <= 0 || saved < 0 || saved > whole {
            return None;
        }
        // Adds half a tenth and truncates: halves go up, exactly.
        let doubled = saved.checked_mul(2000)?.checked_add(whole)?;
        let tenths = u32::try_from(doubled.checked_div(whole.checked_mul(2)?)?).ok()?;
        Some(Self { tenths, total: discounted })
    }

    /// The percentage with one decimal in a language's figures, without a percent sign: `15.0` or `15,0`.
    #[must_use]
    pub fn percent_text(&self, language: Language) -> String {
        let (whole, tenth) = (self.tenths.wrapping_div(10), self.tenths.wrapping_rem(10));
        figure_text(&whole.to_string(), &tenth.to_string(), language)
    }
}
