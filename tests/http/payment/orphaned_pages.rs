//! Hosted pages that the provider created and the shop never stored, because the server died in between: the shop does
//! not wait for them, so they must not be payable.

use std::time::Duration;

use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

const EMAIL: &str = "amal@example.com";

/// Clears the provider's answer, as if the server had died before storing it.
async fn forget_the_page(shop: &Shop, answer: &Answer) {
    let session = Shop::session_of(answer);
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let sql = "UPDATE payments SET reference = NULL, checkout_url = NULL, expires_at = NULL WHERE reference = $1";
    let forgotten = sqlx::query(sql).bind(session).execute(&mut *tx).await.unwrap();
    assert_eq!(forgotten.rows_affected(), 1);
    tx.commit().await.unwrap();
}

/// The states of the provider's pages, the oldest first.
async fn pages(shop: &Shop) -> Vec<String> {
    let request = shop.http.get(format!("{}/v1/checkout/sessions?limit=100", shop.sandbox));
    let list = shop.finish(&mut Browser::default(), request.bearer_auth("sk_test_onefare_sandbox")).await.body;
    let status = |session: &Value| session["status"].as_str().unwrap().to_owned();
    let mut pages: Vec<String> = list["data"].as_array().unwrap().iter().map(status).collect();
    pages.reverse();
    pages
}

/// Waits until no page is left to expire, and returns the pages' states.
async fn pages_at_rest(shop: &Shop) -> Vec<String> {
    for _ in 0..600 {
        let sql = "SELECT CAST(COUNT(*) AS BIGINT) FROM jobs WHERE kind = 'expire_page'";
        let mut conn = shop.running.app.store.read().await.unwrap();
        let waiting: i64 = sqlx::query_scalar(sql).fetch_one(&mut *conn).await.unwrap();
        drop(conn);
        if waiting == 0 {
            return pages(shop).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("pages are still being ended: {:?}", pages(shop).await);
}

#[tokio::test]
async fn a_page_that_was_made_and_not_noted_is_ended_when_its_choice_is_overtaken() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    forget_the_page(&shop, &first).await;
    let second = shop.checkout(&mut browser, twelve_months(EMAIL, "USD", 3999)).await;
    assert_eq!(second.status, StatusCode::OK, "{second:?}");
    assert_eq!(pages_at_rest(&shop).await, ["expired", "open"]);
    // The recovered id is stored: the old address reports a failed payment.
    assert_eq!(shop.verify(&mut browser, &Shop::session_of(&first)).await.body["payment_status"], "failed");
    shop.running.stop().await;
}

#[tokio::test]
async fn money_on_a_page_that_was_not_noted_is_not_lost() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let first = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    forget_the_page(&shop, &first).await;
    shop.at_pay_page(&Shop::session_of(&first), "pay").await;
    shop.checkout(&mut browser, twelve_months(EMAIL, "USD", 3999)).await;
    // The older page was paid, so the newer one expires and the older order is delivered.
    let mut pages = pages_at_rest(&shop).await;
    for _ in 0..600 {
        if pages == ["complete", "expired"] {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        pages = pages_at_rest(&shop).await;
    }
    assert_eq!(pages, ["complete", "expired"]);
    assert_eq!(shop.verify_until_known(&mut browser, &Shop::session_of(&first)).await.body["status"], "ok");
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_nobody_was_shown_is_ended_when_it_is_given_up() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    forget_the_page(&shop, &first).await;
    shop.clock.advance(Duration::from_secs(150));
    let second = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    assert_ne!(Shop::session_of(&first), Shop::session_of(&second));
    assert_eq!(pages_at_rest(&shop).await, ["expired", "open"]);
    assert_eq!(shop.rows("orders").await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_was_never_made_leaves_none_that_can_be_paid() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    shop.control("faults", json!({ "operation": "checkout.sessions.create", "kind": "error_500", "times": 50 })).await;
    let down = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE);
    shop.disarm_faults().await;
    shop.checkout(&mut browser, twelve_months(EMAIL, "USD", 3999)).await;
    let mut pages = pages_at_rest(&shop).await;
    pages.sort();
    assert!(pages == ["expired", "open"] || pages == ["open"], "{pages:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_provider_will_not_make_any_more_needs_no_ending() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    shop.control("faults", json!({ "operation": "checkout.sessions.create", "kind": "error_500", "times": 50 })).await;
    shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    shop.disarm_faults().await;
    // Its page would have to close within a quarter of an hour, which the provider refuses.
    shop.clock.advance(Duration::from_secs(22 * 3600 + 45 * 60));
    shop.checkout(&mut browser, twelve_months(EMAIL, "USD", 3999)).await;
    assert_eq!(pages_at_rest(&shop).await, ["open"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_has_closed_by_itself_is_not_asked_for() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await;
    forget_the_page(&shop, &first).await;
    // By now the provider has forgotten the idempotency key and would create a second page under it.
    shop.clock.advance(Duration::from_secs(25 * 3600));
    shop.checkout(&mut browser, twelve_months(EMAIL, "USD", 3999)).await;
    assert_eq!(pages_at_rest(&shop).await.len(), 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_page_that_was_not_noted_is_found_again_and_no_second_one_is_made() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ideal = shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await;
    forget_the_page(&shop, &ideal).await;
    // Card instead: the iDEAL payment is superseded, and Mollie's payment for it ends.
    let card = shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await;
    assert_eq!(card.status, StatusCode::OK, "{card:?}");
    let payment = Shop::session_of(&ideal);
    for _ in 0..600 {
        let known = shop.texts("SELECT COALESCE(reference, '') FROM payments WHERE provider = 'mollie'").await;
        if known == [payment.as_str()] {
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the iDEAL payment was not found again");
}
