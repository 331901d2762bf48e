//! [`onefare_core::otp`].

use onefare_core::otp;
#[cfg(feature = "proof")]
use onefare_core::otp::Otp;
#[cfg(feature = "proof")]
use onefare_core::otp::lockout::{Challenge, LOCKOUT, Lockout};
#[cfg(feature = "proof")]
use onefare_core::problem::Problem;
#[cfg(feature = "proof")]
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "proof")]
use crate::border::{Crossed, give, give_outcome, take_instant};

/// The digits that a text puts into empty boxes, at most four.
#[wasm_bindgen]
#[must_use]
pub fn otp_digits(text: &str) -> String {
    otp::digits(text)
}

/// Whether the boxes hold a whole code.
#[wasm_bindgen]
#[must_use]
pub fn otp_is_complete(boxes: &str) -> bool {
    otp::is_complete(boxes)
}

/// The boxes after a text was typed or pasted into them.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn otp_typed(boxes: &str, text: &str) -> String {
    otp::typed(boxes, text)
}

/// The boxes after a backspace.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn otp_erased(boxes: &str) -> String {
    otp::erased(boxes)
}

/// The box the cursor stands in.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn otp_cursor(boxes: &str) -> usize {
    otp::cursor(boxes)
}

/// A code as it was sent.
#[cfg(feature = "proof")]
#[wasm_bindgen]
pub fn otp_parse(text: &str) -> Crossed {
    give_outcome(Otp::parse(text).map(|code| code.as_str().to_owned()).map_err(Problem::code))
}

/// Whether a code sent at an instant may be compared, by the shop's limits.
#[cfg(feature = "proof")]
#[wasm_bindgen]
pub fn lockout_standing(sent_at: JsValue, tries: u32, used: bool, failures: u32, now: JsValue) -> Crossed {
    let challenge = Challenge { sent_at: take_instant(sent_at)?, tries, used };
    give(LOCKOUT.standing(challenge, failures, take_instant(now)?))
}

/// Wrong codes in a row after one more comparison.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn lockout_failures_after(failures: u32, right: bool) -> u32 {
    LOCKOUT.failures_after(failures, right)
}

/// The chance of guessing a code, as decimal text.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn lockout_chance(tries_per_code: u32, failures_per_account: u32) -> Option<String> {
    let limits = Lockout { tries_per_code, failures_per_account, ..LOCKOUT };
    limits.chance_of_guessing().map(|chance| chance.to_string())
}
