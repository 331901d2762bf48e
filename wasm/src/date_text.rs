//! [`onefare_core::date_text`].

use onefare_core::date_text;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{take, take_instant};

/// Day, month and year of milliseconds since 1970.
#[wasm_bindgen]
pub fn date_text(milliseconds: JsValue, language: JsValue) -> Result<String, JsError> {
    Ok(date_text::date_text(take_instant(milliseconds)?, take(language)?))
}
