//! Deals looked up by what a request names.

use onefare_core::currency::Currency;
use onefare_core::deal::{DealPlan, chosen, faults, in_order, names_package};
use onefare_core::language::Language;
use onefare_core::quote::{Offer, Quote};

use crate::arguments::arguments;

targets! {
    "deal" made of ["{", "[", "\"package\":", "1", "0", "+"];

    chosen_deals asks [chosen, faults, in_order, names_package], where |text| {
        let [json, package, selected] = arguments(text);
        let Ok(deals) = serde_json::from_str::<Vec<DealPlan>>(json) else { return };
        if let Ok(deal) = chosen(&deals, package, selected) {
            assert!(selected == deal.package.to_string() && names_package(package, deal.package));
        }
        if faults(&deals).is_empty() {
            assert_eq!(in_order(&deals).len(), deals.len());
            let quote = |deal| Quote::compute(1, Offer::Deal(deal), Currency::Eur, None);
            let has_card = |deal| quote(deal).and_then(|quote| quote.plan_price(Language::En)).is_ok();
            assert!(deals.iter().all(has_card), "what may be sold can be shown");
        }
    };
}
