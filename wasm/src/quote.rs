//! [`onefare_core::quote`].

use onefare_core::plan::{Plan, PriceBook};
use onefare_core::quote::{self, Quote};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give_outcome, take, take_currency};

/// What one plan costs in one currency.
#[wasm_bindgen]
pub fn quote_compute(number: JsValue, plan: JsValue, currency: &str, code: JsValue) -> Crossed {
    let (plan, code): (Plan, Option<_>) = (take(plan)?, take(code)?);
    give_outcome(Quote::compute(take(number)?, &plan, take_currency(currency)?, code.as_ref()))
}

/// A quote as a page shows it.
#[wasm_bindgen]
pub fn quote_plan_price(quote: JsValue, language: JsValue) -> Crossed {
    give_outcome(take::<Quote>(quote)?.plan_price(take(language)?))
}

/// Every plan as `get_initial_data` sends it.
#[wasm_bindgen]
pub fn quote_packages(number: JsValue, book: JsValue, code: JsValue) -> Crossed {
    let (book, code): (PriceBook, Option<_>) = (take(book)?, take(code)?);
    let plans = quote::quote_all(take(number)?, &book, code.as_ref());
    let packages =
        |plans: Vec<(&Plan, Vec<Quote>)>| plans.iter().map(|(plan, all)| quote::package(plan, all)).collect();
    give_outcome(plans.and_then(packages).map(|packages: Vec<_>| packages))
}

/// What became of a code once the plans are known.
#[wasm_bindgen]
pub fn quote_state(number: JsValue, book: JsValue, code: JsValue, state: JsValue) -> Crossed {
    let (book, code, state): (PriceBook, Option<_>, _) = (take(book)?, take(code)?, take(state)?);
    let plans = quote::quote_all(take(number)?, &book, code.as_ref());
    give_outcome(plans.map(|plans| quote::state_on_plans(state, &plans)))
}
