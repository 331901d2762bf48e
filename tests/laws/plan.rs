//! Plans: their order does not depend on the order in the book, and at most one plan is selected.

use onefare_core::campaign::package_title;
use onefare_core::currency::Currency;
use onefare_core::money::MAX_MINOR;
use onefare_core::plan::{Plan, saving_per_month};
use onefare_core::price_book::PriceBook;
use onefare_core::quote::highest_discount;
use onefare_core::wire::subscription::Package;
use proptest::prelude::*;

use crate::money::amount;
use crate::quote::plan;

fn book() -> impl Strategy<Value = PriceBook> {
    let plans = prop::collection::vec((plan(), any::<bool>()), 0..8);
    plans.prop_map(|plans| PriceBook {
        default_currency: Currency::Aed,
        bundles: Vec::new(),
        deals: Vec::new(),
        plans: plans
            .into_iter()
            .enumerate()
            .map(|(index, (mut plan, highlighted))| {
                plan.product_id = format!("vpn-{index}");
                if highlighted {
                    plan.highlight.insert(onefare_core::language::Language::En, "Best".to_owned());
                }
                plan
            })
            .collect(),
    })
}

fn ids(book: &PriceBook) -> Vec<&str> {
    book.in_order().into_iter().map(|plan| plan.product_id.as_str()).collect()
}

proptest! {
    #[test]
    fn the_order_is_total(book in book(), turn in any::<prop::sample::Index>()) {
        let mut turned = book.clone();
        if !turned.plans.is_empty() {
            let by = turn.index(turned.plans.len());
            turned.plans.rotate_left(by);
        }
        prop_assert_eq!(ids(&book), ids(&turned));
        prop_assert!(book.in_order().is_sorted_by_key(|plan| plan.priority));
        prop_assert_eq!(ids(&book).len(), book.plans.len());
    }

    #[test]
    fn the_query_wins_then_the_first_badge(book in book(), package in "[0-9]{0,3}") {
        let title = package_title(&package);
        let of_title = |plan: &Plan| title.as_deref() == Some(plan.title().as_str());
        match book.preselected(title.as_deref()) {
            Some((plan, true)) => prop_assert!(of_title(plan)),
            Some((plan, false)) => {
                prop_assert!(!plan.highlight.is_empty() && !book.plans.iter().any(of_title));
                let before = book.in_order().into_iter().take_while(|other| other.product_id != plan.product_id);
                prop_assert!(before.map(|other| other.highlight.len()).all(|badges| badges == 0));
            }
            None => prop_assert!(!book.plans.iter().any(|plan| !plan.highlight.is_empty() || of_title(plan))),
        }
    }
}

proptest! {
    #[test]
    fn a_monthly_saving_is_the_nearest(before in amount(), now in amount(), months in 1_u32..=36) {
        let Ok(saved) = saving_per_month(before, now, months) else {
            let apart = i128::from(before.minor()) - i128::from(now.minor());
            prop_assert!(before.currency() != now.currency() || apart.abs() > i128::from(MAX_MINOR));
            return Ok(());
        };
        let whole = (before.minor() - now.minor()).max(0);
        let off = i128::from(saved.amount.minor()) * i128::from(months) - i128::from(whole);
        prop_assert!(2 * off.abs() <= i128::from(months));
        prop_assert_eq!(saved.exact, off == 0);
    }

    #[test]
    fn the_highest_discount_is_one_of_them_and_above_all(
        book in book(),
        discounts in prop::collection::vec(0_u32..=100, 8),
    ) {
        let mut packages: Vec<_> = book.plans.iter().map(|plan| Package::of(plan, &[]).unwrap()).collect();
        for (package, discount) in packages.iter_mut().zip(discounts) {
            package.discount = discount;
        }
        let highest = highest_discount(packages.iter().map(|package| package.discount));
        prop_assert!(packages.iter().all(|package| package.discount <= highest));
        prop_assert!(highest == 0 || packages.iter().any(|package| package.discount == highest));
    }
}
