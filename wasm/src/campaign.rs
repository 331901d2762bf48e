//! [`onefare_core::campaign`].

use onefare_core::campaign;
use wasm_bindgen::prelude::wasm_bindgen;

/// The plan title a `package` value names.
#[wasm_bindgen]
#[must_use]
pub fn package_title(package: &str) -> Option<String> {
    campaign::package_title(package)
}

/// The discount code a `code` value asks for.
#[wasm_bindgen]
#[must_use]
pub fn code_of(value: &str) -> Option<String> {
    campaign::code_of(value).map(str::to_owned)
}
