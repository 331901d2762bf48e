//! Trials: a week is a week everywhere, and a buyer agrees only to the text in force.

use chrono::{DateTime, Datelike as _, Utc};
use onefare_core::campaign::Campaign;
use onefare_core::discount::FoldedCode;
use onefare_core::plan::{Plan, TERMS};
use onefare_core::problem::Problem;
use onefare_core::trial::{CODE, DAYS, TERMS as TEXT, TERMS_VERSION, check_acknowledged, first_charge, has_trial};
use proptest::prelude::*;

#[test]
fn the_text_says_what_is_done() {
    assert_eq!(TEXT, "I understand that I will be charged after 7 days unless I cancel during the trial period.");
    assert!(TEXT.contains(&format!("after {DAYS} days")));
    assert_eq!(FoldedCode::parse(CODE.as_str()).as_ref(), Some(&CODE));
    for text in ["trial", " TRIAL ", "Trial\t"] {
        assert_eq!(Campaign::parse(text), Campaign::Trial, "{text}");
    }
    assert_eq!(Problem::TrialTermsRequired.message(), "Please acknowledge the trial terms");
}

#[test]
fn of_the_plans_on_sale_the_yearly_one_has_a_trial() {
    let plan = |months| Plan {
        product_id: format!("vpn-{months}m"),
        months,
        priority: 0,
        highlight: std::collections::BTreeMap::new(),
        prices: Vec::new(),
    };
    assert_eq!(TERMS.into_iter().filter(|months| has_trial(&plan(*months))).collect::<Vec<_>>(), [12]);
}

proptest! {
    #[test]
    fn the_first_charge_is_on_the_same_weekday_at_the_same_time(milliseconds in -62_135_596_800_000_i64..253_402_300_799_999) {
        let start = DateTime::<Utc>::from_timestamp_millis(milliseconds).unwrap();
        let charge = first_charge(start).unwrap();
        prop_assert_eq!(charge.timestamp_millis(), milliseconds + 604_800_000);
        prop_assert_eq!((charge.weekday(), charge.time()), (start.weekday(), start.time()));
    }

    #[test]
    fn only_the_version_in_force_counts(version in prop_oneof![any::<String>(), "[0-9]{0,3}"]) {
        prop_assert_eq!(check_acknowledged(Some(&version)).is_ok(), version == TERMS_VERSION);
    }
}
