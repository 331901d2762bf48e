//! Refunds that the merchant makes in the provider's own dashboard: the shop learns of them, ends a fully refunded
//! order, and counts each refund once.

use std::time::Duration;

use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::refund::Outcome;
use onefare_server::flows::support::refund::Wanted;
use onefare_server::flows::support::refund::look;
use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use super::send_back;
use crate::payment::webhooks::{SECRET, send, signature};

const EMAIL: &str = "amal@example.com";

/// The metric of a finished look through a payment's refunds.
const LOOKED: &str = "onefare_job_runs_total{kind=\"see_refunds\",lane=\"stripe_payments\",result=\"done\"}";

/// A twelve-month order paid by card; returns its page.
async fn by_card(shop: &Shop) -> String {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &page).await.body["status"], "ok");
    shop.letters_to(EMAIL, 1).await;
    page
}

/// A deal paid by iDEAL; returns Mollie's id.
async fn by_ideal(shop: &Shop) -> String {
    let payment = Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, package(12, EMAIL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    shop.until_order("delivered").await;
    shop.letters_to(EMAIL, 1).await;
    payment
}

/// The merchant's own refund of a card payment; without an amount, of all that is left.
async fn refund_by_hand(shop: &Shop, page: &str, amount: Option<i64>) -> Answer {
    let invoice = shop.at_stripe(&format!("checkout/sessions/{page}")).await["invoice"].as_str().unwrap().to_owned();
    let paid_by = shop.at_stripe(&format!("invoice_payments?invoice={invoice}")).await;
    let intent = paid_by["data"][0]["payment"]["payment_intent"].as_str().unwrap().to_owned();
    let amount = amount.map_or_else(String::new, |amount| format!("&amount={amount}"));
    let request = shop.http.post(format!("{}/v1/refunds", shop.sandbox)).bearer_auth("sk_test_onefare_sandbox");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = shop.finish(&mut Browser::default(), request.body(format!("payment_intent={intent}{amount}"))).await;
    assert_eq!(answer.body["status"], "succeeded", "{answer:?}");
    answer
}

/// The merchant's own refund of an iDEAL payment; returns Mollie's id of it.
async fn ideal_by_hand(shop: &Shop, payment: &str, value: &str) -> String {
    let body = json!({ "amount": { "currency": "EUR", "value": value }, "description": "by hand" });
    let request = shop.http.post(format!("{}/v2/payments/{payment}/refunds", shop.sandbox));
    let request = request.bearer_auth("test_onefare_sandbox").header("content-type", "application/json");
    let answer = shop.finish(&mut Browser::default(), request.body(body.to_string())).await;
    answer.body["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")).to_owned()
}

/// Sends a webhook event signed by Stripe.
pub async fn send_event(shop: &Shop, kind: &str, object: Value) {
    let event = json!({ "id": "evt_by_hand", "object": "event", "type": kind, "created": 1_795_176_000, "livemode": false,
        "data": { "object": object } });
    let (body, now) = (event.to_string(), shop.clock.now().timestamp());
    let signed = format!("t={now},v1={}", signature(SECRET, now, &body));
    assert!(send(shop, Some(signed), &body).await.status.is_success());
}

async fn refunds(shop: &Shop) -> Vec<String> {
    let sql = "SELECT state || ' ' || CAST(amount AS TEXT) || ' ' || currency || ' ' || reason FROM refunds \
               ORDER BY created_at, amount";
    shop.texts(sql).await
}

/// Stripe's event about the refunds of the charge that was paid on that page.
async fn tell_of_refunds(shop: &Shop, page: &str) {
    let customer = shop.at_stripe(&format!("checkout/sessions/{page}")).await["customer"].clone();
    let charge = json!({ "id": "ch_1", "object": "charge", "customer": customer, "metadata": {} });
    send_event(shop, "charge.refunded", charge).await;
}

/// Stripe takes no refund of ours for now; one that is made in its dashboard needs no such call.
async fn none_by_us(shop: &Shop) {
    shop.control("faults", json!({ "operation": "refunds.create", "kind": "error_500", "times": 1_000 })).await;
}

/// What the page after the payment says: how far it is, and how much of it has been returned.
async fn told_on_page(shop: &Shop, page: &str) -> (Value, Value) {
    let told = shop.verify(&mut Browser::default(), page).await.body;
    (told["payment_status"].clone(), told["amount"].clone())
}

/// No job about refunds waits or runs.
async fn until_looked(shop: &Shop) {
    let sql = "SELECT kind FROM jobs WHERE kind LIKE '%refund%'";
    shop.until(Vec::<String>::new(), async || shop.texts(sql).await).await;
}

async fn subscription(shop: &Shop, page: &str) -> Value {
    let session = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
    shop.at_stripe(&format!("subscriptions/{}", session["subscription"].as_str().unwrap())).await["status"].clone()
}

/// A job of its own ends the subscription, after the order has been marked as refunded.
async fn until_subscription_ended(shop: &Shop, page: &str) {
    shop.until(json!("canceled"), async || subscription(shop, page).await).await;
}

async fn told_of_refunds(shop: &Shop, letters: usize) -> usize {
    let letters = shop.letters_to(EMAIL, letters).await;
    letters.iter().filter(|letter| letter["headers"].to_string().contains("refund-")).count()
}

#[tokio::test]
async fn the_whole_of_a_card_payment_ends_the_order_and_its_subscription() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    // Presses the sandbox's refund button, as a person does.
    shop.control(&format!("sessions/{page}/refund"), json!({})).await;
    shop.until_order("refunded").await;
    assert_eq!(refunds(&shop).await, ["done 15000 AED by_support"]);
    until_subscription_ended(&shop, &page).await;
    assert_eq!(told_of_refunds(&shop, 2).await, 1);
    until_looked(&shop).await;
    assert_eq!(refunds(&shop).await.len(), 1, "however often it is told");
    shop.running.stop().await;
}

#[tokio::test]
async fn parts_are_counted_each_once_and_the_rest_can_go_back_by_us() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    shop.control("webhooks", json!({ "mode": "duplicate" })).await;
    refund_by_hand(&shop, &page, Some(2000)).await;
    shop.clock.advance(Duration::from_secs(1));
    refund_by_hand(&shop, &page, Some(3000)).await;
    let both = ["done 2000 AED by_support", "done 3000 AED by_support"];
    shop.until(both.map(str::to_owned).to_vec(), async || refunds(&shop).await).await;
    until_looked(&shop).await;
    assert_eq!((refunds(&shop).await.len(), subscription(&shop, &page).await), (2, json!("active")));
    shop.until_order("delivered").await;

    let app = &shop.running.app;
    let clients = Clients { stripe: app.stripe.clone(), mollie: app.mollie.clone() };
    let number = shop.order_number().await;
    let rest = look(&app.store, &clients, &Wanted { number: &number, payment: None, amount: None }, shop.clock.now())
        .await
        .unwrap();
    assert_eq!((rest.returned.minor(), rest.amount.minor(), rest.outcome), (5000, 10000, Outcome::OrderEnds));
    shop.clock.advance(Duration::from_secs(1));
    refund_by_hand(&shop, &page, None).await;
    shop.until_order("refunded").await;
    until_subscription_ended(&shop, &page).await;
    until_looked(&shop).await;
    assert_eq!((refunds(&shop).await.len(), told_of_refunds(&shop, 4).await), (3, 3));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_goes_back_with_its_money() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    let bundle = shop.get("/api/esim/bundle/3").await.body;
    let plan = &bundle["data"]["refills"][1];
    let body = json!({
        "email": EMAIL, "bundle_id": 3, "payment_method": "card", "currency": "EUR",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
    });
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, "/api/esim/stripe/create-payment", body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.until_order("delivered").await;
    shop.control(&format!("sessions/{page}/refund"), json!({})).await;
    shop.until_order("refunded").await;
    let given_back = async || shop.texts("SELECT COALESCE(given_back, '-') FROM esims").await;
    shop.until(vec!["cancelled".to_owned()], given_back).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_payment_ends_its_order_when_the_bank_has_paid() {
    let shop = Shop::start().await;
    let payment = by_ideal(&shop).await;
    let refund = ideal_by_hand(&shop, &payment, "39.99").await;
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["delivered"], "it is on its way");
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until_order("refunded").await;
    assert_eq!(refunds(&shop).await, ["done 3999 EUR by_support"]);
    assert_eq!(told_of_refunds(&shop, 2).await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn without_webhooks_a_refund_before_the_payment_was_known_is_found_with_it() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let payment = Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, package(12, EMAIL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    let refund = ideal_by_hand(&shop, &payment, "39.99").await;
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    for _ in 0..30 {
        if shop.texts("SELECT state FROM orders").await == ["refunded"] {
            break;
        }
        shop.clock.advance(Duration::from_secs(10));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    shop.until_order("refunded").await;
    assert_eq!(refunds(&shop).await, ["done 3999 EUR by_support"]);
    shop.running.stop().await;
}

/// Stripe guarantees no order: the refund's event may come before the payment's.
#[tokio::test]
async fn a_card_refund_that_is_told_before_its_payment_is_not_forgotten() {
    for data in [false, true] {
        let shop = Shop::start().await;
        shop.control("esims/account", json!({ "making_ms": 0 })).await;
        let mut browser = Browser::default();
        let page = if data {
            let bundle = shop.get("/api/esim/bundle/3").await.body;
            let plan = &bundle["data"]["refills"][1];
            let body = json!({
                "email": EMAIL, "bundle_id": 3, "payment_method": "card", "currency": "EUR",
                "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
            });
            Shop::session_of(&shop.post(&mut browser, "/api/esim/stripe/create-payment", body).await)
        } else {
            Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await)
        };
        shop.control("webhooks", json!({ "mode": "drop" })).await;
        shop.at_pay_page(&page, "pay").await;
        shop.control(&format!("sessions/{page}/refund"), json!({})).await;
        // A one-off payment copies our ids to its charge; a subscription's charge has only the customer.
        let session = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
        let ids = if data { session["metadata"].clone() } else { json!({}) };
        let charge = json!({ "id": "ch_1", "object": "charge", "customer": session["customer"], "metadata": ids });
        send_event(&shop, "charge.refunded", charge).await;
        let told = "SELECT kind FROM webhook_events WHERE kind = 'charge.refunded'";
        shop.until(1, async || shop.texts(told).await.len()).await;
        assert_eq!(
            (shop.rows("refunds").await, shop.texts("SELECT state FROM orders").await),
            (0, vec!["open".into()])
        );
        // The recheck finds that it was paid.
        shop.clock.advance(Duration::from_secs(61));
        shop.running.app.wake.notify_one();
        shop.until_order("refunded").await;
        assert_eq!(shop.rows("refunds").await, 1, "data: {data}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn what_a_bank_turns_round_of_it_calls_a_person() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    let refund = refund_by_hand(&shop, &page, None).await.body["id"].as_str().unwrap().to_owned();
    shop.until_order("refunded").await;
    until_looked(&shop).await;
    shop.lie("refunds.retrieve", "status", "failed", 1_000).await;
    send_event(&shop, "refund.failed", json!({ "id": refund, "object": "refund", "metadata": {} })).await;
    shop.until(vec!["failed 15000 AED by_support".to_owned()], async || refunds(&shop).await).await;
    assert!(shop.figures().await.contains("onefare_attention{what=\"refunds\",state=\"failed\"} 1"));
    shop.running.stop().await;
}

#[tokio::test]
async fn our_own_refunds_are_not_taken_for_others() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    let app = &shop.running.app;
    let clients = Clients { stripe: app.stripe.clone(), mollie: app.mollie.clone() };
    let number = shop.order_number().await;
    // The first part twice would exceed the total.
    for (amount, state) in [(Some("100.00"), "delivered"), (None, "refunded")] {
        let wanted = Wanted { number: &number, payment: None, amount };
        let offer = look(&app.store, &clients, &wanted, shop.clock.now()).await.unwrap();
        onefare_server::flows::support::refund::send(&app.store, &offer, shop.clock.now()).await.unwrap();
        app.wake.notify_one();
        // Stripe sends an event about it, and a job checks the payment's refunds.
        shop.until(true, async || shop.figures().await.contains(LOOKED)).await;
        until_looked(&shop).await;
        shop.until_order(state).await;
        let status = subscription(&shop, &page).await;
        assert_eq!(status, if state == "delivered" { "active" } else { "canceled" });
        shop.clock.advance(Duration::from_secs(1));
    }
    assert_eq!(refunds(&shop).await, ["done 10000 AED by_support", "done 5000 AED by_support"]);
    assert_eq!(told_of_refunds(&shop, 3).await, 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_others_return_while_ours_is_due_is_counted_and_told_once() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    none_by_us(&shop).await;
    send_back(&shop, &shop.order_number().await, None).await;
    shop.until(vec!["due 15000 AED by_support".to_owned()], async || refunds(&shop).await).await;
    shop.control(&format!("sessions/{page}/refund"), json!({})).await;
    // Ours ends although Stripe still takes none: nothing is left that could be sent.
    let ended = ["done 0 AED by_support", "done 15000 AED by_support"].map(str::to_owned).to_vec();
    shop.until(ended, async || refunds(&shop).await).await;
    shop.until_order("refunded").await;
    until_looked(&shop).await;
    assert_eq!(told_on_page(&shop, &page).await, (json!("refunded"), json!(15000)));
    assert_eq!((told_of_refunds(&shop, 2).await, subscription(&shop, &page).await), (1, json!("canceled")));
    assert!(shop.figures().await.contains("onefare_alarms_total{kind=\"refund_failed\"} 0\n"));
    shop.running.stop().await;
}

/// The whole amount went back in two refunds, each with its letter, and the page says so.
async fn all_is_back_in_two_parts(shop: &Shop, page: &str) {
    shop.until_order("refunded").await;
    assert_eq!(refunds(shop).await, ["done 5000 AED by_support", "done 10000 AED by_support"]);
    assert_eq!(told_on_page(shop, page).await, (json!("refunded"), json!(15000)));
    assert_eq!(told_of_refunds(shop, 3).await, 2);
}

#[tokio::test]
async fn what_our_refund_finds_gone_is_told_by_its_letter() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control(&format!("sessions/{page}/refund"), json!({})).await;
    // Ours is about a part, and others have returned all: what is more is found later.
    let app = &shop.running.app;
    let clients = Clients { stripe: app.stripe.clone(), mollie: app.mollie.clone() };
    let wanted = Wanted { number: &shop.order_number().await, payment: None, amount: Some("50.00") };
    let offer = look(&app.store, &clients, &wanted, shop.clock.now()).await.unwrap();
    onefare_server::flows::support::refund::send(&app.store, &offer, shop.clock.now()).await.unwrap();
    app.wake.notify_one();
    shop.until(vec!["done 5000 AED by_support".to_owned()], async || refunds(&shop).await).await;
    assert_eq!(told_of_refunds(&shop, 2).await, 1);
    tell_of_refunds(&shop, &page).await;
    all_is_back_in_two_parts(&shop, &page).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_our_refund_finds_gone_counts_as_far_as_it_was_not_counted() {
    let shop = Shop::start().await;
    let page = by_card(&shop).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    refund_by_hand(&shop, &page, Some(10000)).await;
    none_by_us(&shop).await;
    send_back(&shop, &shop.order_number().await, None).await;
    tell_of_refunds(&shop, &page).await;
    let half = ["done 10000 AED by_support", "due 15000 AED by_support"].map(str::to_owned).to_vec();
    shop.until(half, async || refunds(&shop).await).await;
    shop.control(&format!("sessions/{page}/refund"), json!({})).await;
    shop.disarm_faults().await;
    shop.pass(3600).await;
    all_is_back_in_two_parts(&shop, &page).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_our_refund_finds_gone_at_mollie_is_told_by_its_letter_too() {
    let shop = Shop::start().await;
    let payment = by_ideal(&shop).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    ideal_by_hand(&shop, &payment, "39.99").await;
    send_back(&shop, &shop.order_number().await, None).await;
    shop.until_order("refunded").await;
    assert_eq!(refunds(&shop).await, ["done 3999 EUR by_support"]);
    assert_eq!(told_of_refunds(&shop, 2).await, 1);
    shop.running.stop().await;
}
