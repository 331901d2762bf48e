//! [`onefare_core::quote_text`].

use onefare_core::quote_text;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give_outcome, take, take_instant};

/// A quote in words, line by line, for a first term that begins at milliseconds since 1970.
#[wasm_bindgen]
pub fn quote_text_lines(quote: JsValue, start: JsValue, language: JsValue) -> Crossed {
    give_outcome(quote_text::explain(&take(quote)?, take_instant(start)?, take(language)?))
}
