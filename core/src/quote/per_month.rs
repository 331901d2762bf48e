//! What a term costs per month: the largest figure of a price card.

use crate::language::Language;
use crate::money::{Money, MoneyError, Part};
use crate::price_text::{PriceLabel, card_text, price_label};

/// A price per month as a page shows it.
pub(super) struct PerMonth {
    /// The price in pieces.
    pub label: PriceLabel,
    /// Whether that price times the months is exactly the price of the term.
    pub exact: bool,
    /// The crossed-out price per month; `None` when nothing is saved.
    pub before: Option<String>,
}

impl PerMonth {
    /// The price per month of a term of `months` that costs `price`, against its crossed-out price `list`.
    ///
    /// # Errors
    /// [`MoneyError::NothingToDivideBy`] for a term without months.
    pub fn of(price: Money, list: Money, months: u32, language: Language) -> Result<Self, MoneyError> {
        let Part { amount, exact } = price.per(months)?;
        let saved = list.minor() > price.minor();
        let before = if saved { Some(card_text(list.per(months)?.amount, language)) } else { None };
        Ok(Self { label: price_label(amount, language), exact, before })
    }
}
