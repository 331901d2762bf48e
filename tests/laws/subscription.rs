//! Later charges are what was agreed, or differ in exactly one way; no subscription is unseen for longer than a week.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::{MAX_MINOR, Money};
use onefare_core::subscription::{ChargeVerdict, Standing, judge, next_look};
use proptest::prelude::*;

fn money() -> impl Strategy<Value = Money> {
    let currency = proptest::sample::select(Currency::OFFERED.to_vec());
    (0..=MAX_MINOR, currency).prop_map(|(minor, currency)| Money::new(minor, currency).unwrap())
}

fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    (0_i64..4_102_444_800).prop_map(|seconds| DateTime::from_timestamp(seconds, 0).unwrap())
}

proptest! {
    #[test]
    fn only_the_agreed_amount_is_as_agreed(agreed in money(), charged in money()) {
        let verdict = judge(agreed, charged);
        prop_assert_eq!(verdict == ChargeVerdict::AsAgreed, agreed == charged);
        prop_assert_eq!(verdict == ChargeVerdict::OtherCurrency, agreed.currency() != charged.currency());
        prop_assert_eq!(judge(agreed, agreed), ChargeVerdict::AsAgreed);
        prop_assert_ne!(verdict, ChargeVerdict::AfterCancellation, "an amount alone does not say so");
        let swapped = match verdict {
            ChargeVerdict::TooMuch => ChargeVerdict::TooLittle,
            ChargeVerdict::TooLittle => ChargeVerdict::TooMuch,
            same => same,
        };
        prop_assert_eq!(judge(charged, agreed), swapped);
    }

    #[test]
    fn a_live_subscription_is_looked_at_within_a_week_and_a_day_after_its_charge(
        standing in proptest::sample::select(Standing::ALL.to_vec()),
        now in instant(),
        charge in prop::option::of(-400_i64..400),
    ) {
        let charge = charge.map(|hours| now + TimeDelta::hours(hours));
        let look = next_look(standing, charge, now);
        prop_assert_eq!(look.is_none(), standing == Standing::Ended);
        if let Some(look) = look {
            prop_assert!(now < look && look <= now + TimeDelta::days(7));
            let seen = charge.filter(|charge| *charge > now && standing != Standing::Paused);
            prop_assert!(seen.is_none_or(|charge| look <= charge + TimeDelta::days(1)));
        }
    }
}

#[test]
fn every_word_is_its_own() {
    let mut words: Vec<&str> = Standing::ALL.map(Standing::code).to_vec();
    words.extend(ChargeVerdict::ALL.map(ChargeVerdict::code));
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Standing::ALL.len() + ChargeVerdict::ALL.len());
}
