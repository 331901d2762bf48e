//! [`onefare_core::price_text`].

use onefare_core::price_text;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take, take_money};

/// The running form of a price.
#[wasm_bindgen]
pub fn price_text(minor: JsValue, currency: &str, language: JsValue) -> Result<String, JsError> {
    Ok(price_text::price_text(take_money(minor, currency)?, take(language)?))
}

/// The card form of a price, in pieces.
#[wasm_bindgen]
pub fn price_label(minor: JsValue, currency: &str, language: JsValue) -> Crossed {
    give(price_text::price_label(take_money(minor, currency)?, take(language)?))
}

/// The card form of a price.
#[wasm_bindgen]
pub fn card_text(minor: JsValue, currency: &str, language: JsValue) -> Result<String, JsError> {
    Ok(price_text::card_text(take_money(minor, currency)?, take(language)?))
}
