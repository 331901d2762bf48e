//! Codes: each becomes valid once and expires once, and the grace period is exactly ten minutes.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::discount::{
    CodeState, DiscountCode, FoldedCode, GRACE_MINUTES, Grace, Redemption, RedemptionEvent, Scope, Uses, read_code,
};
use onefare_core::problem::Problem;
use onefare_core::typed_text::is_blank;
use proptest::prelude::*;

use crate::quote::code;

fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    (0_i64..4_102_444_800_000).prop_map(|milliseconds| DateTime::from_timestamp_millis(milliseconds).unwrap())
}

fn timed() -> impl Strategy<Value = DiscountCode> {
    (code(), prop::option::of(instant()), prop::option::of(instant()), prop::option::of(0_u32..5))
        .prop_map(|(code, starts_at, ends_at, usage_limit)| DiscountCode { starts_at, ends_at, usage_limit, ..code })
}

/// Whether an order that begins reserves a use exactly when unpaid orders have less than half of the uses that are left,
/// and when the use is the last one.
fn has_its_share(has: Redemption, before: Uses, after: Uses) -> bool {
    let left = before.limit.map(|limit| limit - (before.taken - before.reserved));
    let may = left.is_none_or(|left| 2 * (before.reserved + 1) <= left || before.reserved == 0);
    match has {
        Redemption::Reserved => may && after.taken == before.taken + 1,
        Redemption::AtPayment => !may && after == before,
        Redemption::Consumed | Redemption::Released => false,
    }
}

proptest! {
    #[test]
    fn once_over_it_stays_over(code in timed(), at in instant(), later in 0_i64..9_000_000_000, used in 0_u32..6) {
        let then = at + TimeDelta::milliseconds(later);
        let rank = |state| match state {
            CodeState::NotYet => 0,
            CodeState::Applied | CodeState::UsedUp => 1,
            _ => 2,
        };
        let (now, afterwards) = (code.state_at(at, used, Grace::None), code.state_at(then, used, Grace::None));
        prop_assert!(rank(now) <= rank(afterwards), "{now:?} then {afterwards:?}");
    }

    #[test]
    fn grace_is_the_page_ten_minutes_ago(code in timed(), at in instant(), used in 0_u32..6) {
        let (page, checkout) = (code.state_at(at, used, Grace::None), code.state_at(at, used, Grace::Checkout));
        if page != checkout {
            prop_assert_eq!(page, CodeState::Expired, "grace only ever helps what has ended");
            let end = code.ends_at.unwrap();
            prop_assert!(end <= at && at < end + TimeDelta::minutes(GRACE_MINUTES));
        }
    }

    #[test]
    fn a_stored_code_is_the_same_code(
        code in timed(),
        scope in prop::sample::select(vec![Scope::Plans, Scope::Refills, Scope::Both]),
    ) {
        let code = DiscountCode { scope, ..code };
        let stored = serde_json::to_string(&code).unwrap();
        // A code for plans is stored as before scopes existed.
        prop_assert_eq!(stored.contains(r#""scope""#), scope != Scope::Plans);
        prop_assert_eq!(serde_json::from_str::<DiscountCode>(&stored).unwrap(), code);
    }

    #[test]
    fn folding_twice_is_folding_once(text in any::<String>(), code in "[A-Za-z0-9_-]{1,64}") {
        if let Some(folded) = FoldedCode::parse(&text) {
            prop_assert_eq!(FoldedCode::parse(folded.as_str()), Some(folded));
        }
        let folded = FoldedCode::parse(&format!(" {code}\t")).unwrap();
        prop_assert_eq!(folded.as_str(), code.to_ascii_lowercase());
        match read_code(&text) {
            Ok(folded) => prop_assert_eq!(FoldedCode::parse(&text), Some(folded)),
            Err(problem) => prop_assert_eq!(problem == Problem::DiscountCodeRequired, is_blank(&text)),
        }
    }

    #[test]
    fn only_what_is_paid_late_passes_the_limit_and_no_use_leaks(
        limit in prop::option::of(0_u32..4),
        deeds in prop::collection::vec((0_usize..6, 0_u8..5), 0..60),
    ) {
        let mut uses = Uses { taken: 0, reserved: 0, limit };
        let mut orders: [Option<Redemption>; 6] = [None; 6];
        for (order, deed) in deeds {
            let event = match deed {
                0 => RedemptionEvent::Paid,
                1 => RedemptionEvent::Ended,
                2 => RedemptionEvent::Reopened,
                3 => RedemptionEvent::Refunded,
                _ => {
                    if orders[order].is_none() && let Ok((reserved, now)) = Redemption::reserve(uses) {
                        prop_assert!(!now.is_over());
                        prop_assert!(has_its_share(reserved, uses, now));
                        (orders[order], uses) = (Some(reserved), now);
                    }
                    continue;
                }
            };
            let Some(had) = orders[order] else { continue };
            if let Ok((has, now)) = had.on(event, uses) {
                prop_assert_eq!(has.on(event, now), Ok((has, now)), "a repeat changes nothing");
                let without = [Redemption::Released, Redemption::AtPayment].contains(&had);
                let paid_late = without && event == RedemptionEvent::Paid;
                if had == Redemption::Released && event == RedemptionEvent::Reopened {
                    prop_assert!(has_its_share(has, uses, now));
                }
                prop_assert!(paid_late || !now.is_over() || now.taken <= uses.taken);
                (orders[order], uses) = (Some(has), now);
            } else {
                prop_assert_eq!((had, event), (Redemption::Released, RedemptionEvent::Reopened));
                prop_assert!(limit.is_some_and(|limit| uses.taken >= limit), "refused although one was left");
            }
            let with = |state| orders.iter().flatten().filter(|has| **has == state).count();
            let reserved = with(Redemption::Reserved);
            prop_assert_eq!(u32::try_from(reserved).unwrap(), uses.reserved);
            prop_assert_eq!(u32::try_from(reserved + with(Redemption::Consumed)).unwrap(), uses.taken);
        }
    }
}
