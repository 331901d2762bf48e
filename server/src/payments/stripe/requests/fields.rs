//! The fields that all sessions have in common: languages, lengths of texts, intervals.

use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::{ProviderAmountError, to_stripe};

use super::body::{Interval, LineItem, PriceData, ProductData, Recurring};

/// Longest product name and description that we send. Stripe accepts more; a line on a pay page does not.
const NAME_LIMIT: usize = 250;

/// Longest text beside the button; Stripe refuses more than 1200.
const NOTE_LIMIT: usize = 1_000;

/// Twelve months become a year, because the pay page prints the interval; all other terms count months.
pub(in crate::payments::stripe) const fn interval(months: u32) -> Recurring {
    match months {
        12 => Recurring { interval: Interval::Year, interval_count: 1 },
        months => Recurring { interval: Interval::Month, interval_count: months },
    }
}

/// Stripe's pages have no Arabic: `auto` uses the browser's language.
pub(in crate::payments::stripe) const fn locale(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Nl => "nl",
        Language::De => "de",
        Language::Fr => "fr",
        Language::Ar => "auto",
    }
}

/// One of something, for an amount.
pub(super) fn line(
    product: &str,
    amount: Money,
    recurring: Option<Recurring>,
) -> Result<LineItem, ProviderAmountError> {
    let (unit_amount, currency) = to_stripe(amount)?;
    let price_data = PriceData { currency, unit_amount, product_data: ProductData { name: name(product) }, recurring };
    Ok(LineItem { price_data, quantity: 1 })
}

/// How the pay page names the difference; at most 40 characters.
pub(super) const fn coupon_name(language: Language) -> &'static str {
    match language {
        Language::En => "First term offer",
        Language::Nl => "Aanbieding eerste periode",
        Language::De => "Angebot für die erste Laufzeit",
        Language::Fr => "Offre première période",
        Language::Ar => "عرض المدة الأولى",
    }
}

/// A product's name without control characters, truncated.
pub(in crate::payments::stripe) fn name(text: &str) -> String {
    cut(text, NAME_LIMIT)
}

/// A text beside the button, likewise.
pub(super) fn note(text: &str) -> String {
    cut(text, NOTE_LIMIT)
}

fn cut(text: &str, limit: usize) -> String {
    text.chars().filter(|character| !character.is_control()).take(limit).collect()
}
