//! Plans looked up by what a request names.

use onefare_core::plan::title_of;

use onefare_core::price_book::PriceBook;

use crate::arguments::{arguments, small};

targets! {
    "plan" made of ["{", "[", "\"", "-month", "1", "{\"default_currency\":\"AED\",\"plans\":["];

    books asks [PriceBook::plan, PriceBook::preselected], where |text| {
        let [json, wanted] = arguments(text);
        let Ok(book) = serde_json::from_str::<PriceBook>(json) else { return };
        let written = serde_json::to_string(&book).unwrap();
        assert_eq!(serde_json::from_str::<PriceBook>(&written).unwrap(), book);
        assert!(book.plan(wanted).is_none_or(|plan| plan.product_id == wanted));
        if let Some((plan, true)) = book.preselected(Some(wanted)) {
            assert_eq!(plan.title(), wanted);
        }
        assert_eq!(book.in_order().len(), book.plans.len());
        let _ = book.faults();
    };

    titles asks [title_of], where |text| {
        assert_eq!(title_of(small(text)), format!("{}-month", small(text)));
    };
}
