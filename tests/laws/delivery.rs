//! Terms: calendar months, counted a second time by hand.

use chrono::{Datelike as _, TimeZone as _, Timelike as _, Utc};
use onefare_core::delivery::term_end;
use proptest::prelude::*;

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

proptest! {
    #[test]
    fn the_day_is_the_same_or_the_last(seconds in 0_i64..4_102_444_800, months in 0_u32..=36) {
        let start = Utc.timestamp_opt(seconds, 0).unwrap();
        let end = term_end(start, months).unwrap();
        let month_index = i64::from(start.year()) * 12 + i64::from(start.month0()) + i64::from(months);
        let (year, month) = (month_index / 12, month_index % 12 + 1);
        prop_assert_eq!((i64::from(end.year()), i64::from(end.month())), (year, month));
        prop_assert_eq!(i64::from(end.day()), i64::from(start.day()).min(days_in(year, month)));
        prop_assert_eq!(end.num_seconds_from_midnight(), start.num_seconds_from_midnight());
    }

    #[test]
    fn a_longer_term_ends_later(seconds in 0_i64..4_102_444_800, months in 0_u32..=36, more in 1_u32..=36) {
        let start = Utc.timestamp_opt(seconds, 0).unwrap();
        prop_assert!(term_end(start, months) < term_end(start, months + more));
    }
}
