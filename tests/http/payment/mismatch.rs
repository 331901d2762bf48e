//! Card payments that the provider reports wrongly: nothing is delivered, and an alarm calls an operator.

use onefare_tests::{Browser, Log, Shop, twelve_months};
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, hash_of_card, quick, status, wanted};

/// Every field that identifies a session, with a false value and the word for that mismatch.
fn lies() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("id", json!("cs_test_another"), "reference"),
        ("client_reference_id", json!("pay_of_another"), "order"),
        ("client_reference_id", json!(null), "order"),
        ("metadata.order_id", json!("ord_of_another"), "order"),
        ("metadata.order_id", json!(""), "order"),
        ("metadata", json!({}), "order"),
        ("amount_total", json!(1), "amount"),
        ("amount_total", json!(1_000_000), "amount"),
        ("amount_total", json!(null), "amount"),
        ("currency", json!("sar"), "currency"),
        ("currency", json!(null), "currency"),
        ("livemode", json!(true), "mode"),
        ("mode", json!("setup"), "renewal"),
        ("payment_status", json!("no_payment_required"), "funds"),
    ]
}

/// Expects a hold with that word, no delivery and no order at the supplier, one letter, and one alarm in log and
/// counter.
async fn is_quarantined(shop: &Shop, log: &Log, word: &str, what: &str) {
    shop.until_order("held").await;
    let payments = shop.texts("SELECT state || ' ' || COALESCE(failure, '-') FROM payments").await;
    assert_eq!(payments, [format!("quarantined {word}")], "{what}");
    assert_eq!(shop.texts("SELECT kind FROM letters").await, ["order_held"], "{what}");
    for table in ["deliveries", "esims", "refunds"] {
        assert_eq!(shop.rows(table).await, 0, "{what}: {table}");
    }
    assert_eq!(shop.sandbox_has("esims/orders").await["orders"], json!([]), "{what}");
    let alarms = || shop.running.app.metrics.text().unwrap();
    let counted = "onefare_alarms_total{kind=\"quarantined\"} 1";
    // The counter increases only after the commit of the order's state.
    shop.until(true, async || alarms().lines().any(|line| line == counted)).await;
    let number = shop.order_number().await;
    let lines = log.take();
    let called = |line: &&str| line.contains("ERROR") && line.contains("quarantined") && line.contains(&number);
    assert_eq!(lines.lines().filter(called).count(), 1, "{what}: {lines}");
}

#[tokio::test]
async fn a_plan_is_not_delivered_for_another_payment() {
    for (field, value, word) in lies() {
        let log = Log::listen();
        let shop = Shop::start().await;
        let mut browser = Browser::default();
        let body = twelve_months("amal@example.com", "AED", 15000);
        let session = Shop::session_of(&shop.checkout(&mut browser, body).await);
        shop.lie("checkout.sessions.retrieve", field, value.clone(), 1000).await;
        shop.at_pay_page(&session, "pay").await;
        let what = format!("{field} {value}");
        is_quarantined(&shop, &log, word, &what).await;
        for _ in 0..3 {
            let told = shop.verify(&mut browser, &session).await;
            assert_eq!(
                (&told.body["status"], &told.body["payment_status"], &told.body["held"]),
                (&json!("pending"), &json!("pending"), &json!(true)),
                "{what}"
            );
        }
        // An operator must act: a correct answer from the provider changes nothing by itself.
        shop.disarm_faults().await;
        assert_eq!(shop.verify(&mut browser, &session).await.body["status"], "pending", "{what}");
        assert_eq!(shop.rows("deliveries").await, 0, "{what}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn an_esim_is_not_ordered_for_another_payment() {
    for (field, value, word) in lies() {
        let log = Log::listen();
        let shop = quick().await;
        let mut browser = Browser::default();
        let session = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
        let hash = hash_of_card(&shop, &session).await;
        shop.lie("checkout.sessions.retrieve", field, value.clone(), 1000).await;
        shop.at_pay_page(&session, "pay").await;
        let what = format!("{field} {value}");
        is_quarantined(&shop, &log, word, &what).await;
        let told = status(&shop, &mut browser, "stripe", &hash).await.body;
        let seen = (&told["status"], &told["payment_status"], &told["is_paid"], &told["amount_paid"], &told["held"]);
        let held = (&json!("pending"), &json!("pending"), &json!(false), &json!(0), &json!(true));
        assert_eq!(seen, held, "{what}");
        shop.running.stop().await;
    }
}
