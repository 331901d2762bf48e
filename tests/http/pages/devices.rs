//! How many devices a subscription is for: one figure, from the price list, on every page that names it.

use onefare_server::catalogue;
use onefare_tests::{Shop, page_data};
use serde_json::{Value, json};

/// Every page that names a figure of devices, in its own words.
const PAGES: [&str; 9] = [
    "/",
    "/buy",
    "/trial",
    "/landing-fb",
    "/landing-privacy",
    "/affiliate-vpn-deals",
    "/flash-sale-phrase",
    "/app-landing-whatsapp",
    "/terms",
];

/// The figures that pages carry: devices, and those at the same time.
async fn figures(shop: &Shop) -> Vec<(Value, Value)> {
    let mut all = Vec::new();
    for path in PAGES {
        let html = shop.get(path).await.text;
        let page = page_data(&html);
        let claims = &page["brand"]["claims"];
        all.push((claims["devices"].clone(), claims["devices_at_once"].clone()));
    }
    all
}

async fn applied(shop: &Shop, changed: &str) {
    let catalogue = catalogue::parse(changed).unwrap();
    catalogue::apply(&shop.running.app.store, &catalogue, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
}

#[tokio::test]
async fn every_page_says_what_the_price_list_says_and_follows_it() {
    let shop = Shop::start().await;
    assert_eq!(figures(&shop).await, vec![(json!(5), json!(5)); PAGES.len()]);
    let buy = shop.get("/buy").await.text;
    assert!(buy.contains("5 devices, all at the same time"), "the plans name it");
    // All plans for fewer devices; then one alone, and pages say what every plan allows.
    let fewer = catalogue::DEMO.replace("devices = 5\ndevices_at_once = 5", "devices = 4\ndevices_at_once = 2");
    applied(&shop, &fewer).await;
    assert_eq!(figures(&shop).await, vec![(json!(4), json!(2)); PAGES.len()]);
    let one = catalogue::DEMO.replacen("devices = 5\ndevices_at_once = 5", "devices = 10\ndevices_at_once = 3", 1);
    applied(&shop, &one).await;
    assert_eq!(figures(&shop).await, vec![(json!(5), json!(3)); PAGES.len()]);
    shop.running.stop().await;
}
