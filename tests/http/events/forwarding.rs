//! Which events leave, how often, and how they are signed.

use onefare_core::email::Email;
use onefare_tests::{CARD, Shop, package, twelve_months};
use serde_json::json;

use super::receiver::{Answer, Receiver};
use super::{Visitor, shop_with};
use crate::account::Visitor as SignedIn;
use crate::esim::shop::{BY_CARD, wanted};

/// Longer than a purchase event waits for the id that its result page names.
const SETTLED: u64 = 61;

async fn arrived(shop: &Shop, receiver: &Receiver, count: usize) {
    shop.until(count, async || receiver.count()).await;
    shop.until_idle().await;
    assert_eq!(receiver.count(), count);
}

/// Lets enough time pass for any further delivery.
async fn nothing_more(shop: &Shop, receiver: &Receiver, count: usize) {
    for _ in 0..3 {
        shop.pass(3_600).await;
    }
    arrived(shop, receiver, count).await;
}

async fn agreed(shop: &Shop) -> Visitor {
    let mut visitor = Visitor::default();
    visitor.answers(shop, "accept", &shop.shop).await;
    visitor
}

#[tokio::test]
async fn a_purchase_leaves_once_with_what_its_pages_named() {
    let receiver = Receiver::start(&[]).await;
    let shop = shop_with(&receiver).await;
    let mut visitor = agreed(&shop).await;
    let session = visitor.pays(&shop, " Amal@Example.com").await;
    for id in ["purchase-1", "purchase-2"] {
        let body = json!({ "session_id": session, "fb_params": { "purchase_event_id": id, "addToCartId": "cart-2" } });
        visitor.post(&shop, "/api/subscription/verify", body).await;
    }
    assert_eq!(receiver.count(), 0, "it waits for the id of the result page");
    shop.pass(SETTLED).await;
    arrived(&shop, &receiver, 1).await;
    let delivery = receiver.deliveries().remove(0);
    let event = delivery.json();
    assert_eq!(
        event,
        json!({
            "id": event["id"], "name": "purchase", "event_id": "purchase-1", "occurred_at": "2026-11-20T12:00:00Z",
            "product_id": "vpn-12m", "currency": "AED", "amount": 15_000, "im_ref": "partner-7",
            "email_sha256": Email::parse("amal@example.com").unwrap().digest(),
            "fb_params": { "addToCartId": "cart-1", "purchase_event_id": "purchase-1" },
        })
    );
    assert!(delivery.is_signed() && delivery.head.starts_with("POST /in?shop=1 "), "{delivery:?}");
    assert_eq!(delivery.header("onefare-event-id"), event["id"]);
    assert!(!delivery.body.to_lowercase().contains("amal"), "no address");
    // The settlement and the page's status call are repeated.
    shop.verify(&mut visitor.browser(), &session).await;
    nothing_more(&shop, &receiver, 1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_leaves_without_consent() {
    let receiver = Receiver::start(&[]).await;
    let shop = shop_with(&receiver).await;
    let mut silent = Visitor::default();
    silent.pays(&shop, "silent@example.com").await;
    let mut refusing = agreed(&shop).await;
    refusing.answers(&shop, "reject", &shop.shop).await;
    refusing.pays(&shop, "refusing@example.com").await;
    let mut forged = Visitor { consent: Some("consent=yes-".to_owned()), ..Visitor::default() };
    forged.pays(&shop, "forged@example.com").await;
    for (visitor, id) in [(&mut silent, "s"), (&mut refusing, "r"), (&mut forged, "f")] {
        let event = json!({ "name": "view_content", "event_id": id.repeat(16), "page": "/buy" });
        assert_eq!(visitor.post(&shop, "/api/events", event).await.body["kept"], false);
    }
    assert_eq!(shop.rows("events").await, 0);
    nothing_more(&shop, &receiver, 0).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_has_not_left_yet_is_deleted_when_consent_is_withdrawn() {
    let receiver = Receiver::start(&[Answer::Status(500)]).await;
    let shop = shop_with(&receiver).await;
    for (choice, email) in [("reject", "amal@example.com"), ("ask", "sara@example.com")] {
        let mut visitor = agreed(&shop).await;
        visitor.pays(&shop, email).await;
        visitor.answers(&shop, choice, &shop.shop).await;
        assert_eq!(shop.rows("events").await, 0, "{choice}");
    }
    nothing_more(&shop, &receiver, 0).await;
    // The same between two tries.
    let mut visitor = agreed(&shop).await;
    visitor.pays(&shop, "huda@example.com").await;
    shop.pass(SETTLED).await;
    arrived(&shop, &receiver, 1).await;
    visitor.answers(&shop, "reject", &shop.shop).await;
    nothing_more(&shop, &receiver, 1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_receiver_that_fails_gets_the_same_event_until_it_takes_it() {
    let receiver =
        Receiver::start(&[Answer::Status(500), Answer::Lost, Answer::Status(302), Answer::Status(200)]).await;
    let shop = shop_with(&receiver).await;
    agreed(&shop).await.pays(&shop, "amal@example.com").await;
    for count in 1..=4 {
        shop.pass(SETTLED).await;
        arrived(&shop, &receiver, count).await;
    }
    let deliveries = receiver.deliveries();
    assert!(deliveries.iter().all(|one| one.body == deliveries[0].body && one.is_signed()), "{deliveries:?}");
    let times: Vec<_> = deliveries.iter().map(|one| one.header("onefare-signature").split(',').next()).collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "each try is signed anew: {times:?}");
    nothing_more(&shop, &receiver, 4).await;
    // The buyer noticed nothing, and the row is deleted after a month.
    assert_eq!(shop.rows("deliveries").await, 1);
    shop.pass(31 * 86_400).await;
    shop.until(0, async || shop.rows("events").await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn an_event_that_nobody_takes_for_three_days_is_given_up_and_counted() {
    let receiver = Receiver::start(&[Answer::Status(503); 20]).await;
    let shop = shop_with(&receiver).await;
    agreed(&shop).await.pays(&shop, "amal@example.com").await;
    shop.pass(SETTLED).await;
    arrived(&shop, &receiver, 1).await;
    assert_eq!(shop.rows("events").await, 1);
    shop.pass(3 * 86_400).await;
    shop.until(0, async || shop.rows("events").await).await;
    shop.until_idle().await;
    let alarm = "onefare_alarms_total{kind=\"event_undelivered\"} 1";
    shop.until(true, async || shop.figures().await.contains(alarm)).await;
    assert_eq!(shop.texts("SELECT id FROM jobs WHERE kind = 'forward_event'").await, Vec::<String>::new());
    nothing_more(&shop, &receiver, 2).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_held_orders_purchase_is_never_sent() {
    let receiver = Receiver::start(&[]).await;
    let shop = shop_with(&receiver).await;
    let mut visitor = agreed(&shop).await;
    let mut body = twelve_months("amal@example.com", "AED", 15_000);
    body["fb_params"] = json!({ "addToCartId": "cart-1" });
    let session = Shop::session_of(&visitor.post(&shop, "/api/subscription/get_checkout_link", body).await);
    shop.lie("checkout.sessions.retrieve", "amount_total", 14_999, 1000).await;
    shop.at_pay_page(&session, "pay").await;
    shop.until_order("held").await;
    shop.disarm_faults().await;
    nothing_more(&shop, &receiver, 0).await;
    assert_eq!(shop.rows("events").await, 1, "it waits in vain, and is deleted after a month");
    shop.running.stop().await;
}

#[tokio::test]
async fn deals_and_data_name_their_purchase_at_the_checkout() {
    let receiver = Receiver::start(&[]).await;
    let shop = shop_with(&receiver).await;
    let mut visitor = agreed(&shop).await;
    let named = json!({ "addToCartId": "cart-1", "purchase_event_id": "purchase-1", "fbp": 7 });
    let mut deal = package(12, "amal@example.com", 3_999);
    deal["fb_params"] = named.clone();
    let answer = visitor.post(&shop, CARD, deal).await;
    shop.at_pay_page(&Shop::session_of(&answer), "pay").await;
    shop.until(1, async || shop.rows("deliveries").await).await;
    let mut data = wanted(&shop, "card").await;
    data["fb_params"] = named;
    let answer = visitor.post(&shop, BY_CARD, data).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    let kept = "SELECT fb_params FROM events WHERE name = 'purchase' ORDER BY created_at";
    for params in shop.texts(kept).await {
        assert_eq!(params, r#"{"addToCartId":"cart-1","purchase_event_id":"purchase-1"}"#);
    }
    assert_eq!(shop.rows("events").await, 2);
    let mut owner = SignedIn::signed_in(&shop, "amal@example.com").await;
    let stored = owner.get(&shop, "/api/account/data").await.body["events"].clone();
    let (event, count) = (&stored[0], stored.as_array().unwrap().len());
    assert_eq!((count, &event["name"]), (1, &json!("purchase")), "what was paid for: {stored}");
    assert_eq!(event["advertising_parameters"]["purchase_event_id"], "purchase-1");
    shop.pass(SETTLED).await;
    shop.until(true, async || receiver.count() >= 1).await;
    let event = receiver.deliveries().remove(0).json();
    assert_eq!((&event["event_id"], &event["product_id"]), (&json!("purchase-1"), &json!("deal-12m")));
    shop.running.stop().await;
}
