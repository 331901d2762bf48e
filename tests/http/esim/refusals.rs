//! What the calls of the eSIM shop refuse, by either payment method, without leaving a trace.

use onefare_tests::{Answer, Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, EMAIL, GENERATE, changed, hash_of_card, quick, wanted};

/// Both calls that begin a payment, each with its method and the other one.
const CALLS: [(&str, &str, &str); 2] = [(BY_CARD, "card", "ideal"), (BY_IDEAL, "ideal", "card")];

const STATUS: [&str; 2] = ["/api/esim/stripe/check-payment-status", "/api/esim/mollie/check-payment-status"];

#[track_caller]
fn is_refused(answer: &Answer, (status, code): (u16, &str), what: &str) {
    assert_eq!((answer.status.as_u16(), answer.body["code"].as_str()), (status, Some(code)), "{what}: {answer:?}");
    assert_eq!(answer.body["status"], "error", "{what}");
    assert!(answer.body["request_id"].as_str().is_some_and(|id| id.len() >= 16), "{what}: {answer:?}");
}

/// Sends a body as it is, with one more header.
async fn sent(shop: &Shop, browser: &mut Browser, call: &str, header: (&str, &str), body: &Value) -> Answer {
    let request = shop.http.post(format!("{}{call}", shop.shop)).header("content-type", "application/json");
    shop.finish(browser, request.header(header.0, header.1).body(body.to_string())).await
}

/// Requests that every JSON call of the shop refuses.
async fn refuses_what_is_no_call(shop: &Shop, call: &str, good: &Value) {
    let post = |kind: &str, body: Vec<u8>| {
        shop.http.post(format!("{}{call}", shop.shop)).header("content-type", kind.to_owned()).body(body)
    };
    let more = changed(good, "price", json!(1)).to_string().into_bytes();
    for (kind, body, refusal) in [
        ("text/plain", good.to_string().into_bytes(), (415, "wrong_content_type")),
        ("application/x-www-form-urlencoded", b"email=a".to_vec(), (415, "wrong_content_type")),
        ("application/json", b"{".to_vec(), (400, "bad_request")),
        ("application/json", Vec::new(), (400, "bad_request")),
        ("application/json", b"[]".to_vec(), (400, "bad_request")),
        ("application/json", more, (400, "bad_request")),
        ("application/json", vec![b' '; 17 * 1024], (413, "body_too_large")),
    ] {
        let text = String::from_utf8_lossy(&body).chars().take(60).collect::<String>();
        let answer = shop.finish(&mut Browser::default(), post(kind, body)).await;
        is_refused(&answer, refusal, &format!("{call} {kind} {text}"));
    }
    for header in [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        let answer = sent(shop, &mut Browser::default(), call, header, good).await;
        is_refused(&answer, (403, "forbidden_origin"), &format!("{call} {header:?}"));
    }
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let answer = shop.send(&mut Browser::default(), method.clone(), call, Some(good.clone())).await;
        is_refused(&answer, (405, "method_not_allowed"), &format!("{method} {call}"));
    }
}

#[tokio::test]
async fn what_cannot_be_bought_is_refused_by_either_way_to_pay() {
    let shop = Shop::start().await;
    for (call, method, other) in CALLS {
        let body = wanted(&shop, method).await;
        let id = body["bundle_id"].clone();
        let dollars = if method == "card" { "AED" } else { "USD" };
        for (field, value, refusal) in [
            ("email", json!(""), (422, "email_required")),
            ("email", json!("amal"), (422, "email_invalid")),
            ("email", json!("a@b.co\r\nBcc: x@y.zz"), (422, "email_invalid")),
            ("bundle_id", json!(""), (422, "bundle_id_required")),
            ("bundle_id", json!("spain"), (404, "bundle_not_found")),
            ("bundle_id", json!(0), (404, "bundle_not_found")),
            ("bundle_id", json!(99_999), (422, "checkout_data_invalid")),
            ("bundle_id", json!(1.5), (400, "bad_request")),
            ("structured_data", json!(""), (422, "checkout_data_missing")),
            ("structured_data", json!("3072-15"), (422, "checkout_data_invalid")),
            ("structured_data", json!(format!("{id}-1-1")), (422, "checkout_data_invalid")),
            ("structured_data", json!(format!("{id}-3072-15-1")), (422, "checkout_data_invalid")),
            ("currency", json!(dollars), (422, "currency_not_taken")),
            ("currency", json!("XXX"), (422, "unsupported_currency")),
            ("payment_method", json!(other), (400, "bad_request")),
            ("payment_method", json!("cash"), (400, "bad_request")),
            ("expected_amount", json!(1), (409, "price_changed")),
            ("expected_amount", json!(-1), (409, "price_changed")),
            ("expected_amount", json!(4.49), (400, "bad_request")),
            ("discount_code", json!("x".repeat(65)), (400, "bad_request")),
            ("return_to", json!(format!("/{}", "x".repeat(512))), (400, "bad_request")),
            ("language", json!("es"), (400, "bad_request")),
            ("price_usd", json!(1), (400, "bad_request")),
        ] {
            let answer = shop.post(&mut Browser::default(), call, changed(&body, field, value.clone())).await;
            is_refused(&answer, refusal, &format!("{call} {field} {value}"));
        }
        let gone = changed(&changed(&body, "bundle_id", json!(99_999)), "structured_data", json!("99999-3072-15"));
        is_refused(&shop.post(&mut Browser::default(), call, gone).await, (404, "bundle_not_found"), call);
        refuses_what_is_no_call(&shop, call, &body).await;
    }
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (0, 0), "nothing is stored of a refused call");
    assert_eq!(shop.rows("attempts").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_key_has_a_form_and_belongs_to_one_purchase() {
    let shop = Shop::start().await;
    for (call, method, _) in CALLS {
        let body = wanted(&shop, method).await;
        let long = "k".repeat(65);
        for key in ["", "short", "has space in the key", long.as_str()] {
            let answer = sent(&shop, &mut Browser::default(), call, ("idempotency-key", key), &body).await;
            is_refused(&answer, (400, "bad_request"), &format!("{call} {key:?}"));
        }
    }
    assert_eq!(shop.rows("orders").await, 0);
    for (number, (call, method, other)) in CALLS.into_iter().enumerate() {
        let (mut browser, key) = (Browser::default(), format!("key-of-one-attempt-{number}"));
        let header = ("idempotency-key", key.as_str());
        let body = wanted(&shop, method).await;
        let first = sent(&shop, &mut browser, call, header, &body).await;
        let again = sent(&shop, &mut browser, call, header, &body).await;
        assert_eq!(Shop::session_of(&first), Shop::session_of(&again), "{call}: the same attempt");
        let id = body["bundle_id"].clone();
        let list = shop.get(&format!("/api/esim/bundle/{id}")).await.body;
        let plan = list["data"]["refills"][0].clone();
        let another = json!({ "email": EMAIL, "bundle_id": id, "structured_data": plan["structured_data"] });
        let (elsewhere, by_other) = (CALLS[1 - number].0, wanted(&shop, other).await);
        for (call, body) in [(call, &another), (elsewhere, &by_other)] {
            let answer = sent(&shop, &mut browser, call, header, body).await;
            is_refused(&answer, (422, "idempotency_key_reused"), &format!("{call} {body}"));
        }
        // Another buyer's browser has no purchase under this key.
        let stolen = sent(
            &shop,
            &mut Browser { cookie: Some("buyer=abcdefghijklmnopqrstuvwxyz".to_owned()) },
            call,
            header,
            &body,
        )
        .await;
        assert_ne!(stolen.body["data"]["checkout_url"], first.body["data"]["checkout_url"], "{call}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_status_is_asked_with_one_hash_of_that_call() {
    let shop = Shop::start().await;
    let session = Shop::session_of(&shop.post(&mut Browser::default(), BY_CARD, wanted(&shop, "card").await).await);
    let by_card = hash_of_card(&shop, &session).await;
    let payment = Shop::session_of(&shop.post(&mut Browser::default(), BY_IDEAL, wanted(&shop, "ideal").await).await);
    let by_ideal = shop.hash_of(&payment).await;
    let digests = shop.texts("SELECT hash_digest FROM payments").await;
    let orders = shop.texts("SELECT id FROM orders").await;
    for (call, hash, others) in [(STATUS[0], &by_card, &by_ideal), (STATUS[1], &by_ideal, &by_card)] {
        for query in ["", "?", "?hash=", "?payment_method=card", "?hash=&payment_method=mollie", "?other=1"] {
            let answer = shop.get(&format!("{call}{query}")).await;
            is_refused(&answer, (422, "verification_failed"), &format!("{call}{query}"));
            let told = (&answer.body["message"], answer.body.get("field"));
            assert_eq!(told, (&json!("Verification Error"), None), "{call}{query}");
        }
        let unknown = [others, &session, &payment, &digests[0], &digests[1], &orders[0], &hash.to_uppercase()];
        let hostile = ["nobody", "%00", "%27%20OR%201=1", &"x".repeat(255)];
        for hash in unknown.into_iter().map(String::as_str).chain(hostile) {
            let answer = shop.get(&format!("{call}?hash={hash}")).await;
            is_refused(&answer, (404, "not_found"), &format!("{call} {hash}"));
        }
        for query in [format!("hash={}", "x".repeat(256)), format!("hash={hash}&payment_method={}", "x".repeat(17))] {
            let answer = shop.get(&format!("{call}?{query}")).await;
            is_refused(&answer, (400, "bad_request"), &format!("{call} {query}"));
        }
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            let path = format!("{call}?hash={hash}");
            let answer = shop.send(&mut Browser::default(), method, &path, Some(json!({ "hash": hash }))).await;
            is_refused(&answer, (405, "method_not_allowed"), call);
        }
        for query in [
            format!("hash={hash}&payment_method=anything"),
            format!("hash={hash}&hash=nobody"),
            format!("hash={hash}&payment_method=card&payment_method=ideal"),
        ] {
            let answer = shop.get(&format!("{call}?{query}")).await;
            assert_eq!(answer.status, StatusCode::OK, "the word decides nothing, the first hash does: {answer:?}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_is_asked_for_with_an_order_of_ones_own() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let (hash, order) = (hash_of_card(&shop, &session).await, shop.texts("SELECT id FROM orders").await.remove(0));
    let number = shop.order_number().await;
    let good = json!({ "structure_data": order, "hash": hash });
    refuses_what_is_no_call(&shop, GENERATE, &good).await;
    let long = "x".repeat(256);
    for (body, refusal) in [
        (json!({}), (404, "order_missing")),
        (json!({ "structure_data": "" }), (404, "order_missing")),
        (json!({ "structure_data": long }), (400, "bad_request")),
        (changed(&good, "hash", json!(long)), (400, "bad_request")),
        (json!({ "structure_data": 1 }), (400, "bad_request")),
        (json!({ "structure_data": null }), (400, "bad_request")),
        (changed(&good, "email", json!(EMAIL)), (400, "bad_request")),
        (json!({ "structure_data": &long[..255] }), (404, "not_found")),
        (json!({ "structure_data": "nobody", "hash": hash }), (404, "not_found")),
        // The short number is for letters and people; it opens nothing, and neither does a hash in its place.
        (json!({ "structure_data": number }), (404, "not_found")),
        (json!({ "structure_data": hash }), (404, "not_found")),
        (json!({ "structure_data": session }), (404, "not_found")),
        (json!({ "structure_data": format!("{order} ") }), (404, "not_found")),
        (json!({ "structure_data": order.to_uppercase() }), (404, "not_found")),
        (json!({ "structure_data": "\u{0}" }), (404, "not_found")),
    ] {
        let answer = shop.post(&mut browser, GENERATE, body.clone()).await;
        is_refused(&answer, refusal, &body.to_string());
    }
    let stranger = shop.post(&mut Browser::default(), GENERATE, json!({ "structure_data": order })).await;
    is_refused(&stranger, (404, "not_found"), "a stranger");
    assert_eq!(shop.sandbox_has("esims/orders").await["orders"], json!([]), "the call buys nothing");
    // The call returns at once for an unpaid order.
    let begun = std::time::Instant::now();
    assert_eq!(
        shop.post(&mut browser, GENERATE, good).await.body,
        json!({ "status": "pending", "generated_esim": "" })
    );
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    shop.running.stop().await;
}
