//! What the eSIM shop shows of its bundles: the price book in wire types.

use std::collections::BTreeMap;

use onefare_core::bundle::{Bundle, Order, Refill, data_text, days_text, sort_names, sorted};
use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::{Money, MoneyError};
use onefare_core::price_text::price_text;
use onefare_core::wire::esim::{BundleDetail, BundleItem, BundleList, RefillItem};

use super::place_names::PlaceNames;
use super::prices::Prices;

/// Every bundle, by name, with the lowest price per day.
///
/// # Errors
/// A figure out of bounds; a checked price book has none.
pub fn list(prices: &Prices, language: Language) -> Result<BundleList, MoneyError> {
    let bundles = sorted(&prices.book.bundles, Order::Name, language, Currency::Usd);
    let countries: Result<_, _> = bundles.into_iter().map(|bundle| item(bundle, language)).collect();
    Ok(BundleList { countries: countries?, language, price_book: prices.number })
}

fn item(bundle: &Bundle, language: Language) -> Result<BundleItem, MoneyError> {
    let per_day = |currency| bundle.lowest_per_day(currency).map(|lowest| lowest.rounded()).transpose();
    let [usd, eur] = [per_day(Currency::Usd)?, per_day(Currency::Eur)?].map(|part| part.map(|part| part.amount));
    let text = |price: Option<Money>| price.map(|price| price_text(price, language));
    Ok(BundleItem {
        id: bundle.id,
        name: bundle.name_in(language).to_owned(),
        code: bundle.code.clone(),
        img: bundle.flag(),
        price: usd.map(Money::minor),
        price_text: text(usd),
        price_eur: eur.map(Money::minor),
        price_eur_text: text(eur),
        coverage: bundle.coverage.clone(),
    })
}

/// One bundle with its plans.
///
/// # Errors
/// As [`list`].
pub fn detail(prices: &Prices, bundle: &Bundle, language: Language) -> Result<BundleDetail, MoneyError> {
    let refills: Result<_, _> = bundle.refills.iter().map(|refill| plan(bundle, refill, language)).collect();
    Ok(BundleDetail {
        id: bundle.id,
        name: bundle.name_in(language).to_owned(),
        code: bundle.code.clone(),
        img: bundle.flag(),
        bundle_type: bundle.kind(),
        description: bundle.description(language),
        coverage: coverage(bundle, language),
        refills: refills?,
        language,
        price_book: prices.number,
    })
}

/// The networks for people to read: of a region one line for each country, by its name, with all its networks.
fn coverage(bundle: &Bundle, language: Language) -> Vec<String> {
    let comma = if language == Language::Ar { "، " } else { ", " };
    let mut of_countries: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut lines = Vec::new();
    for network in &bundle.coverage {
        match network.split_once(": ") {
            Some((code, name)) => of_countries.entry(code).or_default().push(name),
            None => lines.push(network.clone()),
        }
    }
    let mut countries: Vec<String> = of_countries
        .into_iter()
        .map(|(code, networks)| {
            let name = PlaceNames::shared().country(code, language).unwrap_or(code);
            let colon = if language == Language::Fr { "\u{a0}: " } else { ": " };
            format!("{name}{colon}{}", networks.join(comma))
        })
        .collect();
    sort_names(&mut countries, language);
    lines.extend(countries);
    lines
}

fn plan(bundle: &Bundle, refill: &Refill, language: Language) -> Result<RefillItem, MoneyError> {
    let text = |minor, currency| Money::new(minor, currency).map(|price| price_text(price, language));
    let day = |minor, currency| {
        let part = Money::new(minor, currency)?.per(refill.amount_days)?;
        Ok(price_text(part.amount, language))
    };
    Ok(RefillItem {
        title: refill.title_in(language),
        amount_mb: refill.amount_mb,
        amount_days: refill.amount_days,
        unlimited: refill.unlimited,
        price_usd: refill.price_usd,
        price_eur: refill.price_eur,
        structured_data: bundle.structured_data(refill).map(|data| data.to_string()).unwrap_or_default(),
        data_text: data_text(refill.amount_mb, language),
        days_text: days_text(refill.amount_days, language),
        price_usd_text: text(refill.price_usd, Currency::Usd)?,
        price_eur_text: text(refill.price_eur, Currency::Eur)?,
        day_usd_text: day(refill.price_usd, Currency::Usd)?,
        day_eur_text: day(refill.price_eur, Currency::Eur)?,
    })
}
