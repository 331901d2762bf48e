//! Hosted pages on hosts that are not listed: whatever a provider answers and whatever the database holds, the shop
//! sends no buyer there.

use onefare_server::serve::Running;
use onefare_tests::{Answer, Browser, CARD, IDEAL, Log, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, wanted};

const EMAIL: &str = "amal@example.com";
const PLAN: &str = "/api/subscription/get_checkout_link";

/// Addresses that a browser would open on another host, or as a script.
const ELSEWHERE: [&str; 6] = [
    "https://evil.example/pay",
    "http://127.0.0.1:1/pay",
    "https://checkout.stripe.com/c/pay/cs_test_1",
    "https://www.mollie.com@evil.example/",
    "//evil.example/pay",
    "javascript:alert(1)",
];

/// Every call that answers with a hosted page, its body, and its refusal's code.
async fn calls(shop: &Shop) -> Vec<(&'static str, Value, &'static str)> {
    vec![
        (PLAN, twelve_months(EMAIL, "AED", 15000), "provider_unavailable"),
        (CARD, package(12, EMAIL, 3999), "payment_failed"),
        (IDEAL, package(12, EMAIL, 3999), "payment_failed"),
        (BY_CARD, wanted(shop, "card").await, "create_payment_failed"),
        (BY_IDEAL, wanted(shop, "ideal").await, "create_payment_failed"),
    ]
}

const fn is_by_card(call: &str) -> bool {
    !matches!(call.as_bytes(), b"/api/mollie/create-payment" | b"/api/esim/mollie/create-payment")
}

/// Makes the provider of a call return another URL for its page, on creation or on retrieval.
async fn lie(shop: &Shop, call: &str, at: [&str; 2], url: &str) {
    let (operation, field, value) = if is_by_card(call) {
        (format!("checkout.sessions.{}", at[0]), "url", json!(url))
    } else {
        let link = json!({ "href": url, "type": "text/html" });
        (format!("mollie.payments.{}", at[1]), "_links.checkout", link)
    };
    shop.lie(&operation, field, value, 1000).await;
}

const MADE: [&str; 2] = ["create", "create"];
const READ: [&str; 2] = ["retrieve", "get"];

/// The hosted page's URL in either shop's answer.
fn page(answer: &Answer) -> Option<&str> {
    answer.body["checkout_url"].as_str().or(answer.body["data"]["checkout_url"].as_str())
}

/// How often the alarm was raised.
fn alarms(running: &Running) -> u32 {
    let text = running.app.metrics.text().unwrap();
    let line = text.lines().find(|line| line.starts_with("onefare_alarms_total{kind=\"foreign_page\"}"));
    line.map_or(0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

#[track_caller]
fn is_refused(answer: &Answer, code: &str, what: &str) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!(code)), "{what}");
    assert!(!answer.text.contains("evil") && !answer.text.contains("checkout_url"), "{what}: {answer:?}");
    assert!(answer.headers.get("location").is_none(), "{what}");
}

async fn stored(shop: &Shop) -> Vec<String> {
    shop.texts(
        "SELECT o.state || ' ' || p.state || ' ' || CASE WHEN p.reference IS NULL THEN 'unknown' ELSE 'known' END || ' ' \
         || COALESCE(p.checkout_url, 'no page') FROM payments p JOIN orders o ON o.id = p.order_id",
    )
    .await
}

#[tokio::test]
async fn a_provider_that_makes_its_page_elsewhere_is_not_believed_and_the_order_is_kept() {
    for index in 0..5 {
        let log = Log::listen();
        let shop = Shop::start().await;
        let (call, body, code) = calls(&shop).await.swap_remove(index);
        let mut browser = Browser::default();
        lie(&shop, call, MADE, "https://evil.example/pay").await;
        is_refused(&shop.post(&mut browser, call, body.clone()).await, code, call);
        assert_eq!(stored(&shop).await, ["open open known no page"], "{call}");
        assert_eq!(alarms(&shop.running), 1, "{call}");
        let number = shop.order_number().await;
        let lines = log.take();
        let line =
            lines.lines().find(|line| line.contains("foreign_page")).unwrap_or_else(|| panic!("{call}: {lines}"));
        assert!(line.contains("ERROR") && line.contains(&number) && !line.contains("evil"), "{line}");

        // A retry gives the same refusal, for every URL.
        for url in ELSEWHERE {
            lie(&shop, call, READ, url).await;
            is_refused(&shop.post(&mut browser, call, body.clone()).await, code, &format!("{call} {url}"));
            shop.disarm_faults().await;
        }
        assert_eq!(alarms(&shop.running), 7, "{call}");
        assert_eq!(stored(&shop).await, ["open open known no page"], "{call}: nothing of it is kept");

        // The provider recovers: the same order leads to its page.
        let answer = shop.post(&mut browser, call, body.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{call}: {answer:?}");
        let ours = format!("http://{}/", shop.running.app.config.stripe.checkout_hosts[0]);
        assert!(page(&answer).unwrap().starts_with(&ours), "{answer:?}");
        assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1), "{call}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn a_stored_address_is_looked_at_again_before_it_is_handed_out() {
    for index in 0..5 {
        let shop = Shop::start().await;
        let (call, body, code) = calls(&shop).await.swap_remove(index);
        let mut browser = Browser::default();
        let first = shop.post(&mut browser, call, body.clone()).await;
        let good = page(&first).unwrap_or_else(|| panic!("{call}: {first:?}")).to_owned();
        for (count, url) in ELSEWHERE.into_iter().enumerate() {
            note(&shop, url).await;
            is_refused(&shop.post(&mut browser, call, body.clone()).await, code, &format!("{call} {url}"));
            assert_eq!(alarms(&shop.running) as usize, count + 1, "{call} {url}");
        }
        note(&shop, &good).await;
        assert_eq!(page(&shop.post(&mut browser, call, body.clone()).await), Some(good.as_str()), "{call}");
        assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1), "{call}");
        shop.running.stop().await;
    }
}

/// Writes a URL into the database, as an attacker with write access would.
async fn note(shop: &Shop, url: &str) {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    sqlx::query("UPDATE payments SET checkout_url = $1").bind(url).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}
