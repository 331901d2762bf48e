//! [`onefare_core::price_text`].

use onefare_core::price_text;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{CurrencyCode, LanguageCode, language_of, money_of};

/// The running form of a price.
///
/// # Errors
/// For an unknown currency or language, or a number of minor units that is not whole: a programming error.
#[wasm_bindgen]
pub fn price_text(minor: f64, currency: CurrencyCode, language: LanguageCode) -> Result<String, JsError> {
    Ok(price_text::price_text(money_of(minor, currency)?, language_of(language)?))
}
