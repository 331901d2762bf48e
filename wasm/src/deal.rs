//! [`onefare_core::deal`].

use onefare_core::deal::{self, DealPlan};
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take};

/// A deal as a card would show it.
#[derive(Serialize)]
struct Card {
    package: u32,
    first_term: u32,
    period: deal::Period,
    per_month: i64,
    per_month_exact: bool,
    saving_percent: u32,
}

/// The deals in the order of the page.
#[wasm_bindgen]
pub fn deal_cards(deals: JsValue) -> Crossed {
    let deals: Vec<DealPlan> = take(deals)?;
    let mut cards = Vec::with_capacity(deals.len());
    for deal in deal::in_order(&deals) {
        let month = deal.per_month()?;
        cards.push(Card {
            package: deal.package,
            first_term: deal.first_term(),
            period: deal.period(),
            per_month: month.amount.minor(),
            per_month_exact: month.exact,
            saving_percent: deal.saving()?.whole_down(),
        });
    }
    give(cards)
}

/// Package id of the deal a request means.
#[wasm_bindgen]
pub fn deal_chosen(deals: JsValue, package: &str, selected_package: &str) -> Crossed {
    let deals: Vec<DealPlan> = take(deals)?;
    give(deal::chosen(&deals, package, selected_package).map(|deal| deal.package))
}

/// Everything that is wrong with a list of deals.
#[wasm_bindgen]
pub fn deal_faults(deals: JsValue) -> Crossed {
    let faults = deal::faults(&take::<Vec<DealPlan>>(deals)?);
    give(faults.iter().map(ToString::to_string).collect::<Vec<_>>())
}
