//! [`onefare_core::money`].

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{CurrencyCode, money_of, number};
use crate::quote::percent_of;

/// Minor units to pay after basis points are taken off, on the currency's charge step; `undefined` for an amount that
/// is too large after rounding up.
///
/// # Errors
/// For what is no currency, no whole number of minor units, or no percentage: a programming error.
#[wasm_bindgen]
pub fn discounted_total(minor: f64, currency: CurrencyCode, points: f64) -> Result<Option<f64>, JsError> {
    Ok(money_of(minor, currency)?.less_to_charge_step(percent_of(points)?).ok().map(number))
}
