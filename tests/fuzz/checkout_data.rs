//! A page's record of the chosen eSIM plan, and its name in an order.

use onefare_core::bundle::{Bundle, Refill};
use onefare_core::checkout_data::CheckoutData;
use onefare_core::esim_product_id::StructuredData;

use crate::arguments::{arguments, number};

targets! {
    "checkout_data" made of ["34-3072-30", "-", "0", "9", "٣", " "];

    orders asks [StructuredData::parse, StructuredData::find], where |text| {
        let [bundle_id, written] = arguments(text);
        for text in [text, written] {
            let Some(order) = StructuredData::parse(text) else { continue };
            assert_eq!(order.to_string(), text, "there is one spelling of each order");
            let refill = Refill {
                title: "3 GB".to_owned(),
                amount_mb: 3072,
                amount_days: 30,
                unlimited: false,
                price_usd: 899,
                price_eur: 829,
                package: String::new(),
                cost: None,
            };
            let list = [Bundle { id: 34, code: "ES".to_owned(), names: Default::default(), coverage: Vec::new(), refills: vec![refill] }];
            let found = order.find(bundle_id, &list).is_some();
            assert_eq!(found, text == "34-3072-30" && bundle_id == "34");
        }
    };

    data asks [CheckoutData::check], where |text| {
        let [bundle_id, country_name, refill_title, amount_mb, amount_days, price_usd] = arguments(text);
        let given = |text: &str| (!text.is_empty() && text != "null").then(|| number(text));
        let data = CheckoutData {
            bundle_id: Some(bundle_id),
            country_name: Some(country_name),
            refill_title: Some(refill_title),
            amount_mb: given(amount_mb),
            amount_days: given(amount_days),
            price_usd: given(price_usd),
        };
        let Ok(order) = data.check() else { return };
        assert!(data.price_usd > Some(0) && !country_name.trim().is_empty() && !refill_title.trim().is_empty());
        assert_eq!(StructuredData::parse(&order.to_string()), Some(order));
        assert_eq!(
            order.to_string(),
            format!("{bundle_id}-{}-{}", data.amount_mb.unwrap(), data.amount_days.unwrap())
        );
    };
}
