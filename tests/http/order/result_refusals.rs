//! Refusals of the result pages' two calls: the payment's status, and the page where the purchase began.

use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const CALLS: [&str; 2] = ["/api/subscription/verify", "/api/subscription/get-session-redirect"];

#[track_caller]
fn is_refused(answer: &Answer, (status, code): (u16, &str), what: &str) {
    assert_eq!((answer.status.as_u16(), answer.body["code"].as_str()), (status, Some(code)), "{what}: {answer:?}");
    assert_eq!(answer.body["status"], "error", "{what}");
    assert!(answer.body["request_id"].as_str().is_some_and(|id| id.len() >= 16), "{what}: {answer:?}");
    assert_eq!(answer.headers["cache-control"], "no-store", "{what}");
}

#[tokio::test]
async fn a_payment_is_named_by_a_session_or_a_hash_of_ours() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let answer = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&answer);
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, "amal@example.com", 3999)).await);
    let hash = shop.hash_of(&payment).await;
    let ours = async |sql| -> Value { json!(shop.texts(sql).await.remove(0)) };
    let (order, number) = (ours("SELECT id FROM orders").await, ours("SELECT number FROM orders").await);
    let (digest, our_id) = (ours("SELECT hash_digest FROM payments").await, ours("SELECT id FROM payments").await);
    let named = |id: Value| json!({ "session_id": id });
    for call in CALLS {
        for id in [
            json!("nobody"),
            json!("cs_test_nobody"),
            json!("tr_nobody"),
            json!(payment),
            json!(format!("{session} ")),
            json!(session.to_uppercase()),
            json!(hash.to_uppercase()),
            order.clone(),
            number.clone(),
            digest.clone(),
            our_id.clone(),
            json!("' OR 1=1 --"),
            json!("%"),
            json!("\u{0}"),
            json!(" "),
            json!("x".repeat(255)),
        ] {
            is_refused(
                &shop.post(&mut browser, call, named(id.clone())).await,
                (404, "not_found"),
                &format!("{call} {id}"),
            );
        }
        for body in [
            json!({}),
            named(json!("")),
            named(json!(null)),
            named(json!(1)),
            named(json!([session])),
            named(json!("x".repeat(256))),
            json!({ "session_id": session, "email": "amal@example.com" }),
            json!({ "sessionId": session }),
            json!([]),
            json!(session),
        ] {
            is_refused(
                &shop.post(&mut browser, call, body.clone()).await,
                (400, "bad_request"),
                &format!("{call} {body}"),
            );
        }
        for id in [&session, &hash] {
            assert_eq!(shop.post(&mut browser, call, named(json!(id))).await.status, StatusCode::OK, "{call} {id}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn both_calls_take_json_of_our_own_pages_and_nothing_else() {
    let shop = Shop::start().await;
    let answer = shop.checkout(&mut Browser::default(), twelve_months("amal@example.com", "AED", 15000)).await;
    let good = json!({ "session_id": Shop::session_of(&answer) }).to_string();
    for call in CALLS {
        let post = |name: &str, value: &str, body: Vec<u8>| {
            let request = shop.http.post(format!("{}{call}", shop.shop)).header(name.to_owned(), value.to_owned());
            let is_typed = name == "content-type";
            (if is_typed { request } else { request.header("content-type", "application/json") }).body(body)
        };
        let body = good.clone().into_bytes();
        for (name, value, body, refusal) in [
            ("content-type", "text/plain", body.clone(), (415, "wrong_content_type")),
            ("content-type", "application/x-www-form-urlencoded", body.clone(), (415, "wrong_content_type")),
            ("content-type", "application/json", b"{".to_vec(), (400, "bad_request")),
            ("content-type", "application/json", b"{\"session_id\":\"\xff\"}".to_vec(), (400, "bad_request")),
            ("content-type", "application/json", vec![b' '; 17 * 1024], (413, "body_too_large")),
            ("origin", "https://evil.example", body.clone(), (403, "forbidden_origin")),
            ("origin", "null", body.clone(), (403, "forbidden_origin")),
            ("sec-fetch-site", "cross-site", body.clone(), (403, "forbidden_origin")),
            ("sec-fetch-site", "same-site", body.clone(), (403, "forbidden_origin")),
        ] {
            let answer = shop.finish(&mut Browser::default(), post(name, value, body)).await;
            is_refused(&answer, refusal, &format!("{call} {name} {value}"));
        }
        for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
            let answer = shop.send(&mut Browser::default(), method.clone(), call, None).await;
            is_refused(&answer, (405, "method_not_allowed"), &format!("{method} {call}"));
        }
        let ours = shop.finish(&mut Browser::default(), post("origin", &shop.shop, body)).await;
        assert_eq!(ours.status, StatusCode::OK, "{call}: {ours:?}");
    }
    shop.running.stop().await;
}
