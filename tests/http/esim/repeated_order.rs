//! Paid data that is ordered again: the Back button leads to the first purchase, a second tab asks first, and a buyer
//! who wants another one confirms it.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, changed, generated, hash_of_card, quick, status_until, wanted};

/// Presses "Pay" on a checkout page; its history entry has a key.
async fn press(shop: &Shop, browser: &mut Browser, call: &str, key: &str, body: &Value) -> Answer {
    let request = shop.http.post(format!("{}{call}", shop.shop)).header("content-type", "application/json");
    shop.finish(browser, request.header("idempotency-key", key).body(body.to_string())).await
}

/// Buys by card and pays; returns the answer of the status call.
async fn buys(shop: &Shop, browser: &mut Browser, key: &str, body: &Value) -> Value {
    let session = Shop::session_of(&press(shop, browser, BY_CARD, key, body).await);
    let hash = hash_of_card(shop, &session).await;
    shop.at_pay_page(&session, "pay").await;
    status_until(shop, browser, "stripe", &hash, "paid").await.body
}

#[track_caller]
fn leads_to_the_receipt(answer: &Answer) -> String {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let url = answer.body["data"]["checkout_url"].as_str().unwrap();
    assert!(url.contains("/esim/callback-success?") && url.contains("hash="), "{url}");
    url.to_owned()
}

#[track_caller]
fn is_asked_about<'answer>(answer: &'answer Answer, when: &str) -> &'answer Value {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::CONFLICT, &json!("bought_just_now")), "{answer:?}");
    assert_eq!(answer.body["message"], "You bought this a short while ago. Please confirm that you want another one.");
    assert_eq!(answer.body["bought"]["when_text"], when);
    &answer.body["bought"]
}

async fn charges(shop: &Shop) -> usize {
    let ledger = shop.sandbox_has("ledger").await;
    ledger["rows"].as_array().unwrap().iter().filter(|row| row["movement"] == "charge").count()
}

#[tokio::test]
async fn back_and_pay_lead_to_the_receipt() {
    let shop = quick().await;
    let (mut browser, key) = (Browser::default(), "key-of-the-entry-1");
    let body = wanted(&shop, "card").await;
    buys(&shop, &mut browser, key, &body).await;
    for _ in 0..2 {
        leads_to_the_receipt(&press(&shop, &mut browser, BY_CARD, key, &body).await);
    }
    // A client without a key is treated like the Back button.
    leads_to_the_receipt(&shop.post(&mut browser, BY_CARD, body.clone()).await);
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await, charges(&shop).await), (1, 1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_second_tab_is_asked_about_for_an_hour_by_either_way_to_pay() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let (by_card, by_ideal) = (wanted(&shop, "card").await, wanted(&shop, "ideal").await);
    let paid = buys(&shop, &mut browser, "key-of-the-first-tab", &by_card).await;
    let asked = press(&shop, &mut browser, BY_CARD, "key-of-a-second-tab", &by_card).await;
    let bought = is_asked_about(&asked, "less than a minute ago");
    assert_eq!(bought["minutes"], 0);
    let receipt: url::Url = bought["receipt_url"].as_str().unwrap().parse().unwrap();
    let of = |name: &str| receipt.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned();
    assert_eq!((receipt.path(), of("payment_method").as_str()), ("/esim/callback-success", "card"));
    let opened = status_until(&shop, &mut browser, "stripe", &of("hash"), "paid").await;
    assert_eq!(opened.body["order_id"], paid["order_id"]);

    shop.clock.advance(Duration::from_secs(5 * 60));
    for (language, when) in [
        ("en", "5\u{a0}minutes ago"),
        ("nl", "5\u{a0}minuten geleden"),
        ("de", "vor 5\u{a0}Minuten"),
        ("fr", "il y a 5\u{a0}minutes"),
        ("ar", "قبل 5\u{a0}دقائق"),
    ] {
        let body = changed(&by_ideal, "language", json!(language));
        let key = format!("key-of-the-tab-in-{language}");
        is_asked_about(&press(&shop, &mut browser, BY_IDEAL, &key, &body).await, when);
    }
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1), "a question stores nothing");

    // Another traveller's address, or an hour's distance, makes another purchase.
    let for_noor = changed(&by_card, "email", json!("noor@example.com"));
    Shop::session_of(&press(&shop, &mut browser, BY_CARD, "key-of-another-address", &for_noor).await);
    shop.clock.advance(Duration::from_secs(56 * 60));
    Shop::session_of(&press(&shop, &mut browser, BY_CARD, "key-of-an-hour-later", &by_card).await);
    shop.running.stop().await;
}

#[tokio::test]
async fn another_one_is_sold_to_who_says_so() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let body = wanted(&shop, "card").await;
    let first = buys(&shop, &mut browser, "key-of-the-first-one", &body).await;
    let key = "key-of-the-second-one";
    is_asked_about(&press(&shop, &mut browser, BY_CARD, key, &body).await, "less than a minute ago");
    let another = changed(&body, "buy_another", json!(true));
    let second = buys(&shop, &mut browser, key, &another).await;
    assert_ne!(first["order_id"], second["order_id"]);
    assert_eq!(charges(&shop).await, 2);
    let codes = [
        generated(&shop, &mut browser, &first["order_id"]).await,
        generated(&shop, &mut browser, &second["order_id"]).await,
    ]
    .map(|answer| answer.body["generated_esim"].clone());
    assert_ne!(codes[0], codes[1], "two eSIMs");

    // Each of the two pages leads back to its own purchase; the confirmation belongs to the second one alone.
    let receipt = leads_to_the_receipt(&press(&shop, &mut browser, BY_CARD, key, &body).await);
    assert_eq!(leads_to_the_receipt(&press(&shop, &mut browser, BY_CARD, key, &another).await), receipt);
    let other = leads_to_the_receipt(&press(&shop, &mut browser, BY_CARD, "key-of-the-first-one", &body).await);
    assert_ne!(other, receipt);
    is_asked_about(&press(&shop, &mut browser, BY_CARD, "key-of-a-third-one", &body).await, "less than a minute ago");
    assert_eq!((shop.rows("orders").await, charges(&shop).await), (2, 2));
    let wrong = changed(&body, "buy_another", json!("yes"));
    let answer = press(&shop, &mut browser, BY_CARD, "key-of-a-bad-answer", &wrong).await;
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("bad_request")));
    shop.running.stop().await;
}
