//! Writes a catalogue as the file that [`parse`](super::parse) reads.

use std::fmt::Write as _;

use chrono::SecondsFormat;
use onefare_core::bundle::Bundle;
use onefare_core::deal::{DealPlan, in_order};
use onefare_core::discount::{Effect, Scope, Term};
use onefare_core::money::Money;
use onefare_core::plan::Plan;

use super::bundles::write_bundle;
use super::toml_text::{push, quoted};
use super::{Catalogue, DEMO, ListedCode};

/// The paragraphs of the comment block above the first such table of the demo's files, which explains the table's keys.
fn comment_above(table: &str) -> impl Iterator<Item = &'static str> {
    let blocks: Vec<&str> = DEMO.split("\n\n").collect();
    let first = blocks.iter().position(|block| block.lines().any(|line| line == table));
    let comment = first.and_then(|first| blocks.get(first.checked_sub(1)?).copied()).unwrap_or_default();
    comment.trim_end().split("\n#\n").filter(|paragraph| paragraph.starts_with('#'))
}

fn explain(text: &mut String, comment: impl Iterator<Item = &'static str>) {
    for paragraph in comment {
        text.push('\n');
        text.push_str(paragraph);
        text.push('\n');
    }
}

/// Writes the file. `parse` reads the same catalogue back, with plans in display order and bundles by number. The
/// comments come from the demo's files.
#[must_use]
pub fn to_toml(catalogue: &Catalogue) -> String {
    let mut text = "# What the shop sells. `onefare catalogue check` and `apply` read this file.\n#\n".to_owned();
    // The earlier paragraphs of the demo's file explain how to use that file.
    text.extend(comment_above("[shop]").last());
    push(&mut text, "\n\n[shop]\ndefault_currency = ", catalogue.book.default_currency.code());
    explain(&mut text, comment_above("[[plan]]"));
    for plan in catalogue.book.in_order() {
        write_plan(&mut text, plan);
    }
    explain(&mut text, comment_above("[[deal]]"));
    for deal in in_order(&catalogue.book.deals) {
        write_deal(&mut text, deal);
    }
    explain(&mut text, comment_above("[[code]]"));
    for listed in &catalogue.codes {
        write_code(&mut text, listed);
    }
    let mut bundles: Vec<&Bundle> = catalogue.book.bundles.iter().collect();
    bundles.sort_by_key(|bundle| bundle.id);
    // The first paragraph explains what the demo's file is.
    explain(&mut text, comment_above("[[bundle]]").skip(1));
    for bundle in bundles {
        write_bundle(&mut text, bundle);
    }
    text
}

fn number(text: &mut String, key: &str, value: u32) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

fn write_plan(text: &mut String, plan: &Plan) {
    push(text, "\n[[plan]]\nid = ", &plan.product_id);
    number(text, "months", plan.months);
    number(text, "priority", plan.priority);
    number(text, "devices", plan.devices.registered);
    number(text, "devices_at_once", plan.devices.at_once);
    if !plan.highlight.is_empty() {
        text.push_str("[plan.highlight]\n");
    }
    for (language, badge) in &plan.highlight {
        push(text, &format!("{} = ", language.code()), badge);
    }
    text.push_str("[plan.prices]\n");
    for amount in &plan.prices {
        let decimal =
            |minor| quoted(&Money::new(minor, amount.currency).map(Money::to_decimal_text).unwrap_or_default());
        let before = amount.before.map_or_else(String::new, |before| format!(", before = {}", decimal(before)));
        let _ = writeln!(text, "{} = {{ price = {}{before} }}", amount.currency.code(), decimal(amount.amount));
    }
}

fn write_deal(text: &mut String, deal: &DealPlan) {
    text.push_str("\n[[deal]]\n");
    number(text, "package", deal.package);
    if deal.free_months > 0 {
        number(text, "free_months", deal.free_months);
    }
    number(text, "esim_mb", deal.esim_mb);
    for (key, amount) in [("price = ", deal.price()), ("before = ", deal.before())] {
        push(text, key, &amount.map(Money::to_decimal_text).unwrap_or_default());
    }
    if deal.popular {
        text.push_str("popular = true\n");
    }
}

fn write_code(text: &mut String, listed: &ListedCode) {
    let code = &listed.code;
    push(text, "\n[[code]]\ncode = ", &code.code);
    if let Effect::Percent(percent) = &code.effect {
        push(text, "percent = ", &percent.to_string());
    }
    push(text, "term = ", if code.term == Term::Once { "first" } else { "every" });
    for (key, instant) in [("starts = ", code.starts_at), ("ends = ", code.ends_at)] {
        if let Some(instant) = instant {
            push(text, key, &instant.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        }
    }
    if let Some(limit) = code.usage_limit {
        number(text, "usage_limit", limit);
    }
    if listed.used > 0 {
        number(text, "used", listed.used);
    }
    if code.below_cost {
        text.push_str("below_cost = true\n");
    }
    match code.scope {
        Scope::Plans => {}
        Scope::Refills => push(text, "scope = ", "refills"),
        Scope::Both => push(text, "scope = ", "both"),
    }
    if let Some(cycles) = &code.billing_cycles {
        let cycles: Vec<String> = cycles.iter().map(|cycle| quoted(cycle.code())).collect();
        let _ = writeln!(text, "billing_cycles = [{}]", cycles.join(", "));
    }
    if let Some(products) = &code.products {
        let products: Vec<String> = products.iter().map(|product| quoted(product)).collect();
        let _ = writeln!(text, "plans = [{}]", products.join(", "));
    }
    if let Effect::Fixed(amounts) = &code.effect {
        text.push_str("[code.amounts]\n");
        for amount in amounts {
            let decimal = Money::new(amount.minor, amount.currency).map(Money::to_decimal_text).unwrap_or_default();
            push(text, &format!("{} = ", amount.currency.code()), &decimal);
        }
    }
}
