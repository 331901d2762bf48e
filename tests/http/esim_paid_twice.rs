//! One order of data that is paid at two pages: each of them tells what has become of the order.

use onefare_tests::{Browser, Shop};
use reqwest::Method;
use serde_json::{Value, json};

/// A plan in euros, by the call of a provider; the id of the page.
async fn begin(shop: &Shop, browser: &mut Browser, provider: &str) -> String {
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let method = if provider == "stripe" { "card" } else { "ideal" };
    let body = json!({
        "email": "amal@example.com", "bundle_id": 3, "payment_method": method, "currency": "EUR",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
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
    // The bank does not let go of it any more.
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    let card = begin(&shop, &mut browser, "stripe").await;
    assert_eq!(status(&shop, &mut browser, "mollie", &hash).await, "failed", "given up for the card page");
    shop.at_pay_page(&card, "pay").await;
    shop.until(vec!["stalled".to_owned()], async || shop.texts("SELECT state FROM orders").await).await;
    shop.at_bank(&ideal, "paid").await;
    shop.until(json!("paid"), async || status(&shop, &mut browser, "mollie", &hash).await).await;
    let payments = shop.texts("SELECT provider || ' ' || state FROM payments ORDER BY created_at").await;
    assert_eq!(payments, ["mollie refund_due", "stripe paid"]);
    shop.running.stop().await;
}
