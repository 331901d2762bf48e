//! One-time codes: pasted, typed and sent, and how often they may be tried.

use chrono::DateTime;
use onefare_core::otp::lockout::{Challenge, LOCKOUT, Lockout, Standing, after_right_code, with_another_try};
use onefare_core::otp::{LENGTH, Otp, cursor, digits, erased, is_complete, typed};
use rust_decimal::Decimal;

use crate::arguments::{arguments, number, small};

targets! {
    "otp" made of ["1", "٢", "۳", " ", "-", "a", "\u{FF14}", "\u{200E}"];

    boxes asks [digits, is_complete, typed, erased, cursor], where |text| {
        let [boxes, more] = arguments(text);
        let held = digits(boxes);
        is_digits(&held);
        assert_eq!(digits(&held), held);
        assert_eq!(is_complete(boxes), held.len() == LENGTH);
        let after = typed(boxes, more);
        is_digits(&after);
        assert!(after.starts_with(&held) || is_complete(more), "nothing typed before is lost");
        assert_eq!(erased(boxes), held[..held.len().saturating_sub(1)]);
        assert!(cursor(boxes) < LENGTH && cursor(boxes) <= held.len());
    };

    sent asks [Otp::parse], where |text| {
        let Ok(code) = Otp::parse(text) else { return };
        is_digits(code.as_str());
        assert_eq!(code.as_str().len(), LENGTH);
        assert_eq!(Otp::parse(code.as_str()), Ok(code.clone()));
        assert_eq!(digits(text), code.as_str(), "the boxes show what is compared");
        assert!(!format!("{code:?}").contains(code.as_str()));
    };

    tried asks [Lockout::standing, with_another_try, after_right_code, Lockout::chance_of_guessing], where |text| {
        let [sent_at, tries, used, failures, now] = arguments(text);
        let instants = [sent_at, now].map(|text| DateTime::from_timestamp_millis(number(text)));
        if let [Some(sent_at), Some(now)] = instants {
            let challenge = Challenge { sent_at, tries: small(tries), used: used == "true" };
            let standing = LOCKOUT.standing(challenge, small(failures), now);
            let spent = challenge.used || challenge.tries >= 3 || small(failures) >= 10;
            assert!(standing != Standing::Open || !spent, "no limit can be passed");
        }
        assert!(with_another_try(small(failures)) >= small(failures));
        assert!(after_right_code(small(failures), small(tries)) <= small(failures));
        let limits = Lockout { tries_per_code: small(tries), failures_per_account: small(failures), ..LOCKOUT };
        if let Some(chance) = limits.chance_of_guessing() {
            assert!((Decimal::ZERO..=Decimal::ONE).contains(&chance));
        }
    };
}

fn is_digits(text: &str) {
    assert!(text.len() <= LENGTH && text.bytes().all(|byte| byte.is_ascii_digit()));
}
