//! [`onefare_core::discount`].

use onefare_core::discount::{self, DiscountCode, Grace};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take, take_instant};

/// The form under which codes are compared.
#[wasm_bindgen]
#[must_use]
pub fn fold_code(text: &str) -> Option<String> {
    discount::fold_code(text)
}

/// What became of a code, on pages or, with ten minutes of grace, at checkout.
#[wasm_bindgen]
pub fn code_state(code: JsValue, now: JsValue, used: u32, checkout: bool) -> Crossed {
    let grace = if checkout { Grace::Checkout } else { Grace::None };
    give(take::<DiscountCode>(code)?.state_at(take_instant(now)?, used, grace))
}

/// Whether a code holds for a plan.
#[wasm_bindgen]
pub fn code_is_for(code: JsValue, product_id: &str) -> Result<bool, JsError> {
    Ok(take::<DiscountCode>(code)?.is_for(product_id))
}
