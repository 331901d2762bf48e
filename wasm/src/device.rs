//! [`onefare_core::device`].

use onefare_core::device::System;
use wasm_bindgen::prelude::wasm_bindgen;

/// The system that a user agent names, such as `iOS`; `other` for one that the rule does not know.
#[wasm_bindgen]
#[must_use]
pub fn device_of_user_agent(agent: &str) -> String {
    System::of_user_agent(agent).name().to_owned()
}
