//! [`onefare_core::discount`].

use onefare_core::discount::{self, CodeState, DiscountCode, Grace, Redemption, Target, Uses};
use onefare_core::problem::Problem;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_instant};

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

/// Whether a code holds for a plan with its billing cycle, or for an eSIM refill, which has none.
#[wasm_bindgen]
pub fn code_covers(code: JsValue, product_id: &str, billing_cycle: JsValue) -> Result<bool, JsError> {
    let target = Target { product_id, billing_cycle: take(billing_cycle)? };
    Ok(take::<DiscountCode>(code)?.covers(target))
}

/// What a buyer typed into the code field, folded, or the code of its problem.
#[wasm_bindgen]
pub fn code_read(text: &str) -> Crossed {
    give_outcome(discount::read_code(text).map_err(Problem::code))
}

/// The sentence that refuses a code in a state; `undefined` for one that holds.
#[wasm_bindgen]
pub fn code_refusal(state: JsValue) -> Crossed {
    give(take::<CodeState>(state)?.problem().map(Problem::message))
}

/// A use kept for a new order: `[its state, the uses of the code]`.
#[wasm_bindgen]
pub fn redemption_reserve(uses: JsValue) -> Crossed {
    give_outcome(Redemption::reserve(take::<Uses>(uses)?))
}

/// What an event makes of an order's use: `[its state, the uses of the code]`.
#[wasm_bindgen]
pub fn redemption_on(redemption: JsValue, event: JsValue, uses: JsValue) -> Crossed {
    give_outcome(take::<Redemption>(redemption)?.on(take(event)?, take(uses)?))
}
