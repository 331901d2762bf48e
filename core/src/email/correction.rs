//! A mistyped address of a paid order, corrected by its buyer: until when, how often, and to what.

use chrono::{DateTime, TimeDelta, Utc};

use super::{check, trimmed};
use crate::problem::Problem;

/// How long after the payment the page corrects an address. A typo shows while the buyer waits for the receipt; later a
/// shared computer is likelier than a slip, and support can still correct it.
pub const WINDOW: TimeDelta = TimeDelta::hours(1);

/// How many corrections the page makes of one order: each sends letters to whatever address was typed.
pub const MOST: usize = 3;

/// The first instant at which the page no longer corrects an order that was paid at `paid_at`. `None` after [`MOST`]
/// corrections, and beyond the calendar's range.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::email::correction::until;
/// let paid = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
/// assert_eq!(until(paid, 2), Some(Utc.with_ymd_and_hms(2026, 11, 20, 13, 0, 0).unwrap()));
/// assert_eq!(until(paid, 3), None);
/// ```
#[must_use]
pub fn until(paid_at: DateTime<Utc>, corrections: usize) -> Option<DateTime<Utc>> {
    if corrections < MOST { paid_at.checked_add_signed(WINDOW) } else { None }
}

/// Checks a replacement address: it must be an address, and of another mailbox.
///
/// ```
/// use onefare_core::{email::correction::check_correction, problem::Problem};
/// assert_eq!(check_correction("amal@exmaple.com", " amal@example.com "), Ok("amal@example.com"));
/// assert_eq!(check_correction("amal@example.com", "AMAL@example.com"), Err(Problem::EmailUnchanged));
/// ```
///
/// # Errors
/// As [`check`]; [`Problem::EmailUnchanged`] when both are the same mailbox.
pub fn check_correction<'typed>(current: &str, typed: &'typed str) -> Result<&'typed str, Problem> {
    let address = check(typed)?;
    if address.eq_ignore_ascii_case(trimmed(current)) { Err(Problem::EmailUnchanged) } else { Ok(address) }
}
