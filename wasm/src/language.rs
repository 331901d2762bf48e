//! [`onefare_core::language`].

use onefare_core::language::{Area, Language};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take};

/// The part of the site a path belongs to.
#[wasm_bindgen]
pub fn language_area(path: &str) -> Crossed {
    give(Area::of_path(path))
}

/// The language an area shows for a stored or sent code.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its text over")]
pub fn language_accept(area: JsValue, code: Option<String>) -> Crossed {
    give(take::<Area>(area)?.accept(code.as_deref()))
}

/// What stands before a path of an area in a language.
#[wasm_bindgen]
pub fn language_prefix(area: JsValue, language: JsValue) -> Crossed {
    give(take::<Area>(area)?.address_prefix(take(language)?))
}

/// The direction of a language code: `ltr` or `rtl`; `undefined` for what is no code.
#[wasm_bindgen]
#[must_use]
pub fn language_direction(code: &str) -> Option<String> {
    Language::parse(code).map(|language| language.direction().code().to_owned())
}
