//! The events that pages report.

use onefare_tests::Shop;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{Visitor, shop_with};

fn event(name: &str, id: &str) -> Value {
    json!({ "name": name, "event_id": id, "page": "/ar/buy", "product_id": "vpn-12m", "currency": "AED" })
}

#[tokio::test]
async fn each_event_of_a_page_is_forwarded_once_at_our_own_price() {
    let receiver = Receiver::start(&[]).await;
    let shop = shop_with(&receiver).await;
    let mut visitor = Visitor::default();
    visitor.answers(&shop, "accept", &shop.shop).await;
    for (name, id, kept) in [
        ("view_content", "0123456789abcdef", true),
        ("view_content", "0123456789abcdef", false),
        ("add_to_cart", "0123456789abcdef", true),
        ("conversion", "0123456789abcdef", true),
        ("conversion", "fedcba9876543210", true),
    ] {
        let answer = visitor.post(&shop, "/api/events", event(name, id)).await;
        assert_eq!(answer.body, json!({ "status": "ok", "kept": kept }), "{name} {id}");
    }
    shop.until(4, async || receiver.count()).await;
    let deliveries = receiver.deliveries();
    assert!(deliveries.iter().all(super::receiver::Delivery::is_signed));
    let viewed = deliveries.iter().map(super::receiver::Delivery::json).find(|event| event["name"] == "view_content");
    let viewed = viewed.unwrap();
    assert_eq!(
        viewed,
        json!({
            "id": viewed["id"], "name": "view_content", "event_id": "0123456789abcdef", "page": "buy",
            "occurred_at": "2026-11-20T12:00:00Z", "product_id": "vpn-12m", "currency": "AED", "amount": 15_000,
        })
    );
    // A deal has its own price, in euros.
    let mut deal = event("add_to_cart", "a-deal-in-the-cart");
    (deal["page"], deal["product_id"], deal["currency"]) =
        ("/affiliate-vpn-deals".into(), "deal-12m".into(), "EUR".into());
    assert_eq!(visitor.post(&shop, "/api/events", deal).await.body["kept"], true);
    shop.until(5, async || receiver.count()).await;
    assert_eq!(receiver.deliveries()[4].json()["amount"], 3_999);
    shop.pass(3_600).await;
    shop.until_idle().await;
    assert_eq!(receiver.count(), 5);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_no_page_of_ours_would_send_is_refused() {
    let shop: Shop = shop_with(&Receiver::start(&[]).await).await;
    let mut visitor = Visitor::default();
    visitor.answers(&shop, "accept", &shop.shop).await;
    let with = |key: &str, value: Value| {
        let mut body = event("view_content", "0123456789abcdef");
        body[key] = value;
        body
    };
    for body in [
        with("name", "purchase".into()),
        with("event_id", "short".into()),
        with("event_id", "a@example.com-0123456789".into()),
        with("page", "/nowhere".into()),
        with("page", "https://evil.example/buy".into()),
        with("product_id", "vpn-99m".into()),
        with("currency", "XXX".into()),
        with("amount", 1.into()),
    ] {
        let answer = visitor.post(&shop, "/api/events", body.clone()).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("bad_request")), "{body}");
    }
    assert_eq!(shop.rows("events").await, 0);
    shop.running.stop().await;
}
