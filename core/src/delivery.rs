//! What the buyer gets: for a plan, a subscription from the moment it was paid to the end of its term.

use chrono::{DateTime, Months, Utc};

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
