//! A price book as `get_initial_data` sends it: every plan with its quotes.

use super::{Product, Quote, QuoteError};
use crate::currency::Currency;
use crate::discount::{CodeState, DiscountCode};
use crate::language::Language;
use crate::money::Money;
use crate::plan::Plan;
use crate::price_book::PriceBook;
use crate::trial;
use crate::wire::subscription::{Package, PriceEntry};

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

/// What became of a code once the plans are known: a code that holds but changes no plan is not for this shop page.
#[must_use]
pub fn state_on_plans(state: CodeState, quotes: &[(&Plan, Vec<Quote>)]) -> CodeState {
    let changes_any = quotes.iter().flat_map(|(_, quotes)| quotes).any(|quote| quote.code.is_some());
    if state == CodeState::Applied && !changes_any { CodeState::NotForThis } else { state }
}

/// A plan as `get_initial_data` sends it: one that is quoted as a trial under the title of all trials.
///
/// `discount` is the smallest saving among the currencies, so that it is true in each. Per month means the first paid
/// term, extra months included.
///
/// # Errors
/// As [`Quote::due_now`].
pub fn package(plan: &Plan, quotes: &[Quote]) -> Result<Package, QuoteError> {
    let entry = |money: Money| PriceEntry { unit_amount: money.minor(), currency: money.currency().code().to_owned() };
    let is_trial = quotes.iter().any(|quote| quote.product() == Product::Trial);
    let mut package = Package {
        product_id: plan.product_id.clone(),
        title: if is_trial { trial::TITLE.to_owned() } else { plan.title() },
        highlight: plan.highlight_in(Language::En).to_owned(),
        billing_cycle: plan.billing_cycle(),
        discount: 0,
        price_per_month: Vec::with_capacity(quotes.len()),
        price_per_month_before_discount: Vec::with_capacity(quotes.len()),
        billing_amount: Vec::with_capacity(quotes.len()),
        billing_amount_before_discount: Vec::with_capacity(quotes.len()),
        renewal_amount: Vec::with_capacity(quotes.len()),
        priority: plan.priority,
    };
    let mut savings = Vec::with_capacity(quotes.len());
    for quote in quotes {
        let (due_now, list) = (quote.due_now()?, Money::new(quote.list, quote.currency)?);
        let months = quote.term_months();
        package.price_per_month.push(entry(quote.term_price()?.per(months)?.amount));
        package.price_per_month_before_discount.push(entry(list.per(months)?.amount));
        package.billing_amount.push(entry(due_now));
        package.billing_amount_before_discount.push(entry(list));
        package.renewal_amount.extend(quote.renewal()?.map(entry));
        savings.push(quote.saving()?.whole_down());
    }
    package.discount = savings.into_iter().min().unwrap_or(0);
    Ok(package)
}

/// The highest discount among packages in whole percent, for the headline of a partner's page (specification 1, section
/// 2.5). Each package's own figure holds in every currency, so this one does. 0 when nothing is discounted.
#[must_use]
pub fn highest_discount(packages: &[Package]) -> u32 {
    packages.iter().map(|package| package.discount).max().unwrap_or(0)
}
