//! [`onefare_core::plan`].

use onefare_core::plan::{Plan, PriceBook, highest_discount, saving_per_month};
use onefare_core::wire::subscription::Package;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_money};

/// Ids of the plans as they are shown.
#[wasm_bindgen]
pub fn plan_order(book: JsValue) -> Crossed {
    let book: PriceBook = take(book)?;
    give(book.in_order().into_iter().map(|plan| &plan.product_id).collect::<Vec<_>>())
}

/// The plan selected at first: `[id, whether the query chose it]`.
#[wasm_bindgen]
pub fn plan_preselected(book: JsValue, package_title: Option<String>) -> Crossed {
    let book: PriceBook = take(book)?;
    give(book.preselected(package_title.as_deref()).map(|(plan, chosen)| (&plan.product_id, chosen)))
}

/// What a plan is called and how often it is billed: `[title, billing cycle, badge]`.
#[wasm_bindgen]
pub fn plan_words(plan: JsValue, language: JsValue) -> Crossed {
    let plan: Plan = take(plan)?;
    give((plan.title(), plan.billing_cycle(), plan.highlight_in(take(language)?)))
}

/// Everything that is wrong with a book.
#[wasm_bindgen]
pub fn plan_faults(book: JsValue) -> Crossed {
    let faults = take::<PriceBook>(book)?.faults();
    give(faults.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// What a month costs less: `[minor units, whether they are exact]`.
#[wasm_bindgen]
pub fn plan_saving_per_month(before: JsValue, now: JsValue, currency: &str, months: u32) -> Crossed {
    let saved = saving_per_month(take_money(before, currency)?, take_money(now, currency)?, months);
    give_outcome(saved.map(|part| (part.amount.minor(), part.exact)))
}

/// The highest discount among packages.
#[wasm_bindgen]
pub fn plan_highest_discount(packages: JsValue) -> Crossed {
    give(highest_discount(&take::<Vec<Package>>(packages)?))
}
