//! [`onefare_core::order`].

use onefare_core::order::OrderState;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take};

/// What an event makes of an order: `[state, what must follow]`.
#[wasm_bindgen]
pub fn order_on(state: JsValue, event: JsValue) -> Crossed {
    give(take::<OrderState>(state)?.on(take(event)?))
}
