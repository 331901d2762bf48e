//! Reads and writes the bundles of the file that the operator edits.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use onefare_core::bundle::{Bundle, Refill, plan_title};
use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use serde::Deserialize;
use toml::Spanned;

use super::reader::Reader;
use super::toml_text::{push, quoted};

/// Decimals of a cost: suppliers price in ten-thousandths of a dollar.
const COST_DECIMALS: usize = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BundleEntry {
    pub(super) id: Spanned<u32>,
    code: String,
    names: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    coverage: Vec<String>,
    #[serde(default)]
    plans: Vec<Spanned<RefillEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefillEntry {
    mb: u32,
    days: u32,
    #[serde(default)]
    unlimited: bool,
    usd: String,
    eur: String,
    package: String,
    cost: Option<String>,
    title: Option<String>,
}

/// Where a bundle, or one of its plans (counted from 1), begins in the file.
pub(super) fn place_of(entry: &BundleEntry, position: Option<usize>) -> usize {
    let plan = position.and_then(|position| entry.plans.get(position.checked_sub(1)?)).map(Spanned::span);
    plan.unwrap_or_else(|| entry.id.span()).start
}

impl Reader<'_> {
    pub(super) fn bundle(&mut self, entry: &BundleEntry) -> Bundle {
        let names = self.by_language(&entry.names, "a name without text: leave it out");
        let refills = entry.plans.iter().map(|plan| self.refill(plan)).collect();
        Bundle { id: *entry.id.as_ref(), code: entry.code.clone(), names, coverage: entry.coverage.clone(), refills }
    }

    fn refill(&mut self, entry: &Spanned<RefillEntry>) -> Refill {
        let (span, entry) = (entry.span(), entry.as_ref());
        let mut price = |text: &str, currency| self.amount(text, currency, span.clone()).unwrap_or_default();
        let (price_usd, price_eur) = (price(&entry.usd, Currency::Usd), price(&entry.eur, Currency::Eur));
        let cost = entry.cost.as_deref().and_then(|text| {
            let cost = cost_units(text);
            if cost.is_none() {
                let sentence =
                    format!("cost \"{text}\" is not an amount in USD: digits, a dot and {COST_DECIMALS} decimals");
                self.fault(Some(span.start), &sentence);
            }
            cost
        });
        Refill {
            title: entry.title.clone().unwrap_or_else(|| plan_title(entry.mb, entry.unlimited, Language::En)),
            amount_mb: entry.mb,
            amount_days: entry.days,
            unlimited: entry.unlimited,
            price_usd,
            price_eur,
            package: entry.package.clone(),
            cost,
        }
    }
}

/// Parses a cost, digits with a dot and four decimals, into ten-thousandths of a dollar.
fn cost_units(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    if !digits(whole) || !digits(fraction) || fraction.len() != COST_DECIMALS || leading_zero {
        return None;
    }
    format!("{whole}{fraction}").parse().ok()
}

/// Writes what [`cost_units`] reads.
fn cost_text(units: i64) -> String {
    let digits = format!("{:0>width$}", units.unsigned_abs(), width = COST_DECIMALS + 1);
    let (whole, fraction) = digits.split_at(digits.len() - COST_DECIMALS);
    format!("{whole}.{fraction}")
}

/// Writes a bundle in the file's format, one plan per line.
pub(super) fn write_bundle(text: &mut String, bundle: &Bundle) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n[[bundle]]\nid = {}", bundle.id);
    push(text, "code = ", &bundle.code);
    let names: Vec<String> =
        bundle.names.iter().map(|(language, name)| format!("{} = {}", language.code(), quoted(name))).collect();
    let _ = writeln!(text, "names = {{ {} }}", names.join(", "));
    let coverage: Vec<String> = bundle.coverage.iter().map(|network| quoted(network)).collect();
    let _ = writeln!(text, "coverage = [{}]", coverage.join(", "));
    text.push_str("plans = [\n");
    for refill in &bundle.refills {
        write_refill(text, refill);
    }
    text.push_str("]\n");
}

fn write_refill(text: &mut String, refill: &Refill) {
    let price = |currency| quoted(&refill.price_in(currency).map(Money::to_decimal_text).unwrap_or_default());
    let unlimited = if refill.unlimited { ", unlimited = true" } else { "" };
    let (usd, eur, package) = (price(Currency::Usd), price(Currency::Eur), quoted(&refill.package));
    let (mb, days) = (refill.amount_mb, refill.amount_days);
    let _ = write!(text, "  {{ mb = {mb}, days = {days}{unlimited}, usd = {usd}, eur = {eur}, package = {package}");
    if let Some(cost) = refill.cost {
        let _ = write!(text, ", cost = {}", quoted(&cost_text(cost)));
    }
    if refill.title != plan_title(refill.amount_mb, refill.unlimited, Language::En) {
        let _ = write!(text, ", title = {}", quoted(&refill.title));
    }
    text.push_str(" },\n");
}
