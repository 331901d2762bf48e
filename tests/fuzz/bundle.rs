//! The search of the countries page, bundle numbers, and how plans are written.

use onefare_core::bundle::{
    Bundle, Destination, Discount, Order, data_text, days_text, faults, filter, find, fold, sort_names, sorted,
};
use onefare_core::currency::Currency;
use onefare_core::esim_product_id::parse_id;
use onefare_core::language::Language;
use onefare_core::money::Money;

use crate::arguments::{arguments, number, small};

targets! {
    "bundle" made of ["é", "ß", "ى", "e\u{301}", "'", " ", "{", "["];

    search asks [fold, find], where |text| {
        let list = [text.replace('\n', " ")];
        assert_eq!(find(&list, &list[0], str::to_lowercase), [0], "each is found by itself");
        let folded = fold(text);
        assert_eq!(fold(&folded), folded, "folding again changes nothing");
        assert!(!folded.contains("  ") && folded.trim() == folded);
        assert!(folded.chars().all(|letter| letter.is_alphanumeric() || letter == ' '), "{folded:?}");
        assert_eq!(fold(&format!(" {text}\u{200F}")), folded);
    };

    names asks [sort_names], where |text| {
        let given: Vec<String> = text.lines().map(str::to_owned).collect();
        for language in Language::ALL {
            let mut names = given.clone();
            sort_names(&mut names, language);
            let mut again = names.clone();
            sort_names(&mut again, language);
            assert_eq!(again, names, "sorting again changes nothing");
            let (mut before, mut after) = (given.clone(), names);
            before.sort_unstable();
            after.sort_unstable();
            assert_eq!(after, before, "none is lost and none is added");
        }
    };

    numbers asks [parse_id], where |text| {
        let Some(id) = parse_id(text) else { return };
        assert!(id > 0 && id.to_string() == text, "there is one spelling of each number");
    };

    lists asks [filter, sorted, faults, Destination::find], where |text| {
        let [json, query] = arguments(text);
        let Ok(bundles) = serde_json::from_str::<Vec<Bundle>>(json) else { return };
        let written = serde_json::to_string(&bundles).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Bundle>>(&written).unwrap(), bundles);
        assert!(filter(&bundles, query).len() <= bundles.len());
        for language in Language::ALL {
            for order in [Order::Name, Order::Price] {
                assert_eq!(sorted(&bundles, order, language, Currency::Usd).len(), bundles.len(), "none is lost");
            }
            for destination in Destination::ALL {
                assert!(destination.find(&bundles, language).is_none_or(|found| bundles.contains(found)));
            }
        }
        let _ = faults(&bundles);
    };

    amounts asks [data_text, days_text, Discount::of], where |text| {
        let [first, second] = arguments(text);
        for language in Language::ALL {
            for written in [data_text(small(first), language), days_text(small(first), language)] {
                assert!((1..=40).contains(&written.chars().count()) && !written.contains(char::is_control));
            }
        }
        let amounts = [first, second].map(|text| Money::new(number(text), Currency::Usd));
        if let [Ok(price), Ok(discounted)] = amounts
            && let Some(discount) = Discount::of(price, discounted)
        {
            assert!(discount.tenths <= 1000 && discount.total == discounted);
        }
    };
}
