//! The eSIM shop's price after a discount code.

use std::time::Duration;

use onefare_tests::{Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::shop::{code, refused, told};

const INVALID: (&str, &str) = ("discount_code_invalid", "Invalid discount code");
const NO_CODE: (&str, &str) = ("discount_code_required", "enter code");
const NOT_SOLD: (&str, &str) = ("price_changed", "The price has changed. Please check it and confirm.");

/// A code for one plan of the Emirates.
const GULF: &str = "\n[[code]]\ncode = \"GULF\"\npercent = \"50\"\nterm = \"first\"\nscope = \"refills\"\nbelow_cost = true\nplans = [\"6-5120-30\"]\n";

#[tokio::test]
async fn a_code_says_what_it_leaves_of_a_price_that_is_sold() {
    let shop = Shop::start().await;
    let fixed = "\n[[code]]\ncode = \"LESS\"\nterm = \"first\"\nscope = \"both\"\nbelow_cost = true\n[code.amounts]\nUSD = \"1.00\"\nEUR = \"0.80\"\n";
    shop.apply_catalogue(|text| format!("{text}{fixed}{GULF}")).await;
    let ok = |cents: i64, currency: &str| (json!("ok"), json!(cents), json!(currency));
    for (path, wanted) in [
        ("TRAVEL10/299", ok(269, "USD")),
        ("%20travel10%20/299", ok(269, "USD")),
        ("TRAVEL10/299?currency=EUR", ok(269, "EUR")),
        ("TRAVEL10/299?currency=usd", ok(269, "USD")),
        // 7.99 is a price in both euros and dollars; 12.49, for the United States, in euros alone.
        ("LESS/1249?structured_data=1-10240-30", ok(1169, "EUR")),
        ("LESS/1349?structured_data=1-10240-30", ok(1249, "USD")),
        ("LESS/299?structured_data=1-1024-7&currency=EUR", ok(219, "EUR")),
        ("GULF/1849?structured_data=6-5120-30", ok(925, "USD")),
        ("GULF/1849", ok(925, "USD")),
    ] {
        let answer = code(&shop, path).await;
        let told = ["status", "data", "currency"].map(|field| answer.body[field].clone());
        assert_eq!((answer.status, told.into()), (StatusCode::OK, wanted), "{path}");
        assert_eq!(answer.body["applied"]["due"]["due_now"], answer.body["data"], "{path}");
    }
    assert_eq!(shop.rows("orders").await, 0, "nothing is decided");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_comes_with_what_a_page_shows_of_it() {
    let shop = Shop::start().await;
    let path = "travel10/649?currency=USD&structured_data=1-3072-15";
    // 10 % of 6.49 are 0.649, which leaves 5.841.
    let applied = |due: &str, percent: &str, change: &str| {
        json!({
            "due": { "product_id": "1-3072-15", "currency": "USD", "due_now": 584, "due_now_text": due,
                "facts": { "book": 1, "list": 649, "price": 649, "code": "TRAVEL10", "code_percent": 1000 } },
            "percent_text": percent,
            "discount_text": change,
        })
    };
    let whole =
        json!({ "status": "ok", "data": 584, "currency": "USD", "applied": applied("$5.84", "10.0", "-$0.65") });
    assert_eq!(code(&shop, path).await.body, whole);
    let german = applied("5,84\u{a0}$", "10,0", "-0,65\u{a0}$");
    assert_eq!(code(&shop, &format!("{path}&lang=de")).await.body["applied"], german);
    let mut chosen = Browser { cookie: Some("selectedLanguage=de".to_owned()) };
    let call = format!("/api/esim/discount-code/{path}");
    assert_eq!(shop.send(&mut chosen, Method::POST, &call, None).await.body["applied"], german, "the stored choice");
    let refused = code(&shop, "NOBODYKNOWS/649").await;
    assert_eq!(refused.body.get("applied"), None, "{refused:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_that_do_not_hold_are_refused_in_the_answer() {
    let shop = Shop::start().await;
    let soon = "\n[[code]]\ncode = \"SOON\"\npercent = \"10\"\nterm = \"first\"\nscope = \"refills\"\nends = \"2026-11-20T13:00:00Z\"\n";
    shop.apply_catalogue(|text| format!("{text}{soon}{GULF}")).await;
    for (path, wanted) in [
        ("/299", NO_CODE),
        ("%20/299", NO_CODE),
        ("%20/1", NO_CODE),
        ("NOBODYKNOWS/299", INVALID),
        ("50%25/299", INVALID),
        ("%D9%A3/299", INVALID),
        ("SPRING20/299", INVALID),
        ("GULF/299", INVALID),
        ("GULF/1849?structured_data=6-5120-31", NOT_SOLD),
        ("TRAVEL10/298", NOT_SOLD),
        ("TRAVEL10/1", NOT_SOLD),
        ("TRAVEL10/99999999", NOT_SOLD),
        ("TRAVEL10/299?structured_data=1-3072-15", NOT_SOLD),
    ] {
        assert_eq!(told(&code(&shop, path).await), wanted, "{path}");
    }
    assert_eq!(code(&shop, "SOON/299").await.body["data"], 269);
    shop.clock.advance(Duration::from_secs(3600));
    assert_eq!(told(&code(&shop, "SOON/299").await), INVALID, "a page gets no grace");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_no_question_about_a_code_is_refused() {
    let shop = Shop::start().await;
    for price in [
        "0",
        "-1",
        "+299",
        "0299",
        "2.99",
        "2,99",
        "1e3",
        "%20",
        "299%20",
        "100000000",
        "99999999999999999999",
        "abc",
        "%D9%A2",
    ] {
        let answer = code(&shop, &format!("TRAVEL10/{price}")).await;
        assert_eq!(refused(&answer).1, "bad_request", "{price}");
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{price}");
    }
    for (path, status, problem) in [
        ("TRAVEL10/299?currency=GBP", 422, "unsupported_currency"),
        ("TRAVEL10/299?structured_data=1-1024", 422, "checkout_data_invalid"),
        ("TRAVEL10/299?currency=AED", 422, "currency_not_taken"),
        ("TRAVEL10/299?currency=GBP&currency=USD", 422, "unsupported_currency"),
        ("%ff/299", 400, "bad_request"),
    ] {
        let answer = code(&shop, path).await;
        assert_eq!((answer.status.as_u16(), refused(&answer).1), (status, problem), "{path}");
    }
    let request = shop.http.post(format!("{}/api/esim/discount-code/TRAVEL10/299", shop.shop));
    let request = request.header("origin", "https://evil.example");
    let answer = shop.finish(&mut Browser::default(), request).await;
    assert_eq!((answer.status.as_u16(), refused(&answer).1), (403, "forbidden_origin"));
    shop.running.stop().await;
}
