//! Later charges are what was agreed, or differ in exactly one way; no subscription is unseen for longer than a week.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::{MAX_MINOR, Money};
use onefare_core::quote::Renewal;
use onefare_core::subscription::{
    ChargeVerdict, GracePeriod, Notice, Standing, UnpaidOutcome, judge, next_charge, next_look,
};
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

    #[test]
    fn nobody_is_cut_off_within_the_grace_or_before_a_retry(
        days in 0..=GracePeriod::MAX_DAYS,
        since in instant(),
        retry in prop::option::of(0_i64..90),
    ) {
        let grace = GracePeriod::of_days(days).unwrap();
        let retry = retry.map(|days| since + TimeDelta::days(days));
        let until = grace.access_until(since, retry);
        prop_assert!(until >= since + TimeDelta::days(i64::from(days)));
        prop_assert!(retry.is_none_or(|retry| retry < until));
        prop_assert!(until <= retry.unwrap_or(since).max(since + TimeDelta::days(i64::from(days))) + TimeDelta::days(1));
        prop_assert_eq!(GracePeriod::of_days(GracePeriod::MAX_DAYS + 1 + days), None);
    }

    #[test]
    fn the_next_charge_lies_ahead_and_is_of_the_agreed_amount(
        amount in money(),
        first in instant(),
        every_months in proptest::sample::select(vec![1_u32, 3, 12]),
        named in prop::option::of(-60_i64..60),
        now in -900_i64..900,
    ) {
        let agreed = Renewal::starting(amount, first, every_months);
        let now = first + TimeDelta::days(now);
        let named = named.map(|days| now + TimeDelta::days(days));
        let next = next_charge(agreed, named, now);
        prop_assert!(next.at > now);
        prop_assert_eq!((next.amount, next.every_months), (amount, every_months));
        match named.filter(|at| *at > now) {
            Some(at) => prop_assert_eq!(next.at, at),
            None => prop_assert_eq!(next, agreed.first_after(now)),
        }
    }
}

#[test]
fn every_word_is_its_own() {
    let mut words: Vec<&str> = Standing::ALL.map(Standing::code).to_vec();
    words.extend(ChargeVerdict::ALL.map(ChargeVerdict::code));
    words.extend(UnpaidOutcome::ALL.map(UnpaidOutcome::code));
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Standing::ALL.len() + ChargeVerdict::ALL.len() + UnpaidOutcome::ALL.len());
}

proptest! {
    /// Each notice once: walking through time from any instant, every notice that becomes due does so at its own lead, and
    /// none for a charge that is past.
    #[test]
    fn notices_come_in_order_and_never_after_the_charge(
        ends_trial in any::<bool>(),
        months in proptest::sample::select(vec![1_u32, 3, 12]),
        charge in instant(),
        before in 0_i64..60 * 24,
    ) {
        let mut now = charge - TimeDelta::hours(before);
        let mut seen: Vec<Notice> = Notice::due(ends_trial, months, charge, now).into_iter().collect();
        while let Some(next) = Notice::next_at(ends_trial, months, charge, now) {
            prop_assert!(now < next && next < charge);
            now = next;
            let due = Notice::due(ends_trial, months, charge, now);
            prop_assert!(due.is_some() && !seen.contains(&due.unwrap()), "{due:?} again");
            seen.extend(due);
        }
        prop_assert!(seen.len() <= 2);
        prop_assert_eq!(seen.contains(&Notice::TrialEnds), ends_trial && before > 0);
        prop_assert!(months >= 12 || ends_trial || seen.is_empty());
        prop_assert_eq!(Notice::due(ends_trial, months, charge, charge), None);
    }
}
