//! When a subscription's term ends: calendar months from the moment it was paid, or the days of a trial.

use chrono::{DateTime, Months, TimeDelta, Utc};

/// The first instant after a term of `months` calendar months. A day that the last month does not have becomes its
/// last day: a month from 31 January is 28 or 29 February. `None` only beyond the calendar's range.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::delivery::term_end;
/// let start = Utc.with_ymd_and_hms(2024, 2, 29, 12, 0, 0).unwrap();
/// assert_eq!(term_end(start, 12), Some(Utc.with_ymd_and_hms(2025, 2, 28, 12, 0, 0).unwrap()));
/// ```
#[must_use]
pub fn term_end(start: DateTime<Utc>, months: u32) -> Option<DateTime<Utc>> {
    start.checked_add_months(Months::new(months))
}

/// The first instant after a first term with free months, such as 12 and 4 (specification 1, section 9). They are one
/// term: adding them in two steps would lose a day after a start on 29 February. `None` as [`term_end`].
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::delivery::first_term_end;
/// let start = Utc.with_ymd_and_hms(2028, 2, 29, 12, 0, 0).unwrap();
/// assert_eq!(first_term_end(start, 12, 4), Some(Utc.with_ymd_and_hms(2029, 6, 29, 12, 0, 0).unwrap()));
/// ```
#[must_use]
pub fn first_term_end(start: DateTime<Utc>, months: u32, free_months: u32) -> Option<DateTime<Utc>> {
    term_end(start, months.checked_add(free_months)?)
}

/// How long a card page can be paid: below the provider's 24 hours, so that a request repeated within the first hour still
/// names an instant that the provider accepts.
pub const CARD_PAGE: TimeDelta = TimeDelta::hours(23);

/// Whole days of a first term that is paid between `earliest` and `latest`, at most a day apart. Where the two calendar
/// days give different lengths, the longer counts, so that the next charge never comes before the end of the term.
/// Payment providers count days, and need the number before the buyer pays. `None` as [`term_end`].
///
/// ```
/// use chrono::{TimeDelta, TimeZone, Utc};
/// use onefare_core::delivery::first_term_days;
/// let evening = Utc.with_ymd_and_hms(2027, 2, 28, 20, 0, 0).unwrap();
/// // From 28 February 2027 to 28 June 2028 it is 486 days, from 1 March to 1 July 488.
/// assert_eq!(first_term_days(evening, evening, 12, 4), Some(486));
/// assert_eq!(first_term_days(evening, evening + TimeDelta::hours(23), 12, 4), Some(488));
/// ```
#[must_use]
pub fn first_term_days(earliest: DateTime<Utc>, latest: DateTime<Utc>, months: u32, free_months: u32) -> Option<u32> {
    let days = |start: DateTime<Utc>| {
        let end = first_term_end(start, months, free_months)?;
        u32::try_from(end.signed_duration_since(start).num_days()).ok()
    };
    Some(days(earliest)?.max(days(latest)?))
}

/// The first instant after a trial of `days` days of 24 hours each, as payment providers count: the first charge. Until
/// then it costs nothing and can be cancelled. `None` only beyond the calendar's range.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::{delivery::trial_end, trial};
/// let start = Utc.with_ymd_and_hms(2028, 2, 25, 23, 59, 59).unwrap();
/// assert_eq!(trial_end(start, trial::DAYS), Some(Utc.with_ymd_and_hms(2028, 3, 3, 23, 59, 59).unwrap()));
/// ```
#[must_use]
pub fn trial_end(start: DateTime<Utc>, days: u32) -> Option<DateTime<Utc>> {
    start.checked_add_signed(TimeDelta::days(days.into()))
}
