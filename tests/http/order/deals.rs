//! The deal page's calls: what the provider charges, what follows a payment, and every refusal.

use std::time::Duration;

use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const EMAIL: &str = "sanne@example.com";

async fn lines(shop: &Shop, session: &str) -> Value {
    shop.at_stripe(&format!("checkout/sessions/{session}/line_items")).await["data"].clone()
}

#[tokio::test]
async fn a_card_is_asked_for_the_printed_price_and_renews() {
    let shop = Shop::start().await;
    // Package, price, paid months, end of the first term.
    let deals = [
        (1, 999, "month", "2026-12-20T12:00:00Z"),
        (12, 3999, "year", "2028-03-20T12:00:00Z"),
        (3, 1499, "month", "2027-02-20T12:00:00Z"),
    ];
    for (id, price, interval, end) in deals {
        let mut browser = Browser::default();
        let started = shop.deal(&mut browser, CARD, package(id, EMAIL, price)).await;
        assert_eq!(started.status, StatusCode::OK, "{started:?}");
        assert_eq!(
            (&started.body["status"], &started.body["message"]),
            (&json!("ok"), &json!("Processing payment..."))
        );
        let session = Shop::session_of(&started);
        let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
        assert_eq!((&asked["amount_total"], &asked["currency"]), (&json!(price), &json!("eur")), "{id}");
        assert_eq!(asked["mode"], "subscription", "{id}");
        let lines = lines(&shop, &session).await;
        let last = lines.as_array().unwrap().last().unwrap();
        assert_eq!(last["price"]["unit_amount"], json!(price), "{id}: what renews");
        assert_eq!(last["price"]["recurring"]["interval"], interval, "{id}");

        shop.at_pay_page(&session, "pay").await;
        let paid = shop.verify_until_known(&mut browser, &session).await;
        assert_eq!((&paid.body["status"], &paid.body["subscriptionEndDate"]), (&json!("ok"), &json!(end)), "{paid:?}");
        assert_eq!((&paid.body["amount"], &paid.body["renewal_amount"]), (&json!(price), &json!(price)), "{id}");
        assert_eq!(
            (&paid.body["itemId"], &paid.body["itemName"]),
            (&json!(format!("deal-{id}m")), &json!(format!("{id}-month")))
        );
        let back =
            shop.post(&mut browser, "/api/subscription/get-session-redirect", json!({ "session_id": session })).await;
        assert_eq!(back.body["redirect_from"], "/affiliate-vpn-deals");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn sixteen_months_are_paid_at_once_and_the_next_charge_comes_after_them() {
    let shop = Shop::start().await;
    let mut body = package(12, EMAIL, 3999);
    body["language"] = json!("en");
    let session = Shop::session_of(&shop.deal(&mut Browser::default(), CARD, body).await);
    let lines = lines(&shop, &session).await;
    assert_eq!(lines[0]["description"], "Northquay VPN, 16 months");
    assert_eq!((&lines[0]["price"]["recurring"], &lines[0]["amount_total"]), (&Value::Null, &json!(3999)));
    assert_eq!((&lines[1]["description"], &lines[1]["amount_total"]), (&json!("Northquay VPN, 12 months"), &json!(0)));
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!(
        asked["custom_text"]["submit"]["message"],
        "Due today: €39.99. Then €39.99 on 20 March 2028, and again every 12 months."
    );
    shop.at_pay_page(&session, "pay").await;
    let subscription = shop.at_stripe(&format!("checkout/sessions/{session}")).await["subscription"].clone();
    let subscription = shop.at_stripe(&format!("subscriptions/{}", subscription.as_str().unwrap())).await;
    let trial_end = subscription["trial_end"].as_i64().unwrap();
    assert_eq!(chrono::DateTime::from_timestamp(trial_end, 0).unwrap().to_rfc3339(), "2028-03-20T12:00:00+00:00");
    assert_eq!(subscription["status"], "trialing");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_lowers_a_deal_as_it_lowers_a_plan() {
    let shop = Shop::start().await;
    // Twenty percent of every term; five euros of the first.
    for (code, id, now, renewal) in [
        ("SPRING20", 12, 3199, 3199),
        ("WELCOME5", 12, 3499, 3999),
        ("WELCOME5", 1, 499, 999),
        ("SUMMER25", 3, 1499, 1499),
    ] {
        let mut body = package(id, EMAIL, now);
        (body["code"], body["expected_renewal"]) = (json!(code), json!(renewal));
        let started = shop.deal(&mut Browser::default(), CARD, body).await;
        let session = Shop::session_of(&started);
        let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
        assert_eq!(asked["amount_total"], json!(now), "{code} {id}");
        let lines = lines(&shop, &session).await;
        assert_eq!(lines.as_array().unwrap().last().unwrap()["price"]["unit_amount"], json!(renewal), "{code} {id}");
    }
    let mut body = package(12, EMAIL, 3499);
    body["code"] = json!("WELCOME5");
    let ideal = Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, body).await);
    assert_eq!(shop.at_mollie(&ideal).await["amount"], json!({ "currency": "EUR", "value": "34.99" }));
    shop.running.stop().await;
}

#[tokio::test]
async fn the_word_of_the_trial_page_takes_nothing_off_a_deal_and_sells_nothing_else() {
    let shop = Shop::start().await;
    // Package, price, paid months.
    for (id, price, months) in [(1, 999, 1), (3, 1499, 3), (12, 3999, 16)] {
        let mut body = package(id, EMAIL, price);
        body["code"] = json!("trial");
        let bare = json!({ "package": id, "selectedPackage": id, "email": EMAIL, "code": "TRIAL" });
        // Accepting terms that are not needed changes nothing either.
        let mut ticked = body.clone();
        ticked["accepted_trial_terms"] = json!("1");
        for (call, body) in [(CARD, &body), (CARD, &bare), (CARD, &ticked), (IDEAL, &body), (IDEAL, &bare)] {
            let mut browser = Browser::default();
            let started = shop.deal(&mut browser, call, body.clone()).await;
            assert_eq!(started.status, StatusCode::OK, "{call} {body}: {started:?}");
            let page = Shop::session_of(&started);
            if call == CARD {
                let asked = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
                assert_eq!((&asked["amount_total"], &asked["currency"]), (&json!(price), &json!("eur")), "{body}");
            } else {
                let value = format!("{}.{:02}", price / 100, price % 100);
                assert_eq!(
                    shop.at_mollie(&page).await["amount"],
                    json!({ "currency": "EUR", "value": value }),
                    "{body}"
                );
            }
        }
        let sold = "SELECT product_id || ' ' || CAST(due_now AS TEXT) || ' ' || COALESCE(trial_terms, '-') FROM orders";
        let sold = shop.texts(sold).await;
        let ours: Vec<&String> = sold.iter().filter(|order| order.starts_with(&format!("deal-{id}m "))).collect();
        assert_eq!(ours, vec![&format!("deal-{id}m {price} -"); 5], "{sold:?}");
        let quotes = shop.texts("SELECT quote FROM orders").await;
        let quotes = quotes.iter().map(|quote| serde_json::from_str::<Value>(quote).unwrap());
        let of_this = quotes.filter(|quote| quote["product_id"] == format!("deal-{id}m"));
        for quote in of_this {
            let paid_for = quote["months"].as_u64().unwrap() + quote["extra_months"].as_u64().unwrap_or(0);
            assert_eq!(paid_for, months, "{quote}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn both_calls_refuse_in_the_words_of_the_deal_page() {
    let shop = Shop::start().await;
    let with = |field: &str, value: Value| {
        let mut body = package(12, EMAIL, 3999);
        body[field] = value;
        body
    };
    let without = |field: &str| {
        let mut body = package(12, EMAIL, 3999);
        body.as_object_mut().unwrap().remove(field);
        body
    };
    let not_sold = "This plan is no longer sold. Please reload the page and choose again.";
    let two_plans = "The request names two different plans. Please reload the page and choose again.";
    let no_address = "Please enter a valid email address";
    let cases = [
        (with("email", json!("")), 422, "email_address_invalid", no_address),
        (with("email", json!("sanne example.com")), 422, "email_address_invalid", no_address),
        (without("email"), 422, "email_address_invalid", no_address),
        (with("package", json!(1)), 422, "package_mismatch", two_plans),
        (with("selectedPackage", json!("3")), 422, "package_mismatch", two_plans),
        (with("package", json!("012")), 422, "package_mismatch", two_plans),
        (with("package", json!("deal-3m")), 422, "package_mismatch", two_plans),
        (with("selectedPackage", json!("deal-12m")), 422, "unknown_package", not_sold),
        (without("selectedPackage"), 422, "unknown_package", not_sold),
        (
            with("currency", json!("AED")),
            422,
            "currency_not_taken",
            "You cannot pay in that currency here. Please choose another one.",
        ),
        (
            with("currency", json!("GBP")),
            422,
            "unsupported_currency",
            "This currency is not offered. Please choose another one.",
        ),
        (
            with("expected_amount", json!(3998)),
            409,
            "price_changed",
            "The price has changed. Please check it and confirm.",
        ),
        (
            with("expected_amount", json!(-1)),
            409,
            "price_changed",
            "The price has changed. Please check it and confirm.",
        ),
        (with("package", json!(12.5)), 400, "bad_request", "The request could not be read."),
        (with("package", json!(null)), 400, "bad_request", "The request could not be read."),
        (with("price", json!(1)), 400, "bad_request", "The request could not be read."),
        (with("return_to", json!("/".repeat(600))), 400, "bad_request", "The request could not be read."),
    ];
    for call in [CARD, IDEAL] {
        for (body, status, code, message) in &cases {
            let answer = shop.deal(&mut Browser::default(), call, body.clone()).await;
            assert_eq!(answer.status.as_u16(), *status, "{call} {body}: {answer:?}");
            assert_eq!(
                (&answer.body["code"], &answer.body["message"]),
                (&json!(code), &json!(message)),
                "{call} {body}"
            );
            assert_eq!(answer.body["status"], "error", "{call} {body}");
        }
        let send = |key: &str, origin: &str| {
            let request = shop.http.post(format!("{}{call}", shop.shop)).header("content-type", "application/json");
            let request = request.header("idempotency-key", key).header("origin", origin);
            request.body(package(12, EMAIL, 3999).to_string())
        };
        let bad_key = shop.finish(&mut Browser::default(), send("short", &shop.shop)).await;
        assert_eq!((bad_key.status, &bad_key.body["code"]), (StatusCode::BAD_REQUEST, &json!("bad_request")));
        let foreign = shop.finish(&mut Browser::default(), send("a-key-of-an-attempt", "https://evil.example")).await;
        assert_eq!((foreign.status, &foreign.body["code"]), (StatusCode::FORBIDDEN, &json!("forbidden_origin")));
        let form = shop.http.post(format!("{}{call}", shop.shop)).body("package=12");
        assert_eq!(shop.finish(&mut Browser::default(), form).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        let got = shop.send(&mut Browser::default(), Method::GET, call, None).await;
        assert_eq!((got.status, &got.body["code"]), (StatusCode::METHOD_NOT_ALLOWED, &json!("method_not_allowed")));
    }
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (0, 0), "nothing is stored of a refused call");
    shop.running.stop().await;
}

#[tokio::test]
async fn ids_may_be_numbers_or_text() {
    let shop = Shop::start().await;
    // `selectedPackage` is the id; `package` may be absent, or name the same plan by any of its names.
    for (call, first, second) in [
        (CARD, json!(3), json!("3")),
        (CARD, json!("3"), json!("3")),
        (IDEAL, json!("3"), json!(3)),
        (CARD, json!(""), json!(3)),
        (IDEAL, json!("3-month"), json!(3)),
        (CARD, json!("deal-3m"), json!("3")),
    ] {
        let mut body = package(3, EMAIL, 1499);
        (body["package"], body["selectedPackage"]) = (first, second);
        assert_eq!(shop.deal(&mut Browser::default(), call, body).await.status, StatusCode::OK, "{call}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_changed_price_is_told_with_what_is_due_now() {
    let shop = Shop::start().await;
    let told = async |call: &str, body: Value| shop.deal(&mut Browser::default(), call, body).await.body;
    let by_card = told(CARD, package(12, EMAIL, 4000)).await;
    assert_eq!((&by_card["quote"]["due_now"], &by_card["quote"]["renewal"]), (&json!(3999), &json!(3999)));
    assert_eq!(by_card["due"]["due_now"], json!(3999));
    let by_ideal = told(IDEAL, package(12, EMAIL, 4000)).await;
    assert!(by_ideal.get("quote").is_none(), "nothing renews, so there is no price of later terms: {by_ideal}");
    // Dutch is the language of the deal page unless the request names another.
    assert_eq!(
        by_ideal["due"],
        json!({ "product_id": "deal-12m", "currency": "EUR", "due_now": 3999, "due_now_text": "€\u{a0}39,99",
            "facts": { "book": 1, "list": 15_588, "price": 3999, "months": 12, "extra_months": 4 } })
    );
    // A page that claims that iDEAL renews does not match the product.
    let mut renewing = package(12, EMAIL, 3999);
    renewing["expected_renewal"] = json!(3999);
    assert_eq!(told(IDEAL, renewing).await["code"], "price_changed");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_is_down_keeps_the_order_and_the_retry_finds_it() {
    for (call, operation) in [(CARD, "checkout.sessions.create"), (IDEAL, "mollie.payments.create")] {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        shop.control("faults", json!({ "operation": operation, "kind": "error_500", "times": 50 })).await;
        let down = shop.deal(&mut browser, call, package(12, EMAIL, 3999)).await;
        assert_eq!((down.status, &down.body["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("payment_failed")));
        assert_eq!(down.body["message"], "Payment failed. Please try again.");
        assert!(down.headers.contains_key("retry-after"));
        shop.disarm_faults().await;
        let retried = shop.deal(&mut browser, call, package(12, EMAIL, 3999)).await;
        assert_eq!(retried.status, StatusCode::OK, "{retried:?}");
        assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1), "{call}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn one_attempt_makes_one_payment_however_often_it_is_sent() {
    let url = |answer: &Answer| answer.body["checkout_url"].as_str().unwrap().to_owned();
    for call in [CARD, IDEAL] {
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let first = shop.deal(&mut browser, call, package(12, EMAIL, 3999)).await;
        let again = shop.deal(&mut browser, call, package(12, EMAIL, 3999)).await;
        assert_eq!(url(&first), url(&again), "{call}");
        let send = |call: &str, id: u32, amount: i64| {
            let request = shop.http.post(format!("{}{call}", shop.shop)).header("content-type", "application/json");
            request.header("idempotency-key", "attempt-0123456789").body(package(id, EMAIL, amount).to_string())
        };
        let one = shop.finish(&mut browser, send(call, 3, 1499)).await;
        let two = shop.finish(&mut browser, send(call, 3, 1499)).await;
        assert_eq!(url(&one), url(&two), "{call}");
        // The key belongs to that choice: the shop refuses another package or another payment method under it.
        let other = if call == CARD { IDEAL } else { CARD };
        for stolen in [send(call, 12, 3999), send(other, 3, 1499)] {
            let refused = shop.finish(&mut browser, stolen).await;
            let told = (refused.status, &refused.body["code"]);
            assert_eq!(told, (StatusCode::UNPROCESSABLE_ENTITY, &json!("idempotency_key_reused")), "{call}");
        }
        assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (2, 2), "{call}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn an_expired_card_page_of_a_deal_is_failed_and_the_next_one_is_on_the_same_order() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = Shop::session_of(&shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await);
    // By the clock, not by a click: the page closes after 23 hours, and the recheck sees it.
    shop.clock.advance(Duration::from_secs(23 * 3600 + 60));
    let failed = shop.verify_until_known(&mut browser, &first).await;
    assert_eq!((&failed.body["status"], &failed.body["payment_status"]), (&json!("error"), &json!("failed")));
    let second = Shop::session_of(&shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await);
    assert_ne!(first, second);
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 2));
    shop.running.stop().await;
}
