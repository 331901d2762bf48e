//! Checkout data: one spelling per order, and no plan but the intended one.

use onefare_core::bundle::faults;
use onefare_core::checkout_data::CheckoutData;
use onefare_core::esim_product_id::StructuredData;
use onefare_core::problem::Problem;
use proptest::prelude::*;

use crate::bundle::bundles;

/// A figure at or near the limits of the allowed range.
fn figure() -> impl Strategy<Value = Option<i64>> {
    let edges = proptest::sample::select(&[0_i64, 1, -1, 4_294_967_295, 4_294_967_296, i64::MAX, i64::MIN][..]);
    prop::option::of(prop_oneof![edges, 1_i64..5000, any::<i64>()])
}

fn text() -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop_oneof!["[1-9][0-9]{0,5}", "[0-9 ]{0,12}", any::<String>()])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn what_is_written_is_read(bundle_id in 1_u32.., amount_mb in 1_u32.., amount_days in 1_u32..) {
        let data = StructuredData::new(bundle_id, amount_mb, amount_days).unwrap();
        prop_assert_eq!(StructuredData::parse(&data.to_string()), Some(data));
    }

    #[test]
    fn what_is_read_is_written(
        text in prop_oneof!["[0-9]{1,11}-[0-9]{1,11}-[0-9]{1,11}", "[0-9+-]{0,20}", any::<String>()],
    ) {
        if let Some(data) = StructuredData::parse(&text) {
            prop_assert_eq!(data.to_string(), text);
        }
    }

    #[test]
    fn complete_means_all_six_and_above_zero(
        bundle_id in text(),
        country_name in text(),
        refill_title in text(),
        amount_mb in figure(),
        amount_days in figure(),
        price_usd in figure(),
    ) {
        let data = CheckoutData {
            bundle_id: bundle_id.as_deref(),
            country_name: country_name.as_deref(),
            refill_title: refill_title.as_deref(),
            amount_mb,
            amount_days,
            price_usd,
        };
        let said = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        let figures = [amount_mb, amount_days, price_usd];
        match data.check() {
            Ok(order) => {
                prop_assert!(said(&country_name) && said(&refill_title));
                prop_assert!(figures.iter().all(|figure| figure.is_some_and(|figure| figure > 0)));
                let wanted = format!("{}-{}-{}", bundle_id.unwrap(), amount_mb.unwrap(), amount_days.unwrap());
                prop_assert_eq!(order.to_string(), wanted);
            }
            Err(Problem::CheckoutDataMissing) => {
                let numbered = bundle_id.as_deref().and_then(onefare_core::esim_product_id::parse_id).is_some();
                prop_assert!(!numbered || !said(&country_name) || !said(&refill_title) || figures.contains(&None));
            }
            Err(problem) => {
                prop_assert_eq!(problem, Problem::CheckoutDataInvalid);
                let largest = [4_294_967_295, 4_294_967_295, 9_007_199_254_740_991];
                let outside = figures.iter().zip(largest).any(|(figure, most)| !(1..=most).contains(&figure.unwrap()));
                prop_assert!(outside);
            }
        }
    }

    #[test]
    fn every_plan_of_a_good_list_is_found_and_no_other(bundles in bundles(), other in 1_u32..9) {
        prop_assume!(faults(&bundles).is_empty());
        for bundle in &bundles {
            for refill in &bundle.refills {
                let order = StructuredData::new(bundle.id, refill.amount_mb, refill.amount_days).unwrap();
                prop_assert_eq!(order.find(&bundle.id.to_string(), &bundles), Some((bundle, refill)));
                if other != bundle.id {
                    prop_assert_eq!(order.find(&other.to_string(), &bundles), None);
                }
            }
        }
    }
}
