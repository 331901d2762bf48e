//! [`onefare_core::email`].

use onefare_core::email::check;
use wasm_bindgen::prelude::wasm_bindgen;

/// The problem code of an e-mail text, such as `email_invalid`; `undefined` when the address can be used.
#[wasm_bindgen]
#[must_use]
pub fn check_email(text: &str) -> Option<String> {
    check(text).err().map(|problem| problem.code().to_owned())
}
