//! [`onefare_core::discount`].

use onefare_core::discount;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problem::ProblemCode;

/// The problem code of what a buyer typed into the code field; `undefined` for what may be a code.
#[wasm_bindgen]
#[must_use]
pub fn check_code(text: &str) -> Option<ProblemCode> {
    discount::read_code(text).err().map(ProblemCode::from)
}
