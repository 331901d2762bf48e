//! Disputes by card: while the bank decides, access is on hold, nothing more is charged and nothing is refunded. What the bank
//! decides ends or restores both, whatever of its events is lost.

use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::refund::{self, Wanted};
use onefare_server::flows::support::refund_charge::{WantedCharge, look};
use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use super::late_charge::{attention, movements};
use super::later_charges::{days, monthly, subscription};
use super::plan_change::{act, alarms};
use super::{AMAL, Visitor};
use crate::operators::{run, shown};
use crate::refund::external::send_event;

const DAY: u64 = 24 * 60 * 60;

/// Twelve months, bought by card. The second value is the order's number, the third Stripe's id of the payment.
async fn bought() -> (Shop, String, String) {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15_000)).await);
    shop.at_pay_page(&page, "pay").await;
    let number = shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned();
    shop.delivered(1).await;
    let intent = first_intent(&shop).await;
    (shop, number, intent)
}

/// A month that has renewed once, in a shop that no event of Stripe reaches; with Stripe's id of the second payment.
async fn renewed() -> (Shop, String, String) {
    let (shop, number) = monthly().await;
    days(&shop, 29).await;
    let intent = shop.texts("SELECT payment_intent FROM later_charges").await.remove(0);
    (shop, number, intent)
}

/// Stripe's id of the payment that the only order was bought with.
pub(crate) async fn first_intent(shop: &Shop) -> String {
    let page = shop.texts("SELECT reference FROM payments").await.remove(0);
    let session = shop.at_stripe(&format!("checkout/sessions/{page}")).await;
    match session["payment_intent"].as_str() {
        Some(intent) => intent.to_owned(),
        None => intent_of(shop, session["invoice"].as_str().unwrap()).await,
    }
}

async fn intent_of(shop: &Shop, invoice: &str) -> String {
    let paid = shop.at_stripe(&format!("invoice_payments?invoice={invoice}")).await;
    paid["data"][0]["payment"]["payment_intent"].as_str().unwrap().to_owned()
}

/// The bank disputes a payment, or inquires about it; returns the dispute's id.
pub(crate) async fn bank(shop: &Shop, intent: &str, act: &str) -> String {
    let dispute = shop.control(&format!("intents/{intent}/{act}"), json!({})).await;
    shop.until_idle().await;
    dispute["id"].as_str().unwrap().to_owned()
}

/// The bank decides, and its event arrives.
pub(crate) async fn decided(shop: &Shop, dispute: &str, status: &str) {
    shop.control(&format!("disputes/{dispute}/{status}"), json!({})).await;
    let seen = async || {
        let known = shop.texts("SELECT reference || ' ' || standing FROM disputes").await;
        known.iter().any(|known| known.starts_with(dispute) && known.ends_with(status))
    };
    shop.until(true, seen).await;
    shop.until_idle().await;
}

/// Waits until the order is suspended, and all that follows is done.
pub(crate) async fn suspended(shop: &Shop) {
    shop.until_order("suspended").await;
    shop.until_idle().await;
}

pub(super) async fn state(shop: &Shop) -> String {
    shop.texts("SELECT state FROM orders").await.remove(0)
}

async fn ends_with_term(shop: &Shop) -> Value {
    shop.at_stripe(&format!("subscriptions/{}", subscription(shop).await)).await["cancel_at_period_end"].clone()
}

async fn card(shop: &Shop) -> Value {
    Visitor::signed_in(shop, AMAL).await.get(shop, "/api/account").await.body["orders"][0].clone()
}

/// Why an operator cannot refund the order's payment.
pub(super) async fn refund_refused(shop: &Shop, number: &str) -> String {
    let clients = Clients::new(&shop.running.app.config).unwrap();
    let wanted = Wanted { number, payment: None, amount: None };
    refund::look(&shop.running.app.store, &clients, &wanted, shop.clock.now()).await.unwrap_err().to_string()
}

/// Why an operator cannot refund a later charge.
async fn charge_refund_refused(shop: &Shop, number: &str) -> String {
    let invoice = shop.texts("SELECT invoice FROM later_charges").await.remove(0);
    let clients = Clients::new(&shop.running.app.config).unwrap();
    let wanted = WantedCharge { number, invoice: &invoice, amount: None };
    look(&shop.running.app.store, &clients, &wanted).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_dispute_that_is_won_holds_the_order_and_its_renewal_until_then() {
    let (shop, number, intent) = bought().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    assert_eq!(ends_with_term(&shop).await, true);
    assert!(alarms(&shop, "dispute_opened").await);
    assert_eq!(attention(&shop).await, ["orders suspended", "disputes open"]);
    let held = card(&shop).await;
    // The buyer has cancelled nothing, and may.
    assert_eq!((&held["state"], &held["renewal"]), (&json!("disputed"), &json!("renews")), "{held}");
    let refused = refund_refused(&shop, &number).await;
    assert!(refused.contains("would pay the buyer twice"), "{refused}");
    let sheet = shown(&shop, &number).await.unwrap();
    let [known] = sheet.disputes.as_slice() else { panic!("{:?}", sheet.disputes) };
    assert_eq!((known.stands, known.price.as_str(), known.reason.as_str()), ("open", "AED\u{a0}150.00", "fraudulent"));
    assert!(known.respond_by.is_some() && known.renewal_stopped_at.is_some(), "{known:?}");

    // An event about what is known changes nothing.
    shop.control(&format!("disputes/{dispute}/under_review"), json!({})).await;
    shop.until_idle().await;
    assert_eq!(state(&shop).await, "suspended");
    decided(&shop, &dispute, "won").await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("delivered".to_owned(), json!(false)));
    assert!(attention(&shop).await.is_empty());
    let again = card(&shop).await;
    assert_eq!((&again["state"], &again["renewal"]), (&json!("active"), &json!("renews")), "{again}");
    assert_eq!(shop.rows("deliveries").await, 1);
    assert_eq!(movements(&shop).await, ["charge 15000"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dispute_that_is_lost_ends_everything_and_its_money_is_never_refunded() {
    let (shop, number, intent) = bought().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    decided(&shop, &dispute, "lost").await;
    assert_eq!(state(&shop).await, "refunded");
    assert!(alarms(&shop, "dispute_lost").await);
    let ended = shop.at_stripe(&format!("subscriptions/{}", subscription(&shop).await)).await;
    assert_eq!(ended["status"], "canceled");
    let refused = refund_refused(&shop, &number).await;
    assert!(refused.contains("is lost") && refused.contains("twice"), "{refused}");
    assert!(attention(&shop).await.is_empty());
    shop.pass(400 * DAY).await;
    shop.until_idle().await;
    assert_eq!(movements(&shop).await, ["charge 15000"], "nothing is charged or refunded any more");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_lost_dispute_about_a_later_charge_ends_the_subscription_and_no_more() {
    let (shop, number, intent) = renewed().await;
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    let refused = charge_refund_refused(&shop, &number).await;
    assert!(refused.contains("suspended"), "{refused}");
    decided(&shop, &dispute, "lost").await;
    // The first month was paid for, delivered, and never disputed.
    assert_eq!(state(&shop).await, "delivered");
    assert_eq!(shop.texts("SELECT standing FROM subscriptions").await, ["ended"]);
    let ended = card(&shop).await;
    assert_eq!(ended["state"], "ended", "{ended}");
    let refused = charge_refund_refused(&shop, &number).await;
    assert!(refused.contains("lost") && refused.contains("twice"), "{refused}");
    days(&shop, 40).await;
    assert_eq!(movements(&shop).await, ["charge 3999", "charge 3999"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_charge_that_the_shop_has_not_read_yet_is_found_through_its_subscription() {
    let (shop, _) = monthly().await;
    days(&shop, 27).await;
    // The second charge comes, and neither its event nor a read has told the shop.
    let fault = json!({ "operation": "invoices.list", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    shop.pass(DAY).await;
    shop.until_idle().await;
    shop.disarm_faults().await;
    assert_eq!(shop.rows("later_charges").await, 0);
    let invoices = shop.at_stripe(&format!("invoices?subscription={}", subscription(&shop).await)).await;
    let newest = invoices["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(invoices["data"].as_array().unwrap().len(), 2, "{invoices}");
    let dispute = shop.control(&format!("intents/{}/dispute", intent_of(&shop, &newest).await), json!({})).await;
    send_event(&shop, "charge.dispute.created", dispute).await;
    suspended(&shop).await;
    assert_eq!(shop.texts("SELECT invoice FROM disputes").await, [newest]);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_decision_is_known_within_a_day_without_its_event() {
    let (shop, _, intent) = bought().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control(&format!("disputes/{dispute}/won"), json!({})).await;
    assert_eq!(state(&shop).await, "suspended");
    shop.pass(DAY).await;
    shop.until_order("delivered").await;
    shop.running.stop().await;
}

#[tokio::test]
async fn an_inquiry_takes_nothing_away_until_it_becomes_a_dispute() {
    let (shop, _, intent) = bought().await;
    let dispute = bank(&shop, &intent, "inquiry").await;
    shop.until(vec!["disputes inquiry".to_owned()], async || attention(&shop).await).await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("delivered".to_owned(), json!(false)));
    shop.control(&format!("disputes/{dispute}/warning_closed"), json!({})).await;
    shop.until(0, async || attention(&shop).await.len()).await;
    assert_eq!(shop.texts("SELECT standing FROM disputes").await, ["closed"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_inquiry_that_becomes_a_dispute_suspends() {
    let (shop, _, intent) = bought().await;
    let dispute = bank(&shop, &intent, "inquiry").await;
    shop.until(1, async || shop.rows("disputes").await).await;
    shop.control(&format!("disputes/{dispute}/needs_response"), json!({})).await;
    suspended(&shop).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn who_cancels_during_a_dispute_stays_cancelled_when_it_is_won() {
    let (shop, number, intent) = bought().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    shop.until_idle().await;
    decided(&shop, &dispute, "won").await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("delivered".to_owned(), json!(true)));
    assert_eq!(card(&shop).await["renewal"], "cancelled");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_resumption_during_a_dispute_is_stopped_within_a_day() {
    let (shop, _, intent) = bought().await;
    bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    let subscription = subscription(&shop).await;
    shop.running.app.stripe.renew_after_all(&subscription, "in-flight").await.unwrap();
    shop.until(json!(false), async || ends_with_term(&shop).await).await;
    shop.pass(DAY).await;
    shop.until_idle().await;
    assert_eq!(ends_with_term(&shop).await, true);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_somebody_ended_in_the_dashboard_stays_ended_when_the_dispute_is_won() {
    let (shop, _, intent) = bought().await;
    let subscription = subscription(&shop).await;
    shop.running.app.stripe.cancel_at_period_end(&subscription, "by-hand").await.unwrap();
    shop.until_idle().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    decided(&shop, &dispute, "won").await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("delivered".to_owned(), json!(true)));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_subscription_in_arrears_ends_with_the_dispute_and_is_charged_no_more() {
    let (shop, number) = monthly().await;
    let first = first_intent(&shop).await;
    let customer = shop.texts("SELECT customer_ref FROM payments").await.remove(0);
    shop.control(&format!("customers/{customer}/card"), json!({ "card": "declined" })).await;
    days(&shop, 29).await;
    assert_eq!(shop.texts("SELECT standing FROM subscriptions").await, ["past_due"]);
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    shop.control(&format!("customers/{customer}/card"), json!({ "card": "works" })).await;
    bank(&shop, &first, "dispute").await;
    suspended(&shop).await;
    days(&shop, 10).await;
    assert_eq!(shop.texts("SELECT standing FROM subscriptions").await, ["ended"]);
    assert_eq!(movements(&shop).await, ["charge 3999"], "no retry charges a disputed subscription");
    assert!(shown(&shop, &number).await.unwrap().later_charges.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dispute_about_a_held_payment_is_known_and_blocks_its_refund() {
    let (shop, number, intent) = bought().await;
    run(&shop, "UPDATE orders SET state = 'held', paid_at = NULL").await;
    run(&shop, "UPDATE payments SET state = 'quarantined'").await;
    run(&shop, "DELETE FROM deliveries").await;
    run(&shop, "DELETE FROM subscriptions").await;
    run(&shop, "DELETE FROM provider_ids").await;
    bank(&shop, &intent, "dispute").await;
    shop.until(1, async || shop.rows("disputes").await).await;
    assert!(alarms(&shop, "dispute_opened").await);
    let refused = refund_refused(&shop, &number).await;
    assert!(refused.contains("is open") && refused.contains("twice"), "{refused}");
    shop.running.stop().await;
}

#[tokio::test]
async fn two_disputes_hold_the_order_until_both_are_won() {
    let (shop, _, second) = renewed().await;
    let first = first_intent(&shop).await;
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    let disputes = [bank(&shop, &first, "dispute").await, bank(&shop, &second, "dispute").await];
    shop.until(2, async || shop.rows("disputes").await).await;
    shop.until_idle().await;
    decided(&shop, &disputes[0], "won").await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("suspended".to_owned(), json!(true)));
    decided(&shop, &disputes[1], "won").await;
    assert_eq!((state(&shop).await, ends_with_term(&shop).await), ("delivered".to_owned(), json!(false)));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_subscription_that_ended_during_the_dispute_is_not_charged_again() {
    let (shop, number) = monthly().await;
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    let dispute = bank(&shop, &first_intent(&shop).await, "dispute").await;
    suspended(&shop).await;
    days(&shop, 40).await;
    decided(&shop, &dispute, "won").await;
    assert_eq!(state(&shop).await, "delivered");
    assert_eq!(card(&shop).await["state"], "ended");
    assert_eq!(movements(&shop).await, ["charge 3999"]);
    assert!(shown(&shop, &number).await.unwrap().later_charges.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dispute_about_a_charge_of_another_shop_calls_a_person() {
    let (shop, _, intent) = bought().await;
    run(&shop, "UPDATE subscriptions SET reference = 'sub_of_another_shop'").await;
    run(&shop, "UPDATE payments SET subscription_ref = 'sub_of_another_shop'").await;
    run(&shop, "DELETE FROM provider_ids").await;
    bank(&shop, &intent, "dispute").await;
    shop.until(vec!["disputes open".to_owned()], async || attention(&shop).await).await;
    assert!(alarms(&shop, "dispute_of_unknown_charge").await);
    assert_eq!(state(&shop).await, "delivered");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dispute_of_another_account_is_nothing_to_the_shop() {
    let (shop, _, _) = bought().await;
    let object = json!({ "id": "du_unknown", "object": "dispute", "charge": "ch_1", "metadata": {} });
    send_event(&shop, "charge.dispute.created", object).await;
    shop.until_idle().await;
    assert_eq!((shop.rows("disputes").await, state(&shop).await), (0, "delivered".to_owned()));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_cancellation_that_meets_the_resumption_holds() {
    let (shop, number, intent) = bought().await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    let fault = json!({ "operation": "subscriptions.update", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    shop.control(&format!("disputes/{dispute}/won"), json!({})).await;
    shop.until_order("delivered").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let path = format!("/api/account/orders/{number}/cancel-renewal");
    assert_eq!(owner.send(&shop, Method::POST, &path, None).await.status.as_u16(), 200);
    shop.disarm_faults().await;
    shop.pass(3_600).await;
    shop.until_idle().await;
    assert_eq!(ends_with_term(&shop).await, true);
    shop.running.stop().await;
}
