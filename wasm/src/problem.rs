//! [`onefare_core::problem`] and [`onefare_core::notice`]: pages translate codes, so no sentence is ever shipped.

use onefare_core::notice::Notice;
use onefare_core::problem::Problem;
use wasm_bindgen::prelude::wasm_bindgen;

/// The English sentence of a problem; `undefined` for what is no code.
#[wasm_bindgen]
#[must_use]
pub fn problem_message(code: &str) -> Option<String> {
    Problem::parse(code).map(|problem| problem.message().to_owned())
}

/// The request field a problem is about.
#[wasm_bindgen]
#[must_use]
pub fn problem_field(code: &str) -> Option<String> {
    Problem::parse(code).and_then(Problem::field).map(str::to_owned)
}

/// The English text of a notice; `undefined` for what is no code.
#[wasm_bindgen]
#[must_use]
pub fn notice_message(code: &str) -> Option<String> {
    Notice::parse(code).map(|notice| notice.message().to_owned())
}
