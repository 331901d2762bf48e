//! Early fraud warnings: below the shop's limit the charge is refunded before it becomes a dispute, above it an operator decides.

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_tests::{Browser, Data, Shop, twelve_months};
use serde_json::{Value, json};

use super::disputes::first_intent;
use super::late_charge::{attention, movements};
use super::later_charges::month;
use super::plan_change::alarms;
use super::{AMAL, Visitor};
use crate::operators::run;

const DAY: u64 = 24 * 60 * 60;

/// A shop that refunds up to these amounts, with a plan of these months bought by card; and Stripe's id of the payment.
async fn bought(limits: &str, body: Value) -> (Shop, String) {
    let clock = Clock::manual("2027-01-31T10:00:00Z".parse::<DateTime<Utc>>().unwrap());
    let shop = Shop::start_set(Data::new().await, clock, |config| config.fraud_refund = limits.parse().unwrap()).await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.delivered(1).await;
    let intent = first_intent(&shop).await;
    (shop, intent)
}

async fn warned(shop: &Shop, intent: &str) {
    shop.control(&format!("intents/{intent}/fraud-warning"), json!({})).await;
    shop.until(1, async || shop.rows("fraud_warnings").await).await;
    shop.until_idle().await;
}

async fn reason_at_stripe(shop: &Shop, intent: &str) -> Value {
    shop.at_stripe(&format!("refunds?payment_intent={intent}")).await["data"][0]["reason"].clone()
}

#[tokio::test]
async fn a_charge_within_the_limit_is_refunded_as_fraudulent_and_ends() {
    let (shop, intent) = bought("AED 150.00", twelve_months(AMAL, "AED", 15_000)).await;
    warned(&shop, &intent).await;
    shop.until_order("refunded").await;
    shop.until_idle().await;
    assert_eq!(movements(&shop).await, ["charge 15000", "refund 15000"]);
    assert_eq!(reason_at_stripe(&shop, &intent).await, "fraudulent");
    assert!(alarms(&shop, "fraud_warning").await);
    assert!(attention(&shop).await.is_empty());
    let subscription = shop.texts("SELECT reference FROM subscriptions").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["status"], "canceled");
    assert_eq!(shop.texts("SELECT reason FROM refunds").await, ["fraud_warning"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_charge_above_the_limit_waits_for_a_person_until_it_is_refunded() {
    let (shop, intent) = bought("AED 149.99, EUR 500.00", twelve_months(AMAL, "AED", 15_000)).await;
    warned(&shop, &intent).await;
    shop.pass(DAY).await;
    shop.until_idle().await;
    assert_eq!(movements(&shop).await, ["charge 15000"]);
    assert_eq!(attention(&shop).await, ["fraud_warnings open"]);
    assert!(alarms(&shop, "fraud_warning").await, "once, however often it is read");
    let session = shop.texts("SELECT reference FROM payments").await.remove(0);
    shop.at_pay_page(&session, "refund").await;
    shop.pass(DAY).await;
    shop.until_idle().await;
    assert!(attention(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_warning_is_over_when_no_dispute_can_follow() {
    let (shop, intent) = bought("", twelve_months(AMAL, "AED", 15_000)).await;
    warned(&shop, &intent).await;
    assert_eq!(attention(&shop).await, ["fraud_warnings open"]);
    for _ in 0..4 {
        shop.pass(30 * DAY).await;
        shop.until_idle().await;
    }
    assert!(attention(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_charge_of_a_later_term_is_refunded_with_its_subscription() {
    let (shop, _) = bought("AED 39.99", month()).await;
    for _ in 0..29 {
        shop.pass(DAY).await;
        shop.until_idle().await;
    }
    let intent = shop.texts("SELECT payment_intent FROM later_charges").await.remove(0);
    warned(&shop, &intent).await;
    shop.until(1, async || shop.texts("SELECT 'back' FROM charge_refunds WHERE returned_at IS NOT NULL").await.len())
        .await;
    shop.until_idle().await;
    assert_eq!(movements(&shop).await, ["charge 3999", "charge 3999", "refund 3999"]);
    assert_eq!(reason_at_stripe(&shop, &intent).await, "fraudulent");
    assert_eq!(shop.texts("SELECT standing FROM subscriptions").await, ["ended"]);
    let shown = Visitor::signed_in(&shop, AMAL).await.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!(shown["state"], "ended", "{shown}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_disputed_charge_is_never_refunded_by_a_warning() {
    let (shop, intent) = bought("AED 150.00", twelve_months(AMAL, "AED", 15_000)).await;
    shop.control(&format!("intents/{intent}/dispute"), json!({})).await;
    shop.until_order("suspended").await;
    warned(&shop, &intent).await;
    assert_eq!(movements(&shop).await, ["charge 15000"]);
    assert_eq!(shop.rows("refunds").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_warning_about_a_charge_of_another_shop_calls_a_person() {
    let (shop, intent) = bought("AED 150.00", twelve_months(AMAL, "AED", 15_000)).await;
    run(&shop, "UPDATE subscriptions SET reference = 'sub_of_another_shop'").await;
    run(&shop, "UPDATE payments SET subscription_ref = 'sub_of_another_shop'").await;
    run(&shop, "DELETE FROM provider_ids").await;
    warned(&shop, &intent).await;
    assert!(alarms(&shop, "fraud_warning").await);
    assert_eq!((attention(&shop).await, shop.rows("refunds").await), (vec!["fraud_warnings open".to_owned()], 0));
    shop.running.stop().await;
}
