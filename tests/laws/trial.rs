//! Trials: nothing but the text in force is agreed to, and only yearly plans have one.

use onefare_core::campaign::Campaign;
use onefare_core::discount::FoldedCode;
use onefare_core::plan::{DeviceAllowance, Plan, TERMS};
use onefare_core::problem::Problem;
use onefare_core::trial::{CODE, DAYS, TERMS as TEXT, TERMS_VERSION, check_acknowledged, has_trial};
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
        devices: DeviceAllowance::USUAL,
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
    fn only_the_version_in_force_counts(version in prop_oneof![any::<String>(), "[0-9]{0,3}"]) {
        prop_assert_eq!(check_acknowledged(Some(&version)).is_ok(), version == TERMS_VERSION);
    }
}
