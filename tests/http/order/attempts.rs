//! A purchase attempt that is repeated, changed, interrupted or resumed: one order, and one payable page.

use std::time::Duration;

use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

#[tokio::test]
async fn one_attempt_makes_one_order_however_often_it_is_sent() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let first = shop.checkout(&mut browser, body.clone()).await;
    assert_eq!(first.status, StatusCode::OK, "{first:?}");
    // A refresh: with no key, from the same browser, for the same choice.
    let again = shop.checkout(&mut browser, body.clone()).await;
    assert_eq!(first.body["checkout_url"], again.body["checkout_url"]);
    // A double click: the same key, at the same moment, twenty times.
    let keyed = |body: Value, cookie: String| {
        let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
        let request = shop.http.post(url).header("idempotency-key", "attempt-0123456789").header("cookie", cookie);
        request.header("content-type", "application/json").body(body.to_string()).send()
    };
    let other = json!({ "email": "noor@example.com", "selectedPackage": "vpn-1m" });
    let cookie = browser.cookie.clone().unwrap();
    let mut clicks = tokio::task::JoinSet::new();
    for _ in 0..20 {
        clicks.spawn(keyed(other.clone(), cookie.clone()));
    }
    let mut urls = std::collections::BTreeSet::new();
    while let Some(click) = clicks.join_next().await {
        let text = click.unwrap().unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        urls.insert(answer["checkout_url"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned());
    }
    assert_eq!(urls.len(), 1, "{urls:?}");
    assert_eq!(shop.rows("orders").await, 2);
    assert_eq!(shop.rows("payments").await, 2);
    // The key belongs to that choice; the shop refuses another choice under it.
    let mut mine = browser.clone();
    let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
    let request = shop.http.post(url).header("idempotency-key", "attempt-0123456789");
    let stolen = request.header("content-type", "application/json").body(body.to_string());
    let refused = shop.finish(&mut mine, stolen).await;
    assert_eq!(
        (refused.status, &refused.body["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("idempotency_key_reused"))
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn another_choice_ends_the_old_payment_page() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let second = shop.checkout(&mut browser, twelve_months("amal@example.com", "USD", 3999)).await;
    assert_ne!(first.body["checkout_url"], second.body["checkout_url"]);
    let old = Shop::session_of(&first);
    for _ in 0..600 {
        let request = shop.http.get(format!("{}/v1/checkout/sessions/{old}", shop.sandbox));
        let session = shop.finish(&mut Browser::default(), request.bearer_auth("sk_test_onefare_sandbox")).await.body;
        if session["status"] == "expired" {
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the old page can still be paid");
}

#[tokio::test]
async fn the_provider_down_keeps_the_order_and_the_retry_finds_it() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let fault = json!({ "operation": "checkout.sessions.create", "kind": "error_500", "times": 50 });
    shop.control("faults", fault).await;
    let down = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(down.body["message"], "Something went wrong. Please try again.");
    assert!(down.headers.contains_key("retry-after"));
    assert_eq!(shop.rows("orders").await, 1);
    shop.disarm_faults().await;
    let retried = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    assert_eq!(retried.status, StatusCode::OK, "{retried:?}");
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn the_provider_that_acts_and_then_times_out_is_not_asked_for_a_second_page() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let fault = json!({ "operation": "checkout.sessions.create", "kind": "timeout_after", "times": 1 });
    shop.control("faults", fault).await;
    let body = twelve_months("amal@example.com", "AED", 15000);
    let mut answer = shop.checkout(&mut browser, body.clone()).await;
    if answer.status != StatusCode::OK {
        answer = shop.checkout(&mut browser, body).await;
    }
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let request = shop.http.get(format!("{}/v1/checkout/sessions?limit=100", shop.sandbox));
    let list = shop.finish(&mut Browser::default(), request.bearer_auth("sk_test_onefare_sandbox")).await;
    assert_eq!(list.body["data"].as_array().map(Vec::len), Some(1), "{list:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_failure_the_provider_has_stored_does_not_lock_the_buyer_out() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let fault = json!({ "operation": "checkout.sessions.create", "kind": "error_500", "kept": true, "times": 1 });
    shop.control("faults", fault).await;
    let body = twelve_months("amal@example.com", "AED", 15000);
    let down = shop.checkout(&mut browser, body.clone()).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE, "{down:?}");
    shop.clock.advance(Duration::from_secs(150));
    let retried = shop.checkout(&mut browser, body).await;
    assert_eq!(retried.status, StatusCode::OK, "{retried:?}");
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_of_mind_and_back_gets_a_page_that_stays_open() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let yearly = twelve_months("amal@example.com", "AED", 15000);
    let first = shop.checkout(&mut browser, yearly.clone()).await;
    let other = shop.checkout(&mut browser, twelve_months("amal@example.com", "USD", 3999)).await;
    let again = shop.checkout(&mut browser, yearly).await;
    let sessions = [&first, &other, &again].map(Shop::session_of);
    assert_ne!(sessions[0], sessions[2], "the first page is being ended");
    for _ in 0..600 {
        let mut states = Vec::new();
        for session in &sessions {
            let request = shop.http.get(format!("{}/v1/checkout/sessions/{session}", shop.sandbox));
            let request = request.bearer_auth("sk_test_onefare_sandbox");
            states.push(shop.finish(&mut Browser::default(), request).await.body["status"].clone());
        }
        if states == ["expired", "expired", "open"] {
            shop.at_pay_page(&sessions[2], "pay").await;
            assert_eq!(shop.verify_until_known(&mut browser, &sessions[2]).await.body["status"], "ok");
            assert_eq!((shop.rows("orders").await, shop.rows("deliveries").await), (2, 1));
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the pages did not come to rest");
}

#[tokio::test]
async fn the_same_purchase_again_right_after_paying_leads_to_the_paid_one() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let session = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    let again = shop.checkout(&mut browser, body.clone()).await;
    let address = again.body["checkout_url"].as_str().unwrap().to_owned();
    assert!(address.starts_with(&format!("{}/payment-success?session_id=", shop.shop)), "{address}");
    let hash = address.rsplit('=').next().unwrap();
    assert_eq!(shop.verify(&mut browser, hash).await.body["status"], "ok");
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1));
    // A day later it is a new purchase.
    shop.clock.advance(Duration::from_secs(86_400));
    let later = shop.checkout(&mut browser, body).await;
    assert_ne!(Shop::session_of(&later), session);
    assert_eq!(shop.rows("orders").await, 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_first_attempt_without_any_cookie_is_still_one_order() {
    let shop = Shop::start().await;
    let body = twelve_months("amal@example.com", "AED", 15000).to_string();
    let click = || {
        let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
        let request = shop.http.post(url).header("idempotency-key", "1f0e2d3c4b5a69788796a5b4c3d2e1f0");
        request.header("content-type", "application/json").body(body.clone()).send()
    };
    let mut clicks = tokio::task::JoinSet::new();
    for _ in 0..10 {
        clicks.spawn(click());
    }
    let (mut urls, mut cookies) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    while let Some(click) = clicks.join_next().await {
        let response = click.unwrap().unwrap();
        cookies.insert(response.headers()["set-cookie"].to_str().unwrap().to_owned());
        let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        urls.insert(answer["checkout_url"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned());
    }
    assert_eq!((urls.len(), cookies.len()), (1, 1), "{urls:?} {cookies:?}");
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1));
    // Another key means another browser.
    let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
    let other = shop.http.post(url).header("idempotency-key", "2f0e2d3c4b5a69788796a5b4c3d2e1f0");
    let other = other.header("content-type", "application/json").body(body.clone());
    shop.finish(&mut Browser::default(), other).await;
    assert_eq!(shop.rows("orders").await, 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_key_that_can_be_guessed_makes_nobody_another_buyer() {
    let shop = Shop::start().await;
    let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
    for key in ["order-0000000001", "attempt-0123456789", &"1".repeat(32), &"12".repeat(16), &"F0".repeat(16)] {
        let mut cookies = std::collections::BTreeSet::new();
        for email in ["amal@example.com", "badr@example.com"] {
            let body = twelve_months(email, "AED", 15000).to_string();
            let request =
                shop.http.post(&url).header("idempotency-key", key).header("content-type", "application/json");
            let mut browser = Browser::default();
            assert_eq!(shop.finish(&mut browser, request.body(body)).await.status, 200, "{key}");
            cookies.insert(browser.cookie.unwrap());
        }
        assert_eq!(cookies.len(), 2, "{key} led a stranger to the buyer's cookie");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_retry_of_an_overtaken_choice_ends_the_newer_page() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let send = |body: Value, key: &'static str| {
        let request = shop.http.post(format!("{}/api/subscription/get_checkout_link", shop.shop));
        request.header("idempotency-key", key).header("content-type", "application/json").body(body.to_string())
    };
    let (yearly, dollars) =
        (twelve_months("amal@example.com", "AED", 15000), twelve_months("amal@example.com", "USD", 3999));
    shop.finish(&mut browser, send(yearly.clone(), "attempt-of-the-first-tab")).await;
    let second = shop.finish(&mut browser, send(dollars, "attempt-of-the-second-tab")).await;
    let retried = shop.finish(&mut browser, send(yearly, "attempt-of-the-first-tab")).await;
    assert_eq!(retried.status, StatusCode::OK, "{retried:?}");
    let (newer, latest) = (Shop::session_of(&second), Shop::session_of(&retried));
    for _ in 0..600 {
        let mut states = Vec::new();
        for session in [&newer, &latest] {
            let request = shop.http.get(format!("{}/v1/checkout/sessions/{session}", shop.sandbox));
            let request = request.bearer_auth("sk_test_onefare_sandbox");
            states.push(shop.finish(&mut Browser::default(), request).await.body["status"].clone());
        }
        if states == ["expired", "open"] {
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("two pages can be paid");
}

#[tokio::test]
async fn an_older_page_that_is_paid_after_all_ends_the_newer_one_of_its_order() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    let yearly = twelve_months("amal@example.com", "AED", 15000);
    let older = Shop::session_of(&shop.checkout(&mut browser, yearly.clone()).await);
    shop.checkout(&mut browser, twelve_months("amal@example.com", "USD", 3999)).await;
    let newer = Shop::session_of(&shop.checkout(&mut browser, yearly).await);
    assert_ne!(older, newer);
    shop.at_pay_page(&older, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &older).await.body["status"], "ok");
    shop.disarm_faults().await;
    for _ in 0..600 {
        // The jobs that could not expire the pages run again.
        shop.clock.advance(Duration::from_secs(30));
        shop.running.app.wake.notify_one();
        let request = shop.http.get(format!("{}/v1/checkout/sessions/{newer}", shop.sandbox));
        let session = shop.finish(&mut Browser::default(), request.bearer_auth("sk_test_onefare_sandbox")).await.body;
        if session["status"] == "expired" {
            shop.delivered(1).await;
            shop.running.stop().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the newer page of a paid order can still be paid");
}
