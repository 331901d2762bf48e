//! Countdowns: no second is lost or invented, and only the server's clock matters.

use chrono::{DateTime, Utc};
use onefare_core::countdown::Countdown;
use proptest::prelude::*;

/// Milliseconds since 1970, up to the year 5138.
fn instant() -> impl Strategy<Value = i64> {
    prop_oneof![0_i64..100_000_000_000_000, 1_795_000_000_000_i64..1_796_000_000_000]
}

fn in_seconds(left: Countdown) -> u64 {
    ((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds
}

proptest! {
    #[test]
    fn the_parts_are_the_whole(end in instant(), now in instant()) {
        let found = Countdown::in_browser(end, now, 0);
        prop_assert_eq!(found.is_none(), end <= now, "hidden exactly from the end on");
        if let Some(left) = found {
            prop_assert!(left.hours < 24 && left.minutes < 60 && left.seconds < 60);
            prop_assert_eq!(in_seconds(left), u64::try_from((end - now) / 1000).unwrap());
        }
        let of = |milliseconds| DateTime::<Utc>::from_timestamp_millis(milliseconds).unwrap();
        prop_assert_eq!(Countdown::until(of(end), of(now)), found);
    }

    #[test]
    fn the_browsers_clock_does_not_matter(end in instant(), now in instant(), wrong_by in -1_000_000_000_000_i64..1_000_000_000_000) {
        prop_assert_eq!(Countdown::in_browser(end, now + wrong_by, -wrong_by), Countdown::in_browser(end, now, 0));
    }

    #[test]
    fn it_only_runs_down(end in instant(), now in instant(), later in 0_i64..10_000_000_000) {
        let (before, after) = (Countdown::in_browser(end, now, 0), Countdown::in_browser(end, now + later, 0));
        prop_assert!(after <= before, "{after:?} after {before:?}");
    }

    #[test]
    fn its_text_is_read_back(end in any::<i64>(), now in any::<i64>(), ahead in any::<i64>()) {
        let Some(left) = Countdown::in_browser(end, now, ahead) else { return Ok(()) };
        let text = left.to_string();
        let parts: Vec<u64> = text.split(':').map(|part| part.parse().unwrap()).collect();
        prop_assert_eq!(parts, [left.days, left.hours, left.minutes, left.seconds]);
        prop_assert!(text.len() >= "00:00:00:00".len());
    }
}
