//! Resuming a cancelled renewal: for its owner, until the paid term ends, and once.

use onefare_server::flows::support::resume::{ResumeError, look, resume_within};
use onefare_tests::{Answer, Browser, Shop};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer, paid_once};

const ZAHRA: &str = "zahra@example.com";
const YEAR: u64 = 366 * 86_400;

fn path(number: &str, act: &str) -> String {
    format!("/api/account/orders/{number}/{act}-renewal")
}

/// Cancels, or resumes at the twelve-month plan's charge.
async fn act(shop: &Shop, who: &mut Visitor, number: &str, act: &str) -> Answer {
    match act {
        "resume" => who.post(shop, &path(number, act), charge(15_000, "AED")).await,
        _ => who.send(shop, Method::POST, &path(number, act), None).await,
    }
}

/// A charge as shown in the panel.
fn charge(amount: i64, currency: &str) -> Value {
    json!({ "expected_amount": amount, "currency": currency })
}

async fn order(shop: &Shop, who: &Visitor) -> Value {
    who.clone().get(shop, "/api/account").await.body["orders"][0].clone()
}

async fn until(shop: &Shop, who: &Visitor, renewal: &str) {
    shop.until(json!(renewal), async || order(shop, who).await["renewal"].clone()).await;
}

async fn at_stripe(shop: &Shop) -> Value {
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    shop.at_stripe(&format!("subscriptions/{subscription}")).await
}

/// A customer whose renewal is also cancelled at the provider.
async fn cancelled(shop: &Shop) -> (String, Visitor) {
    let number = customer(shop, AMAL).await;
    let mut owner = Visitor::signed_in(shop, AMAL).await;
    assert_eq!(act(shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(shop, &owner, "cancelled").await;
    (number, owner)
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), &answer.body["code"]), (status, &json!(code)), "{}", answer.text);
}

/// Makes the provider refuse every change of a subscription until `Shop::disarm_faults`.
async fn provider_fails(shop: &Shop) {
    let fault = json!({ "operation": "subscriptions.update", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
}

/// A customer whose renewal is being resumed while the provider fails.
async fn resuming(shop: &Shop) -> (String, Visitor) {
    let (number, mut owner) = cancelled(shop).await;
    provider_fails(shop).await;
    assert_eq!(act(shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    until(shop, &owner, "resuming").await;
    (number, owner)
}

async fn titled(shop: &Shop, words: &str) -> usize {
    let letters = shop.letters_to(AMAL, 0).await;
    letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains(words)).count()
}

#[tokio::test]
async fn a_cancelled_renewal_goes_on_and_its_letter_names_amount_and_day_each_time() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    shop.until_idle().await;
    let shown = order(&shop, &owner).await;
    assert_eq!(
        (&shown["resumed_charge"], &shown["resumed_charge_on"]),
        (&json!("AED\u{a0}150.00"), &json!("20 November 2027"))
    );
    // Two presses resume it once; a third, when it already renews, changes nothing.
    for round in 1..=2 {
        for _ in 0..2 {
            assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
        }
        until(&shop, &owner, "renews").await;
        assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
        let renews = at_stripe(&shop).await;
        assert_eq!((&renews["cancel_at_period_end"], &renews["cancel_at"]), (&json!(false), &Value::Null));
        assert_eq!(order(&shop, &owner).await["next_charge_on"], "20 November 2027");
        shop.until(round, async || titled(&shop, "renews again").await).await;
        shop.until_idle().await;
        // Cancelled again at the same instant: Stripe must not take it for a repeat of the first cancellation.
        assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
        until(&shop, &owner, "cancelled").await;
        assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
        shop.until(round + 1, async || titled(&shop, "renewal at").await).await;
        shop.until_idle().await;
    }
    let letters = shop.letters_to(AMAL, 0).await;
    let told = letters.iter().find(|letter| letter["subject"].as_str().unwrap().contains("renews again")).unwrap();
    let text = told["text"].as_str().unwrap();
    assert!(text.contains("on 20 November 2027, and AED\u{a0}150.00 is charged that day"), "{text}");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_panel_shows_a_resumed_renewal_before_the_subscription_is_read_again() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    shop.until_idle().await;
    let fault = json!({ "operation": "subscriptions.retrieve", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    shop.until(1, async || titled(&shop, "renews again").await).await;
    let shown = order(&shop, &owner).await;
    assert_eq!((&shown["renewal"], &shown["next_charge_on"]), (&json!("renews"), &json!("20 November 2027")));
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_resumes_what_has_ended_or_goes_back_or_is_somebody_elses() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    customer(&shop, ZAHRA).await;
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    let (foreign, unknown) =
        (act(&shop, &mut other, &number, "resume").await, act(&shop, &mut other, "0000-0000", "resume").await);
    assert_eq!((foreign.status.as_u16(), &foreign.body["code"]), (404, &json!("not_found")), "{}", foreign.text);
    assert_eq!((unknown.status.as_u16(), &unknown.body["code"]), (404, &json!("not_found")));
    assert_eq!(shop.texts("SELECT order_id FROM cancellations WHERE resume_requested_at IS NOT NULL").await.len(), 0);

    for (state, status, code) in [("refunded", 409, "resume_refused"), ("disputed", 409, "resume_refused")] {
        crate::operators::run(&shop, &format!("UPDATE orders SET state = '{state}' WHERE number = '{number}'")).await;
        refused(&act(&shop, &mut owner, &number, "resume").await, status, code);
    }
    crate::operators::run(&shop, &format!("UPDATE orders SET state = 'delivered' WHERE number = '{number}'")).await;
    shop.pass(YEAR).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let shown = order(&shop, &owner).await;
    assert!(shown.get("resumed_charge").is_none(), "{shown}");
    refused(&act(&shop, &mut owner, &number, "resume").await, 409, "subscription_over");
    shop.running.stop().await;
}

#[tokio::test]
async fn only_the_charge_that_was_shown_is_agreed_to() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    let shown = order(&shop, &owner).await;
    assert_eq!((&shown["resumed_amount"], &shown["resumed_currency"]), (&json!(15_000), &json!("AED")), "{shown}");
    for wrong in [charge(14_999, "AED"), charge(15_000, "USD"), charge(0, "")] {
        let answer = owner.post(&shop, &path(&number, "resume"), wrong).await;
        refused(&answer, 409, "price_changed");
        let due =
            json!({ "product_id": "vpn-12m", "currency": "AED", "due_now": 15_000, "due_now_text": "AED\u{a0}150.00" });
        assert_eq!(answer.body["due"], due, "{}", answer.text);
    }
    for body in [json!({}), json!({ "expected_amount": 15_000 }), json!({ "currency": "AED" })] {
        refused(&owner.post(&shop, &path(&number, "resume"), body).await, 400, "bad_request");
    }
    assert_eq!(order(&shop, &owner).await["renewal"], "cancelled");
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_paid_once_has_no_renewal_to_resume() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let shown = order(&shop, &owner).await;
    assert!(shown["renewal"] == "once" && shown.get("resumed_charge").is_none(), "{shown}");
    refused(&act(&shop, &mut owner, shown["number"].as_str().unwrap(), "resume").await, 404, "not_found");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_withdrawal_that_waits_forbids_resuming() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    let sql =
        format!("INSERT INTO withdrawals (order_id, stated_at) SELECT id, 0 FROM orders WHERE number = '{number}'");
    crate::operators::run(&shop, &sql).await;
    assert!(order(&shop, &owner).await.get("resumed_charge").is_none());
    refused(&act(&shop, &mut owner, &number, "resume").await, 409, "resume_refused");
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
    crate::operators::run(&shop, "UPDATE withdrawals SET handled_at = 1, how = 'taken back'").await;
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    shop.running.stop().await;
}

#[tokio::test]
async fn one_change_at_a_time_goes_to_the_provider() {
    let shop = Shop::start().await;
    let (number, mut owner) = cancelled(&shop).await;
    let offer = look(&shop.running.app.store, &number, shop.clock.now()).await.unwrap();
    provider_fails(&shop).await;
    // Of concurrent requests one wins, and the shop refuses the others.
    let (store, now) = (&shop.running.app.store, shop.clock.now());
    let resume = async || {
        let mut tx = store.begin().await?;
        resume_within(&mut tx, &offer, now).await?;
        tx.commit().await.map_err(ResumeError::from)
    };
    let asked = tokio::join!(resume(), resume(), resume());
    let won = [asked.0.is_ok(), asked.1.is_ok(), asked.2.is_ok()];
    assert_eq!(won.iter().filter(|won| **won).count(), 1, "{won:?}");
    shop.running.app.wake.notify_one();
    until(&shop, &owner, "resuming").await;
    refused(&act(&shop, &mut owner, &number, "cancel").await, 409, "renewal_changing");
    shop.disarm_faults().await;
    shop.pass(3600).await;
    until(&shop, &owner, "renews").await;
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], false);

    // The reverse: a cancellation in flight must finish before the renewal can be resumed.
    provider_fails(&shop).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(&shop, &owner, "cancelling").await;
    refused(&act(&shop, &mut owner, &number, "resume").await, 409, "renewal_changing");
    shop.disarm_faults().await;
    shop.pass(3600).await;
    until(&shop, &owner, "cancelled").await;
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_withdrawal_while_it_is_resumed_cancels_it_in_the_end() {
    let shop = Shop::start().await;
    let (number, mut owner) = resuming(&shop).await;
    let request = shop.http.post(format!("{}/withdrawal", shop.shop)).header(ORIGIN, &shop.shop);
    let body = format!("order_number={number}&email=amal%40example.com&name=&step=confirm");
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
    assert_eq!(shop.finish(&mut Browser::default(), request).await.status.as_u16(), 200);
    shop.disarm_faults().await;
    shop.pass(3600).await;
    shop.until_idle().await;
    shop.pass(60).await;
    until(&shop, &owner, "cancelled").await;
    let again = "SELECT order_id FROM cancellations WHERE round = 2 AND confirmed_at IS NOT NULL";
    assert_eq!(shop.texts(again).await.len(), 1, "resumed first, and cancelled then");
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
    refused(&act(&shop, &mut owner, &number, "resume").await, 409, "resume_refused");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_subscription_that_ended_before_the_provider_knew_calls_a_person() {
    let shop = Shop::start().await;
    let (_, owner) = resuming(&shop).await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    // Cancel while changes still fail: a call in flight would otherwise resume it first.
    shop.running.app.stripe.cancel_subscription(&subscription).await.unwrap();
    shop.disarm_faults().await;
    shop.pass(3600).await;
    until(&shop, &owner, "cancelled").await;
    // The alarm comes after the stored change.
    let alarmed = async || {
        let figures = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
        figures.text().await.unwrap().contains("onefare_alarms_total{kind=\"renewal_not_resumed\"} 1")
    };
    shop.until(true, alarmed).await;
    shop.until_idle().await;
    assert_eq!(titled(&shop, "renews again").await, 0, "nobody is promised what does not happen");
    shop.running.stop().await;
}
