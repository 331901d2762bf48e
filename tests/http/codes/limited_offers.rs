//! Codes with a limited number of uses on products other than plans: on data, whose page requests the price beforehand,
//! and on deals.

use onefare_server::catalogue;
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, changed, hash_of_card, quick, status_until, wanted};

/// A shop with the code `LAST`, ten percent off once, for data or for subscriptions.
async fn shop_with(scope: &str) -> Shop {
    let shop = quick().await;
    let code = format!(
        "\n[[code]]\ncode = \"LAST\"\npercent = \"10\"\nterm = \"first\"\nscope = \"{scope}\"\nusage_limit = 1\n"
    );
    let demo = catalogue::parse(&format!("{}{code}", catalogue::DEMO)).unwrap();
    catalogue::apply(&shop.running.app.store, &demo, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    shop
}

/// What a plan's page shows about the code in this browser, once the shop has reloaded its prices.
async fn told(shop: &Shop, browser: &mut Browser, body: &Value) -> Value {
    shop.running.app.refresh_prices().await.unwrap();
    let path = format!("/api/esim/discount-code/last/{}?currency={}", body["expected_amount"], currency(body));
    let answer = shop.send(browser, Method::POST, &path, None).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.body
}

fn currency(body: &Value) -> &str {
    body["currency"].as_str().unwrap()
}

fn with_code(body: &Value, shown: &Value) -> Value {
    changed(&changed(body, "discount_code", json!("LAST")), "expected_amount", shown.clone())
}

async fn used(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT CAST(used AS TEXT) FROM discount_codes WHERE code = 'last'").await
}

#[track_caller]
fn is_refused(told: &Value) {
    let seen = (&told["status"], &told["code"], &told["data"]);
    assert_eq!(seen, (&json!("error"), &json!("discount_code_invalid"), &json!("Invalid discount code")), "{told}");
}

#[track_caller]
fn asks_for(answer: &Answer, full: &Value) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::CONFLICT, &json!("price_changed")), "{answer:?}");
    assert_eq!(&answer.body["due"]["due_now"], full);
}

#[tokio::test]
async fn who_has_the_last_use_on_data_is_told_its_price_and_nobody_else_is() {
    for (call, method) in [(BY_CARD, "card"), (BY_IDEAL, "ideal")] {
        let shop = shop_with("refills").await;
        let (mut first, mut second) = (Browser::default(), Browser::default());
        let body = wanted(&shop, method).await;
        let full = body["expected_amount"].clone();
        let price = told(&shop, &mut first, &body).await["data"].clone();
        // Nine tenths, to the nearest cent.
        assert_eq!(price, json!((full.as_i64().unwrap() * 9 + 5) / 10), "{full}");
        let begun = shop.post(&mut first, call, with_code(&body, &price)).await;
        Shop::session_of(&begun);
        assert_eq!(used(&shop).await, ["1"]);

        let again = told(&shop, &mut first, &body).await;
        assert_eq!([&again["status"], &again["currency"]], ["ok", currency(&body)], "the use is theirs: {again}");
        assert_eq!([&again["data"], &again["applied"]["due"]["due_now"]], [&price, &price], "{again}");
        is_refused(&told(&shop, &mut second, &body).await);
        let mut forged = Browser { cookie: Some("buyer=abcdefghijklmnopqrstuvwxyz".to_owned()) };
        is_refused(&told(&shop, &mut forged, &body).await);
        let mut stranger = Browser::default();
        Shop::session_of(&shop.post(&mut stranger, call, body.clone()).await);
        is_refused(&told(&shop, &mut stranger, &body).await);

        // The checkout answers both in the same way.
        let again = shop.post(&mut first, call, with_code(&body, &price)).await;
        assert_eq!(again.body["data"]["checkout_url"], begun.body["data"]["checkout_url"]);
        asks_for(&shop.post(&mut second, call, with_code(&body, &price)).await, &full);
        assert_eq!((shop.rows("orders").await, used(&shop).await), (2, vec!["1".to_owned()]), "and the stranger's");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn the_last_use_on_data_is_sold_once_and_comes_back_when_its_page_ends() {
    let shop = shop_with("refills").await;
    let (mut first, mut second) = (Browser::default(), Browser::default());
    let body = wanted(&shop, "card").await;
    let full = body["expected_amount"].clone();
    let price = told(&shop, &mut first, &body).await["data"].clone();
    let page = Shop::session_of(&shop.post(&mut first, BY_CARD, with_code(&body, &price)).await);
    asks_for(&shop.post(&mut second, BY_CARD, with_code(&body, &price)).await, &full);
    let hash = hash_of_card(&shop, &page).await;
    shop.at_pay_page(&page, "expire").await;
    status_until(&shop, &mut first, "stripe", &hash, "failed").await;
    assert_eq!(used(&shop).await, ["0"]);

    assert_eq!(told(&shop, &mut second, &body).await["data"], price);
    let page = Shop::session_of(&shop.post(&mut second, BY_CARD, with_code(&body, &price)).await);
    let hash = hash_of_card(&shop, &page).await;
    shop.at_pay_page(&page, "pay").await;
    let paid = status_until(&shop, &mut second, "stripe", &hash, "paid").await;
    assert_eq!(paid.body["amount_paid"], price);
    assert_eq!(used(&shop).await, ["1"]);
    is_refused(&told(&shop, &mut first, &body).await);
    asks_for(&shop.post(&mut first, BY_CARD, with_code(&body, &price)).await, &full);
    shop.running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_buyers_of_data_at_once_one_gets_the_last_use() {
    let shop = shop_with("refills").await;
    let body = wanted(&shop, "card").await;
    let price = told(&shop, &mut Browser::default(), &body).await["data"].clone();
    let send = |number: u32| {
        let request = shop.http.post(format!("{}{BY_CARD}", shop.shop)).header("content-type", "application/json");
        let email = json!(format!("buyer{number}@example.com"));
        request.body(changed(&with_code(&body, &price), "email", email).to_string()).send()
    };
    let (one, other) = tokio::join!(send(1), send(2));
    let mut answers = [one.unwrap().status(), other.unwrap().status()];
    answers.sort();
    assert_eq!(answers, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!((used(&shop).await, shop.rows("orders").await), (vec!["1".to_owned()], 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_used_up_code_takes_nothing_off_a_deal_and_who_has_the_use_keeps_it() {
    for (call, other) in [(CARD, IDEAL), (IDEAL, CARD)] {
        let shop = shop_with("plans").await;
        let (mut first, mut second) = (Browser::default(), Browser::default());
        let deal = |shown: i64| {
            let mut body = package(12, "sanne@example.com", shown);
            body["code"] = json!("last");
            body
        };
        // 39.99 less ten percent.
        let begun = shop.deal(&mut first, call, deal(3599)).await;
        assert_eq!(begun.status, StatusCode::OK, "{begun:?}");
        assert_eq!(used(&shop).await, ["1"]);
        for call in [call, other] {
            asks_for(&shop.deal(&mut second, call, deal(3599)).await, &json!(3999));
        }
        assert_eq!(shop.rows("orders").await, 1, "nothing is stored before the buyer agrees");
        let again = shop.deal(&mut first, call, deal(3599)).await;
        assert_eq!(again.body["checkout_url"], begun.body["checkout_url"], "the same browser finds its own");
        // Its page, drawn anew, says that the code is used up: it is asked about the price that its use still leaves.
        asks_for(&shop.deal(&mut first, call, deal(3999)).await, &json!(3599));
        assert_eq!(shop.deal(&mut second, call, deal(3999)).await.status, StatusCode::OK, "at the full price");
        // A request that names no price is charged the price without the code.
        let mut bare = deal(0);
        bare.as_object_mut().unwrap().remove("expected_amount");
        assert_eq!(shop.deal(&mut Browser::default(), call, bare).await.status, StatusCode::OK);
        let due = shop.texts("SELECT CAST(due_now AS TEXT) FROM orders ORDER BY due_now").await;
        assert_eq!(
            (due, used(&shop).await),
            (["3599", "3999", "3999"].map(str::to_owned).to_vec(), vec!["1".to_owned()])
        );
        shop.running.stop().await;
    }
}
