//! The changes between two catalogues, in sentences that an operator can accept or refuse.

mod bundles;

use std::collections::BTreeSet;

use chrono::{DateTime, SecondsFormat, Utc};
use onefare_core::currency::Currency;
use onefare_core::deal::{DealPlan, in_order};
use onefare_core::discount::{DiscountCode, Effect, Scope, Term};
use onefare_core::language::Language;
use onefare_core::money::{Money, MoneyError};
use onefare_core::plan::{DeviceAllowance, Plan};

use super::{Catalogue, missing};
use bundles::bundle_changes;

/// Every change from `old` to `new`; empty when they are the same. `old` is `None` when nothing was sold yet. The
/// number of uses of a code is not a change.
#[must_use]
pub fn difference(old: Option<&Catalogue>, new: &Catalogue, now: DateTime<Utc>) -> Vec<String> {
    let mut changes = Vec::new();
    let was = old.map(|old| old.book.default_currency);
    if was != Some(new.book.default_currency) {
        let was = was.map_or_else(String::new, |was| format!(" (was {})", was.code()));
        changes.push(format!("The currency shown first becomes {}{was}.", new.book.default_currency.code()));
    }
    for plan in new.book.in_order() {
        match old.and_then(|old| old.book.plan(&plan.product_id)) {
            None => changes.push(new_plan(plan)),
            Some(old) => plan_changes(old, plan, &mut changes),
        }
    }
    for plan in old.iter().flat_map(|old| old.book.in_order()) {
        if new.book.plan(&plan.product_id).is_none() {
            changes.push(format!("Plan {} is no longer sold.", plan.product_id));
        }
    }
    deal_changes(old.map_or(&[], |old| &old.book.deals), &new.book.deals, &mut changes);
    bundle_changes(old.map_or(&[], |old| &old.book.bundles), &new.book.bundles, &mut changes);
    for listed in &new.codes {
        let (code, says) = (&listed.code, describe(&listed.code));
        match code.folded().and_then(|folded| old?.find(&folded)) {
            None => changes.push(format!("New code {}: {says}.", code.code)),
            Some(old) if old.code.code != code.code => {
                changes.push(format!("Code {} is written {} now: {says}.", old.code.code, code.code));
            }
            Some(old) if old.code != *code => {
                changes.push(format!("Code {}: {says}; it was {}.", code.code, describe(&old.code)));
            }
            Some(_) => {}
        }
    }
    changes.extend(old.iter().flat_map(|old| used_up(old, new)));
    for listed in old.iter().flat_map(|old| missing(old, new, now)) {
        changes.push(format!("Code {} ends now: it does not stand in the new list.", listed.code.code));
    }
    changes
}

/// The codes that nobody can use under a limit that is new to them, because as many uses are taken already.
#[must_use]
pub fn used_up(old: &Catalogue, new: &Catalogue) -> Vec<String> {
    let limited = new.codes.iter().filter_map(|listed| Some((&listed.code, listed.code.usage_limit?)));
    let sentence = |(code, limit): (&DiscountCode, u32)| {
        let before = old.find(&code.folded()?)?;
        let is_new = before.code.usage_limit != Some(limit);
        (is_new && before.used >= limit).then(|| {
            let used = before.used;
            format!("Code {} is for {limit} orders, and {used} have used it already: nobody can use it.", code.code)
        })
    };
    limited.filter_map(sentence).collect()
}

fn new_plan(plan: &Plan) -> String {
    let price = |currency: Currency| {
        let (price, before) = plan.price_in(currency)?;
        let before = before.map_or_else(String::new, |before| format!(" instead of {}", before.to_decimal_text()));
        Some(format!("{} {}{before}", currency.code(), price.to_decimal_text()))
    };
    let prices: Vec<String> = Currency::OFFERED.into_iter().filter_map(price).collect();
    let DeviceAllowance { registered, at_once } = plan.devices;
    format!(
        "New plan {}, {}, place {}, {registered} devices, {at_once} at once: {}.",
        plan.product_id,
        term(plan.months),
        plan.priority,
        prices.join(", ")
    )
}

fn plan_changes(old: &Plan, new: &Plan, changes: &mut Vec<String>) {
    let plan = &new.product_id;
    if old.months != new.months {
        changes.push(format!("Plan {plan} becomes {} (was {}).", term(new.months), term(old.months)));
    }
    if old.priority != new.priority {
        changes.push(format!("Plan {plan} moves to place {} (was {}).", new.priority, old.priority));
    }
    if old.devices != new.devices {
        let said = |devices: DeviceAllowance| format!("{} devices, {} at once", devices.registered, devices.at_once);
        changes.push(format!("Plan {plan} is for {} (was {}).", said(new.devices), said(old.devices)));
    }
    for language in Language::ALL {
        let (was, is) = (old.highlight.get(&language), new.highlight.get(&language));
        let code = language.code();
        match (was, is) {
            (was, is) if was == is => {}
            (_, None) => changes.push(format!("Plan {plan} has no badge in \"{code}\" any more.")),
            (_, Some(is)) => changes.push(format!("Plan {plan} has the badge \"{is}\" in \"{code}\".")),
        }
    }
    for currency in Currency::OFFERED {
        let (Some((was, was_before)), Some((is, is_before))) = (old.price_in(currency), new.price_in(currency)) else {
            continue;
        };
        let code = currency.code();
        if was != is {
            let (was, is) = (was.to_decimal_text(), is.to_decimal_text());
            changes.push(format!("Plan {plan}: {code} {was} becomes {is}."));
        }
        if was_before != is_before {
            let text = |before: Option<Money>| before.map_or_else(|| "nothing".to_owned(), Money::to_decimal_text);
            let (was, is) = (text(was_before), text(is_before));
            changes.push(format!("Plan {plan}: crossed out in {code} is {is} (was {was})."));
        }
    }
}

fn deal_changes(old: &[DealPlan], new: &[DealPlan], changes: &mut Vec<String>) {
    for deal in in_order(new) {
        let says = deal_text(deal);
        match old.iter().find(|was| was.package == deal.package) {
            None => changes.push(format!("New deal {}: {says}.", deal.product_id())),
            Some(was) if was != deal => {
                changes.push(format!("Deal {}: {says}; it was {}.", deal.product_id(), deal_text(was)));
            }
            Some(_) => {}
        }
    }
    for was in in_order(old).into_iter().filter(|was| new.iter().all(|deal| deal.package != was.package)) {
        changes.push(format!("Deal {} is no longer sold.", was.product_id()));
    }
}

/// A deal in words.
fn deal_text(deal: &DealPlan) -> String {
    let amount = |money: Result<Money, MoneyError>| money.map(Money::to_decimal_text).unwrap_or_default();
    let free = if deal.free_months > 0 { format!(" and {} free", term(deal.free_months)) } else { String::new() };
    let popular = if deal.popular { ", the most popular" } else { "" };
    let (paid, esim) = (term(deal.package), deal.esim_mb);
    let (price, before) = (amount(deal.price()), amount(deal.before()));
    format!("{paid}{free} with an eSIM of {esim} MB for EUR {price} instead of {before}{popular}")
}

fn term(months: u32) -> String {
    if months == 1 { "1 month".to_owned() } else { format!("{months} months") }
}

/// A code in words.
fn describe(code: &DiscountCode) -> String {
    let mut says = match &code.effect {
        Effect::Percent(percent) => format!("{percent} % off"),
        Effect::Fixed(amounts) => {
            let text = |minor, currency| Money::new(minor, currency).map(Money::to_decimal_text).unwrap_or_default();
            let amounts: BTreeSet<String> = amounts
                .iter()
                .map(|amount| format!("{} {}", amount.currency.code(), text(amount.minor, amount.currency)))
                .collect();
            format!("{} off", amounts.into_iter().collect::<Vec<_>>().join(", "))
        }
    };
    says.push_str(match code.term {
        Term::Once => " the first term",
        Term::Every => " every term",
    });
    let instant = |instant: DateTime<Utc>| instant.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    if let Some(start) = code.starts_at {
        says.push_str(&format!(", from {}", instant(start)));
    }
    if let Some(end) = code.ends_at {
        says.push_str(&format!(", until {}", instant(end)));
    }
    if let Some(limit) = code.usage_limit {
        says.push_str(&format!(", for {limit} orders"));
    }
    says.push_str(match code.scope {
        Scope::Plans => "",
        Scope::Refills => ", only for eSIM refills",
        Scope::Both => ", for plans and eSIM refills",
    });
    if code.below_cost {
        says.push_str(", even below the cost of a refill");
    }
    if let Some(cycles) = &code.billing_cycles {
        let cycles: Vec<&str> = cycles.iter().map(|cycle| cycle.code()).collect();
        says.push_str(&format!(", only for plans billed {}", cycles.join(", ")));
    }
    if let Some(products) = &code.products {
        says.push_str(&format!(", only for {}", products.join(", ")));
    }
    says
}
