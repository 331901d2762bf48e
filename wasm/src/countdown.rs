//! [`onefare_core::countdown`].

use onefare_core::countdown::Countdown;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "proof")]
use crate::border::{Crossed, give};

/// What is left as `days:hours:minutes:seconds`; `undefined` once it is over, and for what is no instant. All in
/// milliseconds: the end and the browser's now since 1970, and how far the server's clock is ahead.
#[wasm_bindgen]
#[must_use]
pub fn countdown_text(end: f64, browser_now: f64, server_ahead: f64) -> Option<String> {
    left(end, browser_now, server_ahead).map(|left| left.to_string())
}

/// The same as figures.
#[cfg(feature = "proof")]
#[wasm_bindgen]
pub fn countdown_parts(end: f64, browser_now: f64, server_ahead: f64) -> Crossed {
    give(left(end, browser_now, server_ahead))
}

fn left(end: f64, browser_now: f64, server_ahead: f64) -> Option<Countdown> {
    Countdown::in_browser(whole(end)?, whole(browser_now)?, whole(server_ahead)?)
}

/// Whole milliseconds: clocks of browsers have fractions.
#[expect(clippy::cast_possible_truncation, reason = "what lies beyond is cut to the last instant there is")]
fn whole(milliseconds: f64) -> Option<i64> {
    milliseconds.is_finite().then(|| milliseconds.floor() as i64)
}
