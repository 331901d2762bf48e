//! From paid to delivered and confirmed, whichever of webhook, return page and recheck comes first, or never comes.

use std::time::Duration;

use onefare_tests::{Browser, Shop, start_of_story, twelve_months};
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test]
async fn a_paid_order_is_delivered_and_told_once() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("Amal.K@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&started);
    let waiting = shop.verify(&mut browser, &session).await;
    assert_eq!(
        (waiting.body["status"].clone(), waiting.body["payment_status"].clone()),
        (json!("pending"), json!("pending"))
    );
    assert!(waiting.body.get("subscriptionEndDate").is_none(), "nothing is claimed before the money is there");
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!(paid.status, StatusCode::OK);
    assert_eq!(paid.body["status"], "ok");
    assert_eq!(paid.body["subscriptionEndDate"], "2027-11-20T12:00:00Z");
    assert_eq!(paid.body["subscription_end_text"], "20 November 2027");
    assert_eq!(paid.body["email"], "Amal.K@example.com");
    assert_eq!(paid.body["amount"], json!(15000));
    assert_eq!(paid.body["isNewCustomer"], json!(true));
    let number = paid.body["orderId"].as_str().unwrap().to_owned();
    for _ in 0..3 {
        let again = shop.verify(&mut browser, &session).await;
        assert_eq!(again.body, paid.body, "a reload shows the same");
    }
    let letters = shop.letters_to("Amal.K@example.com", 1).await;
    assert_eq!(letters.len(), 1);
    let text = letters[0].to_string();
    assert!(text.contains(&number) && text.contains("20 November 2027") && text.contains("150.00"), "{text}");
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn the_recheck_replaces_a_lost_webhook() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    shop.at_pay_page(&Shop::session_of(&started), "pay").await;
    assert_eq!(shop.rows("deliveries").await, 0);
    // The buyer never returns; the clock advances.
    shop.pass(120).await;
    shop.letters_to("amal@example.com", 1).await;
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_doubled_webhook_changes_nothing() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "duplicate" })).await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    shop.letters_to("amal@example.com", 1).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(shop.letters_to("amal@example.com", 1).await.len(), 1);
    assert_eq!((shop.rows("deliveries").await, shop.letters_noted().await), (1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_expired_page_is_failed_and_the_next_attempt_stays_on_the_order() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let started = shop.checkout(&mut browser, body.clone()).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "expire").await;
    let failed = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!(
        (failed.body["status"].clone(), failed.body["payment_status"].clone()),
        (json!("error"), json!("failed"))
    );
    let retried = shop.checkout(&mut browser, body).await;
    assert_eq!(retried.status, StatusCode::OK, "{retried:?}");
    let second = Shop::session_of(&retried);
    assert_ne!(session, second);
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2));
    shop.at_pay_page(&second, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &second).await.body["status"], "ok");
    // The old page's address now shows the paid order instead of a failure.
    assert_eq!(shop.verify_until_known(&mut browser, &session).await.body["status"], "ok");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_second_payment_of_one_order_goes_back_and_delivers_nothing_more() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let first = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    // The provider wrongly reports once that the first page has expired; both pages are paid in the end.
    shop.lie("checkout.sessions.retrieve", "status", "expired", 1).await;
    assert_eq!(shop.verify(&mut browser, &first).await.body["payment_status"], "failed");
    shop.disarm_faults().await;
    let second = Shop::session_of(&shop.checkout(&mut browser, body).await);
    assert_ne!(first, second);
    shop.at_pay_page(&second, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &second).await.body["status"], "ok");
    shop.at_pay_page(&first, "pay").await;
    for _ in 0..3 {
        assert_eq!(shop.verify(&mut browser, &first).await.body["status"], "ok", "the order is paid to its buyer");
    }
    let sql = "SELECT p.state || ' ' || COALESCE(p.failure, '') || ' ' || o.state FROM payments p \
               JOIN orders o ON o.id = p.order_id ORDER BY p.state";
    shop.until(vec!["paid  delivered".to_owned(), "refunded order_paid_twice delivered".to_owned()], async || {
        shop.texts(sql).await
    })
    .await;
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_declined_card_leaves_the_page_open() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "decline").await;
    assert_eq!(shop.verify(&mut browser, &session).await.body["status"], "pending");
    shop.at_pay_page(&session, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &session).await.body["status"], "ok");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_lies_is_quarantined_and_nothing_is_delivered() {
    for (field, value) in [
        ("amount_total", json!(14999)),
        ("currency", json!("usd")),
        ("livemode", json!(true)),
        ("client_reference_id", json!("pay_someone_else")),
        ("payment_status", json!("no_payment_required")),
    ] {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
        let session = Shop::session_of(&started);
        shop.lie("checkout.sessions.retrieve", field, value, 1000).await;
        shop.at_pay_page(&session, "pay").await;
        for _ in 0..10 {
            let answer = shop.verify(&mut browser, &session).await;
            assert_eq!(answer.body["status"], "pending", "{field}: {answer:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        assert_eq!(shop.rows("deliveries").await, 0, "{field}");
        let mut conn = shop.running.app.store.read().await.unwrap();
        let state: String = sqlx::query_scalar("SELECT state FROM orders").fetch_one(&mut *conn).await.unwrap();
        assert_eq!(state, "held", "{field}");
        drop(conn);
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn a_stranger_who_buys_in_the_name_of_a_customer_learns_nothing_of_what_that_customer_bought() {
    let shop = Shop::start().await;
    let mut seen = Vec::new();
    let mut browsers = [Browser::default(), Browser::default()];
    for (who, plan) in [(0, "vpn-1m"), (0, "vpn-12m"), (1, "vpn-1m")] {
        let browser = &mut browsers[who];
        let body = json!({ "email": "amal@example.com", "selectedPackage": plan, "currency": "AED" });
        let session = Shop::session_of(&shop.checkout(browser, body).await);
        shop.at_pay_page(&session, "pay").await;
        let paid = shop.verify_until_known(browser, &session).await.body;
        seen.push((paid["isNewCustomer"].clone(), paid["lifetimeValue"].clone()));
        shop.clock.advance(std::time::Duration::from_secs(1));
    }
    let expected = [(true, 3_999), (false, 18_999), (true, 3_999)].map(|(new, value)| (json!(new), json!(value)));
    assert_eq!(seen, expected);
    shop.running.stop().await;
}

#[tokio::test]
async fn strangers_with_the_link_see_a_masked_address() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    let stranger = shop.verify(&mut Browser::default(), &session).await;
    assert_eq!(stranger.body["email"], "a***@example.com");
    assert_eq!(
        (stranger.body["isNewCustomer"].clone(), stranger.body["lifetimeValue"].clone()),
        (json!(true), json!(0))
    );
    assert_eq!(stranger.headers["cache-control"], "no-store");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_restart() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&started);
    let Shop { running, data, clock, .. } = shop;
    running.stop().await;
    assert_eq!(clock.now(), start_of_story());
    let shop = Shop::start_in(data, clock).await;
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!((paid.body["status"].clone(), paid.body["email"].clone()), (json!("ok"), json!("amal@example.com")));
    shop.running.stop().await;
}
