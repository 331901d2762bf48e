//! One purchase paid by two methods, with changes of currency, code or language in between: it is delivered once, the
//! duplicate payment is refunded, and the shop waits for payments in flight.

use std::time::Duration;

use onefare_server::catalogue;
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

const EMAIL: &str = "sanne@example.com";

/// Requests a data plan by a method, in a currency; `key` is the attempt's.
async fn data(shop: &Shop, browser: &mut Browser, way: (&str, &str), key: Option<&str>) -> Answer {
    let (provider, currency) = way;
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let price = &plan[format!("price_{}", currency.to_lowercase())];
    let body = json!({
        "email": EMAIL, "bundle_id": 3, "payment_method": if provider == "stripe" { "card" } else { "ideal" },
        "currency": currency, "structured_data": plan["structured_data"], "expected_amount": price,
        // Confirmed on the page; esim_again.rs covers the question before that.
        "buy_another": key.is_some(),
    });
    let url = format!("{}/api/esim/{provider}/create-payment", shop.shop);
    let mut request = shop.http.post(url).header("content-type", "application/json").body(body.to_string());
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    shop.finish(browser, request).await
}

/// The address in the answer.
fn address(answer: &Answer) -> url::Url {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let said = answer.body.get("data").unwrap_or(&answer.body);
    said["checkout_url"].as_str().unwrap_or_else(|| panic!("no address in {answer:?}")).parse().unwrap()
}

/// Provider, currency and state of every payment with its order's state, the oldest first.
async fn states(shop: &Shop) -> Vec<String> {
    let sql = "SELECT p.provider || ' ' || o.currency || ' ' || p.state || ' ' || o.state \
               FROM payments p JOIN orders o ON o.id = p.order_id ORDER BY p.created_at, p.id";
    shop.texts(sql).await
}

async fn quick() -> Shop {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop
}

/// Lets the jobs run without webhook events until the payments have these states.
async fn until_states(shop: &Shop, wanted: &[&str]) {
    for _ in 0..100 {
        shop.until_idle().await;
        if states(shop).await == wanted {
            return;
        }
        shop.pass(10).await;
    }
    panic!("{:?} instead of {wanted:?}", states(shop).await);
}

async fn bought(shop: &Shop) -> usize {
    shop.sandbox_has("esims/orders").await["orders"].as_array().unwrap().len()
}

#[tokio::test]
async fn euros_at_the_bank_and_dollars_by_card_are_one_esim() {
    for bank_is_first in [false, true] {
        let shop = quick().await;
        let mut browser = Browser::default();
        let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
        shop.at_bank(&ideal, "keep").await;
        let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1_000 });
        shop.control("faults", stuck).await;
        shop.clock.advance(Duration::from_secs(1));
        let card = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
        assert_eq!(shop.rows("orders").await, 2, "another currency is another agreement");
        if bank_is_first {
            shop.at_bank(&ideal, "paid").await;
            until_states(&shop, &["mollie EUR paid delivered", "stripe USD failed closed"]).await;
            shop.at_pay_page(&card, "pay").await;
            until_states(&shop, &["mollie EUR paid delivered", "stripe USD refunded closed"]).await;
            // A buyer who returns from the card page sees the purchase.
            let page = shop.at_stripe(&format!("checkout/sessions/{card}")).await["success_url"].clone();
            let page: url::Url = page.as_str().unwrap().parse().unwrap();
            let hash = page.query_pairs().find(|(name, _)| name == "hash").unwrap().1.into_owned();
            let told = shop.get(&format!("/api/esim/stripe/check-payment-status?hash={hash}")).await.body;
            assert_eq!((&told["payment_status"], &told["is_paid"]), (&json!("paid"), &json!(true)), "{told}");
            assert_eq!(json!([told["order_id"]]), json!(shop.texts("SELECT order_id FROM deliveries").await));
        } else {
            shop.at_pay_page(&card, "pay").await;
            until_states(&shop, &["mollie EUR failed closed", "stripe USD paid delivered"]).await;
            shop.at_bank(&ideal, "paid").await;
            until_states(&shop, &["mollie EUR refunded closed", "stripe USD paid delivered"]).await;
        }
        assert_eq!((bought(&shop).await, shop.rows("deliveries").await), (1, 1), "bank first: {bank_is_first}");
        // The eSIM, its receipt, and the letter about the one refund: all name the buyer's delivered order.
        let number = shop.texts("SELECT number FROM orders WHERE state = 'delivered'").await.remove(0);
        for letter in shop.letters_to(EMAIL, 3).await {
            assert!(letter["text"].as_str().unwrap().contains(&number), "{number} in {letter}");
        }
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn what_is_paid_on_a_page_that_cannot_be_ended_is_found_without_a_webhook() {
    let shop = quick().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    shop.at_bank(&ideal, "keep").await;
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1_000 });
    shop.control("faults", stuck).await;
    shop.clock.advance(Duration::from_secs(1));
    let card = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    shop.at_bank(&ideal, "paid").await;
    until_states(&shop, &["mollie EUR paid delivered", "stripe USD failed closed"]).await;
    // By now it is rarely rechecked, but the job still tries to expire it.
    for _ in 0..5 {
        shop.pass(900).await;
    }
    shop.at_pay_page(&card, "pay").await;
    for _ in 0..10 {
        shop.pass(30).await;
    }
    let back = ["mollie EUR paid delivered".to_owned(), "stripe USD refunded closed".to_owned()];
    shop.until(back.to_vec(), async || states(&shop).await).await;
    assert_eq!((bought(&shop).await, shop.rows("deliveries").await), (1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn who_paid_once_too_often_has_the_order_also_while_that_money_cannot_go_back() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    let path = format!("/api/esim/mollie/check-payment-status?hash={}", shop.hash_of(&ideal).await);
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(Duration::from_secs(1));
    let card = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    shop.at_pay_page(&card, "pay").await;
    until_states(&shop, &["mollie EUR failed closed", "stripe USD paid delivered"]).await;
    shop.at_bank(&ideal, "paid").await;
    shop.until(vec!["pending".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    assert_eq!(shop.get(&path).await.body["payment_status"], "paid");
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/failed"), json!({})).await;
    shop.until(vec!["failed".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    let told = shop.get(&path).await.body;
    assert_eq!(told["payment_status"], "paid", "{told}");
    assert_eq!(json!([told["order_id"]]), json!(shop.texts("SELECT order_id FROM deliveries").await));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_order_whose_own_money_goes_back_is_nothing_to_pay_once_too_often_for() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let card = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1_000 });
    shop.control("faults", stuck).await;
    shop.clock.advance(Duration::from_secs(1));
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    shop.at_bank(&ideal, "paid").await;
    until_states(&shop, &["stripe USD failed closed", "mollie EUR paid refund_due"]).await;
    // The card page could not be expired in time, and is paid: the supplier has the data again.
    shop.at_pay_page(&card, "pay").await;
    let both = ["stripe USD paid delivered", "mollie EUR paid refund_due"].map(str::to_owned).to_vec();
    shop.until(both, async || states(&shop).await).await;
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    until_states(&shop, &["stripe USD paid delivered", "mollie EUR refunded refunded"]).await;
    assert_eq!(shop.texts("SELECT reason FROM refunds").await, ["delivery_refused"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_older_attempts_key_leads_to_what_was_paid_since() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ask = async |browser: &mut Browser, currency: &str, due: i64, key: &'static str| {
        let body = twelve_months(EMAIL, currency, due);
        let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
        let request = shop.http.post(url).header("content-type", "application/json").body(body.to_string());
        address(&shop.finish(browser, request.header("idempotency-key", key)).await)
    };
    let first = ask(&mut browser, "AED", 15_000, "the-first-of-two-attempts").await;
    assert!(first.path().starts_with("/pay/"));
    shop.clock.advance(Duration::from_secs(1));
    let mut dollars = twelve_months(EMAIL, "USD", 0);
    dollars["expected_amount"] = Value::Null;
    let page = Shop::session_of(&shop.checkout(&mut browser, dollars).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let again = ask(&mut browser, "AED", 15_000, "the-first-of-two-attempts").await;
    assert_eq!(again.path(), "/payment-success");
    shop.clock.advance(Duration::from_secs(3_601));
    let later = ask(&mut browser, "AED", 15_000, "the-first-of-two-attempts").await;
    assert!(later.path().starts_with("/pay/"), "{later}");
    shop.running.stop().await;
}

#[tokio::test]
async fn money_on_its_way_is_waited_for_and_no_second_page_is_made() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    shop.at_bank(&ideal, "pending").await;
    for way in [("stripe", "USD"), ("stripe", "EUR"), ("mollie", "EUR")] {
        let waits = address(&data(&shop, &mut browser, way, None).await);
        assert_eq!(waits.path(), "/esim/callback-success", "{way:?}");
        assert!(waits.query_pairs().any(|(name, value)| name == "payment_method" && value == "mollie"), "{waits}");
        let hash = waits.query_pairs().find(|(name, _)| name == "hash").unwrap().1.into_owned();
        let path = format!("/api/esim/mollie/check-payment-status?hash={hash}");
        assert_eq!(shop.get(&path).await.body["payment_status"], "pending", "{way:?}");
    }
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 1));
    // Another plan is another purchase.
    let deal = shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await;
    assert!(address(&deal).path().starts_with("/pay/"), "{deal:?}");
    shop.at_bank(&ideal, "paid").await;
    shop.until(1, async || shop.rows("deliveries").await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn of_a_deal_too_and_a_silent_provider_keeps_nobody_from_paying() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await);
    shop.clock.advance(Duration::from_secs(1));
    shop.at_bank(&ideal, "pending").await;
    let waits = address(&shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await);
    assert_eq!(waits.path(), "/payment-status");
    shop.control("faults", json!({ "operation": "mollie.*", "kind": "error_500", "times": 1_000 })).await;
    let card = Shop::session_of(&shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await);
    shop.at_pay_page(&card, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &card).await.body["status"], "ok");
    shop.disarm_faults().await;
    // A payment in flight is never reported as failed, not even after it was superseded.
    let hash = shop.hash_of(&ideal).await;
    assert_eq!(shop.payment_status(&mut browser, &hash).await.body["payment_status"], "paid", "the order is");
    shop.at_bank(&ideal, "paid").await;
    until_states(&shop, &["mollie EUR refunded delivered", "stripe EUR paid delivered"]).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_given_up_and_is_on_its_way_is_pending() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    let hash = shop.hash_of(&ideal).await;
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(Duration::from_secs(1));
    Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    let path = format!("/api/esim/mollie/check-payment-status?hash={hash}");
    assert_eq!(shop.get(&path).await.body["payment_status"], "failed", "nobody has paid there");
    shop.at_bank(&ideal, "pending").await;
    assert_eq!(shop.get(&path).await.body["payment_status"], "pending");
    shop.at_bank(&ideal, "failed").await;
    assert_eq!(shop.get(&path).await.body["payment_status"], "failed");
    shop.running.stop().await;
}

#[tokio::test]
async fn back_and_buy_within_the_hour_is_no_second_purchase_whatever_was_changed() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15_000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let changed = |field: &str, value: Value| {
        let mut body = twelve_months(EMAIL, "AED", 15_000);
        (body[field], body["expected_amount"]) = (value, Value::Null);
        body
    };
    let same =
        [changed("currency", json!("USD")), changed("code", json!("SPRING20")), changed("language", json!("ar"))];
    for body in same {
        let again = address(&shop.checkout(&mut browser, body.clone()).await);
        assert_eq!(again.path(), "/payment-success", "{body}");
    }
    // For another buyer or another plan it is a second purchase.
    for body in [changed("email", json!("noor@example.com")), changed("selectedPackage", json!("vpn-1m"))] {
        let other = address(&shop.checkout(&mut browser, body.clone()).await);
        assert!(other.path().starts_with("/pay/"), "{body}");
    }
    shop.clock.advance(Duration::from_secs(3_601));
    let later = address(&shop.checkout(&mut browser, changed("currency", json!("USD"))).await);
    assert!(later.path().starts_with("/pay/"));
    shop.running.stop().await;
}

#[tokio::test]
async fn two_identical_esims_can_be_bought_on_purpose() {
    let shop = quick().await;
    let mut browser = Browser::default();
    for key in ["first-of-two-esims", "second-of-two-esims"] {
        let page = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), Some(key)).await);
        shop.at_pay_page(&page, "pay").await;
        shop.until(0, async || shop.texts("SELECT id FROM orders WHERE state <> 'delivered'").await.len()).await;
        // Repeating the attempt leads to the same purchase.
        let again = address(&data(&shop, &mut browser, ("stripe", "USD"), Some(key)).await);
        assert_eq!(again.path(), "/esim/callback-success");
        shop.clock.advance(Duration::from_secs(5));
    }
    // Without a key, Back and Buy counts as a repeat.
    let repeat = address(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    assert_eq!(repeat.path(), "/esim/callback-success");
    assert_eq!((bought(&shop).await, shop.rows("orders").await), (2, 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn who_comes_back_buys_from_the_price_book_in_force() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    shop.at_pay_page(&page, "expire").await;
    shop.until_order("closed").await;
    // The supplier now sells the same data as another package at another cost; the price stays.
    let app = &shop.running.app;
    let mut demo = catalogue::parse(catalogue::DEMO).unwrap();
    let refill = &mut demo.book.bundles.iter_mut().find(|bundle| bundle.id == 3).unwrap().refills[1];
    let (old, cost) = (refill.package.clone(), refill.cost.unwrap());
    (refill.package, refill.cost) = ("ES_3_15".to_owned(), Some(cost + 1));
    assert_ne!(old, refill.package);
    catalogue::apply(&app.store, &demo, shop.clock.now()).await.unwrap();
    shop.clock.advance(Duration::from_secs(5));
    let page = Shop::session_of(&data(&shop, &mut browser, ("stripe", "USD"), None).await);
    assert_eq!(shop.rows("orders").await, 1);
    assert_eq!(shop.texts("SELECT CAST(book AS TEXT) FROM orders").await, ["2"]);
    shop.at_pay_page(&page, "pay").await;
    shop.until(vec!["ES_3_15".to_owned()], async || shop.texts("SELECT package_code FROM esims").await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn money_for_an_order_that_could_not_be_delivered_is_not_called_paid_twice() {
    let shop = Shop::start().await;
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&data(&shop, &mut browser, ("mollie", "EUR"), None).await);
    shop.at_bank(&ideal, "keep").await;
    shop.clock.advance(Duration::from_secs(1));
    let card = Shop::session_of(&data(&shop, &mut browser, ("stripe", "EUR"), None).await);
    shop.at_pay_page(&card, "pay").await;
    until_states(&shop, &["mollie EUR failed refunded", "stripe EUR refunded refunded"]).await;
    shop.at_bank(&ideal, "paid").await;
    let reasons = async || shop.texts("SELECT reason FROM refunds ORDER BY created_at").await;
    shop.until(vec!["delivery_refused".to_owned(), "by_support".to_owned()], reasons).await;
    for letter in shop.letters_to(EMAIL, 2).await {
        assert!(!letter.to_string().contains("paid twice"), "{letter}");
    }
    shop.running.stop().await;
}
