//! The content of the deal page: each deal with what is due now, and its renewal by card.

use onefare_core::billing_cycle::BillingCycle;
use onefare_core::bundle::data_text;
use onefare_core::currency::Currency;
use onefare_core::deal::{DealPlan, in_order};
use onefare_core::discount::CodeState;
use onefare_core::language::Language;
use onefare_core::price_text::price_label;
use onefare_core::quote::{Offer, Quote, QuoteError};
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::{CodeNotice, DealCard, DealPage};

use super::page_facts::PageFacts;

/// `/affiliate-vpn-deals`.
///
/// # Errors
/// A damaged price book.
pub fn deals(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let prices = facts.prices;
    let offers = prices.offers(&facts.verdict)?;
    // A code may be for deals alone: then it holds here although no plan accepts it.
    let may_hold = |state| matches!(state, CodeState::Applied | CodeState::NotForThis);
    let holds = offers.code.filter(|_| offers.state.is_some_and(may_hold));
    let deals = in_order(&prices.book.deals);
    let quotes: Vec<Quote> = deals
        .iter()
        .map(|deal| Quote::compute(prices.number, Offer::Deal(deal), Currency::Eur, holds))
        .collect::<Result<_, _>>()?;
    let applies = quotes.iter().any(|quote| quote.code.is_some());
    let code = offers.state.map(|state| {
        let on_deals = if applies { CodeState::Applied } else { CodeState::NotForThis };
        let state = if may_hold(state) { on_deals } else { state };
        let known = offers.code.filter(|_| state != CodeState::Unknown);
        CodeNotice { state, code: known.map(|code| code.code.clone()) }
    });
    let cards = deals.into_iter().zip(&quotes).map(|(deal, quote)| card(deal, quote, facts.language));
    Ok(Content::AffiliateVpnDeals(DealPage { code, deals: cards.collect::<Result<_, _>>()? }))
}

fn card(deal: &DealPlan, quote: &Quote, language: Language) -> Result<DealCard, QuoteError> {
    Ok(DealCard {
        package: deal.package,
        free_months: deal.free_months,
        term_months: deal.first_term(),
        esim_text: data_text(deal.esim_mb, language),
        popular: deal.popular,
        billing_cycle: BillingCycle::of_months(deal.package),
        total: price_label(quote.due_now()?, language),
        price: quote.plan_price(language)?,
    })
}
