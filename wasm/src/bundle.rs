//! [`onefare_core::bundle`].

use js_sys::JsString;
use onefare_core::bundle::{self, Discount};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{CurrencyCode, LanguageCode, language_of, money_of};

/// Positions of the bundles in `list` that a query finds. Each bundle is one text: its code and its names in any
/// language, one per line.
#[wasm_bindgen]
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its array over")]
pub fn bundle_find(list: Vec<String>, query: &str) -> Vec<u32> {
    bundle::find(&list, query, decomposed)
}

/// Compatibility decomposition and lower case, from the tables that the browser has.
fn decomposed(text: &str) -> String {
    JsString::from(text).normalize("NFKD").to_lower_case().into()
}

/// The percentage that a discounted price takes off, with one decimal in a language's figures and without a percent
/// sign; `undefined` when the two are no discount.
///
/// # Errors
/// For an unknown currency or language, or a number of minor units that is not whole: a programming error.
#[wasm_bindgen]
pub fn bundle_percent_off(
    price: f64,
    discounted: f64,
    currency: CurrencyCode,
    language: LanguageCode,
) -> Result<Option<String>, JsError> {
    let discount = Discount::of(money_of(price, currency)?, money_of(discounted, currency)?);
    let language = language_of(language)?;
    Ok(discount.map(|discount| discount.percent_text(language)))
}
