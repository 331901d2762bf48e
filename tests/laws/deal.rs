//! Deals: every figure on a card is true, and a request that contradicts itself names no deal.

use onefare_core::currency::Currency;
use onefare_core::deal::{DealPlan, MAX_FIRST_TERM, PACKAGES, chosen, faults, in_order};
use onefare_core::delivery::{first_term_end, term_end};
use onefare_core::language::Language;
use onefare_core::quote::{Offer, Quote};
use proptest::prelude::*;

fn deal(package: u32) -> impl Strategy<Value = DealPlan> {
    let price = prop_oneof![1_i64..5000, 1_i64..=99_999_998];
    (price, 1_i64..50_000, 0..=MAX_FIRST_TERM - package, 1_u32..100_000).prop_map(
        move |(price_eur, more, free_months, esim_mb)| DealPlan {
            package,
            free_months,
            esim_mb,
            price_eur,
            before_eur: price_eur.saturating_add(more).min(99_999_999),
            popular: package == 12,
        },
    )
}

fn deals() -> impl Strategy<Value = Vec<DealPlan>> {
    (deal(1), deal(3), deal(12)).prop_map(|(month, quarter, year)| vec![month, quarter, year]).prop_shuffle()
}

proptest! {
    #[test]
    fn a_good_list_is_shown_whole_and_in_order(deals in deals()) {
        prop_assert_eq!(faults(&deals), []);
        prop_assert_eq!(in_order(&deals).iter().map(|deal| deal.package).collect::<Vec<_>>(), PACKAGES);
    }

    #[test]
    fn a_list_with_one_taken_out_or_put_twice_is_refused(deals in deals(), which in 0_usize..3) {
        let (mut fewer, mut more) = (deals.clone(), deals);
        more.push(fewer.remove(which));
        more.push(more[which].clone());
        prop_assert!(!faults(&fewer).is_empty() && !faults(&more).is_empty());
    }

    #[test]
    fn figures_of_a_card_are_true(deals in deals()) {
        for deal in &deals {
            let quote = Quote::compute(1, Offer::Deal(deal), Currency::Eur, None).unwrap();
            let price = quote.plan_price(Language::En).unwrap();
            let cents: String = price.per_month.amount.chars().filter(char::is_ascii_digit).collect();
            let months = i128::from(deal.first_term());
            let off = cents.parse::<i128>().unwrap() * months - i128::from(deal.price_eur);
            prop_assert!(2 * off.abs() <= months);
            prop_assert_eq!(price.per_month_exact, off == 0);
            let (percent, saved) = (i64::from(price.saving_percent), deal.before_eur - deal.price_eur);
            prop_assert!(percent * deal.before_eur <= saved * 100 && (percent + 1) * deal.before_eur > saved * 100);
        }
    }

    #[test]
    fn a_request_must_agree_with_itself(deals in deals(), package in "[0-9 +]{0,3}", selected in "[0-9 +]{0,3}") {
        if let Ok(found) = chosen(&deals, &package, &selected) {
            prop_assert_eq!(found.package.to_string(), selected.clone());
            prop_assert!(package.trim().is_empty() || package == selected);
        }
        for deal in &deals {
            let id = deal.package.to_string();
            for package in [id.as_str(), "", &format!("{id}-month"), deal.product_id()] {
                prop_assert_eq!(chosen(&deals, package, &id), Ok(deal));
            }
        }
    }

    #[test]
    fn free_months_are_delivered(deals in deals(), seconds in 0_i64..4_102_444_800) {
        let start = chrono::DateTime::from_timestamp(seconds, 0).unwrap();
        for deal in &deals {
            let end = first_term_end(start, deal.package, deal.free_months);
            prop_assert_eq!(end, term_end(start, deal.first_term()));
        }
    }
}
