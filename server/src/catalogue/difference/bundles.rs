//! The changes in the eSIM shop.

use onefare_core::bundle::{Bundle, Refill};
use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;

/// Every change from the old bundles to the new ones.
pub(super) fn bundle_changes(old: &[Bundle], new: &[Bundle], changes: &mut Vec<String>) {
    let find = |list: &'_ [Bundle], id| list.iter().position(|bundle| bundle.id == id);
    for bundle in new {
        match find(old, bundle.id).and_then(|at| old.get(at)) {
            None => changes.push(new_bundle(bundle)),
            Some(was) if was == bundle => {}
            Some(was) => changed(was, bundle, changes),
        }
    }
    for bundle in old.iter().filter(|bundle| find(new, bundle.id).is_none()) {
        changes.push(format!("{} is no longer sold.", named(bundle)));
    }
}

fn named(bundle: &Bundle) -> String {
    format!("Bundle {} ({})", bundle.id, bundle.name_in(Language::En))
}

fn new_bundle(bundle: &Bundle) -> String {
    let price = |refill: &Refill| refill.price_in(Currency::Usd).map(Money::minor);
    let cheapest =
        bundle.refills.iter().filter_map(price).min().and_then(|minor| Money::new(minor, Currency::Usd).ok());
    let from = cheapest.map_or_else(String::new, |price| format!(" from USD {}", price.to_decimal_text()));
    let count = bundle.refills.len();
    let plans = if count == 1 { "plan" } else { "plans" };
    format!("New bundle {} ({}), code {}: {count} {plans}{from}.", bundle.id, bundle.name_in(Language::En), bundle.code)
}

fn changed(old: &Bundle, new: &Bundle, changes: &mut Vec<String>) {
    let bundle = named(new);
    if old.code != new.code {
        changes.push(format!("{bundle} has the code {} (was {}).", new.code, old.code));
    }
    for language in Language::ALL {
        let (was, is, code) = (old.names.get(&language), new.names.get(&language), language.code());
        match (was, is) {
            (was, is) if was == is => {}
            (_, None) => changes.push(format!("{bundle} has no name in \"{code}\" any more.")),
            (_, Some(is)) => changes.push(format!("{bundle} is called \"{is}\" in \"{code}\".")),
        }
    }
    if old.coverage != new.coverage {
        changes.push(format!("{bundle}: the networks are {} (were {}).", list(&new.coverage), list(&old.coverage)));
    }
    let count = changes.len();
    for refill in &new.refills {
        match same_data(old, refill) {
            None => changes.push(format!("{bundle}: new plan {}, {}.", id(new, refill), says(refill))),
            Some(was) if was == refill => {}
            Some(was) => {
                changes.push(format!("{bundle}: plan {}: {}; it was {}.", id(new, refill), says(refill), says(was)));
            }
        }
    }
    for refill in old.refills.iter().filter(|refill| same_data(new, refill).is_none()) {
        changes.push(format!("{bundle}: plan {} is no longer sold.", id(old, refill)));
    }
    if changes.len() == count && old.refills != new.refills {
        changes.push(format!("{bundle}: the plans stand in another order."));
    }
}

fn list(networks: &[String]) -> String {
    if networks.is_empty() { "not named".to_owned() } else { networks.join(", ") }
}

fn same_data<'bundle>(bundle: &'bundle Bundle, wanted: &Refill) -> Option<&'bundle Refill> {
    let same = |refill: &&Refill| (refill.amount_mb, refill.amount_days) == (wanted.amount_mb, wanted.amount_days);
    bundle.refills.iter().find(same)
}

fn id(bundle: &Bundle, refill: &Refill) -> String {
    bundle.structured_data(refill).map_or_else(String::new, |data| data.to_string())
}

/// A plan in words.
fn says(refill: &Refill) -> String {
    let price = |currency: Currency| {
        let price = refill.price_in(currency).map(Money::to_decimal_text).unwrap_or_default();
        format!("{} {price}", currency.code())
    };
    let unlimited = if refill.unlimited { ", unlimited" } else { "" };
    let cost = refill.cost.map_or_else(String::new, |cost| format!(" for {cost} ten-thousandths of a dollar"));
    let (usd, eur, title, package) = (price(Currency::Usd), price(Currency::Eur), &refill.title, &refill.package);
    format!("\"{title}\"{unlimited}, {usd}, {eur}, package {package}{cost}")
}
