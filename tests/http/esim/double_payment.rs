//! Data paid on two hosted pages: each return page shows the state of the remaining order, and opens its eSIM.

use onefare_tests::{Browser, Shop};
use reqwest::Method;
use serde_json::{Value, json};

use crate::esim::shop::hash_of_card;
use crate::operators::run;

/// Begins to buy a plan in euros, by a provider's call; returns the page's id.
async fn begin(shop: &Shop, browser: &mut Browser, provider: &str) -> String {
    begin_in(shop, browser, provider, "EUR").await
}

async fn begin_in(shop: &Shop, browser: &mut Browser, provider: &str, currency: &str) -> String {
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let method = if provider == "stripe" { "card" } else { "ideal" };
    let body = json!({
        "email": "amal@example.com", "bundle_id": 3, "payment_method": method, "currency": currency,
        "structured_data": plan["structured_data"],
        "expected_amount": plan[if currency == "USD" { "price_usd" } else { "price_eur" }],
    });
    let answer = shop.post(browser, &format!("/api/esim/{provider}/create-payment"), body).await;
    Shop::session_of(&answer)
}

async fn status(shop: &Shop, browser: &mut Browser, provider: &str, hash: &str) -> Value {
    let path = format!("/api/esim/{provider}/check-payment-status?hash={hash}");
    shop.send(browser, Method::GET, &path, None).await.body["payment_status"].clone()
}

#[tokio::test]
async fn the_page_of_the_second_payment_tells_of_an_order_that_could_not_be_delivered() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop.control("esims/script", json!({ "deed": "wrong_days", "days": 99 })).await;
    let mut browser = Browser::default();
    let ideal = begin(&shop, &mut browser, "mollie").await;
    let hash = shop.hash_of(&ideal).await;
    // The bank keeps the payment open: it can no longer be cancelled.
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    let card = begin(&shop, &mut browser, "stripe").await;
    assert_eq!(status(&shop, &mut browser, "mollie", &hash).await, "failed", "given up for the card page");
    shop.at_pay_page(&card, "pay").await;
    shop.until_order("stalled").await;
    shop.at_bank(&ideal, "paid").await;
    shop.until(json!("paid"), async || status(&shop, &mut browser, "mollie", &hash).await).await;
    let payments = shop.texts("SELECT provider || ' ' || state FROM payments ORDER BY created_at").await;
    assert_eq!(payments, ["mollie refund_due", "stripe paid"]);
    // An operator abandons the order: until the refund is done, both pages show that it could not be delivered.
    assert_eq!(run(&shop, "UPDATE orders SET state = 'refund_due' WHERE state = 'stalled'").await, 1);
    assert_eq!(status(&shop, &mut browser, "mollie", &hash).await, "paid");
    assert_eq!(status(&shop, &mut browser, "stripe", &hash_of_card(&shop, &card).await).await, "paid");
    shop.running.stop().await;
}

/// The eSIM of an order, requested from a browser that never ordered.
async fn esim_elsewhere(shop: &Shop, order: &Value, hash: &str) -> Value {
    let body = json!({ "structure_data": order, "hash": hash });
    shop.post(&mut Browser::default(), "/api/esim/generate-esim-order", body).await.body
}

#[tokio::test]
async fn the_page_whose_money_goes_back_opens_the_esim_that_stands_on_another_device() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    let mut browser = Browser::default();
    let ideal = begin_in(&shop, &mut browser, "mollie", "EUR").await;
    let by_ideal = shop.hash_of(&ideal).await;
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    // In dollars it is a separate order.
    let card = begin_in(&shop, &mut browser, "stripe", "USD").await;
    let by_card = hash_of_card(&shop, &card).await;
    shop.at_pay_page(&card, "pay").await;
    shop.delivered(1).await;
    shop.at_bank(&ideal, "paid").await;
    shop.until(json!("paid"), async || status(&shop, &mut browser, "mollie", &by_ideal).await).await;
    let payments = "SELECT provider || ' ' || state FROM payments ORDER BY created_at";
    shop.until(vec!["mollie refunded".to_owned(), "stripe paid".to_owned()], async || {
        shop.clock.advance(std::time::Duration::from_secs(30));
        shop.running.app.wake.notify_one();
        shop.texts(payments).await
    })
    .await;
    let path = format!("/api/esim/mollie/check-payment-status?hash={by_ideal}");
    let shown = shop.send(&mut browser, Method::GET, &path, None).await.body["order_id"].clone();
    let own = esim_elsewhere(&shop, &shown, &by_card).await;
    assert!(own["generated_esim"].as_str().is_some_and(|code| code.starts_with("LPA:1$")), "{own}");
    assert_eq!(esim_elsewhere(&shop, &shown, &by_ideal).await, own);

    // A stranger's refunded payment for their own order opens nothing here.
    let mut stranger = Browser::default();
    let foreign = begin_in(&shop, &mut stranger, "mollie", "EUR").await;
    let foreign_hash = shop.hash_of(&foreign).await;
    shop.at_bank(&foreign, "keep").await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    let foreign_card = begin_in(&shop, &mut stranger, "stripe", "USD").await;
    shop.at_pay_page(&foreign_card, "pay").await;
    shop.delivered(2).await;
    shop.at_bank(&foreign, "paid").await;
    shop.until(json!("paid"), async || status(&shop, &mut stranger, "mollie", &foreign_hash).await).await;
    assert_eq!(esim_elsewhere(&shop, &shown, &foreign_hash).await["code"], "not_found");
    shop.running.stop().await;
}
