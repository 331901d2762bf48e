//! The content of the pages of sales and partners: the plan picker with the code that the address names.

use onefare_core::campaign::{OfferPage, partner_name};
use onefare_core::date_text::instant_text;
use onefare_core::discount::CodeState;
use onefare_core::quote::QuoteError;
use onefare_core::quote::highest_discount;
use onefare_core::wire::page::Content;
use onefare_core::wire::plan_pages::{AfterSale, BuyPage, PartnerPage, SalePage};

use super::buy::{buy_page, card};
use super::page_facts::PageFacts;
use crate::quotes::prices::{Offers, initial_data};

/// A sale's page.
///
/// # Errors
/// A damaged price book.
pub fn sale(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let offers = facts.prices.offers(&facts.verdict)?;
    let holds = offers.code.filter(|_| offers.state == Some(CodeState::Applied));
    let end = holds.and_then(|code| code.ends_at);
    let after = end.map(|_| after_sale(facts)).transpose()?;
    let ends_text = end.map(|end| instant_text(end, facts.language));
    let ends_at = end.map(|end| end.timestamp_millis());
    Ok(Content::Sale(SalePage { offer: picker(facts, &offers)?, ends_at, ends_text, after }))
}

fn after_sale(facts: &PageFacts<'_>) -> Result<AfterSale, QuoteError> {
    let normal = facts.prices.normal_offers()?;
    let initial = initial_data(facts.prices, &normal)?;
    let cards = normal.quotes.iter().map(|(plan, quotes)| card(plan, quotes, facts.language));
    Ok(AfterSale {
        plans: cards.collect::<Result<_, _>>()?,
        highest_discount: highest_discount(initial.packages.iter().map(|package| package.discount)),
    })
}

/// A partner's page. Without a valid code it names no partner and shows the normal prices.
///
/// # Errors
/// A damaged price book.
pub fn partner(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let offers = facts.prices.offers(&facts.verdict)?;
    let slug = OfferPage::of_path(facts.path).map(OfferPage::code);
    let named = slug.filter(|_| offers.state == Some(CodeState::Applied)).and_then(partner_name);
    Ok(Content::Partner(PartnerPage { offer: picker(facts, &offers)?, partner: named }))
}

fn picker(facts: &PageFacts<'_>, offers: &Offers<'_>) -> Result<BuyPage, QuoteError> {
    buy_page(facts.prices, offers, facts.query.package_title.as_deref(), facts.language)
}
