//! [`onefare_core::price_text`].

use onefare_core::price_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{CurrencyCode, LanguageCode, language_of, money_of};

/// The running form of a price.
///
/// # Errors
/// For what is no currency, no language, or no whole number of minor units: a programming error.
#[wasm_bindgen]
pub fn price_text(minor: f64, currency: CurrencyCode, language: LanguageCode) -> Result<String, JsError> {
    Ok(price_text::price_text(money_of(minor, currency)?, language_of(language)?))
}
