//! `get_initial_data` and `get_checkout_link`: what is shown is what is asked of the provider.

use std::time::Duration;

use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

fn amount(package: &Value, field: &str, currency: &str) -> i64 {
    let entries = package[field].as_array().unwrap();
    entries.iter().find(|entry| entry["currency"] == currency).unwrap()["unit_amount"].as_i64().unwrap()
}

#[tokio::test]
async fn initial_data_has_the_figures_of_the_specification() {
    let shop = Shop::start().await;
    let data = shop.get("/api/subscription/get_initial_data?discount_code=").await;
    assert_eq!(data.status, StatusCode::OK);
    assert_eq!(data.body["status"], "ok");
    let packages = data.body["packages"].as_array().unwrap();
    let months: Vec<&str> = packages.iter().map(|package| package["title"].as_str().unwrap()).collect();
    let priorities: Vec<i64> = packages.iter().map(|package| package["priority"].as_i64().unwrap()).collect();
    assert!(priorities.is_sorted(), "{months:?} come by priority: {priorities:?}");
    let of = |title: &str| packages.iter().find(|package| package["title"] == title).unwrap();
    assert_eq!(amount(of("1-month"), "price_per_month", "AED"), 3999);
    assert_eq!(amount(of("3-month"), "price_per_month", "AED"), 1999);
    assert_eq!(amount(of("12-month"), "price_per_month", "AED"), 1250);
    assert_eq!(amount(of("12-month"), "billing_amount", "AED"), 15000);
    assert_eq!((of("1-month")["discount"].clone(), of("3-month")["discount"].clone()), (json!(0), json!(39)));
    assert_eq!(of("12-month")["discount"], json!(66));
    assert!(data.body["expire_date"].is_null() && data.body.get("code_state").is_none());
    shop.running.stop().await;
}

#[tokio::test]
async fn every_code_gets_its_verdict_and_its_prices() {
    let shop = Shop::start().await;
    let twelve = async |code: &str| {
        let data = shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body;
        let packages = data["packages"].as_array().unwrap();
        let package = packages.iter().find(|package| package["title"] == "12-month").unwrap();
        (data["code_state"].clone(), amount(package, "billing_amount", "AED"), amount(package, "renewal_amount", "AED"))
    };
    assert_eq!(twelve("SPRING20").await, (json!("applied"), 12000, 12000));
    assert_eq!(twelve("%20spring20%20").await, (json!("applied"), 12000, 12000));
    assert_eq!(twelve("SUMMER25").await, (json!("expired"), 15000, 15000));
    assert_eq!(twelve("FIRST100").await, (json!("used_up"), 15000, 15000));
    assert_eq!(twelve("nosuchcode").await, (json!("unknown"), 15000, 15000));
    assert_eq!(twelve("%3Cscript%3E").await, (json!("unknown"), 15000, 15000));
    let (state, now, renewal) = twelve("WELCOME5").await;
    assert_eq!((state, renewal), (json!("applied"), 15000));
    assert!(now < 15000, "a code of one term lowers only the first one");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_page_shows_is_what_the_provider_is_asked() {
    let shop = Shop::start().await;
    for code in ["", "SPRING20", "WELCOME5", "QUIETHARBOR", "SUMMER25"] {
        let data = shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body;
        for package in data["packages"].as_array().unwrap() {
            for entry in package["billing_amount"].as_array().unwrap() {
                let (currency, shown) = (entry["currency"].as_str().unwrap(), entry["unit_amount"].as_i64().unwrap());
                let answer = shop
                    .checkout(
                        &mut Browser::default(),
                        json!({ "email": "amal@example.com", "selectedPackage": package["product_id"], "code": code,
                            "currency": currency, "expected_amount": shown }),
                    )
                    .await;
                assert_eq!(answer.status, StatusCode::OK, "{code} {currency} {shown}: {answer:?}");
                let session = Shop::session_of(&answer);
                let url = format!("{}/v1/checkout/sessions/{session}", shop.sandbox);
                let request = shop.http.get(url).bearer_auth("sk_test_onefare_sandbox");
                let asked = shop.finish(&mut Browser::default(), request).await.body;
                assert_eq!(asked["amount_total"], json!(shown), "{code} {currency}");
                assert_eq!(asked["currency"], json!(currency.to_lowercase()));
            }
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn one_attempt_makes_one_order_however_often_it_is_sent() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let first = shop.checkout(&mut browser, body.clone()).await;
    assert_eq!(first.status, StatusCode::OK, "{first:?}");
    // A refresh: another key or none, the same browser and the same choice.
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
    // The key belongs to that choice; another choice under it is refused.
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
async fn a_changed_price_is_shown_and_asked_again() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let stale = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 14999)).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert_eq!(stale.body["code"], "price_changed");
    assert_eq!(stale.body["quote"]["due_now"], json!(15000));
    assert_eq!(stale.body["quote"]["due_now_text"], json!("AED\u{a0}150.00"));
    assert_eq!(shop.rows("orders").await, 0, "nothing is stored before the buyer agrees");
    let confirmed = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    assert_eq!(confirmed.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_changed_renewal_is_shown_and_asked_again() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    // 20 dirhams off the first term only: what comes later is the plan's price.
    let asked = |renewal: i64| {
        let mut body = twelve_months("amal@example.com", "AED", 13000);
        body["code"] = json!("WELCOME5");
        body["expected_renewal"] = json!(renewal);
        body
    };
    let stale = shop.checkout(&mut browser, asked(13000)).await;
    assert_eq!((stale.status, stale.body["code"].clone()), (StatusCode::CONFLICT, json!("price_changed")));
    assert_eq!(
        (stale.body["quote"]["due_now"].clone(), stale.body["quote"]["renewal"].clone()),
        (json!(13000), json!(15000))
    );
    assert_eq!(shop.rows("orders").await, 0, "nothing is stored before the buyer agrees");
    assert_eq!(shop.checkout(&mut browser, asked(15000)).await.status, StatusCode::OK);
    shop.running.stop().await;
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
async fn a_session_leads_back_to_the_page_that_sold_it() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let mut body = twelve_months("amal@example.com", "AED", 15000);
    body["return_to"] = json!("/ar/buy?package=12&code=SPRING20&email=amal@example.com");
    let started = shop.checkout(&mut browser, body).await;
    let session = Shop::session_of(&started);
    let back =
        shop.post(&mut browser, "/api/subscription/get-session-redirect", json!({ "session_id": session })).await;
    assert_eq!(back.body["redirect_from"], "/ar/buy?package=12&code=SPRING20");
    for text in ["cs_test_unknown", "", "' OR 1=1"] {
        let unknown =
            shop.post(&mut browser, "/api/subscription/get-session-redirect", json!({ "session_id": text })).await;
        assert!(unknown.status == StatusCode::NOT_FOUND || unknown.status == StatusCode::BAD_REQUEST, "{unknown:?}");
    }
    assert_eq!(
        shop.send(&mut browser, Method::GET, "/api/subscription/verify", None).await.status,
        StatusCode::METHOD_NOT_ALLOWED
    );
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
    // A day later it is a new wish.
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
    // Another key is another browser.
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
async fn attribution_that_is_too_long_never_keeps_anybody_from_buying() {
    let shop = Shop::start().await;
    let mut body = twelve_months("amal@example.com", "AED", 15000);
    body["im_ref"] = json!("x".repeat(500));
    body["fb_params"] = json!({ "fbp": "y".repeat(500) });
    let answer = shop.checkout(&mut Browser::default(), body).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let mut conn = shop.running.app.store.read().await.unwrap();
    let stored: (Option<String>, Option<String>) =
        sqlx::query_as("SELECT im_ref, fb_params FROM orders").fetch_one(&mut *conn).await.unwrap();
    assert_eq!(stored, (None, None));
    drop(conn);
    shop.running.stop().await;
}

#[tokio::test]
async fn attribution_of_a_strange_form_is_dropped_and_refuses_nothing() {
    let shop = Shop::start().await;
    let long = "y".repeat(500);
    let strange = [
        (json!("text"), None),
        (json!(1.5), None),
        (json!(true), None),
        (json!(null), None),
        (json!(["fb.1.2.3"]), None),
        (json!({ "fbp": { "deep": [[[]]] }, "fbc": 7, "addToCartId": null }), None),
        (json!({ "fbp": long }), None),
        // What can be kept of it is kept.
        (json!({ "fbp": long, "fbc": "fb.1.2.3" }), Some(json!({ "fbc": "fb.1.2.3" }))),
        (json!({ "fbc": "fb.1.2.3", "fbp": ["x"] }), Some(json!({ "fbc": "fb.1.2.3" }))),
        (json!({ "fbc": "fb.1.2.3", "event_source_url": "x" }), Some(json!({ "fbc": "fb.1.2.3" }))),
    ];
    let mut session = String::new();
    for (number, (value, kept)) in strange.iter().enumerate() {
        let mut body = twelve_months(&format!("amal{number}@example.com"), "AED", 15000);
        (body["fb_params"], body["im_ref"]) = (value.clone(), json!({ "not": "a text" }));
        let answer = shop.checkout(&mut Browser::default(), body).await;
        assert_eq!(answer.status, StatusCode::OK, "{value}: {answer:?}");
        session = Shop::session_of(&answer);
        let mut conn = shop.running.app.store.read().await.unwrap();
        let stored: (Option<String>, Option<String>) =
            sqlx::query_as("SELECT im_ref, fb_params FROM orders WHERE email = $1")
                .bind(format!("amal{number}@example.com"))
                .fetch_one(&mut *conn)
                .await
                .unwrap();
        let stored = (stored.0, stored.1.map(|text| serde_json::from_str::<Value>(&text).unwrap()));
        assert_eq!(stored, (None, kept.clone()), "{value}");
    }
    for (value, _) in strange {
        let body = json!({ "session_id": session, "fb_params": value, "im_ref": ["x"] });
        let answer = shop.post(&mut Browser::default(), "/api/subscription/verify", body).await;
        assert_eq!(answer.status, StatusCode::OK, "{value}: {answer:?}");
    }
    let body = json!({ "package": 12, "selectedPackage": 12, "email": "amal@example.com", "im_ref": 7 });
    let deal = shop.post(&mut Browser::default(), "/api/stripe/create-checkout-session", body).await;
    assert_eq!(deal.status, StatusCode::OK, "{deal:?}");
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
        // The jobs that could not end the pages come round again.
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
