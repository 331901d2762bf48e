//! [`onefare_core::money`].

use onefare_core::money::{Money, saving};
use onefare_core::percent::Percent;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give_outcome, take_currency, take_money};

/// Decimal text as minor units.
#[wasm_bindgen]
pub fn money_parse(text: &str, currency: &str) -> Crossed {
    give_outcome(Money::parse(text, take_currency(currency)?).map(Money::minor))
}

/// Minor units as decimal text.
#[wasm_bindgen]
pub fn money_decimal_text(minor: JsValue, currency: &str) -> Result<String, JsError> {
    Ok(take_money(minor, currency)?.to_decimal_text())
}

/// The sum of two amounts.
#[wasm_bindgen]
pub fn money_plus(minor: JsValue, currency: &str, other: JsValue, other_currency: &str) -> Crossed {
    give_outcome(take_money(minor, currency)?.plus(take_money(other, other_currency)?).map(Money::minor))
}

/// The difference of two amounts.
#[wasm_bindgen]
pub fn money_minus(minor: JsValue, currency: &str, other: JsValue, other_currency: &str) -> Crossed {
    give_outcome(take_money(minor, currency)?.minus(take_money(other, other_currency)?).map(Money::minor))
}

/// What is left after basis points are taken off.
#[wasm_bindgen]
pub fn money_less(minor: JsValue, currency: &str, points: u32) -> Crossed {
    give_outcome(take_money(minor, currency)?.less(Percent::from_basis_points(points)?).map(Money::minor))
}

/// One of equal parts: `[minor units, whether it is exact]`.
#[wasm_bindgen]
pub fn money_per(minor: JsValue, currency: &str, count: u32) -> Crossed {
    give_outcome(take_money(minor, currency)?.per(count).map(|part| (part.amount.minor(), part.exact)))
}

/// Parts that add up to the whole.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its array over")]
pub fn money_allocate(minor: JsValue, currency: &str, weights: Vec<u32>) -> Crossed {
    let parts = take_money(minor, currency)?.allocate(&weights);
    give_outcome(parts.map(|parts| parts.into_iter().map(Money::minor).collect::<Vec<_>>()))
}

/// The nearest amount that can be charged.
#[wasm_bindgen]
pub fn money_to_charge_step(minor: JsValue, currency: &str) -> Crossed {
    give_outcome(take_money(minor, currency)?.to_charge_step().map(Money::minor))
}

/// Basis points saved, rounded down.
#[wasm_bindgen]
pub fn money_saving(before: JsValue, now: JsValue, currency: &str) -> Crossed {
    let saved = saving(take_money(before, currency)?, take_money(now, currency)?);
    give_outcome(saved.map(Percent::basis_points))
}
