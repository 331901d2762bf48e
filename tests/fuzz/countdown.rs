//! Clocks of any kind.

use onefare_core::countdown::Countdown;

use crate::arguments::{arguments, number};

targets! {
    "countdown" made of ["9", "-", "0"];

    clocks asks [Countdown::in_browser], where |text| {
        let [end, now, ahead] = arguments(text).map(number);
        let Some(left) = Countdown::in_browser(end, now, ahead) else {
            assert!(end <= now.saturating_add(ahead));
            return;
        };
        assert!(left.hours < 24 && left.minutes < 60 && left.seconds < 60);
        let seconds = ((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds;
        let real = u64::try_from(i128::from(end) - i128::from(now.saturating_add(ahead))).unwrap() / 1000;
        assert!(seconds <= real && (seconds == real || real > u64::try_from(i64::MAX).unwrap() / 1000));
        assert!(left.to_string().split(':').all(|part| part.len() >= 2));
    };
}
