//! What providers know about currencies. Deliberately not the shop's own table: a double must not share its mistakes.

/// A currency that the sandbox accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Currency {
    /// Lower-case ISO code.
    pub code: &'static str,
    /// Digits after the point.
    pub exponent: u32,
    /// The smallest charge of a card, in the smallest unit. Stripe publishes it for usd, eur, gbp and aed; for the
    /// others it follows from "must convert to at least 50 cents".
    pub minimum: i64,
}

/// No amount has more than eight digits.
pub const LARGEST_AMOUNT: i64 = 99_999_999;

const CURRENCIES: &[Currency] = &[
    Currency { code: "usd", exponent: 2, minimum: 50 },
    Currency { code: "eur", exponent: 2, minimum: 50 },
    Currency { code: "gbp", exponent: 2, minimum: 30 },
    Currency { code: "aed", exponent: 2, minimum: 200 },
    Currency { code: "sar", exponent: 2, minimum: 200 },
    Currency { code: "qar", exponent: 2, minimum: 200 },
    Currency { code: "omr", exponent: 3, minimum: 200 },
    Currency { code: "kwd", exponent: 3, minimum: 160 },
    Currency { code: "bhd", exponent: 3, minimum: 190 },
    Currency { code: "jod", exponent: 3, minimum: 360 },
    Currency { code: "tnd", exponent: 3, minimum: 1_600 },
    Currency { code: "jpy", exponent: 0, minimum: 50 },
];

impl Currency {
    /// Finds a currency by its code, in any case.
    #[must_use]
    pub fn find(code: &str) -> Option<Self> {
        CURRENCIES.iter().find(|currency| currency.code.eq_ignore_ascii_case(code)).copied()
    }

    /// All codes, for the sentence that refuses an unknown one.
    #[must_use]
    pub fn codes() -> String {
        CURRENCIES.iter().map(|currency| currency.code).collect::<Vec<_>>().join(", ")
    }

    /// Whether cards can be charged this amount: with three decimals the last digit must be 0.
    #[must_use]
    pub fn is_chargeable(self, amount: i64) -> bool {
        self.exponent != 3 || amount % 10 == 0
    }

    /// `AED 39.99`
    #[must_use]
    pub fn show(self, amount: i64) -> String {
        format!("{} {}", self.code.to_ascii_uppercase(), self.decimal(amount))
    }

    /// `39.99`
    #[must_use]
    pub fn decimal(self, amount: i64) -> String {
        let scale = 10_u64.pow(self.exponent);
        let (sign, amount) = (if amount < 0 { "-" } else { "" }, amount.unsigned_abs());
        if self.exponent == 0 {
            return format!("{sign}{amount}");
        }
        let width = usize::try_from(self.exponent).unwrap_or(2);
        format!("{sign}{}.{:0width$}", amount / scale, amount % scale)
    }

    /// Parses exactly what [`Currency::decimal`] writes, so that every amount has one spelling.
    #[must_use]
    pub fn parse(self, text: &str) -> Option<i64> {
        let digits: String = text.chars().filter(|letter| *letter != '.').collect();
        let amount = digits.parse().ok()?;
        (self.decimal(amount) == text).then_some(amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_shown_with_the_currency_s_digits() {
        let show = |code, amount| Currency::find(code).expect("known").show(amount);
        assert_eq!(show("aed", 3_999), "AED 39.99");
        assert_eq!(show("OMR", 4_050), "OMR 4.050");
        assert_eq!(show("jpy", 120), "JPY 120");
        assert_eq!(show("usd", 5), "USD 0.05");
    }

    #[test]
    fn amounts_are_read_in_one_spelling_only() {
        let eur = Currency::find("eur").expect("known");
        assert_eq!((eur.parse("39.99"), eur.parse("0.05"), eur.parse("-1.00")), (Some(3_999), Some(5), Some(-100)));
        for text in ["39.9", "39,99", "39.990", "3999", "039.99", ".99", "39.", "+1.00", " 1.00", "1e2", "", "-0.00"] {
            assert_eq!(eur.parse(text), None, "{text}");
        }
        assert_eq!(Currency::find("jpy").expect("known").parse("120"), Some(120));
    }

    #[test]
    fn three_decimals_end_in_zero() {
        let omr = Currency::find("omr").expect("known");
        assert!(omr.is_chargeable(4_050));
        assert!(!omr.is_chargeable(4_055));
    }
}
