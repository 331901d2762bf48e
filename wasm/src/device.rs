//! [`onefare_core::device`].

use onefare_core::device::{System, TUTORIAL_DEVICES};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{Crossed, give};

/// What a user agent tells of the device.
#[wasm_bindgen]
pub fn device_of_user_agent(agent: &str) -> Crossed {
    give(System::of_user_agent(agent))
}

/// The devices of the guide for a user agent.
#[wasm_bindgen]
pub fn device_suggested(agent: &str) -> Crossed {
    give(System::of_user_agent(agent).suggested())
}

/// Every device of the guide.
#[wasm_bindgen]
pub fn device_all() -> Crossed {
    give(TUTORIAL_DEVICES)
}
