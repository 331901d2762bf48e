//! The content of `/buy`: the plans with their prices as figures and text, in every offered currency.

use onefare_core::currency::Currency;
use onefare_core::discount::CodeState;
use onefare_core::language::Language;
use onefare_core::plan::Plan;
use onefare_core::quote::highest_discount;
use onefare_core::quote::{Quote, QuoteError};
use onefare_core::trial;
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::{BuyPage, CodeNotice, CurrencyOption, PlanCard};

use super::page_facts::PageFacts;
use crate::quotes::prices::{Offers, Prices, initial_data};

/// `/buy`: the plan picker.
///
/// # Errors
/// A damaged price book.
pub fn buy(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let offers = facts.prices.offers(&facts.verdict)?;
    let page = buy_page(facts.prices, &offers, facts.query.package_title.as_deref(), facts.language)?;
    let has_trial = offers.state.is_none() && !facts.prices.trials(facts.now)?.quotes.is_empty();
    Ok(Content::Buy(BuyPage { trial_days: has_trial.then_some(trial::DAYS), ..page }))
}

pub(super) fn buy_page(
    prices: &Prices,
    offers: &Offers<'_>,
    package_title: Option<&str>,
    language: Language,
) -> Result<BuyPage, QuoteError> {
    let initial = initial_data(prices, offers)?;
    let chosen = prices.book.preselected(package_title);
    Ok(BuyPage {
        plans: offers.quotes.iter().map(|(plan, quotes)| card(plan, quotes, language)).collect::<Result<_, _>>()?,
        currencies: Currency::OFFERED.into_iter().map(|currency| option(currency, language)).collect(),
        preselected: chosen.map(|(plan, _)| plan.product_id.clone()),
        package_chosen: chosen.is_some_and(|(_, by_query)| by_query),
        code: offers.state.map(|state| CodeNotice {
            state,
            code: offers.code.filter(|_| state != CodeState::Unknown).map(|code| code.code.clone()),
        }),
        highest_discount: highest_discount(initial.packages.iter().map(|package| package.discount)),
        trial_days: None,
        initial,
    })
}

pub(super) fn card(plan: &Plan, quotes: &[Quote], language: Language) -> Result<PlanCard, QuoteError> {
    Ok(PlanCard {
        product_id: plan.product_id.clone(),
        months: plan.months,
        title: plan.title(),
        highlight: plan.highlight_in(language).to_owned(),
        billing_cycle: plan.billing_cycle(),
        prices: quotes.iter().map(|quote| quote.plan_price(language)).collect::<Result<_, _>>()?,
    })
}

pub(super) fn option(currency: Currency, language: Language) -> CurrencyOption {
    CurrencyOption {
        code: currency.code().to_owned(),
        symbol: currency.symbol().to_owned(),
        name: currency.name(language).to_owned(),
    }
}
