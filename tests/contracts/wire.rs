//! The Stripe client against a provider that misbehaves in every way a test can think of.

use std::time::{Duration, Instant};

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_server::payments::pay_page::ForeignPage;
use onefare_server::payments::stripe::client::{API_VERSION, StripeSetupError};
use onefare_server::payments::stripe::error::{StripeError, Unsendable};
use onefare_server::payments::stripe::requests::{FirstTerm, NewSubscriptionCheckout};
use onefare_server::payments::stripe::{StripeClient, StripeSettings};
use serde_json::{Value, json};

use crate::form::decode;
use crate::scripted::{Reply, Scripted};

const KEY: &str = "sk_test_made_up_0001";

fn client(base: &url::Url) -> StripeClient {
    let settings = StripeSettings {
        timeout: Duration::from_millis(400),
        budget: Duration::from_millis(2500),
        first_pause: Duration::from_millis(10),
        ..StripeSettings::new(base.clone(), KEY.into(), vec!["checkout.stripe.com".to_owned()])
    };
    StripeClient::new(settings).expect("a client")
}

fn checkout(due_now: i64) -> NewSubscriptionCheckout {
    let aed = |minor| Money::new(minor, Currency::Aed).expect("a small amount");
    NewSubscriptionCheckout {
        payment_id: "pay_7".to_owned(),
        order_id: "ord_7".to_owned(),
        product_name: "Privacy, 12 months".to_owned(),
        email: Email::parse("buyer@example.com").expect("an address"),
        customer: None,
        language: Language::En,
        due_now: aed(due_now),
        renewal: aed(14_999),
        months: 12,
        first_term: FirstTerm::Cycle,
        note: None,
        success_url: "https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}".to_owned(),
        cancel_url: "https://shop.example/payment-failed?session_id=h4sh".parse().expect("an address"),
        expires_at: DateTime::from_timestamp(1_793_000_000, 0).expect("an instant"),
    }
}

fn session() -> Reply {
    let body = json!({
        "id": "cs_test_7", "url": "https://pay.example/cs_test_7", "status": "open", "payment_status": "unpaid",
        "amount_total": 14999, "currency": "aed", "livemode": false, "mode": "subscription",
        "expires_at": 1_793_000_000
    });
    Reply::Say(200, vec![("request-id", "req_ok".to_owned())], body.to_string())
}

fn coupon(amount_off: i64) -> Reply {
    let body = json!({ "id": "once_pay_7", "amount_off": amount_off, "currency": "aed", "valid": true });
    Reply::Say(200, vec![], body.to_string())
}

fn refusal(status: u16, error: Value) -> Reply {
    let headers = vec![("request-id", "req_no".to_owned())];
    Reply::Say(status, headers, json!({ "error": error }).to_string())
}

fn failing(status: u16, headers: Vec<(&'static str, &str)>) -> Reply {
    let headers = headers.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
    Reply::Say(status, headers, json!({ "error": { "type": "api_error", "message": "m" } }).to_string())
}

/// Starts a subscription against this script; returns the result and the provider with its requests.
async fn start(script: Vec<Reply>) -> (Result<String, StripeError>, Scripted) {
    let provider = Scripted::start(script).await;
    let outcome = client(&provider.address).start_subscription(&checkout(14_999)).await;
    (outcome.map(|session| session.id), provider)
}

#[tokio::test]
async fn a_session_is_created_as_documented() {
    let (outcome, provider) = start(vec![session()]).await;
    assert_eq!(outcome.expect("a session"), "cs_test_7");
    let asked = &provider.asked()[0];
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/v1/checkout/sessions"));
    assert_eq!(asked.header("authorization"), format!("Bearer {KEY}"));
    assert_eq!(asked.header("stripe-version"), "2026-10-28.endive");
    assert_eq!(asked.header("stripe-version"), API_VERSION);
    assert_eq!(asked.header("idempotency-key"), "pay_7-session");
    assert_eq!(asked.header("content-type"), "application/x-www-form-urlencoded");
    assert_eq!(decode(&asked.body)["line_items"][0]["price_data"]["unit_amount"], "14999");
}

#[tokio::test]
async fn the_same_key_and_body_go_with_every_try() {
    for status in [409, 429, 500, 502, 503, 504] {
        let (outcome, provider) = start(vec![failing(status, vec![]), failing(status, vec![]), session()]).await;
        assert_eq!(outcome.expect("the third try"), "cs_test_7");
        let asked = provider.asked();
        assert_eq!(asked.len(), 3);
        assert!(asked.iter().all(|try_| try_.header("idempotency-key") == "pay_7-session"));
        assert!(asked.iter().all(|try_| try_.body == asked[0].body));
    }
}

#[tokio::test]
async fn three_tries_are_enough() {
    let (outcome, provider) = start(vec![failing(500, vec![]); 5]).await;
    assert!(matches!(outcome, Err(StripeError::Ambiguous { .. })));
    assert_eq!(provider.asked().len(), 3);
}

#[tokio::test]
async fn too_many_requests_means_nothing_was_executed() {
    let (outcome, provider) = start(vec![failing(429, vec![]); 5]).await;
    assert!(matches!(outcome, Err(StripeError::Unavailable { .. })));
    assert_eq!(provider.asked().len(), 3);
}

#[tokio::test]
async fn once_in_doubt_always_in_doubt() {
    let script = vec![failing(500, vec![]), failing(429, vec![]), failing(429, vec![])];
    assert!(matches!(start(script).await.0, Err(StripeError::Ambiguous { .. })));
}

#[tokio::test]
async fn stripe_decides_whether_a_try_is_worth_repeating() {
    for status in [429, 500, 503] {
        let (outcome, provider) = start(vec![failing(status, vec![("stripe-should-retry", "false")]), session()]).await;
        assert!(outcome.expect_err("a failure").may_be_repeated());
        assert_eq!(provider.asked().len(), 1);
    }
    let (outcome, provider) = start(vec![failing(409, vec![("stripe-should-retry", "false")]), session()]).await;
    assert!(matches!(outcome, Err(StripeError::Refused { status: 409, .. })));
    assert_eq!(provider.asked().len(), 1);
    let (outcome, provider) = start(vec![failing(400, vec![("stripe-should-retry", "true")]), session()]).await;
    assert_eq!(outcome.expect("the second try"), "cs_test_7");
    assert_eq!(provider.asked().len(), 2);
}

#[tokio::test]
async fn retry_after_is_obeyed_while_the_budget_lasts() {
    let started = Instant::now();
    let (outcome, _) = start(vec![failing(429, vec![("retry-after", "1")]), session()]).await;
    assert!(outcome.is_ok());
    assert!(started.elapsed() >= Duration::from_secs(1));

    // The last is 2^64 - 1 seconds: beyond any clock.
    for (status, pause) in [(429, "60"), (429, "18446744073709551615"), (503, "18446744073709551615")] {
        let started = Instant::now();
        let (outcome, provider) = start(vec![failing(status, vec![("retry-after", pause)]), session()]).await;
        match outcome {
            Err(StripeError::Unavailable { .. }) if status == 429 => {}
            Err(StripeError::Ambiguous { .. }) if status == 503 => {}
            other => panic!("{status} {pause}: {other:?}"),
        }
        assert_eq!(provider.asked().len(), 1);
        assert!(started.elapsed() < Duration::from_secs(1), "it waited in vain");
    }
}

#[tokio::test]
async fn refusals_are_final_and_say_why() {
    for status in [400, 401, 402, 403, 404] {
        let error = json!({
            "type": "invalid_request_error", "code": "parameter_invalid", "param": "line_items[0]",
            "message": "no such thing as buyer@example.com"
        });
        let (outcome, provider) = start(vec![refusal(status, error), session()]).await;
        let error = outcome.expect_err("a refusal");
        assert_eq!(provider.asked().len(), 1);
        assert!(!error.may_be_repeated());
        assert!(error.has_code("parameter_invalid"));
        assert_eq!(error.request_id(), Some("req_no"));
        // Log output must not contain what the buyer typed.
        assert!(!format!("{error} {error:?}").contains("buyer@example.com"));
        let StripeError::Refused { message: Some(message), param, .. } = error else { panic!("{error:?}") };
        assert_eq!(message.reveal(), "no such thing as buyer@example.com");
        assert_eq!(param.as_deref(), Some("line_items[0]"));
    }
}

#[tokio::test]
async fn a_key_used_for_something_else_is_a_refusal() {
    let (outcome, _) = start(vec![refusal(400, json!({ "type": "idempotency_error", "message": "m" }))]).await;
    let Err(StripeError::Refused { kind, code, .. }) = outcome else { panic!("{outcome:?}") };
    assert_eq!((kind.as_str(), code), ("idempotency_error", None));
}

#[tokio::test]
async fn silence_is_ambiguous_for_writing_and_unavailable_for_reading() {
    let (outcome, provider) = start(vec![Reply::Hang, Reply::Hang, Reply::Hang]).await;
    assert!(matches!(outcome, Err(StripeError::Ambiguous { .. })), "{outcome:?}");
    assert!(provider.asked().len() >= 2);
    assert!(provider.asked().iter().all(|asked| asked.header("idempotency-key") == "pay_7-session"));

    let provider = Scripted::start(vec![Reply::Hang, Reply::Hang, Reply::Hang]).await;
    let outcome = client(&provider.address).retrieve_checkout_session("cs_test_7").await;
    assert!(matches!(outcome, Err(StripeError::Unavailable { .. })), "{outcome:?}");
}

#[tokio::test]
async fn after_a_silence_the_answer_still_counts() {
    let (outcome, _) = start(vec![Reply::Hang, session()]).await;
    assert_eq!(outcome.expect("the second try"), "cs_test_7");
}

#[tokio::test]
async fn nobody_listening_means_nothing_was_executed() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
    let base = format!("http://{address}").parse().expect("an address");
    let outcome = client(&base).start_subscription(&checkout(14_999)).await;
    let error = outcome.expect_err("nobody is there");
    assert!(matches!(error, StripeError::Unavailable { .. }), "{error:?}");
    assert!(!format!("{error:?}").contains(&address.to_string()), "addresses stay out of errors");
}

#[tokio::test]
async fn a_line_cut_in_the_middle_is_ambiguous() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address")).parse().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            stream.readable().await.expect("a request");
            let mut request = [0; 16_384];
            let _ = stream.try_read(&mut request);
            let _ = stream.try_write(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"id\":\"cs_te");
        }
    });
    let outcome = client(&base).start_subscription(&checkout(14_999)).await;
    assert!(matches!(outcome, Err(StripeError::Ambiguous { .. })), "{outcome:?}");
}

#[tokio::test]
async fn answers_that_are_not_stripes_are_malformed() {
    let bodies =
        ["", "{", "<html>busy</html>", "[]", "null", "{\"id\":\"cs_test_7\"}", "{\"id\":7}"].map(str::to_owned);
    // A good session, followed by two megabytes that the client did not request.
    let Reply::Say(_, _, good) = session() else { panic!("no session") };
    let huge = good.replacen('{', &format!("{{\"more\":\"{}\",", "x".repeat(2 * 1024 * 1024)), 1);
    assert!(serde_json::from_str::<Value>(&huge).is_ok());
    for body in bodies.into_iter().chain([huge]) {
        let (outcome, provider) = start(vec![Reply::Say(200, vec![], body), session()]).await;
        let error = outcome.expect_err("not a session");
        assert!(matches!(error, StripeError::Malformed { status: 200, .. }), "{error:?}");
        assert_eq!(provider.asked().len(), 1);
    }
    let (outcome, _) = start(vec![Reply::Say(403, vec![], "<html>blocked</html>".to_owned())]).await;
    assert!(matches!(outcome, Err(StripeError::Malformed { status: 403, .. })), "{outcome:?}");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = Scripted::start(vec![session()]).await;
    for status in [301, 302, 307, 308] {
        let location = vec![("location", elsewhere.address.to_string())];
        let (outcome, provider) = start(vec![Reply::Say(status, location, String::new())]).await;
        assert!(matches!(outcome, Err(StripeError::Malformed { .. })), "{outcome:?}");
        assert_eq!(provider.asked().len(), 1);
    }
    assert!(elsewhere.asked().is_empty(), "the key went elsewhere");
}

#[tokio::test]
async fn a_code_for_one_term_makes_its_coupon_first() {
    let provider = Scripted::start(vec![coupon(3000), session()]).await;
    client(&provider.address).start_subscription(&checkout(11_999)).await.expect("a session");
    let asked = provider.asked();
    assert_eq!((asked[0].path.as_str(), asked[1].path.as_str()), ("/v1/coupons", "/v1/checkout/sessions"));
    assert_eq!(asked[0].header("idempotency-key"), "pay_7-coupon");
    assert_eq!(decode(&asked[0].body)["amount_off"], "3000");
    assert_eq!(decode(&asked[1].body)["discounts"][0]["coupon"], "once_pay_7");
}

#[tokio::test]
async fn a_coupon_that_exists_is_looked_at_before_it_is_used() {
    let exists = || refusal(400, json!({ "type": "invalid_request_error", "code": "resource_already_exists" }));
    let provider = Scripted::start(vec![exists(), coupon(3000), session()]).await;
    client(&provider.address).start_subscription(&checkout(11_999)).await.expect("a session");
    assert_eq!(provider.asked()[1].path, "/v1/coupons/once_pay_7");
    assert_eq!(provider.asked()[1].method.as_str(), "GET");

    let provider = Scripted::start(vec![exists(), coupon(9999), session()]).await;
    let outcome = client(&provider.address).start_subscription(&checkout(11_999)).await;
    assert!(matches!(outcome, Err(StripeError::Malformed { .. })), "{outcome:?}");
    assert_eq!(provider.asked().len(), 2, "no session with the wrong coupon");
}

#[tokio::test]
async fn sessions_are_read_and_closed_by_id() {
    let provider = Scripted::start(vec![session(), session(), session()]).await;
    let client = client(&provider.address);
    client.retrieve_checkout_session("cs_test_7").await.expect("a session");
    client.expire_checkout_session("cs_test_7").await.expect("a session");
    client.expire_checkout_session("cs_test_7").await.expect("a session");
    let asked = provider.asked();
    assert_eq!((asked[0].method.as_str(), asked[0].path.as_str()), ("GET", "/v1/checkout/sessions/cs_test_7"));
    assert_eq!(asked[0].header("idempotency-key"), "");
    assert_eq!((asked[1].method.as_str(), asked[1].path.as_str()), ("POST", "/v1/checkout/sessions/cs_test_7/expire"));
    // A fresh key for each call: Stripe must not replay a stored failure for longer than the page is open.
    let keys = [1, 2].map(|call: usize| asked[call].header("idempotency-key").to_owned());
    assert!(keys.iter().all(|key| key.starts_with("cs_test_7-expire-")) && keys[0] != keys[1], "{keys:?}");
    assert_eq!(asked[1].body, "");
}

#[tokio::test]
async fn strangers_text_never_reaches_the_address() {
    let provider = Scripted::start(vec![]).await;
    let client = client(&provider.address);
    let long = "c".repeat(256);
    for id in ["", ".", "..", "../customers", "cs_1/expire", "cs_1?expand[]=customer", "cs 1", "cs_%2e", "cs_é", &long]
    {
        let outcome = client.retrieve_checkout_session(id).await;
        assert!(matches!(outcome, Err(StripeError::Unsendable(Unsendable::Id))), "sent {id}");
    }
    assert!(provider.asked().is_empty());
}

#[tokio::test]
async fn a_base_address_with_a_path_keeps_it() {
    let provider = Scripted::start(vec![session()]).await;
    let base = provider.address.join("stripe/").expect("an address");
    client(&base).retrieve_checkout_session("cs_test_7").await.expect("a session");
    assert_eq!(provider.asked()[0].path, "/stripe/v1/checkout/sessions/cs_test_7");
}

#[test]
fn unusable_settings_are_refused_at_start() {
    let make = |base: &str, key: &str| {
        StripeClient::new(StripeSettings::new(base.parse().expect("an address"), key.into(), vec![]))
    };
    assert!(matches!(make("https://api.stripe.com", "  "), Err(StripeSetupError::Key)));
    assert!(matches!(make("https://api.stripe.com", "sk\n"), Err(StripeSetupError::Key)));
    assert!(matches!(make("http://api.stripe.com", "sk_live_1"), Err(StripeSetupError::PlainHttp)));
    assert!(matches!(make("mailto:a@example.com", "sk_test_1"), Err(StripeSetupError::Base)));
    assert!(make("https://api.stripe.com", "rk_live_1").expect("a client").is_live());
    let client = make("http://127.0.0.1:8090", KEY).expect("a client");
    assert!(!client.is_live());
    assert!(!format!("{client:?}").contains(KEY), "the key shows in debug output");
}

#[tokio::test]
async fn only_listed_hosts_are_pay_pages() {
    let client = client(&"http://127.0.0.1:1/".parse().expect("an address"));
    let session = |url: Value| {
        let body = json!({
            "id": "cs_test_7", "url": url, "status": "open", "payment_status": "unpaid", "amount_total": 14999,
            "currency": "aed", "livemode": false, "mode": "subscription", "expires_at": 1_793_000_000
        });
        serde_json::from_value(body).expect("a session")
    };
    let good = "https://checkout.stripe.com/c/pay/cs_test_7#fid";
    assert_eq!(client.checkout_url(&session(json!(good))), Ok(Some(good)));
    assert_eq!(client.checkout_url(&session(Value::Null)), Ok(None), "it cannot be paid any more");
    for url in [
        "https://evil.example/c/pay/cs_test_7",
        "http://checkout.stripe.com/c/pay/cs_test_7",
        "https://checkout.stripe.com@evil.example/",
        "https://checkout.stripe.com.evil.example/",
        "https://checkout.stripe.com:8443/",
        "//checkout.stripe.com/",
        "javascript:alert(1)",
        "",
    ] {
        assert_eq!(client.checkout_url(&session(json!(url))), Err(ForeignPage), "{url}");
        assert_eq!(client.pay_page(url), Err(ForeignPage), "{url}");
    }
}
