//! The content of the landing pages: the plans in every offered currency, US dollars first.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::plan::{Plan, saving_per_month};
use onefare_core::price_text::price_text;
use onefare_core::quote::{Quote, QuoteError};
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::{LandingPage, LandingPlan};

use super::buy::{card, option};
use super::page_facts::PageFacts;

/// The four currencies of the specification, in its order; the shop's others follow.
const FIRST: [Currency; 4] = [Currency::Usd, Currency::Eur, Currency::Aed, Currency::Sar];

/// `/`.
///
/// # Errors
/// A damaged price book.
pub fn home(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    landing(facts).map(Content::Home)
}

/// `/windows-landing`.
///
/// # Errors
/// A damaged price book.
pub fn windows_landing(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    landing(facts).map(Content::WindowsLanding)
}

/// The plans of a page that takes no code, for `/` and other marketing pages.
///
/// # Errors
/// A damaged price book.
pub fn landing(facts: &PageFacts<'_>) -> Result<LandingPage, QuoteError> {
    let offers = facts.prices.normal_offers()?;
    let plans = offers.quotes.iter().map(|(plan, quotes)| landing_plan(plan, quotes, facts.language));
    Ok(LandingPage {
        plans: plans.collect::<Result<_, _>>()?,
        currencies: in_order().map(|currency| option(currency, facts.language)).collect(),
    })
}

fn landing_plan(plan: &Plan, quotes: &[Quote], language: Language) -> Result<LandingPlan, QuoteError> {
    Ok(LandingPlan {
        card: card(plan, quotes, language)?,
        monthly_savings: quotes.iter().map(|quote| saved_text(quote, language)).collect::<Result<_, _>>()?,
    })
}

fn saved_text(quote: &Quote, language: Language) -> Result<Option<String>, QuoteError> {
    let before = Money::new(quote.list, quote.currency)?;
    let saved = saving_per_month(before, quote.due_now()?, quote.months)?.amount;
    Ok((saved.minor() > 0).then(|| price_text(saved, language)))
}

fn in_order() -> impl Iterator<Item = Currency> {
    FIRST.into_iter().chain(Currency::OFFERED.into_iter().filter(|currency| !FIRST.contains(currency)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_begins_with_dollars_and_has_every_offered_currency_once() {
        let codes: Vec<&str> = in_order().map(Currency::code).collect();
        assert_eq!(codes, ["USD", "EUR", "AED", "SAR", "QAR", "OMR"]);
        assert_eq!(codes.len(), Currency::OFFERED.len());
    }
}
