//! A shop that leaves out iDEAL or eSIMs: no page, call, sitemap entry or button of what it does not sell.

use onefare_server::clock::Clock;
use onefare_server::config::Sold;
use onefare_tests::{Answer, Browser, Data, Shop, page_data, start_of_story};
use reqwest::StatusCode;
use serde_json::json;

async fn shop_of(sold: Sold) -> Shop {
    let clock = Clock::manual(start_of_story());
    Shop::start_set(Data::new().await, clock, |config| config.sold = sold).await
}

async fn statuses(shop: &Shop, paths: &[&str]) -> Vec<StatusCode> {
    let mut all = Vec::new();
    for path in paths {
        all.push(shop.get(path).await.status);
    }
    all
}

const ESIM_PAGES: [&str; 8] = [
    "/esim",
    "/nl/esim",
    "/esim/countries",
    "/esim/bundle",
    "/esim/bundle/1",
    "/esim/checkout/1",
    "/esim/about",
    "/esim/tutorial",
];
const ESIM_CALLS: [&str; 3] = ["/api/esim/bundles", "/api/esim/search-texts", "/api/esim/bundle/1"];

async fn sends(shop: &Shop, path: &str) -> Answer {
    let request = shop.http.post(format!("{}{path}", shop.shop)).json(&json!({}));
    shop.finish(&mut Browser::default(), request).await
}

fn is_missing(answer: &Answer) -> bool {
    answer.status == StatusCode::NOT_FOUND && answer.body["code"] == "not_found"
}

#[tokio::test]
async fn a_shop_without_esims_has_no_esim_page_call_or_deal() {
    let shop = shop_of(Sold { ideal: true, esims: false }).await;
    assert_eq!(statuses(&shop, &ESIM_PAGES).await, [StatusCode::NOT_FOUND; 8]);
    assert_eq!(statuses(&shop, &ESIM_CALLS).await, [StatusCode::NOT_FOUND; 3]);
    assert_eq!(statuses(&shop, &["/affiliate-vpn-deals", "/de/affiliate-vpn-deals"]).await, [StatusCode::NOT_FOUND; 2]);
    assert_eq!(statuses(&shop, &["/", "/buy", "/trial", "/ar/terms"]).await, [StatusCode::OK; 4]);
    for path in
        ["/api/esim/stripe/create-payment", "/api/esim/mollie/create-payment", "/api/stripe/create-checkout-session"]
    {
        let answer = sends(&shop, path).await;
        assert!(is_missing(&answer), "{path}: {answer:?}");
    }
    let map = shop.get("/sitemap.xml").await.text;
    assert!(map.contains("/buy<") && !map.contains("/esim") && !map.contains("affiliate-vpn-deals"), "{map}");
    // A buyer of the time before still finds what was bought.
    assert_eq!(statuses(&shop, &["/esim/callback-success", "/payment-status"]).await, [StatusCode::OK; 2]);
    let status = shop.get("/api/esim/stripe/check-payment-status").await;
    assert_eq!(
        (status.status, &status.body["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("verification_failed"))
    );
    let imports = shop.texts("SELECT kind FROM jobs WHERE kind = 'import_bundles'").await;
    assert!(imports.is_empty(), "the supplier is asked for nothing");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_shop_without_ideal_takes_cards_alone() {
    let shop = shop_of(Sold { ideal: false, esims: true }).await;
    let page = shop.get("/nl/esim/checkout/1").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page_data(&page.text)["content"]["ideal"], json!(false));
    let drawn = page.text.split("<script type=\"application/json\"").next().unwrap();
    assert!(drawn.contains("value=\"card\"") && !drawn.contains("value=\"ideal\"") && !drawn.contains(">iDEAL<"));
    assert!(is_missing(&sends(&shop, "/api/esim/mollie/create-payment").await));
    assert!(is_missing(&sends(&shop, "/api/mollie/create-payment").await));
    let card = sends(&shop, "/api/esim/stripe/create-payment").await;
    assert_eq!(card.status, StatusCode::UNPROCESSABLE_ENTITY, "{card:?}");
    assert_eq!(
        statuses(&shop, &["/affiliate-vpn-deals", "/esim", "/buy"]).await,
        [StatusCode::NOT_FOUND, StatusCode::OK, StatusCode::OK]
    );
    let everything = shop_of(Sold::ALL).await;
    let page = everything.get("/nl/esim/checkout/1").await.text;
    assert!(page.contains("value=\"ideal\""));
    everything.running.stop().await;
    shop.running.stop().await;
}
