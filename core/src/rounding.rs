//! Rounding: half a unit goes away from zero, once, at the end of a computation in exact decimals.

use rust_decimal::{Decimal, RoundingStrategy};

/// The nearest whole number; of two that are equally near, the one further from zero: 2.5 is 3, and -2.5 is -3.
pub(crate) fn half_away_from_zero(exact: Decimal) -> Decimal {
    exact.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_goes_away_from_zero() {
        for (exact, rounded) in [(25, 3), (24, 2), (-25, -3), (-24, -2), (5, 1), (-5, -1), (0, 0)] {
            assert_eq!(half_away_from_zero(Decimal::new(exact, 1)), Decimal::from(rounded), "{exact} tenths");
        }
    }
}
