//! The one-time code of the sign-in form: exactly four digits, in four boxes (specification 1, sections 2.12, 5 and 9).
//!
//! The boxes are filled from the left without gaps, so what they hold is a text of up to four digits. A browser holds
//! them as a number ([`boxes`]). [`lockout`] limits how often a code may be tried.

use core::fmt;

use crate::problem::Problem;

pub mod boxes;
pub mod lockout;

/// Digits of a code.
pub const LENGTH: usize = 4;

/// The zero of each set of decimal digits that keyboards of our markets write: European, Arabic-Indic, Persian and
/// Urdu, Hindi, Bengali, and the full-width ones of East Asian keyboards.
const ZEROS: [char; 6] = ['0', '\u{660}', '\u{6F0}', '\u{966}', '\u{9E6}', '\u{FF10}'];

/// A code of four digits. Its `Debug` form hides them, so that it is safe to log.
#[derive(Clone, PartialEq, Eq)]
pub struct Otp(String);

impl Otp {
    /// Reads a code as it was sent: exactly four digits of any known set, blanks around them allowed.
    ///
    /// ```
    /// use onefare_core::{otp::Otp, problem::Problem};
    /// assert_eq!(Otp::parse(" ٠١٢٣ ").unwrap().as_str(), "0123");
    /// assert_eq!(Otp::parse("123"), Err(Problem::OtpInvalid));
    /// assert_eq!(Otp::parse("12345"), Err(Problem::OtpInvalid));
    /// ```
    ///
    /// # Errors
    /// [`Problem::OtpInvalid`] for everything else.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        let code = digits(text);
        // Nothing was left out and nothing cut off: as many characters as digits.
        if code.len() == LENGTH && text.chars().count() == LENGTH { Ok(Self(code)) } else { Err(Problem::OtpInvalid) }
    }

    /// Four ASCII digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Otp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Otp(****)")
    }
}

/// The digits that a paste or a keyboard puts into empty boxes: the first four of the text, in ASCII. Spaces, dashes
/// and letters are dropped.
///
/// ```
/// use onefare_core::otp::digits;
/// assert_eq!(digits("Your code: 12-34"), "1234");
/// assert_eq!(digits("۴۵"), "45");
/// ```
#[must_use]
pub fn digits(text: &str) -> String {
    text.chars().filter_map(digit).take(LENGTH).collect()
}

/// Whether the boxes hold a whole code, which the page then sends without a press of the button.
#[must_use]
pub fn is_complete(boxes: &str) -> bool {
    digits(boxes).len() == LENGTH
}

/// The boxes after `text` was typed or pasted into them: its digits fill the next empty boxes. A text that holds a
/// whole code replaces the digits in the boxes, because a visitor who pastes a code means that code.
///
/// ```
/// use onefare_core::otp::typed;
/// assert_eq!(typed("12", "3"), "123");
/// assert_eq!(typed("12", "3456"), "3456");
/// assert_eq!(typed("1234", "5"), "1234"); // no box is left
/// ```
#[must_use]
pub fn typed(boxes: &str, text: &str) -> String {
    if is_complete(text) { digits(text) } else { digits(&format!("{}{}", digits(boxes), digits(text))) }
}

/// The boxes after a backspace: the last digit is gone, and the cursor is in its box ([`cursor`]).
///
/// ```
/// use onefare_core::otp::{cursor, erased};
/// assert_eq!((erased("123").as_str(), cursor(&erased("123"))), ("12", 2));
/// ```
#[must_use]
pub fn erased(boxes: &str) -> String {
    let mut left = digits(boxes);
    left.pop();
    left
}

/// The box the cursor stands in, 0 to 3: the first empty one, the last when none is.
#[must_use]
pub fn cursor(boxes: &str) -> usize {
    digits(boxes).len().min(LENGTH.saturating_sub(1))
}

/// A decimal digit of a known set as the same ASCII digit.
fn digit(character: char) -> Option<char> {
    char::from_digit(value_of(u32::from(character))?, 10)
}

/// The value of a code point that is a decimal digit of a known set.
fn value_of(point: u32) -> Option<u32> {
    ZEROS.into_iter().map(|zero| point.wrapping_sub(u32::from(zero))).find(|value| *value < 10)
}
