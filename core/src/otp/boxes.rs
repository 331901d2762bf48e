//! The boxes as one number: their digits behind a leading 1, so that no zero is lost. `1` is empty, `10042` is `0042`.
//!
//! A text that crosses into WebAssembly is copied and scanned twice; a number costs next to nothing. So a page passes a
//! typed or pasted text one UTF-16 unit at a time: every digit of a known set is one unit, and no half of a longer
//! character is a digit.

use super::{LENGTH, value_of};

/// No digit.
pub const EMPTY: u32 = 1;

/// From this number on every box is filled.
pub const COMPLETE: u32 = 10_000;

/// The boxes after one UTF-16 unit was typed: a digit of a known set fills the next empty box, anything else changes
/// nothing.
///
/// ```
/// use onefare_core::otp::boxes::{EMPTY, after};
/// let pasted = |text: &str| text.encode_utf16().fold(EMPTY, |boxes, unit| after(boxes, unit.into()));
/// assert_eq!((pasted("Your code: 00-42"), pasted("\u{6f4}\u{6f5}"), pasted("12345")), (10042, 145, 11234));
/// ```
#[must_use]
pub fn after(boxes: u32, unit: u32) -> u32 {
    let boxes = read(boxes);
    match value_of(unit) {
        Some(value) if boxes < COMPLETE => boxes.saturating_mul(10).saturating_add(value),
        _ => boxes,
    }
}

/// The boxes after a text was typed or pasted into them; `typed` holds its digits as boxes of its own. They fill the
/// next empty boxes; a whole code replaces the digits in the boxes, because a visitor who pastes a code means that
/// code.
///
/// ```
/// use onefare_core::otp::boxes::typed;
/// assert_eq!((typed(112, 13), typed(112, 13456), typed(11234, 15)), (1123, 13456, 11234));
/// ```
#[must_use]
pub fn typed(boxes: u32, typed: u32) -> u32 {
    let (boxes, typed) = (read(boxes), read(typed));
    if typed >= COMPLETE {
        return typed;
    }
    // Starts at the first digit after the leading 1.
    let mut place = typed.checked_ilog10().and_then(|digits| 10_u32.checked_pow(digits)).unwrap_or(EMPTY);
    let (mut filled, mut rest) = (boxes, typed.saturating_sub(place));
    while place > 1 && filled < COMPLETE {
        place = place.wrapping_div(10);
        filled = filled.saturating_mul(10).saturating_add(rest.checked_div(place).unwrap_or(0));
        rest = rest.checked_rem(place).unwrap_or(0);
    }
    filled
}

/// The boxes after a backspace: the last digit is gone.
#[must_use]
pub fn erased(boxes: u32) -> u32 {
    match read(boxes) {
        EMPTY => EMPTY,
        filled => filled.wrapping_div(10),
    }
}

/// The box the cursor stands in, 0 to 3: the first empty one, the last when none is.
#[must_use]
pub fn cursor(boxes: u32) -> usize {
    let digits = read(boxes).checked_ilog10().and_then(|digits| usize::try_from(digits).ok()).unwrap_or(0);
    digits.min(LENGTH.saturating_sub(1))
}

/// Valid boxes as they are; any other number counts as empty boxes.
const fn read(boxes: u32) -> u32 {
    match boxes {
        1 | 10..=19 | 100..=199 | 1_000..=1_999 | 10_000..=19_999 => boxes,
        _ => EMPTY,
    }
}
