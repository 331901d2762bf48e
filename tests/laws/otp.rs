//! One-time codes: digits from any keyboard count, the boxes never hold more than four, and no stranger gets an
//! eleventh guess.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::otp::lockout::{Challenge, LOCKOUT, Lockout, Standing, after_right_code, with_another_try};
use onefare_core::otp::{Otp, boxes, cursor, digits, erased, is_complete, typed};
use proptest::prelude::*;

const ZEROS: [char; 6] = ['0', '\u{660}', '\u{6F0}', '\u{966}', '\u{9E6}', '\u{FF10}'];

fn boxes() -> impl Strategy<Value = String> {
    "[0-9]{0,4}"
}

/// The same digits from another keyboard.
fn in_set(digits: &str, zero: char) -> String {
    digits.bytes().map(|byte| char::from_u32(u32::from(zero) + u32::from(byte - b'0')).unwrap()).collect()
}

/// Characters that can occur between digits and are none.
fn noise() -> impl Strategy<Value = String> {
    "[ \\-.:a-zA-Z\u{200B}-\u{200F}\u{2066}-\u{2069}¹½Ⅳ]{0,3}"
}

/// Tries on one account: the time since the last one, whether a new code was requested, whether it was right.
fn tries() -> impl Strategy<Value = Vec<(i64, bool, bool)>> {
    prop::collection::vec((0_i64..400_000, any::<bool>(), prop::bool::weighted(0.02)), 0..200)
}

/// A text typed into empty boxes one unit at a time, as a browser passes it on.
fn typed_in(text: &str) -> u32 {
    text.encode_utf16().fold(boxes::EMPTY, |filled, unit| boxes::after(filled, unit.into()))
}

/// The boxes' digits, without the leading 1.
fn text_of(filled: u32) -> String {
    filled.to_string()[1..].to_owned()
}

proptest! {
    #[test]
    fn boxes_as_a_number_do_what_boxes_as_text_do(before in any::<String>(), text in any::<String>(), pasted in "[0-9 -]{0,7}") {
        for text in [text, pasted] {
            let (filled, more) = (typed_in(&before), typed_in(&text));
            prop_assert_eq!(text_of(more), digits(&text));
            prop_assert_eq!(more >= boxes::COMPLETE, is_complete(&text));
            prop_assert_eq!(text_of(boxes::typed(filled, more)), typed(&before, &text));
            prop_assert_eq!(text_of(boxes::erased(more)), erased(&text));
            prop_assert_eq!(boxes::cursor(more), cursor(&text));
        }
    }

    #[test]
    fn no_number_breaks_the_boxes(filled in any::<u32>(), other in any::<u32>()) {
        for made in [boxes::after(filled, other), boxes::typed(filled, other), boxes::erased(filled)] {
            let text = made.to_string();
            prop_assert!(text.starts_with('1') && text.len() <= 5, "{text}");
        }
        prop_assert!(boxes::cursor(filled) < 4);
    }

    #[test]
    fn any_text_gives_at_most_four_digits(text in any::<String>()) {
        let found = digits(&text);
        prop_assert!(found.len() <= 4 && found.bytes().all(|byte| byte.is_ascii_digit()));
        prop_assert_eq!(digits(&found), found.clone(), "reading again changes nothing");
        prop_assert_eq!(is_complete(&text), found.len() == 4);
        if let Ok(code) = Otp::parse(&text) {
            prop_assert_eq!(code.as_str(), found);
            prop_assert_eq!(format!("{code:?}"), "Otp(****)", "no log line holds a code");
        }
    }

    #[test]
    fn every_keyboard_writes_the_same_code(code in "[0-9]{4}", zero in prop::sample::select(&ZEROS[..])) {
        let typed = in_set(&code, zero);
        let (read, ascii) = (Otp::parse(&typed).unwrap(), Otp::parse(&code).unwrap());
        prop_assert_eq!(read.as_str(), code);
        prop_assert_eq!(Otp::parse(read.as_str()).unwrap(), ascii, "what is printed is read back");
    }

    #[test]
    fn what_stands_between_digits_is_left_out(code in "[0-9]{0,4}", noise in prop::collection::vec(noise(), 5)) {
        let mut text = noise[0].clone();
        for (digit, after) in code.chars().zip(&noise[1..]) {
            text.push(digit);
            text.push_str(after);
        }
        prop_assert_eq!(digits(&text), code);
    }

    #[test]
    fn a_backspace_takes_back_a_digit(boxes in "[0-9]{0,3}", digit in "[0-9]") {
        let filled = typed(&boxes, &digit);
        prop_assert_eq!(filled.len(), boxes.len() + 1);
        prop_assert_eq!(erased(&filled), boxes.clone());
        prop_assert_eq!(cursor(&boxes), boxes.len(), "the next digit goes where the cursor stands");
    }

    #[test]
    fn pasting_is_typing_one_by_one(before in boxes(), pasted in "[0-9]{0,3}") {
        let one_by_one = pasted.chars().fold(before.clone(), |boxes, digit| typed(&boxes, &digit.to_string()));
        prop_assert_eq!(typed(&before, &pasted), one_by_one);
    }

    #[test]
    fn a_whole_code_is_what_was_pasted(before in any::<String>(), code in "[0-9]{4,9}") {
        prop_assert_eq!(typed(&before, &code), &code[..4]);
        prop_assert!(cursor(&typed(&before, &code)) == 3);
    }

    #[test]
    fn boxes_hold_digits_whatever_comes(boxes in any::<String>(), text in any::<String>()) {
        for result in [typed(&boxes, &text), erased(&boxes)] {
            prop_assert_eq!(digits(&result), result.clone());
            prop_assert!(cursor(&result) <= 3);
        }
    }

    #[test]
    fn nobody_guesses_more_often_than_the_limits_say(tries in tries()) {
        let mut now = DateTime::<Utc>::from_timestamp_millis(1_795_176_000_000).unwrap();
        let fresh = |sent_at| Challenge { sent_at, tries: 0, used: false };
        // What a stranger got wrong, and what the owner types in a browser of their own in between.
        let (mut challenge, mut failures, mut wrong) = (fresh(now), 0, 0);
        for (later, new_code, owner_signs_in) in tries {
            now += TimeDelta::milliseconds(later);
            if owner_signs_in && LOCKOUT.standing(fresh(now), failures, now) == Standing::Open {
                failures = after_right_code(with_another_try(failures), 1);
            }
            if new_code {
                challenge = fresh(now);
            }
            let standing = LOCKOUT.standing(challenge, failures, now);
            prop_assert_eq!(standing == Standing::LinkOnly, wrong == 10, "neither time, a new code nor the owner helps");
            if standing != Standing::Open {
                continue;
            }
            challenge.tries = with_another_try(challenge.tries);
            failures = with_another_try(failures);
            wrong += 1;
            prop_assert!(challenge.tries <= 3 && now - challenge.sent_at < TimeDelta::minutes(10));
            prop_assert!(wrong <= 10);
        }
    }

    #[test]
    fn a_right_code_takes_back_its_own_tries_and_no_others(others in 0_u32..7, own in 1_u32..=3) {
        let counted = (0..own).fold(others, |counted, _| with_another_try(counted));
        prop_assert_eq!(after_right_code(counted, own), others);
    }

    #[test]
    fn the_chance_is_the_exact_fraction(tries_per_code in 1_u32..=200, codes in 0_u32..=6, rest in 0_u32..200) {
        let rest = rest % tries_per_code;
        let limits = Lockout { tries_per_code, failures_per_account: tries_per_code * codes + rest, ..LOCKOUT };
        let chance = limits.chance_of_guessing().unwrap();
        // Over the common denominator 10^28, in integers.
        let missed = |tries: u32| u128::from(10_000 - tries);
        let product = (0..codes).fold(missed(rest), |product, _| product * missed(tries_per_code));
        let hits = 10_u128.pow(28) - product * 10_u128.pow(4 * (6 - codes));
        let mut scaled = chance;
        scaled.rescale(28);
        prop_assert_eq!(u128::try_from(scaled.mantissa()).unwrap(), hits);
        let more = Lockout { failures_per_account: limits.failures_per_account + 1, ..limits };
        prop_assert!(more.chance_of_guessing().is_none_or(|more| more > chance), "every guess more is a chance more");
    }
}

#[test]
fn the_shop_stays_below_one_in_a_thousand() {
    let permille = LOCKOUT.chance_of_guessing().unwrap() * rust_decimal::Decimal::from(1000);
    assert!(permille < rust_decimal::Decimal::ONE, "{permille}");
}

#[test]
fn a_code_is_not_printed() {
    assert_eq!(format!("{:?}", Otp::parse("4711").unwrap()), "Otp(****)");
}
