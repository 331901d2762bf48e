//! Refunds of payments whose product is not yet delivered, or not yet announced to the buyer.

use onefare_server::flows::effects;
use onefare_server::store::refunds::Reason;
use onefare_server::store::{orders, payments};
use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::{Value, json};

const EMAIL: &str = "amal@example.com";

/// A paid data plan in euros by iDEAL; returns its price in cents.
async fn data_by_ideal(shop: &Shop) -> i64 {
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let body = json!({
        "email": EMAIL, "bundle_id": 3, "payment_method": "ideal", "currency": "EUR",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
    });
    let page = Shop::session_of(&shop.post(&mut Browser::default(), "/api/esim/mollie/create-payment", body).await);
    shop.at_bank(&page, "paid").await;
    plan["price_eur"].as_i64().unwrap()
}

/// Support refunds this amount of the only payment.
async fn decide(shop: &Shop, amount: i64) {
    let app = &shop.running.app;
    let mut tx = app.store.begin().await.unwrap();
    let id: String = sqlx::query_scalar("SELECT id FROM payments").fetch_one(&mut *tx).await.unwrap();
    let payment = payments::by_id(&mut tx, &id).await.unwrap().unwrap();
    orders::lock(&mut tx, &payment.order_id).await.unwrap();
    let now = shop.clock.now();
    effects::refund(&mut tx, &payment, amount, Reason::BySupport, now).await.unwrap().expect("a refund");
    tx.commit().await.unwrap();
    app.wake.notify_one();
}

/// The refunds' states, in the order in which they were decided.
async fn refunds(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT state || ' ' || CAST(amount AS TEXT) FROM refunds ORDER BY created_at").await
}

/// Advances the clock until the condition holds; a bank takes some seconds.
async fn in_time(shop: &Shop, what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..200 {
        if holds().await {
            return;
        }
        shop.pass(25).await;
    }
    panic!("never {what}: {:?} {:?}", shop.texts("SELECT state FROM orders").await, refunds(shop).await);
}

/// The supplier does not answer, so the order waits.
async fn silent_supplier(shop: &Shop) {
    let silent = json!({ "operation": "esim_access.esim.order", "kind": "error_500", "times": 1_000 });
    shop.control("faults", silent).await;
}

/// Makes the bank report this status for refunds.
fn bank(says: &str) -> Value {
    json!({ "operation": "mollie.paymentRefunds.*", "kind": "lie", "field": "status", "value": says, "times": 1_000 })
}

#[tokio::test]
async fn the_rest_goes_back_when_the_supplier_refuses_while_a_part_is_on_its_way() {
    let shop = Shop::start().await;
    silent_supplier(&shop).await;
    let price = data_by_ideal(&shop).await;
    shop.until(1, async || shop.rows("esims").await).await;
    decide(&shop, 100).await;
    shop.until(vec!["pending 100".to_owned()], async || refunds(&shop).await).await;
    // Set first, because a call in flight when the faults are cleared would get the eSIM.
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011", "times": 99 })).await;
    shop.replace_faults(bank("processing")).await;
    in_time(&shop, "refused", async || shop.texts("SELECT state FROM orders").await == ["refund_due"]).await;
    assert_eq!(refunds(&shop).await, ["pending 100"], "one at a time");
    shop.disarm_faults().await;
    in_time(&shop, "back", async || shop.texts("SELECT state FROM orders").await == ["refunded"]).await;
    assert_eq!(refunds(&shop).await, ["done 100".to_owned(), format!("done {}", price - 100)]);
    shop.running.stop().await;
}

#[tokio::test]
async fn after_a_part_went_back_it_is_the_rest_that_goes_back() {
    let shop = Shop::start().await;
    silent_supplier(&shop).await;
    let price = data_by_ideal(&shop).await;
    shop.until(1, async || shop.rows("esims").await).await;
    decide(&shop, 100).await;
    in_time(&shop, "a part back", async || refunds(&shop).await == ["done 100"]).await;
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011", "times": 99 })).await;
    shop.disarm_faults().await;
    in_time(&shop, "back", async || shop.texts("SELECT state FROM orders").await == ["refunded"]).await;
    assert_eq!(refunds(&shop).await, ["done 100".to_owned(), format!("done {}", price - 100)]);
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_is_told_that_something_is_ready_which_has_ended() {
    let shop = Shop::start().await;
    shop.control("faults", json!({ "operation": "mail.*", "kind": "error_500", "times": 1_000 })).await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &page).await.body["status"], "ok");
    decide(&shop, 15000).await;
    shop.until_order("refunded").await;
    shop.disarm_faults().await;
    // In one step, because sending a letter takes longer than this clock takes to advance.
    shop.pass(601).await;
    let waiting = "SELECT kind FROM jobs WHERE kind LIKE 'send%'";
    shop.until(Vec::<String>::new(), async || shop.texts(waiting).await).await;
    let letters = shop.letters_to(EMAIL, 1).await;
    assert_eq!(letters.len(), 1, "{letters:?}");
    assert!(letters[0]["subject"].to_string().contains("Refund"), "{}", letters[0]);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_may_end_is_told_of_when_the_money_stays_after_all() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop.control("faults", json!({ "operation": "mail.*", "kind": "error_500", "times": 1_000 })).await;
    let price = data_by_ideal(&shop).await;
    shop.until_order("delivered").await;
    // The eSIM is already installed, so it stays with its buyer.
    shop.lie("esim_access.esim.query", "obj.esimList.0.esimStatus", "IN_USE", 99).await;
    shop.control("faults", bank("processing")).await;
    decide(&shop, price).await;
    shop.until(vec![format!("pending {price}")], async || refunds(&shop).await).await;
    let kept = async || shop.texts("SELECT given_back FROM esims WHERE given_back IS NOT NULL").await == ["kept"];
    in_time(&shop, "kept", kept).await;
    shop.replace_faults(bank("processing")).await;
    shop.pass(601).await;
    let waiting = "SELECT kind FROM letters WHERE kind = 'refund' AND sent_at IS NULL";
    shop.until(Vec::<String>::new(), async || shop.texts(waiting).await).await;
    let letters = shop.letters_to(EMAIL, 1).await;
    assert_eq!(letters.len(), 1, "nothing else while it goes back");
    assert!(letters[0]["subject"].to_string().contains("Refund"), "{}", letters[0]);
    shop.replace_faults(bank("failed")).await;
    in_time(&shop, "failed", async || refunds(&shop).await == [format!("failed {price}")]).await;
    // In one step, because sending a letter takes longer than this clock takes to advance.
    shop.pass(601).await;
    let letters = shop.letters_to(EMAIL, 3).await;
    assert_eq!(letters.len(), 3, "{:?}", letters.iter().map(|letter| &letter["subject"]).collect::<Vec<_>>());
    shop.running.stop().await;
}
