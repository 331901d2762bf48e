//! Structured data for search engines: every listed page names the seller and its own position, and each offer has the
//! price its page shows.

use std::collections::{BTreeMap, BTreeSet};

use onefare_server::pages::page_row::PageRow;
use onefare_server::pages::registry::PAGES;
use onefare_tests::Shop;
use serde_json::Value;

/// The scripts of a page whose element begins with this text.
fn scripts(html: &str, begins: &str) -> Vec<Value> {
    let parts = html.split(begins).skip(1);
    parts.map(|part| serde_json::from_str(part.split_once("</script>").unwrap().0).unwrap()).collect()
}

/// Every price in a page's data, in minor units, by product and currency.
fn shown(data: &Value, found: &mut BTreeMap<(String, String), i64>) {
    let text = |key: &str| data[key].as_str().map(str::to_owned);
    if let (Some(product), Some(currency), Some(due)) = (text("product_id"), text("currency"), data["due_now"].as_i64())
    {
        found.insert((product, currency), due);
    }
    if let (Some(plan), Some(price)) = (text("structured_data"), data["price_usd"].as_i64()) {
        found.insert((plan, "USD".to_owned()), price);
    }
    match data {
        Value::Array(items) => items.iter().for_each(|item| shown(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| shown(field, found)),
        _ => (),
    }
}

/// Parses two decimals, which all these currencies have.
fn minor(price: &Value) -> i64 {
    let (whole, cents) = price.as_str().unwrap().split_once('.').unwrap();
    assert_eq!(cents.len(), 2, "{price}");
    format!("{whole}{cents}").parse().unwrap()
}

/// The number of questions in the texts of a page's family.
fn questions(row: &PageRow) -> usize {
    let Some(family) = row.family else { return 0 };
    let path = format!("{}/../web/src/i18n/en/{family}.json", env!("CARGO_MANIFEST_DIR"));
    let texts: BTreeMap<String, String> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let of_question = |key: &str| {
        let name = key.split_once(".faq.").map(|(_, name)| name);
        name.is_some_and(|name| name.trim_matches(|letter: char| letter.is_ascii_digit() || letter == '.') == "q")
    };
    texts.keys().filter(|key| of_question(key.as_str())).count()
}

/// A page's offers, each at the price in the page's data; returns the product ids.
fn offered(product: &Value, prices: &BTreeMap<(String, String), i64>, address: &str) -> BTreeSet<String> {
    let skus = product["offers"].as_array().unwrap().iter().map(|offer| {
        let text = |field: &str| offer[field].as_str().unwrap().to_owned();
        let sku = text("sku");
        assert_eq!(
            prices.get(&(sku.clone(), text("priceCurrency"))),
            Some(&minor(&offer["price"])),
            "{address}: {offer}"
        );
        sku
    });
    skus.collect()
}

#[tokio::test]
async fn every_page_that_sells_says_what_each_product_costs() {
    let shop = Shop::start().await;
    let (mut selling, mut answering) = (0, 0);
    for row in PAGES.iter().filter(|row| row.indexed) {
        for link in shop.running.app.site.languages().links(row.area, &row.path_with(row.example)) {
            let address = link.href;
            let html = shop.get(&address).await.text;
            let mut prices = BTreeMap::new();
            shown(&scripts(&html, "id=\"page\">")[0]["content"], &mut prices);
            let facts = scripts(&html, "<script type=\"application/ld+json\">");
            let of = |kind: &str| facts.iter().find(|fact| fact["@type"] == kind);
            assert!(of("Organization").is_some(), "{address}");
            assert_eq!(of("BreadcrumbList").is_some(), row.path != "/", "{address}");
            let answers = of("FAQPage").map_or(0, |fact| fact["mainEntity"].as_array().unwrap().len());
            assert_eq!(answers, questions(row), "{address}: `question_keys` in json_ld.rs");
            // A product with nothing due today, as a trial, is no offer: a price list would call it free.
            let sold: BTreeSet<_> = prices.iter().filter(|(_, due)| **due > 0).map(|((id, _), _)| id.clone()).collect();
            let offers = of("Product").map(|product| offered(product, &prices, &address));
            assert_eq!(offers.unwrap_or_default(), sold, "{address}: `sold` in json_ld.rs");
            selling += usize::from(!sold.is_empty());
            answering += usize::from(answers > 0);
        }
    }
    assert!(selling >= 30 && answering >= 15, "{selling} pages sell, {answering} answer");
    shop.running.stop().await;
}
