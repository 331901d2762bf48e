//! Amounts in the formats of the payment providers: digits are moved, never computed.

use crate::currency::Currency;
use crate::money::Money;
use crate::plan::MAX_PRICE;

/// Why an amount cannot be sent to a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderAmountError {
    /// Negative, or zero where something must be paid.
    #[error("an amount to pay must be positive")]
    NotPositive,
    /// More than eight digits.
    #[error("an amount to pay has at most eight digits")]
    TooLarge,
    /// Finer than the currency's charge step.
    #[error("the amount is finer than can be charged")]
    BelowChargeStep,
    /// Not a currency of this provider.
    #[error("this provider does not take the currency")]
    Currency,
}

/// An amount for Stripe: whole minor units, beside the currency's code in lower case. Zero is allowed, because a term
/// may be free; in three-decimal currencies the last digit is 0.
///
/// ```
/// use onefare_core::currency::Currency::{Aed, Jpy, Omr};
/// use onefare_core::{money::Money, provider_amount::to_stripe};
/// assert_eq!(to_stripe(Money::new(14_999, Aed)?), Ok((14_999, "aed".to_owned())));
/// assert_eq!(to_stripe(Money::new(150, Jpy)?), Ok((150, "jpy".to_owned())));
/// assert!(to_stripe(Money::new(15_605, Omr)?).is_err());
/// # Ok::<(), onefare_core::money::MoneyError>(())
/// ```
///
/// # Errors
/// Below zero, above eight digits, or finer than the charge step.
pub fn to_stripe(amount: Money) -> Result<(i64, String), ProviderAmountError> {
    let (minor, currency) = (amount.minor(), amount.currency());
    if minor < 0 {
        return Err(ProviderAmountError::NotPositive);
    }
    if minor > MAX_PRICE {
        return Err(ProviderAmountError::TooLarge);
    }
    if minor.checked_rem(currency.charge_step()) != Some(0) {
        return Err(ProviderAmountError::BelowChargeStep);
    }
    Ok((minor, currency.code().to_ascii_lowercase()))
}

/// Reads an amount from Stripe; `None` for a currency the arithmetic does not know or an amount out of bounds.
///
/// ```
/// use onefare_core::currency::Currency::Aed;
/// use onefare_core::{money::Money, provider_amount::from_stripe};
/// assert_eq!(from_stripe(14_999, "aed"), Money::new(14_999, Aed).ok());
/// assert_eq!(from_stripe(14_999, "isk"), None);
/// ```
#[must_use]
pub fn from_stripe(amount: i64, currency: &str) -> Option<Money> {
    Money::new(amount, Currency::parse(currency)?).ok()
}

/// An amount for Mollie: decimal text with exactly the currency's digits, beside its code in capitals. Mollie takes no
/// three-decimal currencies.
///
/// ```
/// use onefare_core::currency::Currency::{Eur, Jpy, Omr};
/// use onefare_core::{money::Money, provider_amount::to_mollie};
/// assert_eq!(to_mollie(Money::new(1_000, Eur)?), Ok(("10.00".to_owned(), "EUR".to_owned())));
/// assert_eq!(to_mollie(Money::new(1_000, Jpy)?), Ok(("1000".to_owned(), "JPY".to_owned())));
/// assert!(to_mollie(Money::new(10_000, Omr)?).is_err());
/// # Ok::<(), onefare_core::money::MoneyError>(())
/// ```
///
/// # Errors
/// A three-decimal currency, zero or less, or more than eight digits.
pub fn to_mollie(amount: Money) -> Result<(String, String), ProviderAmountError> {
    if amount.currency().exponent() > 2 {
        return Err(ProviderAmountError::Currency);
    }
    if amount.minor() <= 0 {
        return Err(ProviderAmountError::NotPositive);
    }
    if amount.minor() > MAX_PRICE {
        return Err(ProviderAmountError::TooLarge);
    }
    Ok((amount.to_decimal_text(), amount.currency().code().to_owned()))
}

/// Reads an amount from Mollie; `None` for anything but exactly the currency's digits.
///
/// ```
/// use onefare_core::currency::Currency::Eur;
/// use onefare_core::{money::Money, provider_amount::from_mollie};
/// assert_eq!(from_mollie("39.99", "EUR"), Money::new(3_999, Eur).ok());
/// assert_eq!((from_mollie("39.9", "EUR"), from_mollie("39,99", "EUR")), (None, None));
/// ```
#[must_use]
pub fn from_mollie(value: &str, currency: &str) -> Option<Money> {
    Money::parse(value, Currency::parse(currency)?).ok()
}
