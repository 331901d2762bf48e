//! The eSIM shop's calls, as its pages make them.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

pub const BY_CARD: &str = "/api/esim/stripe/create-payment";
pub const BY_IDEAL: &str = "/api/esim/mollie/create-payment";
pub const GENERATE: &str = "/api/esim/generate-esim-order";
pub const EMAIL: &str = "amal@example.com";

/// Spain as the page shows it: bundle number, and the plan of 3 GB for 15 days.
pub async fn spain(shop: &Shop) -> (Value, Value) {
    let list = shop.get("/api/esim/bundles").await.body;
    let country = list["data"]["countries"].as_array().unwrap().iter().find(|one| one["code"] == "ES").unwrap().clone();
    let bundle = shop.get(&format!("/api/esim/bundle/{}", country["id"])).await.body;
    let refills = bundle["data"]["refills"].as_array().unwrap();
    let plan = refills.iter().find(|one| (&one["amount_mb"], &one["amount_days"]) == (&json!(3072), &json!(15)));
    (country["id"].clone(), plan.unwrap().clone())
}

/// The body a page sends for Spain; `method` is `card` or `ideal`.
pub async fn wanted(shop: &Shop, method: &str) -> Value {
    let (id, plan) = spain(shop).await;
    let (currency, price) = if method == "card" { ("USD", &plan["price_usd"]) } else { ("EUR", &plan["price_eur"]) };
    json!({
        "email": EMAIL, "bundle_id": id, "payment_method": method, "structured_data": plan["structured_data"],
        "currency": currency, "expected_amount": price, "language": "en",
    })
}

pub fn changed(body: &Value, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[field] = value;
    body
}

/// The hash in the return address of a card payment.
pub async fn hash_of_card(shop: &Shop, session: &str) -> String {
    let session = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    let url: url::Url = session["success_url"].as_str().unwrap().parse().unwrap();
    assert_eq!(url.path(), "/esim/callback-success");
    assert!(url.query_pairs().any(|(name, value)| name == "payment_method" && value == "card"), "{url}");
    url.query_pairs().find(|(name, _)| name == "hash").unwrap().1.into_owned()
}

pub async fn status(shop: &Shop, browser: &mut Browser, provider: &str, hash: &str) -> Answer {
    let path = format!("/api/esim/{provider}/check-payment-status?hash={hash}&payment_method=card");
    shop.send(browser, Method::GET, &path, None).await
}

pub async fn status_until(shop: &Shop, browser: &mut Browser, provider: &str, hash: &str, wanted: &str) -> Answer {
    for _ in 0..60 {
        let answer = status(shop, browser, provider, hash).await;
        if answer.body["payment_status"] == wanted {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("not {wanted} after six seconds");
}

pub async fn generated(shop: &Shop, browser: &mut Browser, order: &Value) -> Answer {
    for _ in 0..5 {
        let answer = shop.post(browser, GENERATE, json!({ "structure_data": order })).await;
        if answer.body["status"] != "pending" {
            return answer;
        }
    }
    panic!("no eSIM was made");
}

/// A shop whose supplier makes orders at once.
pub async fn quick() -> Shop {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop
}

/// The price after a discount code: `CODE/CENTS` and the query.
pub(super) async fn code(shop: &Shop, path: &str) -> Answer {
    shop.send(&mut Browser::default(), Method::POST, &format!("/api/esim/discount-code/{path}"), None).await
}

/// A refusal in the call's own envelope, with status 200.
pub(super) fn told(answer: &Answer) -> (&str, &str) {
    assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("error")), "{answer:?}");
    assert_eq!(answer.body.get("currency"), None);
    (answer.body["code"].as_str().unwrap(), answer.body["data"].as_str().unwrap())
}

/// A refusal in the problem body.
pub(super) fn refused(answer: &Answer) -> (u16, &str, &str) {
    assert_eq!(answer.body["status"], "error", "{answer:?}");
    (answer.status.as_u16(), answer.body["code"].as_str().unwrap(), answer.body["message"].as_str().unwrap())
}
