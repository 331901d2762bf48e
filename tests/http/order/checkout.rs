//! `get_initial_data` and `get_checkout_link`: the provider charges what the page showed.

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
    // 20 dirhams off the first term only: later terms cost the plan's price.
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
        // The usable part is kept.
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
