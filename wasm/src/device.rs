//! [`onefare_core::device`].

use onefare_core::device::System;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a user agent tells of the device, such as `iOS`; `other` for what the guide does not know.
#[wasm_bindgen]
#[must_use]
pub fn device_of_user_agent(agent: &str) -> String {
    System::of_user_agent(agent).name().to_owned()
}
