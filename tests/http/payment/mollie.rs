//! iDEAL: the calls to Mollie, what its webhook events do and do not do, and what the return page shows.

use std::time::Duration;

use onefare_tests::{Answer, Browser, IDEAL, Shop, package};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const EMAIL: &str = "sanne@example.com";

async fn started(shop: &Shop, browser: &mut Browser) -> String {
    Shop::session_of(&shop.deal(browser, IDEAL, package(12, EMAIL, 3999)).await)
}

#[tokio::test]
async fn mollie_is_asked_for_exact_euros_and_the_way_back() {
    let shop = Shop::start().await;
    let mut body = package(12, EMAIL, 3999);
    body["language"] = json!("en");
    let payment = Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, body).await);
    let asked = shop.at_mollie(&payment).await;
    assert_eq!(asked["amount"], json!({ "currency": "EUR", "value": "39.99" }));
    assert_eq!((&asked["method"], &asked["locale"]), (&json!("ideal"), &json!("en_US")));
    assert_eq!(asked["description"], "Northquay VPN, 16 months");
    let hash = shop.hash_of(&payment).await;
    assert_eq!(asked["redirectUrl"], format!("{}/en/payment-status?hash={hash}&lang=en", shop.shop));
    assert_eq!(asked["cancelUrl"], format!("{}/en/callback-cancel-mollie?hash={hash}", shop.shop));
    assert_eq!(asked["webhookUrl"], Value::Null, "nobody outside can call this machine");
    let ours = shop.texts("SELECT order_id || ' ' || id FROM payments").await;
    let metadata = &asked["metadata"];
    assert_eq!(
        format!("{} {}", metadata["order_id"].as_str().unwrap(), metadata["payment_id"].as_str().unwrap()),
        ours[0]
    );
    // Dutch is the deal page's own language, at the bare address.
    let dutch = shop.at_mollie(&started(&shop, &mut Browser::default()).await).await;
    assert_eq!(dutch["locale"], "nl_NL");
    let address = dutch["redirectUrl"].as_str().unwrap();
    assert!(
        address.starts_with(&format!("{}/payment-status?hash=", shop.shop)) && address.ends_with("&lang=nl"),
        "{address}"
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn a_paid_ideal_payment_is_delivered_once_and_renews_never() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = started(&shop, &mut browser).await;
    let hash = shop.hash_of(&payment).await;
    let waiting = shop.payment_status(&mut browser, &hash).await;
    assert_eq!((waiting.status, &waiting.body["payment_status"]), (StatusCode::OK, &json!("pending")));
    assert!(waiting.body.get("subscriptionEndDate").is_none(), "nothing is claimed before the money is there");
    assert_eq!(waiting.headers["cache-control"], "no-store");

    shop.at_bank(&payment, "paid").await;
    let paid = shop.status_until_known(&mut browser, &hash).await;
    let end = "2028-03-20T12:00:00Z";
    let number = shop.order_number().await;
    assert_eq!(
        paid.body,
        json!({ "orderId": number, "email": EMAIL, "subscriptionEndDate": end, "subscription_end_text": "20 maart 2028",
            "expired_at": end, "expired_text": "20 maart 2028", "amount_text": "€\u{a0}39,99", "payment_status": "paid",
            "email_correctable_until": "2026-11-20T13:00:00Z" })
    );
    let stranger = shop.payment_status(&mut Browser::default(), &hash).await;
    assert_eq!(
        (&stranger.body["email"], &stranger.body["subscriptionEndDate"]),
        (&json!("s***@example.com"), &json!(end))
    );
    // The other calls accept the hash too. Mollie's own id is no secret, so it opens nothing, even for its buyer.
    let verified = shop.verify(&mut browser, &hash).await;
    assert_eq!((&verified.body["status"], &verified.body["amount"]), (&json!("ok"), &json!(3999)));
    assert!(verified.body.get("renewal_amount").is_none(), "{verified:?}");
    assert_eq!((&verified.body["expired_at"], &verified.body["expired_text"]), (&json!(end), &json!("20 maart 2028")));
    for call in ["/api/subscription/verify", "/api/subscription/get-session-redirect"] {
        let by_hash = shop.post(&mut browser, call, json!({ "session_id": hash })).await;
        assert_eq!(by_hash.status, StatusCode::OK, "{call}");
        let by_id = shop.post(&mut browser, call, json!({ "session_id": payment })).await;
        assert_eq!((by_id.status, &by_id.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{call}");
    }
    shop.delivered(1).await;
    // Starting the same purchase again within the hour leads to the paid one.
    let again = shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await;
    assert_eq!(again.body["checkout_url"], format!("{}/callback-success-mollie?hash={hash}", shop.shop));
    assert_eq!(shop.rows("payments").await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn every_word_of_mollies_is_told_as_what_it_means() {
    for (word, told) in [("pending", "pending"), ("failed", "failed"), ("canceled", "failed"), ("expired", "failed")] {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let payment = started(&shop, &mut browser).await;
        let hash = shop.hash_of(&payment).await;
        shop.at_bank(&payment, word).await;
        let answer = shop.payment_status(&mut browser, &hash).await;
        assert_eq!(answer.body["payment_status"], told, "{word}");
        assert_eq!(answer.body["email"], EMAIL, "{word}");
        assert_eq!(shop.rows("deliveries").await, 0, "{word}");
        if told == "failed" {
            let second = started(&shop, &mut browser).await;
            assert_ne!(payment, second, "{word}");
            assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2), "{word}");
            shop.at_bank(&second, "paid").await;
            // The old address now shows the paid order instead of a failure.
            shop.until(json!("paid"), async || {
                shop.payment_status(&mut browser, &hash).await.body["payment_status"].clone()
            })
            .await;
        }
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn a_payment_runs_out_by_itself_after_a_quarter_of_an_hour() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = started(&shop, &mut browser).await;
    let hash = shop.hash_of(&payment).await;
    let ends: Vec<String> = shop.texts("SELECT CAST(expires_at - created_at AS TEXT) FROM payments").await;
    assert_eq!(ends, ["900000"], "as Mollie says, not as we reckon");
    shop.clock.advance(Duration::from_secs(901));
    assert_eq!(shop.payment_status(&mut browser, &hash).await.body["payment_status"], "failed");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_recheck_replaces_a_lost_webhook() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let payment = started(&shop, &mut Browser::default()).await;
    shop.at_bank(&payment, "paid").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(shop.rows("deliveries").await, 0);
    shop.pass(120).await;
    shop.until(1, async || shop.rows("deliveries").await).await;
    shop.running.stop().await;
}

async fn send_event(shop: &Shop, body: impl Into<reqwest::Body>) -> Answer {
    let request = shop.http.post(format!("{}/webhooks/mollie", shop.shop));
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
    shop.finish(&mut Browser::default(), request).await
}

#[tokio::test]
async fn whoever_calls_learns_nothing_and_moves_nothing() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let payment = started(&shop, &mut browser).await;
    let hostile: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"id=".to_vec(),
        b"id=tr_".to_vec(),
        b"id=tr_unknown".to_vec(),
        format!("id={payment}x").into_bytes(),
        format!("id=%20{payment}").into_bytes(),
        format!("id={payment}&id={payment}").into_bytes(),
        format!("ID={payment}").into_bytes(),
        b"id=tr_%00%00".to_vec(),
        b"id=tr_' OR 1=1 --".to_vec(),
        b"id=../../v2/payments".to_vec(),
        b"id=re_4qqhO89gsT".to_vec(),
        b"id=cs_test_1".to_vec(),
        b"{\"id\":\"tr_1\"}".to_vec(),
        vec![0xff; 64],
        format!("id=tr_{}", "1".repeat(10_000)).into_bytes(),
    ];
    for body in hostile {
        let answer = send_event(&shop, body.clone()).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, ""), "{}", String::from_utf8_lossy(&body));
    }
    assert_eq!(shop.rows("webhook_events").await, 0, "nothing is stored of what is not ours");
    // An event of ours is recorded once, and rechecked; the payment stays open whatever the event claims.
    for _ in 0..3 {
        let answer = send_event(&shop, format!("id={payment}&status=paid")).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, ""));
    }
    assert_eq!(shop.rows("webhook_events").await, 1);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(
        (shop.rows("deliveries").await, shop.texts("SELECT state FROM payments").await),
        (0, vec!["open".to_owned()])
    );
    // A later event for the same payment reports something new.
    shop.at_bank(&payment, "paid").await;
    send_event(&shop, format!("id={payment}")).await;
    shop.until(1, async || shop.rows("deliveries").await).await;
    let too_long = send_event(&shop, format!("id={}", "x".repeat(20_000))).await;
    assert_eq!(too_long.status, StatusCode::PAYLOAD_TOO_LARGE);
    let got = shop.send(&mut browser, Method::GET, "/webhooks/mollie", None).await;
    assert_eq!(got.status, StatusCode::METHOD_NOT_ALLOWED);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_webhook_for_a_card_session_does_not_concern_mollie() {
    let shop = Shop::start().await;
    let body = onefare_tests::twelve_months(EMAIL, "AED", 15000);
    let session = Shop::session_of(&shop.checkout(&mut Browser::default(), body).await);
    // Even if its id looks like a payment's.
    let mut tx = shop.running.app.store.begin().await.unwrap();
    sqlx::query("UPDATE payments SET reference = 'tr_1' WHERE reference = $1")
        .bind(session)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(send_event(&shop, "id=tr_1").await.status, StatusCode::OK);
    assert_eq!(shop.rows("webhook_events").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_status_needs_a_hash_of_ours() {
    let shop = Shop::start().await;
    let ask = async |query: &str| shop.get(&format!("/api/mollie/check-payment-status{query}")).await;
    for query in ["", "?hash=", "?other=1"] {
        let missing = ask(query).await;
        assert_eq!((missing.status.as_u16(), &missing.body["code"]), (422, &json!("payment_hash_missing")), "{query}");
        assert_eq!(
            (&missing.body["message"], &missing.body["field"]),
            (&json!("Payment hash not found in URL"), &json!("hash"))
        );
    }
    let payment = started(&shop, &mut Browser::default()).await;
    let hash = shop.hash_of(&payment).await;
    let digest = shop.texts("SELECT hash_digest FROM payments").await.remove(0);
    // Neither Mollie's id nor our stored digest of the hash opens it.
    for unknown in ["unknown", &payment, &digest, &hash.to_uppercase(), &"x".repeat(5000), "%00", "%27%20OR%201=1"] {
        let answer = ask(&format!("?hash={unknown}")).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")), "{unknown}");
    }
    let twice = ask(&format!("?hash={hash}&hash=unknown")).await;
    assert_eq!(twice.status, StatusCode::OK, "of two the first counts: {twice:?}");
    let posted = shop.post(&mut Browser::default(), "/api/mollie/check-payment-status", json!({ "hash": hash })).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_lies_is_quarantined_and_nothing_is_delivered() {
    for (field, value) in [
        ("amount", json!({ "currency": "EUR", "value": "39.98" })),
        ("amount", json!({ "currency": "USD", "value": "39.99" })),
        ("amount.value", json!("3999")),
        ("mode", json!("live")),
        ("id", json!("tr_another")),
        ("metadata.payment_id", json!("pay_of_another")),
        ("metadata.order_id", json!("ord_of_another")),
        ("metadata", json!(null)),
    ] {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let payment = started(&shop, &mut browser).await;
        let hash = shop.hash_of(&payment).await;
        shop.lie("mollie.payments.get", field, value.clone(), 1000).await;
        shop.at_bank(&payment, "paid").await;
        shop.until_order("held").await;
        // An operator must act; the buyer sees a pending payment, never a failed one.
        let told = shop.payment_status(&mut browser, &hash).await.body;
        assert_eq!((&told["payment_status"], &told["held"]), (&json!("pending"), &json!(true)), "{field} {value}");
        assert_eq!(shop.rows("deliveries").await, 0, "{field} {value}");
        shop.running.stop().await;
    }
}
