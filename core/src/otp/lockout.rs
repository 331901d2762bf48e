//! How often a sign-in code may be tried, and the chance that this leaves an attacker.
//!
//! Four digits are 13 bits. Limits within a time window cannot make that safe, because they give a new chance every
//! day. So consecutive wrong codes are counted per account and never expire, and after the last one only a mailed
//! single-use link signs in.

use chrono::{DateTime, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::LENGTH;

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lockout {
    /// How often one code may be tried.
    pub tries_per_code: u32,
    /// Minutes a code is valid; it expires at the end of the last one.
    pub minutes: u32,
    /// Consecutive wrong codes after which only a mailed link signs in to the account.
    pub failures_per_account: u32,
}

/// The shop's limits.
pub const LOCKOUT: Lockout = Lockout { tries_per_code: 3, minutes: 10, failures_per_account: 10 };

/// A code that was sent, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
    /// How often it was tried, without the current try.
    pub tries: u32,
    /// Whether it has begun a session.
    pub used: bool,
}

/// The tries of a code, or the wrong codes of an account, once another comparison begins. A comparison counts as wrong
/// until its code proves right, so that guesses that arrive together count each. Time never lowers either number.
#[must_use]
pub const fn with_another_try(counted: u32) -> u32 {
    counted.saturating_add(1)
}

/// Wrong codes of an account after the right code. The tries of that code's own browser, the right one among them, are
/// taken back; those of other browsers stay, or an owner who signs in every day would give a stranger ten new guesses a
/// day.
///
/// ```
/// use onefare_core::otp::lockout::after_right_code;
/// assert_eq!(after_right_code(3, 3), 0);
/// assert_eq!(after_right_code(9, 1), 8);
/// ```
#[must_use]
pub const fn after_right_code(failures: u32, own_tries: u32) -> u32 {
    failures.saturating_sub(own_tries)
}

/// Whether a code may be compared at all. The visitor sees the same refusal for all but the first; logs may tell them
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Count the try, then compare.
    Open,
    /// Only a mailed link signs in to the account.
    LinkOnly,
    /// The code has begun a session.
    Used,
    /// The code has no tries left.
    Spent,
    /// The code is too old.
    Expired,
}

impl Lockout {
    /// Whether a code, or a mailed link, that was sent at an instant holds no more.
    #[must_use]
    pub fn is_expired(&self, sent_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        now.signed_duration_since(sent_at) >= TimeDelta::minutes(i64::from(self.minutes))
    }

    /// Whether an account with that many wrong codes is signed in to by mailed link only.
    #[must_use]
    pub const fn is_link_only(&self, failures: u32) -> bool {
        failures >= self.failures_per_account
    }

    /// Whether a code may be compared at `now`, after `failures` wrong codes in a row on its account.
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::otp::lockout::{Challenge, LOCKOUT, Standing};
    /// let sent_at = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    /// let challenge = Challenge { sent_at, tries: 2, used: false };
    /// assert_eq!(LOCKOUT.standing(challenge, 9, sent_at), Standing::Open);
    /// assert_eq!(LOCKOUT.standing(challenge, 10, sent_at), Standing::LinkOnly);
    /// assert_eq!(LOCKOUT.standing(challenge, 0, sent_at + TimeDelta::minutes(10)), Standing::Expired);
    /// ```
    #[must_use]
    pub fn standing(&self, challenge: Challenge, failures: u32, now: DateTime<Utc>) -> Standing {
        if self.is_link_only(failures) {
            Standing::LinkOnly
        } else if challenge.used {
            Standing::Used
        } else if challenge.tries >= self.tries_per_code {
            Standing::Spent
        } else if self.is_expired(challenge.sent_at, now) {
            Standing::Expired
        } else {
            Standing::Open
        }
    }

    /// The probability, 0 to 1, that an attacker who uses every try of every code guesses one before the account
    /// requires a link. Exact; `None` when that takes more decimals than fit, which is beyond seven codes.
    ///
    /// An attacker does not repeat a guess within one code, so `k` tries hit with `k / 10^4`; each further code is
    /// drawn anew. With the shop's limits: `1 - (9997/10000)^3 * 9999/10000`, just under one in a thousand.
    ///
    /// ```
    /// use onefare_core::otp::lockout::LOCKOUT;
    /// assert_eq!(LOCKOUT.chance_of_guessing().unwrap().to_string(), "0.0009996400539973");
    /// ```
    #[must_use]
    pub fn chance_of_guessing(&self) -> Option<Decimal> {
        let (guesses, tries) = (self.failures_per_account, self.tries_per_code);
        let (whole, rest) = (guesses.checked_div(tries)?, guesses.checked_rem(tries)?);
        if guesses.div_ceil(tries) > EXACT_CODES {
            return None;
        }
        let missed_all = (0..whole).try_fold(missed(rest)?, |product, _| product.checked_mul(missed(tries)?))?;
        Some(Decimal::ONE.checked_sub(missed_all)?.normalize())
    }
}

/// How many codes in a row 28 decimals hold exactly, at four decimals each.
const EXACT_CODES: u32 = 7;

/// The chance that `tries` different guesses at one code all miss.
fn missed(tries: u32) -> Option<Decimal> {
    let codes = 10_u32.checked_pow(u32::try_from(LENGTH).ok()?)?;
    Decimal::from(codes.checked_sub(tries)?).checked_div(Decimal::from(codes))
}
