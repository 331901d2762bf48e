//! Access lasts as long as what was paid and no longer than the grace period after it.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::entitlement::{Entitlement, EntitlementState, Holding, PaidTime, SubscriptionDates};
use onefare_core::order::OrderState;
use onefare_core::plan::DeviceAllowance;
use onefare_core::subscription::{GracePeriod, Standing};
use proptest::prelude::*;

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_694_400, 0).unwrap()
}

fn at(hours: i64) -> DateTime<Utc> {
    start() + TimeDelta::hours(hours)
}

fn dates() -> impl Strategy<Value = Option<SubscriptionDates>> {
    let standing = proptest::sample::select(Standing::ALL.to_vec());
    let hours = || prop::option::of((0_i64..2000).prop_map(at));
    prop::option::of((standing, hours(), hours()).prop_map(|(standing, renews_at, ends_at)| SubscriptionDates {
        standing,
        renews_at,
        ends_at,
    }))
}

fn unpaid() -> impl Strategy<Value = Option<PaidTime>> {
    let time = (0_i64..2000, 0_i64..400)
        .prop_map(|(paid, grace)| PaidTime { paid_until: at(paid), access_until: at(paid + grace) });
    prop::option::of(time)
}

fn holding() -> impl Strategy<Value = Holding> {
    let state = proptest::sample::select(OrderState::ALL.to_vec());
    let grace = (0..=GracePeriod::MAX_DAYS).prop_map(|days| GracePeriod::of_days(days).unwrap());
    let devices =
        (1_u32..=10, 0_u32..10).prop_map(|(at_once, more)| DeviceAllowance { registered: at_once + more, at_once });
    (state, 0_i64..2000, dates(), unpaid(), grace, devices).prop_map(|(state, end, dates, unpaid, grace, devices)| {
        Holding {
            delivery: state.delivery(),
            starts_at: start(),
            time: PaidTime::of(at(end), dates, unpaid, grace),
            devices,
        }
    })
}

fn allows_use(holdings: &[Holding], now: DateTime<Utc>) -> bool {
    Entitlement::of(holdings, now).is_some_and(|one| one.state.allows_use())
}

proptest! {
    #[test]
    fn access_lasts_as_long_as_what_was_paid_and_ends_with_the_grace(
        end in 0_i64..2000, dates in dates(), unpaid in unpaid(), days in 0..=GracePeriod::MAX_DAYS,
    ) {
        let grace = GracePeriod::of_days(days).unwrap();
        let time = PaidTime::of(at(end), dates, unpaid, grace);
        prop_assert!(time.paid_until <= time.access_until);
        match dates {
            None => prop_assert_eq!((time.paid_until, time.access_until), (at(end), at(end))),
            Some(dates) => {
                let owner_ended = dates.ends_at.is_some() || matches!(dates.standing, Standing::Ended | Standing::Paused);
                let longest = unpaid.map_or(grace.access_until(time.paid_until, None), |unpaid| unpaid.access_until.max(at(end)));
                prop_assert!(time.access_until <= longest || dates.standing == Standing::Ended || dates.ends_at.is_some());
                if !owner_ended {
                    prop_assert!(time.paid_until >= at(end) && time.access_until >= at(end), "what was charged is never cut");
                }
                if dates.standing != Standing::Trialing && unpaid.is_none() && !owner_ended {
                    prop_assert!(time.paid_until <= at(end) + TimeDelta::days(4), "what was not charged is not paid");
                }
                if let Some(end) = dates.ends_at {
                    prop_assert!(time.access_until <= end);
                }
            }
        }
    }

    #[test]
    fn nothing_but_a_delivered_order_allows_use_and_only_in_its_time(one in holding(), now in 0_i64..4000) {
        let now = at(now);
        let found = Entitlement::of(&[one], now).unwrap();
        let is_delivered = one.delivery == OrderState::Delivered.delivery();
        prop_assert_eq!(found.state.allows_use(), is_delivered && now < one.time.access_until);
        prop_assert_eq!(found.state == EntitlementState::Active, is_delivered && now < one.time.paid_until);
        prop_assert!(found.paid_until <= found.until && found.until <= one.time.access_until);
        prop_assert!(found.state != EntitlementState::Ended || found.until <= now);
        prop_assert!(found.state == EntitlementState::Ended || found.until > now);
    }

    #[test]
    fn another_order_takes_nothing_away(holdings in prop::collection::vec(holding(), 1..5), more in holding(), now in 0_i64..4000) {
        let now = at(now);
        let before = Entitlement::of(&holdings, now).unwrap();
        let mut all = holdings.clone();
        all.push(more);
        let after = Entitlement::of(&all, now).unwrap();
        prop_assert!((after.state, after.until) >= (before.state, before.until) || after.state.allows_use() && after.until >= before.until);
        if before.state.allows_use() {
            prop_assert_eq!(after.devices, after.devices.larger(before.devices));
        }
        all.reverse();
        let reversed = Entitlement::of(&all, now).unwrap();
        prop_assert_eq!((reversed.state, reversed.until, reversed.devices), (after.state, after.until, reversed.devices));
    }

    #[test]
    fn time_alone_changes_it_only_at_the_announced_instants(holdings in prop::collection::vec(holding(), 0..4), now in 0_i64..4000) {
        let now = at(now);
        let next = Entitlement::next_change(&holdings, now);
        let until = next.unwrap_or(now + TimeDelta::days(4000)) - TimeDelta::seconds(1);
        prop_assert_eq!(allows_use(&holdings, now), allows_use(&holdings, until));
        match (Entitlement::of(&holdings, now), Entitlement::of(&holdings, until)) {
            (Some(now), Some(later)) => prop_assert!(!later.replaces(&now), "{now:?} {later:?}"),
            (none, later) => prop_assert_eq!(none, later),
        }
        prop_assert!(next.is_none_or(|at| at > now));
    }

    #[test]
    fn what_has_ended_stays_as_it_ended(one in holding(), now in 0_i64..4000, later in 0_i64..4000) {
        let ended = Entitlement::of(&[one], at(now)).unwrap().ended_at(at(now));
        prop_assert_eq!(ended.state, EntitlementState::Ended);
        prop_assert!(ended.until <= at(now) && ended.paid_until <= ended.until);
        let again = Entitlement::of(&[one], at(later)).unwrap();
        prop_assert_eq!(again.replaces(&ended), again.state != EntitlementState::Ended);
        prop_assert!(!ended.replaces(&ended));
    }
}
