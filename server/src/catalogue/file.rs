//! Reads the file that the operator edits, strictly: names every fault, with its line where it has one.

use std::collections::BTreeMap;

use onefare_core::billing_cycle::BillingCycle;
use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::discount::{DiscountCode, Effect, FixedAmount, FoldedCode, Scope, Term};
use onefare_core::percent::Percent;
use onefare_core::plan::{DeviceAllowance, Plan, PlanAmount};
use onefare_core::price_book::PriceBook;
use serde::Deserialize;
use toml::Spanned;

use super::bundles::{BundleEntry, place_of};
use super::reader::Reader;
use super::{Catalogue, ListedCode, rules};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shop: Shop,
    #[serde(default)]
    plan: Vec<PlanEntry>,
    #[serde(default)]
    deal: Vec<DealEntry>,
    #[serde(default)]
    code: Vec<CodeEntry>,
    #[serde(default)]
    bundle: Vec<BundleEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shop {
    default_currency: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanEntry {
    id: Spanned<String>,
    months: u32,
    priority: u32,
    devices: Option<u32>,
    devices_at_once: Option<u32>,
    #[serde(default)]
    highlight: BTreeMap<String, Spanned<String>>,
    prices: BTreeMap<String, Spanned<PriceEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealEntry {
    package: Spanned<u32>,
    #[serde(default)]
    free_months: u32,
    esim_mb: u32,
    price: Spanned<String>,
    before: Spanned<String>,
    #[serde(default)]
    popular: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceEntry {
    price: String,
    before: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CodeEntry {
    code: Spanned<String>,
    percent: Option<Spanned<String>>,
    amounts: Option<BTreeMap<String, Spanned<String>>>,
    term: Spanned<String>,
    starts: Option<Spanned<toml::Value>>,
    ends: Option<Spanned<toml::Value>>,
    usage_limit: Option<u32>,
    #[serde(default)]
    used: u32,
    #[serde(default)]
    scope: Scope,
    plans: Option<Vec<String>>,
    billing_cycles: Option<Vec<BillingCycle>>,
    #[serde(default)]
    below_cost: bool,
}

/// Reads a price list.
///
/// # Errors
/// Every fault as a sentence. A file that is not TOML, or has an unknown word, yields only the first.
pub fn parse(text: &str) -> Result<Catalogue, Vec<String>> {
    let mut reader = Reader::new(text);
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let start = error.span().map(|span| span.start);
            reader.fault(start, error.message());
            return Err(reader.faults);
        }
    };
    let default_currency = reader.currency(file.shop.default_currency.as_ref(), file.shop.default_currency.span());
    let plans: Vec<Plan> = file.plan.iter().map(|entry| reader.plan(entry)).collect();
    let deals: Vec<DealPlan> = file.deal.iter().map(|entry| reader.deal(entry)).collect();
    let codes: Vec<ListedCode> = file.code.iter().filter_map(|entry| reader.code(entry)).collect();
    let bundles = file.bundle.iter().map(|entry| reader.bundle(entry)).collect();
    let catalogue = Catalogue { book: PriceBook { default_currency, plans, deals, bundles }, codes };
    // The rules apply only to a file that parsed: a price refused above must not be reported as missing too.
    if reader.faults.is_empty() {
        for (subject, sentence) in rules::faults(&catalogue) {
            let start = subject.and_then(|subject| reader_line(&file, subject));
            reader.fault(start, &sentence);
        }
    }
    if reader.faults.is_empty() { Ok(catalogue) } else { Err(reader.faults) }
}

fn reader_line(file: &File, subject: rules::Subject<'_>) -> Option<usize> {
    match subject {
        rules::Subject::Plan(id) => {
            file.plan.iter().rfind(|entry| entry.id.as_ref() == id).map(|entry| entry.id.span().start)
        }
        rules::Subject::Deal(package) => {
            file.deal.iter().rfind(|entry| *entry.package.as_ref() == package).map(|entry| entry.package.span().start)
        }
        rules::Subject::Code(code) => {
            file.code.iter().rfind(|entry| entry.code.as_ref() == code).map(|entry| entry.code.span().start)
        }
        rules::Subject::Bundle(id, position) => {
            file.bundle.iter().rfind(|entry| *entry.id.as_ref() == id).map(|entry| place_of(entry, position))
        }
    }
}

impl Reader<'_> {
    fn plan(&mut self, entry: &PlanEntry) -> Plan {
        let highlight = self.by_language(&entry.highlight, "a highlight without text: leave the line out");
        let mut prices = Vec::with_capacity(entry.prices.len());
        for (code, price) in &entry.prices {
            let currency = self.currency(code, price.span());
            let amount = self.amount(&price.as_ref().price, currency, price.span());
            let before = price.as_ref().before.as_ref().map(|before| self.amount(before, currency, price.span()));
            prices.push(PlanAmount { currency, amount: amount.unwrap_or_default(), before: before.flatten() });
        }
        prices.sort_by_key(|price| price.currency);
        let product_id = entry.id.as_ref().clone();
        let usual = DeviceAllowance::USUAL;
        let registered = entry.devices.unwrap_or(usual.registered);
        let at_once = entry.devices_at_once.unwrap_or_else(|| usual.at_once.min(registered));
        let devices = DeviceAllowance { registered, at_once };
        Plan { product_id, months: entry.months, priority: entry.priority, highlight, devices, prices }
    }

    /// Deals are sold in euros only.
    fn deal(&mut self, entry: &DealEntry) -> DealPlan {
        let mut cents = |text: &Spanned<String>| self.amount(text.as_ref(), Currency::Eur, text.span());
        let (price, before) = (cents(&entry.price), cents(&entry.before));
        DealPlan {
            package: *entry.package.as_ref(),
            free_months: entry.free_months,
            esim_mb: entry.esim_mb,
            price_eur: price.unwrap_or_default(),
            before_eur: before.unwrap_or_default(),
            popular: entry.popular,
        }
    }

    fn code(&mut self, entry: &CodeEntry) -> Option<ListedCode> {
        let (code, start) = (entry.code.as_ref(), Some(entry.code.span().start));
        if FoldedCode::parse(code).is_none() || code.trim() != code {
            let sentence = format!("code \"{code}\": a code has 1 to 64 letters (a to z), digits, \"-\" and \"_\"");
            self.fault(start, &sentence);
        }
        let term = match entry.term.as_ref().as_str() {
            "first" => Term::Once,
            "every" => Term::Every,
            other => {
                self.fault(
                    Some(entry.term.span().start),
                    &format!("term \"{other}\" is neither \"first\" nor \"every\""),
                );
                return None;
            }
        };
        let effect = match (&entry.percent, &entry.amounts) {
            (Some(percent), None) => Percent::parse(percent.as_ref()).map(Effect::Percent).map_err(|error| {
                self.fault(Some(percent.span().start), &format!("\"{}\": {error}", percent.as_ref()));
            }),
            (None, Some(amounts)) => Ok(self.fixed(amounts)),
            _ => {
                let sentence = format!("code \"{code}\" needs either `percent` or `amounts`, not both");
                self.fault(start, &sentence);
                Err(())
            }
        };
        let starts_at = self.instant(entry.starts.as_ref());
        let ends_at = self.instant(entry.ends.as_ref());
        let code = DiscountCode {
            code: code.clone(),
            effect: effect.ok()?,
            term,
            starts_at,
            ends_at,
            usage_limit: entry.usage_limit,
            scope: entry.scope,
            products: entry.plans.clone(),
            billing_cycles: entry.billing_cycles.clone(),
            below_cost: entry.below_cost,
        };
        Some(ListedCode { code, used: entry.used })
    }

    fn fixed(&mut self, amounts: &BTreeMap<String, Spanned<String>>) -> Effect {
        let mut fixed = Vec::with_capacity(amounts.len());
        for (code, amount) in amounts {
            let currency = self.currency(code, amount.span());
            let minor = self.amount(amount.as_ref(), currency, amount.span()).unwrap_or_default();
            fixed.push(FixedAmount { currency, minor });
        }
        fixed.sort_by_key(|amount| amount.currency);
        Effect::Fixed(fixed)
    }
}
