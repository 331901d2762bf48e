//! Every plan of a price book with its quotes.

use super::{Quote, QuoteError};
use crate::currency::Currency;
use crate::discount::{CodeState, DiscountCode};
use crate::money::MoneyError;
use crate::plan::Plan;
use crate::price_book::PriceBook;

/// Every plan of a book with its quotes in every offered currency, in display order.
///
/// # Errors
/// As [`Quote::compute`].
pub fn quote_all<'book>(
    number: i64,
    book: &'book PriceBook,
    code: Option<&DiscountCode>,
) -> Result<Vec<(&'book Plan, Vec<Quote>)>, QuoteError> {
    let quotes_of = |plan: &'book Plan| {
        let quotes: Result<Vec<Quote>, QuoteError> =
            Currency::OFFERED.into_iter().map(|currency| Quote::compute(number, plan, currency, code)).collect();
        quotes.map(|quotes| (plan, quotes))
    };
    book.in_order().into_iter().map(quotes_of).collect()
}

/// The quotes of the plans that a subscription may change to: sold in its currency, with terms of other lengths than those
/// given, in display order. A change takes no code.
///
/// # Errors
/// As [`Quote::compute`].
pub fn other_plans(
    number: i64,
    book: &PriceBook,
    currency: Currency,
    besides: &[u32],
) -> Result<Vec<Quote>, QuoteError> {
    let others = book.in_order().into_iter().filter(|plan| !besides.contains(&plan.months));
    let quotes = others.map(|plan| Quote::compute(number, plan, currency, None));
    quotes.filter(|quote| !matches!(quote, Err(QuoteError::NoPrice))).collect()
}

/// The state of a code once the plans are known: one that holds but changes no plan is [`CodeState::NotForThis`].
#[must_use]
pub fn state_on_plans(state: CodeState, quotes: &[(&Plan, Vec<Quote>)]) -> CodeState {
    let changes_any = quotes.iter().flat_map(|(_, quotes)| quotes).any(|quote| quote.code.is_some());
    if state == CodeState::Applied && !changes_any { CodeState::NotForThis } else { state }
}

/// The smallest saving among the quotes of a plan in whole percent, rounded down, so that it holds in each currency.
///
/// # Errors
/// As [`Quote::saving`].
pub fn smallest_saving(quotes: &[Quote]) -> Result<u32, MoneyError> {
    let savings: Result<Vec<u32>, MoneyError> = quotes.iter().map(|quote| Ok(quote.saving()?.whole_down())).collect();
    Ok(savings?.into_iter().min().unwrap_or(0))
}

/// The highest of the discounts of all plans in whole percent, for the headline of a partner's page (specification 1,
/// section 2.5). Each plan's own figure holds in every currency, so this one does. 0 when nothing is discounted.
#[must_use]
pub fn highest_discount(discounts: impl IntoIterator<Item = u32>) -> u32 {
    discounts.into_iter().max().unwrap_or(0)
}
