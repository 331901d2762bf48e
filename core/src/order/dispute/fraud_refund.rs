//! Up to which amount a charge that a card's issuer reports as fraud is refunded without an operator: a dispute would cost its
//! fee as well.

use std::str::FromStr;

use crate::currency::Currency;
use crate::money::Money;

/// The highest amount of each currency; of a currency without one nothing is refunded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FraudRefundLimits(Vec<Money>);

/// Why limits cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a list of amounts above 0 such as `AED 150.00, EUR 40.00`, one for each currency")]
pub struct NotLimits;

impl FraudRefundLimits {
    /// Whether an amount is refunded.
    ///
    /// ```
    /// use onefare_core::currency::Currency;
    /// use onefare_core::order::dispute::FraudRefundLimits;
    /// use onefare_core::money::Money;
    /// let limits: FraudRefundLimits = "AED 150.00, OMR 9.900".parse().unwrap();
    /// let covers = |minor, currency| limits.covers(Money::new(minor, currency).unwrap());
    /// assert!(covers(15_000, Currency::Aed) && !covers(15_001, Currency::Aed));
    /// assert!(covers(9_900, Currency::Omr) && !covers(1, Currency::Eur));
    /// ```
    #[must_use]
    pub fn covers(&self, amount: Money) -> bool {
        let limit = self.0.iter().find(|limit| limit.currency() == amount.currency());
        limit.is_some_and(|limit| amount.minor() <= limit.minor())
    }
}

impl FromStr for FraudRefundLimits {
    type Err = NotLimits;

    /// Reads amounts separated by commas, each with the code of its currency before it, in any case. Of an empty text nothing is
    /// refunded.
    fn from_str(text: &str) -> Result<Self, NotLimits> {
        let mut limits: Vec<Money> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let (code, amount) = part.split_once(' ').ok_or(NotLimits)?;
            let currency = Currency::parse(code).ok_or(NotLimits)?;
            let limit = Money::parse(amount.trim(), currency).map_err(|_| NotLimits)?;
            if limit.minor() <= 0 || limits.iter().any(|known| known.currency() == currency) {
                return Err(NotLimits);
            }
            limits.push(limit);
        }
        Ok(Self(limits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_that_is_none_is_refused() {
        for text in ["AED", "AED 1", "AED 0.00", "AED -1.00", "XXX 1.00", "AED 1.00,", "AED 1.00, AED 2.00"] {
            assert_eq!(text.parse::<FraudRefundLimits>(), Err(NotLimits), "{text}");
        }
        for text in ["", "  "] {
            assert_eq!(text.parse(), Ok(FraudRefundLimits::default()));
        }
    }
}
