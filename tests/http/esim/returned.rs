//! A refunded eSIM is returned to its supplier: once, whatever is lost on the way, and only if unused.

use std::time::Duration;

use onefare_server::flows::effects;
use onefare_server::store::refunds::Reason;
use onefare_server::store::{orders, payments};
use onefare_tests::{Browser, Shop};
use reqwest::Method;
use serde_json::{Value, json};

const BY_CARD: &str = "stripe";
const BY_IDEAL: &str = "mollie";
const QUERY: &str = "esim_access.esim.query";

/// The second plan of the list's third country.
async fn wanted(shop: &Shop, provider: &str) -> Value {
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let method = if provider == BY_CARD { "card" } else { "ideal" };
    json!({
        "email": "amal@example.com", "bundle_id": 3, "payment_method": method, "currency": "EUR",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
    })
}

/// Pays for the plan; returns the provider's id of the payment.
async fn pay(shop: &Shop, provider: &str) -> String {
    let body = wanted(shop, provider).await;
    let call = format!("/api/esim/{provider}/create-payment");
    let page = Shop::session_of(&shop.post(&mut Browser::default(), &call, body).await);
    if provider == BY_CARD {
        shop.at_pay_page(&page, "pay").await
    } else {
        shop.at_bank(&page, "paid").await
    }
    page
}

/// A shop whose supplier takes `making_ms` milliseconds per eSIM, with a plan paid there.
async fn paid(provider: &str, making_ms: u32) -> (Shop, String) {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": making_ms })).await;
    let page = pay(&shop, provider).await;
    (shop, page)
}

/// The stored eSIMs: state, and what happened to them.
async fn esims(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT state || ' ' || COALESCE(given_back, '-') FROM esims ORDER BY created_at").await
}

async fn until_esim(shop: &Shop, wanted: &str) {
    shop.until(vec![wanted.to_owned()], async || esims(shop).await).await;
}

/// The supplier's movements of our balance, by kind.
async fn movements(shop: &Shop) -> Vec<String> {
    let rows = shop.sandbox_has("esims/ledger").await["rows"].clone();
    rows.as_array().unwrap().iter().map(|row| row["movement"].as_str().unwrap().to_owned()).collect()
}

/// An operator refunds this many cents of the newest order's only payment; all of it when there is no number.
async fn decide(shop: &Shop, cents: Option<i64>) {
    let app = &shop.running.app;
    let mut tx = app.store.begin().await.unwrap();
    let id: String =
        sqlx::query_scalar("SELECT id FROM orders ORDER BY created_at DESC").fetch_one(&mut *tx).await.unwrap();
    let order = orders::lock(&mut tx, &id).await.unwrap().unwrap();
    let payment = payments::of_order(&mut tx, &id).await.unwrap().remove(0);
    let (amount, now) = (cents.unwrap_or(order.quote.due_now), shop.clock.now());
    effects::refund(&mut tx, &payment, amount, Reason::BySupport, now).await.unwrap().expect("a refund");
    tx.commit().await.unwrap();
    app.wake.notify_one();
}

/// Makes the supplier finish the order.
async fn make(shop: &Shop) {
    let number = shop.texts("SELECT order_no FROM esims").await.remove(0);
    shop.control(&format!("esims/orders/{number}/make"), json!({})).await;
}

async fn alarms(shop: &Shop, kind: &str) -> bool {
    let answer = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
    answer.text().await.unwrap().contains(&format!("onefare_alarms_total{{kind=\"{kind}\"}} 1"))
}

#[tokio::test]
async fn what_nobody_has_installed_goes_back_once() {
    let (shop, page) = paid(BY_CARD, 0).await;
    shop.until_order("delivered").await;
    decide(&shop, None).await;
    shop.until_order("refunded").await;
    until_esim(&shop, "ready cancelled").await;
    shop.pass(3_600).await;
    assert_eq!(movements(&shop).await, ["order", "cancel"]);
    let session = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
    assert_eq!(session["payment_status"], "paid", "what went back was paid");
    // No call reveals its code any more.
    let hash = shop.texts("SELECT id FROM orders").await.remove(0);
    let asked = json!({ "structure_data": hash });
    let answer = shop.send(&mut Browser::default(), Method::POST, "/api/esim/generate-esim-order", Some(asked)).await;
    assert_ne!(answer.body["status"], "ok");
    assert!(!alarms(&shop, "esim_kept").await);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_part_of_the_price_leaves_the_esim_where_it_is() {
    let (shop, _) = paid(BY_CARD, 0).await;
    shop.until_order("delivered").await;
    decide(&shop, Some(100)).await;
    shop.until(vec!["done".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    shop.pass(60).await;
    assert_eq!((esims(&shop).await, movements(&shop).await), (vec!["ready -".to_owned()], vec!["order".to_owned()]));
    // Refunding the rest returns it.
    let rest = shop.texts("SELECT CAST(due_now - 100 AS TEXT) FROM orders").await.remove(0);
    decide(&shop, rest.parse().ok()).await;
    shop.until_order("refunded").await;
    until_esim(&shop, "ready cancelled").await;
    shop.running.stop().await;
}

#[tokio::test]
async fn by_ideal_it_goes_back_as_soon_as_the_bank_has_the_refund() {
    let (shop, page) = paid(BY_IDEAL, 0).await;
    shop.until_order("delivered").await;
    decide(&shop, None).await;
    until_esim(&shop, "ready cancelled").await;
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["delivered"], "the money is on its way for days");
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until_order("refunded").await;
    assert_eq!(movements(&shop).await, ["order", "cancel"]);
    assert_eq!(shop.at_mollie(&page).await["amountRemaining"]["value"], "0.00");
    shop.running.stop().await;
}

#[tokio::test]
async fn one_that_is_still_being_made_is_handed_to_nobody() {
    let (shop, _) = paid(BY_IDEAL, 60_000).await;
    shop.until(vec!["accepted -".to_owned()], async || esims(&shop).await).await;
    decide(&shop, None).await;
    shop.until(vec!["pending".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    make(&shop).await;
    for _ in 0..4 {
        shop.pass(300).await;
    }
    until_esim(&shop, "accepted cancelled").await;
    let letters = shop.texts("SELECT kind FROM letters WHERE kind NOT LIKE 'ref%'").await;
    assert_eq!((shop.rows("deliveries").await, letters.len()), (0, 0), "{letters:?}");
    // By now the bank has finished the refund.
    shop.pass(3_600).await;
    shop.until_order("refunded").await;
    shop.pass(3_600).await;
    assert_eq!((movements(&shop).await, shop.rows("deliveries").await), (vec!["order".into(), "cancel".into()], 0));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_fails_lets_the_delivery_go_on() {
    let (shop, _) = paid(BY_IDEAL, 60_000).await;
    shop.until(vec!["accepted -".to_owned()], async || esims(&shop).await).await;
    // The supplier refuses the return until the bank's refund has failed.
    shop.control("faults", json!({ "operation": "esim_access.*", "kind": "error_500", "times": 1_000 })).await;
    decide(&shop, None).await;
    shop.until(vec!["pending".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/failed"), json!({})).await;
    shop.until(vec!["failed".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    shop.disarm_faults().await;
    make(&shop).await;
    for _ in 0..4 {
        shop.pass(600).await;
    }
    shop.until_order("delivered").await;
    assert_eq!((esims(&shop).await, movements(&shop).await), (vec!["ready -".to_owned()], vec!["order".to_owned()]));
    shop.until(true, async || alarms(&shop, "refund_failed").await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_found_out_before_the_esim_was_ordered_does_not_count_later() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop.control("faults", json!({ "operation": "esim_access.*", "kind": "error_500", "times": 1_000 })).await;
    pay(&shop, BY_IDEAL).await;
    shop.until(vec!["ordering -".to_owned()], async || esims(&shop).await).await;
    decide(&shop, None).await;
    shop.until(vec!["pending".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    // The supplier answers that it has no such order; the bank is slow.
    let bank = |says: &str| json!({ "operation": "mollie.paymentRefunds.*", "kind": "lie", "field": "status", "value": says, "times": 999 });
    shop.replace_faults(bank("processing")).await;
    for _ in 0..10 {
        if esims(&shop).await == ["ordering nothing"] {
            break;
        }
        shop.pass(600).await;
    }
    until_esim(&shop, "ordering nothing").await;
    shop.replace_faults(bank("failed")).await;
    for _ in 0..40 {
        if shop.texts("SELECT state FROM refunds").await == ["failed"] {
            break;
        }
        shop.pass(600).await;
    }
    shop.disarm_faults().await;
    // The refund failed, so the eSIM is made after all.
    for _ in 0..4 {
        shop.pass(600).await;
    }
    shop.until_order("delivered").await;
    until_esim(&shop, "ready -").await;
    decide(&shop, None).await;
    until_esim(&shop, "ready cancelled").await;
    assert_eq!(movements(&shop).await, ["order", "cancel"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_supplier_did_not_hear_or_did_not_answer_is_asked_again() {
    for kind in ["error_500", "lie"] {
        let (shop, _) = paid(BY_CARD, 0).await;
        shop.until_order("delivered").await;
        let mut fault = json!({ "operation": "esim_access.esim.cancel", "kind": kind, "times": 2 });
        if kind == "lie" {
            // The supplier cancels it, and its answer is unreadable.
            (fault["field"], fault["value"]) = (json!("success"), json!("perhaps"));
        }
        shop.control("faults", fault).await;
        decide(&shop, None).await;
        shop.until_order("refunded").await;
        for _ in 0..40 {
            if esims(&shop).await == ["ready cancelled"] {
                break;
            }
            shop.pass(5).await;
        }
        assert_eq!(
            (esims(&shop).await, movements(&shop).await),
            (vec!["ready cancelled".to_owned()], vec!["order".to_owned(), "cancel".to_owned()]),
            "{kind}"
        );
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn one_that_is_installed_stays_with_its_buyer_and_a_person_is_told() {
    let (shop, _) = paid(BY_CARD, 0).await;
    shop.until_order("delivered").await;
    shop.lie(QUERY, "obj.esimList.0.esimStatus", "IN_USE", 9).await;
    decide(&shop, None).await;
    shop.until_order("refunded").await;
    until_esim(&shop, "ready kept").await;
    assert_eq!(movements(&shop).await, ["order"]);
    assert!(alarms(&shop, "esim_kept").await);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_esim_of_another_order_is_not_taken_from_it() {
    let (shop, _) = paid(BY_CARD, 0).await;
    shop.until_order("delivered").await;
    shop.clock.advance(Duration::from_secs(1));
    shop.control("esims/script", json!({ "deed": "duplicate_code" })).await;
    pay(&shop, BY_CARD).await;
    let states = async || shop.texts("SELECT state FROM orders ORDER BY created_at").await;
    shop.until(vec!["delivered".to_owned(), "stalled".to_owned()], states).await;
    decide(&shop, None).await;
    shop.until(vec!["ready -".to_owned(), "used kept".to_owned()], async || esims(&shop).await).await;
    shop.until(vec!["delivered".to_owned(), "refunded".to_owned()], states).await;
    assert_eq!(movements(&shop).await, ["order", "order"]);
    assert!(alarms(&shop, "esim_kept").await);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refusal_after_a_silence_is_believed_once_an_order_would_show() {
    let shop = Shop::start().await;
    shop.control("faults", json!({ "operation": "esim_access.esim.order", "kind": "error_500" })).await;
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011", "times": 99 })).await;
    pay(&shop, BY_CARD).await;
    for _ in 0..8 {
        shop.pass(15).await;
    }
    let asked =
        shop.texts("SELECT CAST(attempts AS TEXT) FROM jobs WHERE kind = 'deliver_order' AND lane = 'esims'").await;
    assert!(asked.len() == 1 && asked[0].parse::<u32>().unwrap() > 1, "{asked:?}");
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["paid"], "it may be in the making");
    for _ in 0..20 {
        shop.pass(15).await;
    }
    shop.until_order("refunded").await;
    until_esim(&shop, "refused nothing").await;
    assert!(movements(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn where_nothing_was_made_there_is_nothing_to_give_back() {
    // The supplier refuses: the shop refunds the payment without an operator.
    let shop = Shop::start().await;
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    pay(&shop, BY_CARD).await;
    shop.until_order("refunded").await;
    until_esim(&shop, "refused nothing").await;
    // The supplier is silent, and an operator refunds: for a while the supplier may still list the order.
    shop.clock.advance(Duration::from_secs(1));
    shop.control("faults", json!({ "operation": "esim_access.esim.order", "kind": "error_500", "times": 1_000 })).await;
    pay(&shop, BY_CARD).await;
    let all = async || esims(&shop).await;
    shop.until(vec!["refused nothing".to_owned(), "ordering -".to_owned()], all).await;
    decide(&shop, None).await;
    shop.until(vec!["refunded".to_owned(); 2], async || shop.texts("SELECT state FROM orders").await).await;
    shop.pass(60).await;
    assert_eq!(all().await[1], "ordering -");
    for _ in 0..4 {
        shop.pass(600).await;
    }
    shop.until(vec!["refused nothing".to_owned(), "ordering nothing".to_owned()], all).await;
    assert!(movements(&shop).await.is_empty());
    shop.running.stop().await;
}
