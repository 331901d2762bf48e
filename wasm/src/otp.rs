//! [`onefare_core::otp::boxes`]: the boxes of the sign-in form are a number, see there.

use onefare_core::otp::boxes;
use wasm_bindgen::prelude::wasm_bindgen;

/// The boxes after one UTF-16 unit was typed into them; `1` holds none.
#[wasm_bindgen]
#[must_use]
pub fn otp_after(boxes: u32, unit: u32) -> u32 {
    boxes::after(boxes, unit)
}

/// The boxes after the digits of others were typed or pasted into them.
#[wasm_bindgen]
#[must_use]
pub fn otp_with(boxes: u32, typed: u32) -> u32 {
    boxes::typed(boxes, typed)
}
