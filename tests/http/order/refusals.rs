//! Bad input gets the right status and a sentence of the catalogue, and leaves no trace.

use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::{Method, StatusCode};
use serde_json::json;

const CHECKOUT: &str = "/api/subscription/get_checkout_link";
const UNKNOWN_PACKAGE: &str = "This plan is no longer sold. Please reload the page and choose again.";
const UNSUPPORTED_CURRENCY: &str = "This currency is not offered. Please choose another one.";

#[tokio::test]
async fn bodies_that_are_not_the_calls_are_refused() {
    let shop = Shop::start().await;
    let cases: Vec<(&str, &str, Vec<u8>, StatusCode, &str)> = vec![
        ("no JSON", "application/json", b"{".to_vec(), StatusCode::BAD_REQUEST, "bad_request"),
        ("empty", "application/json", b"".to_vec(), StatusCode::BAD_REQUEST, "bad_request"),
        ("a list", "application/json", b"[]".to_vec(), StatusCode::BAD_REQUEST, "bad_request"),
        (
            "the fields as a list",
            "application/json",
            br#"["amal@example.com","vpn-12m","",null,null,"AED",15000,15000,"en","/buy",null]"#.to_vec(),
            StatusCode::BAD_REQUEST,
            "bad_request",
        ),
        ("broken UTF-8", "application/json", b"{\"email\":\"\xff\"}".to_vec(), StatusCode::BAD_REQUEST, "bad_request"),
        ("text", "text/plain", b"{}".to_vec(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong_content_type"),
        (
            "a form",
            "application/x-www-form-urlencoded",
            b"email=a".to_vec(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "wrong_content_type",
        ),
        ("17 KiB", "application/json", vec![b' '; 17 * 1024], StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"),
        (
            "a float amount",
            "application/json",
            br#"{"email":"a@example.com","selectedPackage":"vpn-1m","expected_amount":39.99}"#.to_vec(),
            StatusCode::BAD_REQUEST,
            "bad_request",
        ),
        (
            "an unknown field",
            "application/json",
            br#"{"email":"a@example.com","selectedPackage":"vpn-1m","amount":1}"#.to_vec(),
            StatusCode::BAD_REQUEST,
            "bad_request",
        ),
        (
            "deep nesting",
            "application/json",
            [b"[".repeat(5000), b"]".repeat(5000)].concat(),
            StatusCode::BAD_REQUEST,
            "bad_request",
        ),
    ];
    for (name, content_type, body, status, code) in cases {
        let request =
            shop.http.post(format!("{}{CHECKOUT}", shop.shop)).header("content-type", content_type).body(body);
        let answer = shop.finish(&mut Browser::default(), request).await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (status, Some(code)), "{name}: {answer:?}");
        assert_eq!(answer.body["status"], "error", "{name}");
        assert!(answer.body["request_id"].as_str().is_some_and(|id| id.len() >= 16), "{name}: {answer:?}");
        assert_eq!(answer.headers["x-request-id"].to_str().ok(), answer.body["request_id"].as_str(), "{name}");
    }
    assert_eq!(shop.rows("orders").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn fields_are_refused_by_the_same_rules_as_on_the_page() {
    let shop = Shop::start().await;
    let with = |field: &str, value: serde_json::Value| {
        let mut body = twelve_months("amal@example.com", "AED", 15000);
        body[field] = value;
        body
    };
    let cases = [
        (with("email", json!("")), "email_required", "Email is required"),
        (with("email", json!("   ")), "email_required", "Email is required"),
        (with("email", json!("amal example.com")), "email_invalid", "Please enter a valid email"),
        (with("email", json!("amal@localhost")), "email_invalid", "Please enter a valid email"),
        (with("email", json!("a@b.co\r\nBcc: x@y.zz")), "email_invalid", "Please enter a valid email"),
        (
            with("email", json!(format!("{}@example.com", "a".repeat(300)))),
            "email_invalid",
            "Please enter a valid email",
        ),
        (with("selectedPackage", json!("vpn-99m")), "unknown_package", UNKNOWN_PACKAGE),
        (with("selectedPackage", json!("")), "unknown_package", UNKNOWN_PACKAGE),
        (with("currency", json!("GBP")), "unsupported_currency", UNSUPPORTED_CURRENCY),
        (with("currency", json!("JPY")), "unsupported_currency", UNSUPPORTED_CURRENCY),
        (with("expected_amount", json!(-1)), "price_changed", "The price has changed. Please check it and confirm."),
    ];
    for (body, code, message) in cases {
        let answer = shop.checkout(&mut Browser::default(), body.clone()).await;
        assert_eq!(answer.body["code"], code, "{body}: {answer:?}");
        assert_eq!(answer.body["message"], message, "{body}");
        assert!(answer.status.is_client_error(), "{body}: {}", answer.status);
    }
    let missing = shop.checkout(&mut Browser::default(), json!({ "selectedPackage": "vpn-1m" })).await;
    assert_eq!(missing.body["code"], "email_required");
    assert_eq!(shop.rows("orders").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn other_sites_cannot_order_in_a_visitors_name() {
    let shop = Shop::start().await;
    let attempts = [
        ("origin", "https://evil.example".to_owned()),
        ("origin", "null".to_owned()),
        ("origin", format!("{}.evil.example", shop.shop)),
        ("sec-fetch-site", "cross-site".to_owned()),
        ("sec-fetch-site", "same-site".to_owned()),
    ];
    for (name, value) in attempts {
        let request = shop.http.post(format!("{}{CHECKOUT}", shop.shop)).header(name, &value);
        let request = request.header("content-type", "application/json");
        let body = twelve_months("amal@example.com", "AED", 15000).to_string();
        let answer = shop.finish(&mut Browser::default(), request.body(body)).await;
        assert_eq!(
            (answer.status, answer.body["code"].as_str()),
            (StatusCode::FORBIDDEN, Some("forbidden_origin")),
            "{name}: {value}"
        );
    }
    assert_eq!(shop.rows("orders").await, 0);
    let request = shop.http.post(format!("{}{CHECKOUT}", shop.shop)).header("origin", &shop.shop);
    let request = request.header("sec-fetch-site", "same-origin").header("content-type", "application/json");
    let ours = shop
        .finish(&mut Browser::default(), request.body(twelve_months("amal@example.com", "AED", 15000).to_string()))
        .await;
    assert_eq!(ours.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn unknown_calls_and_methods_have_the_same_shape() {
    let shop = Shop::start().await;
    for (method, path, status, code) in [
        (Method::GET, "/api/nothing", StatusCode::NOT_FOUND, "not_found"),
        (Method::POST, "/api/nothing/at/all", StatusCode::NOT_FOUND, "not_found"),
        (Method::GET, CHECKOUT, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
        (Method::DELETE, "/api/subscription/verify", StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
    ] {
        let answer = shop.send(&mut Browser::default(), method, path, None).await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (status, Some(code)), "{path}: {answer:?}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn an_attempt_key_has_a_form() {
    let shop = Shop::start().await;
    let long = "k".repeat(65);
    for key in ["short", "has space in the key", long.as_str(), "ключ-ключ-ключ-ключ"] {
        let request = shop.http.post(format!("{}{CHECKOUT}", shop.shop)).header("content-type", "application/json");
        let request = request.header("idempotency-key", key.as_bytes());
        let body = twelve_months("amal@example.com", "AED", 15000).to_string();
        let answer = shop.finish(&mut Browser::default(), request.body(body)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{key}");
    }
    assert_eq!(shop.rows("orders").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn of_a_repeated_query_key_the_first_value_counts_as_in_a_browser() {
    let shop = Shop::start().await;
    let initial = "/api/subscription/get_initial_data";
    let state = async |query: &str| shop.get(&format!("{initial}?{query}")).await.body["code_state"].clone();
    assert_eq!(state("discount_code=SPRING20&discount_code=b").await, "applied");
    assert_eq!(state("discount_code=b&discount_code=SPRING20").await, "unknown");
    assert_eq!(state("discount%5fcode=SPRING20&discount_code=b").await, "applied", "a key is decoded first");
    assert_eq!(state("discount_code=&discount_code=SPRING20").await, json!(null), "an empty value is a value");
    assert_eq!(state("utm=1&discount_code=SPRING20&utm=2").await, "applied");
    let code = async |query: &str| {
        let page = shop.get(&format!("/buy?{query}")).await;
        let data = page.text.split("\"code\":{").nth(1).unwrap_or("").split('}').next().unwrap_or("").to_owned();
        (page.status, data.contains("\"state\":\"applied\""))
    };
    assert_eq!(code("code=SPRING20&code=b").await, (StatusCode::OK, true));
    assert_eq!(code("code=b&code=SPRING20").await, (StatusCode::OK, false));
    assert_eq!(code("package=12&package=3&code=SPRING20").await, (StatusCode::OK, true));
    let countries = shop.get("/api/esim/bundles?lang=nl&lang=de").await;
    assert_eq!((countries.status, &countries.body["data"]["language"]), (StatusCode::OK, &json!("nl")));
    for path in [
        "/api/mollie/check-payment-status?hash=nobodys&hash=",
        "/api/esim/mollie/check-payment-status?hash=nobodys&hash=&payment_method=mollie&payment_method=card",
        "/api/esim/stripe/check-payment-status?hash=nobodys&hash=",
    ] {
        let answer = shop.get(path).await;
        assert_eq!((answer.status, answer.body["code"].as_str()), (StatusCode::NOT_FOUND, Some("not_found")), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn an_id_that_no_database_can_hold_is_nobodys() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    for (path, body) in [
        ("/api/esim/generate-esim-order", json!({ "structure_data": "a\0" })),
        ("/api/esim/generate-esim-order", json!({ "structure_data": "a\0", "hash": "\0" })),
        ("/api/subscription/verify", json!({ "session_id": "cs_\0" })),
        ("/api/subscription/get-session-redirect", json!({ "session_id": "\0" })),
    ] {
        let answer = shop.post(&mut browser, path, body).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {answer:?}");
    }
    for path in [
        "/api/mollie/check-payment-status?hash=%00",
        "/api/esim/mollie/check-payment-status?hash=%00&payment_method=mollie",
        "/api/esim/stripe/check-payment-status?hash=a%00&payment_method=card",
    ] {
        let answer = shop.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {answer:?}");
    }
    shop.running.stop().await;
}
