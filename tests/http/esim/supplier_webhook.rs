//! `/webhooks/esim-access/{token}`: only at the URL that the supplier knows, and without trust in its content.

use std::time::Duration;

use onefare_server::flows::delivery::supplier_webhook::address;
use onefare_server::jobs::JobKind;
use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::payment::webhooks::refused_events;

async fn send(shop: &Shop, token: &str, body: &str) -> Answer {
    let request = shop.http.post(format!("{}/webhooks/esim-access/{token}", shop.shop)).body(body.to_owned());
    shop.finish(&mut Browser::default(), request).await
}

fn token(shop: &Shop) -> String {
    let config = &shop.running.app.config;
    let address = address(&config.public_url, config).expect("an address");
    address.path_segments().expect("a path").next_back().expect("a token").to_owned()
}

fn told(id: &str, order_no: &str) -> Value {
    json!({ "notifyType": "ORDER_STATUS", "notifyId": id, "eventGenerateTime": "2026-11-20T12:00:00Z",
        "content": { "orderNo": order_no, "transactionId": "esim_nobody", "orderStatus": "GOT_RESOURCE" } })
}

#[tokio::test]
async fn only_who_was_told_the_address_is_heard() {
    let shop = Shop::start().await;
    let token = token(&shop);
    assert_eq!(token.len(), 26, "130 bits");
    let body = told("1", "B1").to_string();
    let (short, long, other) = (&token[1..], format!("{token}x"), "0".repeat(26));
    for wrong in [short, &long, &other, &token.to_uppercase(), "x", "%00"] {
        let answer = send(&shop, wrong, &body).await;
        assert_eq!(
            (answer.status, answer.body["code"].as_str()),
            (StatusCode::NOT_FOUND, Some("not_found")),
            "{wrong}"
        );
    }
    for path in ["/webhooks/esim-access", "/webhooks/esim-access/"] {
        let answer = shop.finish(&mut Browser::default(), shop.http.post(format!("{}{path}", shop.shop))).await;
        assert!(!answer.status.is_success(), "{path}: {}", answer.status);
    }
    assert_eq!(shop.rows("webhook_events").await, 0, "nothing is stored of a refused event");
    assert_eq!(refused_events(&shop).await, ["{provider=\"esim_access\",reason=\"token\"} 6"]);
    assert_eq!(send(&shop, &token, &body).await.status, StatusCode::OK);
    let get = shop.get(&format!("/webhooks/esim-access/{token}")).await;
    assert_eq!(get.status, StatusCode::METHOD_NOT_ALLOWED);
    shop.running.stop().await;
}

#[tokio::test]
async fn nonsense_is_refused_and_what_concerns_nobody_is_taken() {
    let shop = Shop::start().await;
    let token = token(&shop);
    for body in ["", "not json", "[]", "{}", "{\"notifyType\":7}"] {
        let answer = send(&shop, &token, body).await;
        assert_eq!(
            (answer.status, answer.body["code"].as_str()),
            (StatusCode::BAD_REQUEST, Some("bad_request")),
            "{body}"
        );
    }
    assert_eq!(refused_events(&shop).await, ["{provider=\"esim_access\",reason=\"unreadable\"} 5"]);
    let huge = format!("{{\"notifyType\":\"{}\"}}", "x".repeat(300 * 1024));
    assert_eq!(send(&shop, &token, &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(shop.rows("webhook_events").await, 0);
    let test = json!({ "notifyType": "CHECK_HEALTH", "content": { "orderNo": "1234567890", "orderStatus": "Test" } });
    assert_eq!(send(&shop, &token, &test.to_string()).await.status, StatusCode::OK);
    assert_eq!(shop.rows("webhook_events").await, 0, "whether anybody is there is no event");
    for body in [
        told("1", "B1"),
        told("1", "B1"),
        told("2", "B\0; DROP TABLE orders"),
        json!({ "notifyType": "DATA_USAGE", "notifyId": "3", "content": { "esimTranNo": "2612", "remain": 1 } }),
        json!({ "notifyType": "SOMETHING_NEW", "notifyId": "4", "content": {} }),
        json!({ "notifyType": "ORDER_STATUS", "content": {} }),
        json!({ "notifyType": "ORDER_STATUS" }),
    ] {
        let answer = send(&shop, &token, &body.to_string()).await;
        assert_eq!(answer.status, StatusCode::OK, "{body}: {answer:?}");
    }
    assert_eq!(shop.rows("webhook_events").await, 6, "a repeat is noted once");
    let jobs = shop.texts("SELECT kind FROM jobs ORDER BY kind").await;
    assert_eq!(jobs, JobKind::STANDING.map(JobKind::word), "nobody's order is delivered");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_supplier_is_told_where_we_are() {
    let shop = Shop::start().await;
    let config = &shop.running.app.config;
    let expected = address(&config.public_url, config).expect("an address");
    for _ in 0..600 {
        let account = shop.control("esims/account", json!({})).await;
        if account["webhook"] == json!(expected.as_str()) {
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the supplier was not told");
}
