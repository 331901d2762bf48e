//! [`onefare_core::percent`].

use onefare_core::percent::Percent;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::border::{Crossed, give_outcome};

/// Text as basis points.
#[wasm_bindgen]
pub fn percent_parse(text: &str) -> Crossed {
    give_outcome(Percent::parse(text).map(Percent::basis_points))
}

/// Basis points as text.
#[wasm_bindgen]
pub fn percent_text(points: u32) -> Crossed {
    give_outcome(Percent::from_basis_points(points).map(|percent| percent.to_string()))
}

/// Whole percent, rounded down.
#[wasm_bindgen]
pub fn percent_whole_down(points: u32) -> Result<u32, JsError> {
    Ok(Percent::from_basis_points(points)?.whole_down())
}
