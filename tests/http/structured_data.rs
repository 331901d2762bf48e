//! Facts for search engines: every listed page says who sells and where it stands, and each offer costs what its page shows.

use std::collections::{BTreeMap, BTreeSet};

use onefare_server::pages::registry::PAGES;
use onefare_tests::Shop;
use serde_json::Value;

/// The scripts of a page whose element begins like this.
fn scripts(html: &str, begins: &str) -> Vec<Value> {
    let parts = html.split(begins).skip(1);
    parts.map(|part| serde_json::from_str(part.split_once("</script>").unwrap().0).unwrap()).collect()
}

/// Every price in a page's data, in minor units, by what is sold and the currency.
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

/// Two decimals, as all these currencies have.
fn minor(price: &Value) -> i64 {
    let (whole, cents) = price.as_str().unwrap().split_once('.').unwrap();
    assert_eq!(cents.len(), 2, "{price}");
    format!("{whole}{cents}").parse().unwrap()
}

#[tokio::test]
async fn every_offer_costs_what_its_page_shows() {
    let shop = Shop::start().await;
    let countries = scripts(&shop.get("/esim/countries").await.text, "id=\"page\">");
    let id = countries[0]["content"]["places"][0]["id"].to_string();
    let (mut selling, mut answering) = (BTreeSet::new(), BTreeSet::new());
    for row in PAGES.iter().filter(|row| row.indexed) {
        for link in shop.running.app.site.languages().links(row.area, &row.path_with(&id)) {
            let html = shop.get(&link.href).await.text;
            let mut prices = BTreeMap::new();
            shown(&scripts(&html, "id=\"page\">")[0]["content"], &mut prices);
            let facts = scripts(&html, "<script type=\"application/ld+json\">");
            let of = |kind: &str| facts.iter().find(|fact| fact["@type"] == kind);
            assert!(of("Organization").is_some(), "{}", link.href);
            assert_eq!(of("BreadcrumbList").is_some(), row.path != "/", "{}", link.href);
            if of("FAQPage").is_some_and(|fact| !fact["mainEntity"].as_array().unwrap().is_empty()) {
                answering.insert(row.name);
            }
            let Some(product) = of("Product") else { continue };
            let offers = product["offers"].as_array().unwrap();
            assert!(!offers.is_empty(), "{}", link.href);
            for offer in offers {
                let text = |field: &str| offer[field].as_str().unwrap().to_owned();
                let key = (text("sku"), text("priceCurrency"));
                assert_eq!(prices.get(&key), Some(&minor(&offer["price"])), "{}: {offer}", link.href);
            }
            selling.insert(row.name);
        }
    }
    let sells = ["affiliate-vpn-deals", "buy", "esim-bundle", "home", "landing-access", "landing-privacy"];
    assert_eq!(selling, BTreeSet::from(sells));
    assert_eq!(answering, BTreeSet::from(["home", "landing-access", "landing-privacy"]));
    shop.running.stop().await;
}
