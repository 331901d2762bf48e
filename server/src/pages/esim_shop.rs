//! The content of the eSIM shop's pages: places with their lowest price per day, and one place with its plans.

use std::cmp::Reverse;
use std::collections::HashMap;

use onefare_core::bundle::{Bundle, BundleType, Destination, Order, data_text, days_text, filter, sorted};
use onefare_core::currency::Currency;
use onefare_core::esim_product_id::parse_id;
use onefare_core::language::Language;
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::quote::QuoteError;
use onefare_core::wire::esim_page::{
    EsimBundlePage, EsimCountriesPage, EsimHomePage, EsimNoBundlePage, MonthOffer, PlaceCard,
};
use onefare_core::wire::page::Content;

use super::page_facts::PageFacts;
use crate::quotes::bundle_views::detail;

/// Days of the plans that the page compares with roaming.
const MONTH: u32 = 30;

/// `/esim`.
///
/// # Errors
/// A damaged price book.
pub fn home(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let (bundles, language) = (&facts.prices.book.bundles, facts.language);
    let sold = || bundles.iter().filter(|bundle| !bundle.refills.is_empty());
    let count = |countries: bool| {
        let counted = sold().filter(|bundle| (bundle.kind() == BundleType::Country) == countries).count();
        u32::try_from(counted).unwrap_or(u32::MAX)
    };
    let popular = Destination::ALL.iter().filter_map(|destination| destination.find(bundles, language));
    let places: Result<_, QuoteError> = popular.map(|bundle| place(bundle, language, 0)).collect();
    // Of equally cheap plans, the one with the most data.
    let months = sold().flat_map(|bundle| &bundle.refills).filter(|plan| plan.amount_days == MONTH && !plan.unlimited);
    let cheapest = months.min_by_key(|plan| (plan.price_usd, Reverse(plan.amount_mb)));
    let month = cheapest.and_then(|plan| {
        Some(MonthOffer {
            data_text: data_text(plan.amount_mb, language),
            days_text: days_text(plan.amount_days, language),
            price_text: price_text(plan.price_in(Currency::Usd)?, language),
        })
    });
    Ok(Content::EsimHome(EsimHomePage { countries: count(true), regions: count(false), places: places?, month }))
}

/// `/esim/countries`.
///
/// # Errors
/// A damaged price book.
pub fn countries(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let (bundles, language) = (&facts.prices.book.bundles, facts.language);
    let query = facts.query.search.clone().unwrap_or_default();
    let found: HashMap<u32, u32> = filter(bundles, &query).into_iter().map(|bundle| bundle.id).zip(0..).collect();
    let is_search = !query.trim().is_empty();
    let by_price = sorted(bundles, Order::Price, language, Currency::Usd);
    let by_price: HashMap<u32, u32> = by_price.iter().map(|bundle| bundle.id).zip(0..).collect();
    let card = |bundle: &Bundle| {
        let by_price = by_price.get(&bundle.id).copied().unwrap_or_default();
        let card = place(bundle, language, by_price)?;
        let fit = found.get(&bundle.id).copied();
        Ok(PlaceCard { hidden: fit.is_none(), by_fit: fit.filter(|_| is_search), ..card })
    };
    let by_name = sorted(bundles, Order::Name, language, Currency::Usd);
    let places: Result<_, QuoteError> = by_name.into_iter().map(card).collect();
    Ok(Content::EsimCountries(EsimCountriesPage { query, places: places? }))
}

/// A place with its lowest price per day.
fn place(bundle: &Bundle, language: Language, by_price: u32) -> Result<PlaceCard, QuoteError> {
    let lowest = bundle.lowest_per_day(Currency::Usd).map(|lowest| lowest.rounded()).transpose()?;
    Ok(PlaceCard {
        id: bundle.id,
        name: bundle.name_in(language).to_owned(),
        code: bundle.code.clone(),
        kind: bundle.kind(),
        from_text: lowest.map(|part| price_text(part.amount, language)),
        by_price,
        by_fit: None,
        hidden: false,
    })
}

/// `/esim/bundle/{id}`. Without a plan in the address it chooses the one with the lowest price per day: that is the
/// price in the list of countries.
///
/// # Errors
/// A damaged price book.
pub fn bundle(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let Some(bundle) = named(facts) else { return no_bundle(facts) };
    let cheapest = bundle.lowest_per_day(Currency::Usd).and_then(|lowest| bundle.structured_data(lowest.refill));
    Ok(Content::EsimBundle(page(facts, bundle, cheapest.map(|plan| plan.to_string()))?))
}

/// `/esim/checkout/{bundleId}`. Without a plan in the address it begins with the first one (specification 2, section 4
/// "Checkout"), until the browser reports the one that it stored.
///
/// # Errors
/// A damaged price book.
pub fn checkout(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let Some(bundle) = named(facts) else { return no_bundle(facts) };
    let first = bundle.refills.first().and_then(|refill| bundle.structured_data(refill));
    Ok(Content::EsimCheckout(page(facts, bundle, first.map(|plan| plan.to_string()))?))
}

fn page(facts: &PageFacts<'_>, bundle: &Bundle, otherwise: Option<String>) -> Result<EsimBundlePage, QuoteError> {
    let asked = facts.query.plan.filter(|plan| plan.find_in(bundle).is_some()).map(|plan| plan.to_string());
    Ok(EsimBundlePage {
        bundle: detail(facts.prices, bundle, facts.language)?,
        by_address: asked.is_some(),
        chosen: asked.or(otherwise),
        ideal: facts.sold.ideal,
    })
}

/// The bundle whose number is in the path.
fn named<'prices>(facts: &PageFacts<'prices>) -> Option<&'prices Bundle> {
    facts.prices.book.bundle(parse_id(facts.word?)?)
}

/// The content for an address that names no bundle on sale.
///
/// # Errors
/// Never.
pub fn no_bundle(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::EsimNoBundle(EsimNoBundlePage { problem: no_bundle_problem(facts.word).to_owned() }))
}

/// The code of the problem with the word in such an address.
#[must_use]
pub fn no_bundle_problem(word: Option<&str>) -> &'static str {
    let problem = match word {
        None => Problem::BundleIdRequired,
        Some(number) if parse_id(number).is_none() => Problem::RequestedBundleNotFound,
        Some(_) => Problem::BundleNotFound,
    };
    problem.code()
}
