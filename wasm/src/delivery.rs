//! [`onefare_core::delivery`].

use onefare_core::delivery;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take_instant};

/// End of a term, in milliseconds since 1970.
#[wasm_bindgen]
pub fn term_end(start: JsValue, months: u32) -> Crossed {
    give(delivery::term_end(take_instant(start)?, months).map(|end| end.timestamp_millis()))
}
