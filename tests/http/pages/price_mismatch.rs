//! Pages report prices that they compute differently: the shop counts all, logs within bounds, and stores no personal
//! data.

use std::time::Duration;

use onefare_tests::{Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

const CALL: &str = "/api/price-mismatch";

fn report() -> Value {
    json!({ "page": "buy", "product_id": "vpn-12m", "currency": "AED", "price_book": 1, "shown": 15_000, "computed": 14_000 })
}

async fn counted(shop: &Shop) -> Option<u32> {
    let figures = shop.figures().await;
    let line = figures.lines().find_map(|line| line.strip_prefix("onefare_price_mismatches_total "))?;
    line.parse().ok()
}

#[tokio::test]
async fn a_report_is_counted_and_no_more_than_thirty_a_minute_are_taken() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    assert_eq!(counted(&shop).await, Some(0));
    for _ in 0..30 {
        let answer = shop.post(&mut browser, CALL, report()).await;
        assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("ok")));
    }
    let answer = shop.post(&mut browser, CALL, report()).await;
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("rate_limited")));
    assert_eq!(counted(&shop).await, Some(31));
    shop.clock.advance(Duration::from_secs(60));
    let mut without = report();
    without.as_object_mut().unwrap().remove("computed");
    assert_eq!(shop.post(&mut browser, CALL, without).await.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_no_report_is_refused_and_not_counted() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    for (field, wrong) in [
        ("page", json!("/buy?email=sara@example.com")),
        ("page", json!("a".repeat(65))),
        ("product_id", json!("sara@example.com")),
        ("product_id", json!(12)),
        ("currency", json!("XXX")),
        ("currency", json!("KWD")),
        ("shown", json!(-1)),
        ("shown", json!(9_007_199_254_740_992_i64)),
        ("computed", json!(-1)),
        ("price_book", json!("1")),
        ("email", json!("sara@example.com")),
    ] {
        let mut body = report();
        body[field] = wrong;
        let answer = shop.post(&mut browser, CALL, body).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("bad_request")), "{field}");
    }
    assert_eq!(counted(&shop).await, Some(0));
    shop.running.stop().await;
}
