//! Money: whole minor units of one currency, never a float, never two currencies in one sum.
//!
//! Percentages and divisions run in exact decimals and are rounded once, as [`rounding`](crate::rounding) says; totals
//! then go to the currency's charge step, once.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::currency::Currency;
use crate::percent::Percent;
use crate::rounding::half_away_from_zero;

/// Largest amount in minor units: what a JavaScript number holds exactly, 2^53 - 1.
pub const MAX_MINOR: i64 = 9_007_199_254_740_991;

/// An amount of one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

/// Why an amount could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Beyond [`MAX_MINOR`] in either direction.
    #[error("the amount is too large")]
    TooLarge,
    /// Two currencies in one sum.
    #[error("amounts of different currencies cannot be combined")]
    DifferentCurrencies,
    /// Not a decimal with the currency's digits.
    #[error("not an amount in this currency")]
    Malformed,
    /// Weights that add up to 0, or a division by 0.
    #[error("nothing to divide by")]
    NothingToDivideBy,
}

/// The result of a division, and whether it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rounded part.
    pub amount: Money,
    /// Whether the parts add up to the whole exactly.
    pub exact: bool,
}

impl Money {
    /// An amount of `minor` units; negative amounts are refunds and differences.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] beyond ±[`MAX_MINOR`].
    pub const fn new(minor: i64, currency: Currency) -> Result<Self, MoneyError> {
        if minor > MAX_MINOR || minor < -MAX_MINOR {
            return Err(MoneyError::TooLarge);
        }
        Ok(Self { minor, currency })
    }

    /// Zero in `currency`.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self { minor: 0, currency }
    }

    /// Whole minor units.
    #[must_use]
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency.
    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// The sum.
    ///
    /// # Errors
    /// Different currencies; too large.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        Self::new(self.minor.checked_add(other.minor).ok_or(MoneyError::TooLarge)?, self.currency)
    }

    /// The difference.
    ///
    /// # Errors
    /// Different currencies; too large.
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        Self::new(self.minor.checked_sub(other.minor).ok_or(MoneyError::TooLarge)?, self.currency)
    }

    /// What is left after taking `percent` off: `amount x (1 - percent)`, rounded once, half away from zero.
    ///
    /// The *total* is rounded, never the discount: rounding the discount first gives another cent in 1.2 % of cases.
    ///
    /// ```
    /// use onefare_core::{currency::Currency::Usd, money::Money, percent::Percent};
    /// let price = Money::new(1999, Usd)?;
    /// assert_eq!(price.less(Percent::parse("12.5")?)?.minor(), 1749); // 17.49125
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Never for amounts made by [`Money::new`]; the signature leaves no panic.
    pub fn less(self, percent: Percent) -> Result<Self, MoneyError> {
        let left = Decimal::from(10_000_u32.saturating_sub(percent.basis_points()));
        let exact = Decimal::from(self.minor)
            .checked_mul(left)
            .and_then(|product| product.checked_div(Decimal::from(10_000_u32)))
            .ok_or(MoneyError::TooLarge)?;
        Self::rounded(exact, self.currency)
    }

    /// What is charged after taking `percent` off: `amount x (1 - percent)` to the nearest charge step, rounded once.
    ///
    /// Rounding to the minor unit first and to the step afterwards would charge another step for one price in
    /// twenty: 13 % off 6.270 rials is 5.4549, which is 5.450 and not 5.460.
    ///
    /// ```
    /// use onefare_core::{currency::Currency::Omr, money::Money, percent::Percent};
    /// assert_eq!(Money::new(6_270, Omr)?.less_to_charge_step(Percent::parse("13")?)?.minor(), 5_450);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Too large after rounding up.
    pub fn less_to_charge_step(self, percent: Percent) -> Result<Self, MoneyError> {
        let left = Decimal::from(10_000_u32.saturating_sub(percent.basis_points()));
        let step = Decimal::from(self.currency.charge_step());
        let whole = step.checked_mul(Decimal::from(10_000_u32)).ok_or(MoneyError::TooLarge)?;
        let steps = Decimal::from(self.minor)
            .checked_mul(left)
            .and_then(|product| product.checked_div(whole))
            .ok_or(MoneyError::TooLarge)?;
        let rounded = half_away_from_zero(steps);
        Self::rounded(rounded.checked_mul(step).ok_or(MoneyError::TooLarge)?, self.currency)
    }

    /// One of `count` equal parts, such as the price per month, rounded half away from zero, and whether it is exact.
    ///
    /// ```
    /// use onefare_core::{currency::Currency::Aed, money::Money};
    /// let month = Money::new(14_999, Aed)?.per(12)?;
    /// assert_eq!((month.amount.minor(), month.exact), (1250, false)); // 12.4991...
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoneyError::NothingToDivideBy`] for a count of 0.
    pub fn per(self, count: u32) -> Result<Part, MoneyError> {
        let exact = Decimal::from(self.minor).checked_div(Decimal::from(count)).ok_or(MoneyError::NothingToDivideBy)?;
        Ok(Part {
            amount: Self::rounded(exact, self.currency)?,
            exact: self.minor.checked_rem(count.into()) == Some(0),
        })
    }

    /// Splits the amount by `weights` so that the parts add up to it: largest remainder first, earlier part first
    /// among equals. Each part is less than one minor unit off its exact share.
    ///
    /// ```
    /// use onefare_core::{currency::Currency::Usd, money::Money};
    /// let parts = Money::new(100, Usd)?.allocate(&[1, 1, 1])?;
    /// assert_eq!(parts.iter().map(|part| part.minor()).collect::<Vec<_>>(), [34, 33, 33]);
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoneyError::NothingToDivideBy`] when the weights add up to 0.
    pub fn allocate(self, weights: &[u32]) -> Result<Vec<Self>, MoneyError> {
        let total: i128 = weights.iter().copied().map(i128::from).sum();
        if total == 0 {
            return Err(MoneyError::NothingToDivideBy);
        }
        let whole = i128::from(self.minor);
        let mut parts: Vec<(i128, i128)> = Vec::with_capacity(weights.len());
        for weight in weights {
            let share = whole.checked_mul(i128::from(*weight)).ok_or(MoneyError::TooLarge)?;
            parts.push((share.div_euclid(total), share.rem_euclid(total)));
        }
        let given = parts.iter().map(|(part, _)| part).sum::<i128>();
        let missing = usize::try_from(whole.saturating_sub(given)).map_err(|_| MoneyError::TooLarge)?;
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|index| core::cmp::Reverse(parts.get(*index).map_or(0, |(_, rest)| *rest)));
        for index in order.into_iter().take(missing) {
            if let Some((part, _)) = parts.get_mut(index) {
                *part = part.saturating_add(1);
            }
        }
        parts
            .into_iter()
            .map(|(part, _)| Self::new(i64::try_from(part).map_err(|_| MoneyError::TooLarge)?, self.currency))
            .collect()
    }

    /// Rounds to what can be charged, half a step away from zero: see [`Currency::charge_step`].
    ///
    /// ```
    /// use onefare_core::{currency::Currency::Omr, money::Money};
    /// assert_eq!(Money::new(15_605, Omr)?.to_charge_step()?.minor(), 15_610);
    /// # Ok::<(), onefare_core::money::MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// Too large after rounding up.
    pub fn to_charge_step(self) -> Result<Self, MoneyError> {
        if self.minor.checked_rem(self.currency.charge_step()) == Some(0) {
            return Ok(self);
        }
        let step = Decimal::from(self.currency.charge_step());
        let steps = Decimal::from(self.minor).checked_div(step).ok_or(MoneyError::NothingToDivideBy)?;
        let rounded = half_away_from_zero(steps);
        Self::rounded(rounded.checked_mul(step).ok_or(MoneyError::TooLarge)?, self.currency)
    }

    /// Reads decimal text with a dot and exactly the currency's digits, such as `149.99`, `15.600` or `150`.
    ///
    /// ```
    /// use onefare_core::{currency::Currency::{Aed, Omr}, money::{Money, MoneyError}};
    /// assert_eq!(Money::parse("149.99", Aed)?.minor(), 14_999);
    /// assert_eq!(Money::parse("15.600", Omr)?.to_decimal_text(), "15.600");
    /// assert_eq!(Money::parse("1,000.00", Aed), Err(MoneyError::Malformed));
    /// # Ok::<(), MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoneyError::Malformed`] for anything else: grouping, spaces, exponents, missing digits, `-0.00`;
    /// [`MoneyError::TooLarge`] beyond ±[`MAX_MINOR`].
    pub fn parse(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let wanted = usize::try_from(currency.exponent()).map_err(|_| MoneyError::Malformed)?;
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let leading_zero = whole.len() > 1 && whole.starts_with('0');
        if whole.is_empty() || leading_zero || fraction.len() != wanted || !all_digits(whole) || !all_digits(fraction) {
            return Err(MoneyError::Malformed);
        }
        if (wanted == 0) == digits.contains('.') {
            return Err(MoneyError::Malformed);
        }
        let minor: i64 = format!("{whole}{fraction}").parse().map_err(|_| MoneyError::TooLarge)?;
        if negative && minor == 0 {
            return Err(MoneyError::Malformed);
        }
        Self::new(if negative { minor.saturating_neg() } else { minor }, currency)
    }

    /// Decimal text with a dot and the currency's digits: what [`Money::parse`] reads.
    #[must_use]
    pub fn to_decimal_text(self) -> String {
        let (whole, fraction) = self.digits();
        let sign = if self.minor < 0 { "-" } else { "" };
        if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
    }

    /// Digits before and after the decimal mark, without sign.
    pub(crate) fn digits(self) -> (String, String) {
        let width = usize::try_from(self.currency.exponent()).unwrap_or(0);
        let all = format!("{:0>width$}", self.minor.unsigned_abs(), width = width.saturating_add(1));
        let (whole, fraction) = all.split_at_checked(all.len().saturating_sub(width)).unwrap_or((&all, ""));
        (whole.to_owned(), fraction.to_owned())
    }

    fn same_currency(self, other: Self) -> Result<(), MoneyError> {
        if self.currency == other.currency { Ok(()) } else { Err(MoneyError::DifferentCurrencies) }
    }

    fn rounded(exact: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        let whole = half_away_from_zero(exact);
        Self::new(whole.to_i64().ok_or(MoneyError::TooLarge)?, currency)
    }
}

/// Percent saved by paying `now` instead of `before`, exact to a basis point and rounded down; 0 when nothing is saved,
/// 100 when zero or less is left to pay.
///
/// ```
/// use onefare_core::{currency::Currency::Aed, money::{Money, saving}};
/// let saved = saving(Money::new(300, Aed)?, Money::new(100, Aed)?)?;
/// assert_eq!(saved.basis_points(), 6666); // two thirds, never 66.67 %
/// assert_eq!(saved.whole_down(), 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Different currencies.
pub fn saving(before: Money, now: Money) -> Result<Percent, MoneyError> {
    before.same_currency(now)?;
    let (whole, left) = (i128::from(before.minor()), i128::from(now.minor()));
    let saved = whole.saturating_sub(left);
    if saved <= 0 || whole <= 0 {
        return Ok(Percent::default());
    }
    let points = saved.checked_mul(10_000).and_then(|scaled| scaled.checked_div(whole)).ok_or(MoneyError::TooLarge)?;
    let points = u32::try_from(points.min(10_000)).map_err(|_| MoneyError::TooLarge)?;
    Percent::from_basis_points(points).map_err(|_| MoneyError::TooLarge)
}

/// Whether a count is left out where it is stored: zero is what its absence means.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
pub(crate) const fn is_zero(number: &u32) -> bool {
    *number == 0
}
