//! [`onefare_core::countdown`].

use onefare_core::countdown::Countdown;
use wasm_bindgen::prelude::wasm_bindgen;

/// The time left as `days:hours:minutes:seconds`; `undefined` once it is over, and for a number that is no instant. All
/// in milliseconds: the end and the browser's clock since 1970, and how far the server's clock is ahead of it.
#[wasm_bindgen]
#[must_use]
pub fn countdown_text(end: f64, browser_now: f64, server_ahead: f64) -> Option<String> {
    let left = Countdown::in_browser(instant(end)?, instant(browser_now)?, instant(server_ahead)?);
    left.map(|left| left.to_string())
}

/// Whole milliseconds, because clocks of browsers have fractions.
#[expect(clippy::cast_possible_truncation, reason = "what lies beyond is cut to the last instant there is")]
fn instant(milliseconds: f64) -> Option<i64> {
    milliseconds.is_finite().then(|| milliseconds.floor() as i64)
}
