//! [`onefare_core::order`].

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take};

/// What an event makes of an order: `[state, what must follow]`.
#[wasm_bindgen]
pub fn order_on(state: JsValue, event: JsValue) -> Crossed {
    give(take::<OrderState>(state)?.on(take(event)?))
}

/// What the buyer has.
#[wasm_bindgen]
pub fn order_delivery(state: JsValue) -> Crossed {
    give(take::<OrderState>(state)?.delivery())
}

/// What an event makes of a payment and its order: both, and what must follow.
#[wasm_bindgen]
pub fn order_settle(payment: JsValue, event: JsValue, order: JsValue) -> Crossed {
    give(take::<PaymentState>(payment)?.on(take(event)?, take(order)?))
}
