//! Payments that arrive after the buyer has withdrawn from the order, and a new purchase afterwards.

use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::withdrawals::waiting;
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package, twelve_months};
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::withdrawal::{AMAL, confirm, content, figure};

/// State and reason of every payment with its order's state, and the state of the order's withdrawal.
async fn states(shop: &Shop) -> Vec<String> {
    let sql = "SELECT p.state || ' ' || COALESCE(p.failure, '-') || ' ' || o.state || ' ' || \
               CASE WHEN w.order_id IS NULL THEN '-' ELSE COALESCE(w.how, 'waits') END FROM payments p \
               JOIN orders o ON o.id = p.order_id LEFT JOIN withdrawals w ON w.order_id = o.id ORDER BY p.created_at, p.id";
    shop.texts(sql).await
}

/// Keeps card pages payable: they cannot be expired.
async fn pages_stay(shop: &Shop) {
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
}

/// The number of the newest order.
async fn newest_number(shop: &Shop) -> String {
    shop.texts("SELECT number FROM orders ORDER BY created_at DESC").await.remove(0)
}

/// Expects that nothing was delivered and no operator was alarmed.
async fn nothing_came_of_it(shop: &Shop) {
    assert_eq!((shop.rows("deliveries").await, shop.rows("esims").await), (0, 0));
    assert_eq!(shop.alarms_raised().await, 0, "it ends by itself");
    assert_eq!(figure(shop).await, "0");
}

#[tokio::test]
async fn what_is_paid_after_the_withdrawal_is_not_delivered_and_goes_back() {
    let shop = Shop::start().await;
    pages_stay(&shop).await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    let number = newest_number(&shop).await;
    assert_eq!(content(&confirm(&shop, &number, AMAL, "").await)["step"], "stated");
    shop.until_idle().await;
    assert_eq!(shop.letters_to(AMAL, 0).await.len(), 0, "anyone may have begun this order in her name");
    assert_eq!(states(&shop).await, ["failed superseded closed waits"], "its page may be paid yet");
    let line = waiting(&mut shop.running.app.store.snapshot().await.unwrap(), Addresses::Masked).await.unwrap();
    assert_eq!(line[0].days_after_payment, None);

    shop.at_pay_page(&session, "pay").await;
    shop.until(vec!["refunded withdrawn refunded refunded".to_owned()], async || states(&shop).await).await;
    shop.letters_to(AMAL, 1).await;
    shop.until_idle().await;
    nothing_came_of_it(&shop).await;
    assert_eq!(shop.texts("SELECT reason || ' ' || state FROM refunds").await, ["withdrawn done"]);
    let subscription = shop.texts("SELECT subscription_ref FROM payments").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["status"], "canceled");
    let letters = shop.letters_to(AMAL, 1).await;
    let why = "You withdrew from this order before your payment arrived.";
    let tells = letters.iter().filter(|letter| letter["text"].as_str().unwrap().contains(why));
    assert_eq!((tells.count(), letters.len()), (1, 1), "{letters:?}");
    assert_eq!(shop.verify(&mut browser, &session).await.body["payment_status"], "refunded");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_withdrawn_from_before_it_begins_is_ended() {
    let shop = Shop::start().await;
    pages_stay(&shop).await;
    let trial = json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED",
        "expected_amount": 0, "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" });
    let session = Shop::session_of(&shop.checkout(&mut Browser::default(), trial).await);
    confirm(&shop, &newest_number(&shop).await, AMAL, "").await;
    shop.at_pay_page(&session, "pay").await;
    shop.until(vec!["refunded withdrawn refunded refunded".to_owned()], async || states(&shop).await).await;
    let letters = shop.letters_to(AMAL, 1).await;
    let is_told = |letter: &Value| letter["text"].as_str().unwrap().contains("This trial was not started");
    assert!(letters.iter().any(is_told), "{letters:?}");
    shop.until_idle().await;
    nothing_came_of_it(&shop).await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["status"], "canceled");
    shop.running.stop().await;
}

#[tokio::test]
async fn money_that_was_with_the_bank_goes_back() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    let hash = shop.hash_of(&ideal).await;
    shop.at_bank(&ideal, "pending").await;
    confirm(&shop, &newest_number(&shop).await, AMAL, "").await;
    shop.pass(60).await;
    shop.until_idle().await;
    assert_eq!(states(&shop).await, ["failed superseded closed waits"], "the bank may still pay it");
    shop.at_bank(&ideal, "paid").await;
    shop.until(vec!["pending".to_owned()], async || shop.texts("SELECT state FROM refunds").await).await;
    assert_eq!(states(&shop).await, ["quarantined withdrawn held waits"]);
    // No operator has to act, so neither page nor letter mentions a hold.
    let told = shop.payment_status(&mut browser, &hash).await.body;
    assert_eq!((&told["payment_status"], told.get("held")), (&json!("pending"), None));
    assert_eq!(shop.rows("letters WHERE kind = 'order_held'").await, 0);
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until(vec!["refunded withdrawn refunded refunded".to_owned()], async || states(&shop).await).await;
    shop.until_idle().await;
    nothing_came_of_it(&shop).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn late_money_for_a_closed_order_goes_back_and_the_newer_order_stands() {
    let shop = Shop::start().await;
    pages_stay(&shop).await;
    let mut browser = Browser::default();
    let old = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    let number = newest_number(&shop).await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    let new = Shop::session_of(&shop.deal(&mut browser, CARD, package(12, AMAL, 3999)).await);
    confirm(&shop, &number, AMAL, "").await;
    assert_eq!(states(&shop).await, ["failed superseded closed waits", "open - open -"]);
    shop.at_pay_page(&old, "pay").await;
    let gone_back = ["refunded withdrawn refunded refunded".to_owned(), "open - open -".to_owned()];
    shop.until(gone_back.to_vec(), async || states(&shop).await).await;
    shop.at_pay_page(&new, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &new).await.body["status"], "ok");
    shop.delivered(1).await;
    shop.running.stop().await;
}

/// Requests data by card, as the eSIM shop does.
async fn data(shop: &Shop, browser: &mut Browser) -> Answer {
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let body = json!({
        "email": AMAL, "bundle_id": 3, "payment_method": "card", "currency": "USD",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_usd"],
    });
    shop.post(browser, "/api/esim/stripe/create-payment", body).await
}

#[tokio::test]
async fn the_supplier_is_never_asked_for_an_esim_that_was_withdrawn_from() {
    let shop = Shop::start().await;
    pages_stay(&shop).await;
    let session = Shop::session_of(&data(&shop, &mut Browser::default()).await);
    confirm(&shop, &newest_number(&shop).await, AMAL, "").await;
    shop.at_pay_page(&session, "pay").await;
    shop.until(vec!["refunded withdrawn refunded refunded".to_owned()], async || states(&shop).await).await;
    shop.until_idle().await;
    nothing_came_of_it(&shop).await;
    assert_eq!(shop.sandbox_has("esims/orders").await["orders"], json!([]));
    shop.running.stop().await;
}

#[tokio::test]
async fn who_buys_again_after_a_withdrawal_has_a_new_order() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let again = async |browser: &mut Browser, key: &'static str| {
        let body = twelve_months(AMAL, "AED", 15000);
        let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
        let request = shop.http.post(url).header(CONTENT_TYPE, "application/json").body(body.to_string());
        Shop::session_of(&shop.finish(browser, request.header("idempotency-key", key)).await)
    };
    let first = again(&mut browser, "one-attempt-of-the-buyer").await;
    confirm(&shop, &newest_number(&shop).await, AMAL, "").await;
    shop.until(vec!["failed superseded closed nothing was paid".to_owned()], async || states(&shop).await).await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    // The page is still open, and its button sends the same key.
    let second = again(&mut browser, "one-attempt-of-the-buyer").await;
    assert_ne!(first, second);
    assert_eq!(again(&mut browser, "one-attempt-of-the-buyer").await, second, "a double click");
    assert_eq!(again(&mut browser, "another-attempt-of-theirs").await, second, "a reload");
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (2, 2));
    shop.at_pay_page(&second, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &second).await.body["status"], "ok");
    shop.delivered(1).await;

    // The same for the paid order, while its withdrawal waits for an operator.
    confirm(&shop, &newest_number(&shop).await, AMAL, "").await;
    shop.until_idle().await;
    shop.clock.advance(std::time::Duration::from_secs(1));
    assert_ne!(again(&mut browser, "a-third-attempt-of-theirs").await, second);
    assert_eq!(shop.rows("orders").await, 3);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_withdrawal_ends_with_the_last_page_and_its_order_is_forgotten() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let left = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    shop.at_pay_page(&left, "expire").await;
    assert_eq!(shop.verify_until_known(&mut browser, &left).await.body["payment_status"], "failed");
    let number = newest_number(&shop).await;
    confirm(&shop, &number, AMAL, "Amal K.").await;
    assert_eq!(shop.texts("SELECT how FROM withdrawals").await, ["nothing was paid"], "no page is left");
    shop.checkout(&mut Browser::default(), twelve_months("sanne@example.com", "AED", 15000)).await;
    let open = shop.texts("SELECT number FROM orders WHERE state = 'open'").await.remove(0);
    confirm(&shop, &open, "sanne@example.com", "").await;
    let ended = "SELECT how FROM withdrawals WHERE how = 'nothing was paid'";
    shop.until(2, async || shop.texts(ended).await.len()).await;
    shop.until_idle().await;
    assert_eq!(shop.letters_to("sanne@example.com", 0).await.len(), 0);
    nothing_came_of_it(&shop).await;
    shop.pass(30 * 24 * 3600 - 3600).await;
    shop.until_idle().await;
    assert_eq!(shop.rows("orders").await, 2, "neither is old enough");
    shop.pass(3 * 3600).await;
    shop.until(0, async || shop.rows("orders").await).await;
    assert_eq!((shop.rows("withdrawals").await, shop.rows("letters").await), (0, 0));
    shop.running.stop().await;
}
