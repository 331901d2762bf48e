//! Refunds: once, in full, with a letter to the buyer, with the end of the subscription, and tracked until they are
//! done.

use std::time::Duration;

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::payment::Provider;
use onefare_server::flows::effects;
use onefare_server::jobs::JobKind;
use onefare_server::store::refunds::Reason;
use onefare_server::store::{jobs, orders, payments};
use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use crate::account::Visitor;

const EMAIL: &str = "amal@example.com";

/// One order paid on two pages: `[the page that counts, the other]`.
async fn paid_twice(shop: &Shop, browser: &mut Browser) -> [String; 2] {
    let body = twelve_months(EMAIL, "AED", 15000);
    let first = Shop::session_of(&shop.checkout(browser, body.clone()).await);
    // The provider wrongly reports once that the first page has expired; both pages are paid in the end.
    shop.lie("checkout.sessions.retrieve", "status", "expired", 1).await;
    assert_eq!(shop.verify(browser, &first).await.body["payment_status"], "failed");
    shop.disarm_faults().await;
    let second = Shop::session_of(&shop.checkout(browser, body).await);
    shop.at_pay_page(&second, "pay").await;
    assert_eq!(shop.verify_until_known(browser, &second).await.body["status"], "ok");
    shop.at_pay_page(&first, "pay").await;
    [second, first]
}

/// One order paid once.
async fn paid(shop: &Shop, browser: &mut Browser) -> String {
    let page = Shop::session_of(&shop.checkout(browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(browser, &page).await.body["status"], "ok");
    page
}

/// State and reason of every payment, with its order's state.
async fn states(shop: &Shop) -> Vec<String> {
    let sql = "SELECT p.state || ' ' || COALESCE(p.failure, '-') || ' ' || o.state FROM payments p \
               JOIN orders o ON o.id = p.order_id ORDER BY p.state";
    shop.texts(sql).await
}

async fn refunds(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT state || ' ' || reason || ' ' || COALESCE(failure, '-') FROM refunds ORDER BY created_at").await
}

/// The provider's refunds, in minor units.
async fn sent_back(shop: &Shop) -> Vec<i64> {
    let ledger = shop.sandbox_has("ledger").await;
    let back = ledger["rows"].as_array().unwrap().iter().filter(|row| row["movement"] == "refund");
    back.map(|row| row["amount"].as_i64().unwrap()).collect()
}

/// Support refunds this amount of the only payment.
pub async fn decide(shop: &Shop, amount: i64) -> Option<String> {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let id: String = sqlx::query_scalar("SELECT id FROM payments").fetch_one(&mut *tx).await.unwrap();
    let payment = payments::by_id(&mut tx, &id).await.unwrap().unwrap();
    orders::lock(&mut tx, &payment.order_id).await.unwrap();
    let now = shop.clock.now();
    let refund = effects::refund(&mut tx, &payment, amount, Reason::BySupport, now).await.unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    refund
}

#[tokio::test]
async fn the_second_payment_of_an_order_goes_back_and_its_subscription_ends() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let [counts, other] = paid_twice(&shop, &mut browser).await;
    shop.until(vec!["paid - delivered".to_owned(), "refunded order_paid_twice delivered".to_owned()], async || {
        shop.verify(&mut browser, &other).await;
        states(&shop).await
    })
    .await;
    assert_eq!(refunds(&shop).await, ["done order_paid_twice -"]);
    assert_eq!(sent_back(&shop).await, [15000]);
    for (session, status) in [(&counts, "active"), (&other, "canceled")] {
        let session = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
        let subscription = session["subscription"].as_str().unwrap().to_owned();
        assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["status"], status);
    }
    let letters = shop.letters_to(EMAIL, 2).await;
    let told = letters.iter().filter(|letter| letter["subject"].to_string().contains("Refund")).count();
    assert_eq!((letters.len(), told), (2, 1), "the receipt, and the letter about the refund");
    assert_eq!(shop.verify(&mut browser, &other).await.body["status"], "ok", "the order is paid to its buyer");
    shop.delivered(1).await;
    let figures = shop.figures().await;
    assert!(figures.contains("onefare_alarms_total{kind=\"refund_due\"} 1"), "{figures}");
    assert!(
        figures.contains("onefare_job_runs_total{kind=\"refund_payment\",lane=\"stripe_payments\",result=\"done\"}"),
        "{figures}"
    );
    assert!(figures.contains("onefare_jobs{kind=\"deliver_order\",lane=\"own\",state=\"failing\"} 0"), "{figures}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_long_ago_is_found_again_and_not_sent_twice() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    let id = decide(&shop, 15000).await.unwrap();
    shop.until(vec!["refunded - refunded".to_owned()], async || states(&shop).await).await;
    // Clears the provider's answer, as if the server had died before storing it; the provider has forgotten the key.
    shop.clock.advance(Duration::from_secs(30 * 3600));
    let mut tx = shop.running.app.store.begin().await.unwrap();
    for sql in [
        "UPDATE refunds SET state = 'due', reference = NULL, ended_at = NULL",
        "UPDATE payments SET state = 'paid'",
        "UPDATE orders SET state = 'delivered'",
    ] {
        sqlx::query(sql).execute(&mut *tx).await.unwrap();
    }
    jobs::enqueue(&mut tx, JobKind::RefundPayment(Provider::Stripe), &id, shop.clock.now(), shop.clock.now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    shop.until(vec!["refunded - refunded".to_owned()], async || states(&shop).await).await;
    assert_eq!(sent_back(&shop).await, [15000]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_fails_is_an_alarm_and_the_order_stands() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    shop.lie("refunds.create", "status", "failed", 1).await;
    decide(&shop, 15000).await.unwrap();
    shop.until(vec!["failed by_support failed".to_owned()], async || refunds(&shop).await).await;
    assert_eq!(states(&shop).await, ["paid - delivered"]);
    let alarm = "onefare_alarms_total{kind=\"refund_failed\"} 1";
    shop.until(true, async || shop.figures().await.contains(alarm)).await;
    // The buyer gets no letter about a refund that does not arrive.
    shop.pass(3_600).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1, "the receipt");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_letter_of_a_refund_that_fails_while_the_mail_server_is_away_never_goes_out() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await);
    shop.at_bank(&ideal, "paid").await;
    shop.letters_to(EMAIL, 1).await;
    shop.control("faults", json!({ "operation": "mail.*", "kind": "error_500", "times": 1_000 })).await;
    decide(&shop, 3999).await.unwrap();
    shop.until(vec!["pending by_support -".to_owned()], async || refunds(&shop).await).await;
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/failed"), json!({})).await;
    shop.until(vec!["failed by_support failed".to_owned()], async || refunds(&shop).await).await;
    shop.disarm_faults().await;
    let waits = async || shop.texts("SELECT kind FROM letters WHERE kind = 'refund' AND sent_at IS NULL").await;
    for _ in 0..40 {
        if waits().await.is_empty() {
            break;
        }
        shop.clock.advance(Duration::from_secs(300));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(waits().await.is_empty());
    assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_comes_back_after_it_had_arrived_is_an_alarm() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    decide(&shop, 15000).await.unwrap();
    shop.until(vec!["done by_support -".to_owned()], async || refunds(&shop).await).await;
    // Days later the bank account no longer exists.
    shop.lie("refunds.retrieve", "status", "failed", 1).await;
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let payment: String = sqlx::query_scalar("SELECT id FROM payments").fetch_one(&mut *tx).await.unwrap();
    let payment = payments::by_id(&mut tx, &payment).await.unwrap().unwrap();
    effects::check_refunds(&mut tx, &payment, shop.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    shop.until(vec!["failed by_support failed".to_owned()], async || refunds(&shop).await).await;
    let alarm = "onefare_alarms_total{kind=\"refund_failed\"} 1";
    shop.until(true, async || shop.figures().await.contains(alarm)).await;
    assert_eq!(states(&shop).await, ["refunded - refunded"], "what was bought has ended all the same");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_failure_that_the_provider_repeats_for_a_day_holds_no_refund_up_for_long() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    let kept = json!({ "operation": "refunds.create", "kind": "error_500", "kept": true, "times": 1 });
    shop.control("faults", kept).await;
    decide(&shop, 15000).await.unwrap();
    for _ in 0..48 {
        if states(&shop).await == ["refunded - refunded"] {
            break;
        }
        shop.clock.advance(Duration::from_secs(150));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((states(&shop).await, sent_back(&shop).await), (vec!["refunded - refunded".to_owned()], vec![15000]));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_second_payment_that_cannot_go_back_waits_for_a_person() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let mut lie = json!({ "operation": "refunds.create", "kind": "lie", "times": 1 });
    (lie["field"], lie["value"]) = (json!("status"), json!("canceled"));
    let [_, other] = paid_twice(&shop, &mut browser).await;
    shop.control("faults", lie).await;
    shop.until(vec!["paid - delivered".to_owned(), "quarantined refund_failed delivered".to_owned()], async || {
        shop.verify(&mut browser, &other).await;
        states(&shop).await
    })
    .await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_takes_its_time_is_asked_about_until_it_has_arrived() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    shop.lie("refunds.create", "status", "a_word_of_tomorrow", 1).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    decide(&shop, 15000).await.unwrap();
    shop.until(vec!["pending by_support -".to_owned()], async || refunds(&shop).await).await;
    assert_eq!(states(&shop).await, ["paid - delivered"], "not before it has arrived");
    assert_eq!(decide(&shop, 15000).await, None, "one at a time");
    shop.pass(700).await;
    shop.until(vec!["done by_support -".to_owned()], async || refunds(&shop).await).await;
    assert_eq!((states(&shop).await, sent_back(&shop).await), (vec!["refunded - refunded".to_owned()], vec![15000]));
    shop.running.stop().await;
}

#[tokio::test]
async fn parts_leave_the_order_until_nothing_is_left() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = paid(&shop, &mut browser).await;
    decide(&shop, 5000).await.unwrap();
    shop.until(1, async || refunds(&shop).await.iter().filter(|one| one.starts_with("done")).count()).await;
    assert_eq!(states(&shop).await, ["paid - delivered"]);
    let session = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
    let subscription = format!("subscriptions/{}", session["subscription"].as_str().unwrap());
    assert_eq!(shop.at_stripe(&subscription).await["status"], "active");
    shop.clock.advance(Duration::from_secs(1));
    decide(&shop, 10000).await.unwrap();
    shop.until(vec!["refunded - refunded".to_owned()], async || states(&shop).await).await;
    assert_eq!(shop.at_stripe(&subscription).await["status"], "canceled");
    assert_eq!(sent_back(&shop).await, [5000, 10000]);
    let letters = shop.letters_to(EMAIL, 3).await;
    let of = |minor: i64| {
        let amount =
            format!("Amount refunded: AED\u{a0}{}", Money::new(minor, Currency::Aed).unwrap().to_decimal_text());
        letters.iter().filter(|letter| letter["text"].as_str().unwrap().contains(&amount)).count()
    };
    assert_eq!((letters.len(), of(5000), of(10000)), (3, 1, 1));
    let says = |words: &str| letters.iter().filter(|letter| letter["text"].as_str().unwrap().contains(words)).count();
    assert_eq!(says("AED\u{a0}50.00 of the AED\u{a0}150.00 that you paid. You keep what you bought."), 1);
    let card = Visitor::signed_in(&shop, EMAIL).await.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!((&card["paid"], &card["refunded"]), (&json!("AED\u{a0}150.00"), &json!("AED\u{a0}150.00")));
    assert_eq!(
        says("the rest of your payment. With this refund, all of the AED\u{a0}150.00 that you paid goes back."),
        1
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn money_that_somebody_else_has_sent_back_is_not_sent_again() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = paid(&shop, &mut browser).await;
    // The merchant refunds in the provider's own dashboard.
    let invoice = shop.at_stripe(&format!("checkout/sessions/{page}")).await["invoice"].as_str().unwrap().to_owned();
    let paid_by = shop.at_stripe(&format!("invoice_payments?invoice={invoice}")).await;
    let intent = paid_by["data"][0]["payment"]["payment_intent"].as_str().unwrap().to_owned();
    let request = shop.http.post(format!("{}/v1/refunds", shop.sandbox)).bearer_auth("sk_test_onefare_sandbox");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let by_hand = shop.finish(&mut browser, request.body(format!("payment_intent={intent}"))).await;
    assert_eq!(by_hand.body["status"], "succeeded", "{by_hand:?}");
    decide(&shop, 15000).await.unwrap();
    shop.until(vec!["refunded - refunded".to_owned()], async || states(&shop).await).await;
    assert_eq!(sent_back(&shop).await, [15000]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_does_not_answer_is_asked_again() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    paid(&shop, &mut browser).await;
    shop.control("faults", json!({ "operation": "refunds.create", "kind": "error_500", "times": 4 })).await;
    decide(&shop, 15000).await.unwrap();
    for _ in 0..600 {
        if states(&shop).await == ["refunded - refunded"] {
            break;
        }
        shop.clock.advance(Duration::from_secs(5));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((states(&shop).await, sent_back(&shop).await), (vec!["refunded - refunded".to_owned()], vec![15000]));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_whole_refund_gives_the_use_of_a_limited_code_back() {
    let shop = Shop::start().await;
    let code = "\n[[code]]\ncode = \"FEW\"\npercent = \"10\"\nterm = \"every\"\nusage_limit = 1\n";
    let catalogue = onefare_server::catalogue::parse(&format!("{}{code}", onefare_server::catalogue::DEMO));
    let now = shop.clock.now();
    onefare_server::catalogue::apply(&shop.running.app.store, &catalogue.unwrap(), now).await.unwrap();
    let mut browser = Browser::default();
    let mut body = twelve_months(EMAIL, "AED", 13500);
    body["code"] = json!("FEW");
    let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let used = async || shop.texts("SELECT CAST(used AS TEXT) FROM discount_codes WHERE code = 'few'").await;
    assert_eq!(used().await, ["1"]);
    decide(&shop, 13500).await.unwrap();
    shop.until(vec!["0".to_owned()], used).await;
    assert_eq!(shop.texts("SELECT state FROM redemptions").await, ["released"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_payment_that_was_one_too_many_goes_back_to_the_bank() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let ideal = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await);
    // The buyer has gone to the bank: Mollie cannot cancel the payment.
    shop.at_bank(&ideal, "keep").await;
    let card = Shop::session_of(&shop.deal(&mut browser, CARD, package(12, EMAIL, 3999)).await);
    shop.at_pay_page(&card, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &card).await.body["status"], "ok");
    shop.at_bank(&ideal, "paid").await;
    shop.until(vec!["pending order_paid_twice -".to_owned()], async || refunds(&shop).await).await;
    let refund = shop.texts("SELECT reference FROM refunds").await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until(vec!["done order_paid_twice -".to_owned()], async || refunds(&shop).await).await;
    assert_eq!(states(&shop).await, ["paid - delivered", "refunded order_paid_twice delivered"]);
    let back: Value = shop.at_mollie(&ideal).await["amountRefunded"].clone();
    assert_eq!(back, json!({ "currency": "EUR", "value": "39.99" }));
    shop.letters_to(EMAIL, 2).await;
    shop.running.stop().await;
}
