//! How long an offer still runs: days, hours, minutes and seconds, hidden once it is over (specification 1, sections 2.3
//! and 4).
//!
//! A visitor's clock may be wrong, and the server's clock decides when a code ends. So the browser passes how far the
//! server's clock is ahead of its own, and the countdown runs on the sum.

use core::fmt;

use chrono::{DateTime, Utc};
use serde::Serialize;

/// The time left of an offer that is not over: whole seconds, rounded down, so that it never promises more time than
/// there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Countdown {
    /// Whole days.
    pub days: u64,
    /// Whole hours beside the days, 0 to 23.
    pub hours: u64,
    /// Whole minutes beside the hours, 0 to 59.
    pub minutes: u64,
    /// Whole seconds beside the minutes, 0 to 59.
    pub seconds: u64,
}

impl Countdown {
    /// The time left at `now` until `end`; `None` from `end` on, the first instant at which the offer no longer holds.
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::countdown::Countdown;
    /// let end = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    /// let left = Countdown::until(end, end - TimeDelta::seconds(90_061)).unwrap();
    /// assert_eq!((left.days, left.hours, left.minutes, left.seconds), (1, 1, 1, 1));
    /// assert_eq!(left.to_string(), "01:01:01:01");
    /// assert_eq!(Countdown::until(end, end), None);
    /// ```
    #[must_use]
    pub fn until(end: DateTime<Utc>, now: DateTime<Utc>) -> Option<Self> {
        Self::in_browser(end.timestamp_millis(), now.timestamp_millis(), 0)
    }

    /// [`Countdown::until`] in milliseconds since 1970: the end, what the browser's clock says, and the milliseconds
    /// that the server's clock is ahead of it (negative when it is behind).
    #[must_use]
    pub fn in_browser(end: i64, browser_now: i64, server_ahead: i64) -> Option<Self> {
        let now = browser_now.saturating_add(server_ahead);
        let left = u64::try_from(end.saturating_sub(now)).ok().filter(|left| *left > 0)?;
        let of = |length: u64, within: u64| left.div_euclid(length).rem_euclid(within);
        Some(Self {
            days: left.div_euclid(86_400_000),
            hours: of(3_600_000, 24),
            minutes: of(60_000, 60),
            seconds: of(1000, 60),
        })
    }
}

impl fmt::Display for Countdown {
    /// Days, hours, minutes and seconds with colons between them, each of at least two digits: the boxes of the page keep
    /// their width while the figures run.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { days, hours, minutes, seconds } = self;
        write!(formatter, "{days:02}:{hours:02}:{minutes:02}:{seconds:02}")
    }
}
