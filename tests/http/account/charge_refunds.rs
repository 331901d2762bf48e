//! Refunds of later charges, in full or in part, by an operator or in the dashboard. A full refund of the newest charge ends the
//! subscription, and no refund is sent twice.

use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::refund_charge::{
    ChargeOffer, WantedCharge, close_within, look, look_failed, progress, send_within,
};
use onefare_tests::Shop;
use reqwest::Method;
use serde_json::json;

use super::late_charge::{attention, movements};
use super::later_charges::{at_dashboard, days, monthly, price_becomes, subscription};
use super::plan_change::alarms;
use super::{AMAL, Visitor};
use crate::operators::shown;
use crate::refund::external::send_event;

async fn offered(shop: &Shop, number: &str, amount: Option<&str>) -> Result<ChargeOffer, String> {
    let invoice = shop.texts("SELECT invoice FROM later_charges ORDER BY charged_at DESC").await.remove(0);
    let clients = Clients::new(&shop.running.app.config).unwrap();
    let wanted = WantedCharge { number, invoice: &invoice, amount };
    look(&shop.running.app.store, &clients, &wanted).await.map_err(|error| error.to_string())
}

async fn send(shop: &Shop, offer: &ChargeOffer) -> Result<String, String> {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let sent = send_within(&mut tx, offer, shop.clock.now()).await.map_err(|error| error.to_string());
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    sent
}

async fn sent(shop: &Shop, offer: &ChargeOffer) {
    let id = send(shop, offer).await.unwrap();
    let store = &shop.running.app.store;
    shop.until(true, async || progress(store, &id).await.unwrap().refund.returned_at.is_some()).await;
    shop.until_idle().await;
}

/// A month that has renewed once.
async fn renewed() -> (Shop, String) {
    let (shop, number) = monthly().await;
    days(&shop, 29).await;
    (shop, number)
}

async fn refunds(shop: &Shop) -> Vec<String> {
    movements(shop).await.into_iter().filter(|movement| movement.starts_with("refund")).collect()
}

async fn letter(shop: &Shop) -> String {
    let letters = shop.letters_to(AMAL, 0).await;
    let texts = letters.iter().map(|letter| letter["text"].as_str().unwrap().replace('\u{a0}', " "));
    texts.filter(|text| text.contains("Amount refunded")).collect::<Vec<_>>().join("\n====\n")
}

#[tokio::test]
async fn all_of_the_newest_charge_ends_the_subscription() {
    let (shop, number) = renewed().await;
    let offer = offered(&shop, &number, None).await.unwrap();
    assert_eq!((offer.amount.minor(), offer.left.minor(), offer.ends_subscription), (3_999, 0, true));
    sent(&shop, &offer).await;
    assert_eq!(refunds(&shop).await, ["refund 3999"]);
    let text = letter(&shop).await;
    assert!(text.contains("AED 39.99") && text.contains("ended"), "{text}");
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let card = owner.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!(card["state"], "ended", "{card}");
    assert_eq!(card["charges"][0]["refunded"].as_str().unwrap().replace('\u{a0}', " "), "AED 39.99");
    let at_stripe = shop.at_stripe(&format!("subscriptions/{}", subscription(&shop).await)).await;
    assert_eq!(at_stripe["status"], "canceled");
    days(&shop, 40).await;
    assert_eq!(movements(&shop).await, ["charge 3999", "charge 3999", "refund 3999"]);
    let again = offered(&shop, &number, None).await.unwrap_err();
    assert!(again.contains("went back already"), "{again}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_part_leaves_the_subscription_and_the_rest_ends_it() {
    let (shop, number) = renewed().await;
    for typed in ["0", "-1", "39.999", "40.00", "x"] {
        offered(&shop, &number, Some(typed)).await.unwrap_err();
    }
    let part = offered(&shop, &number, Some("10.00")).await.unwrap();
    assert_eq!((part.left.minor(), part.ends_subscription), (2_999, false));
    let stale = offered(&shop, &number, Some("5.00")).await.unwrap();
    let first = send(&shop, &part).await.unwrap();
    let refused = send(&shop, &stale).await.unwrap_err();
    assert!(refused.contains("on its way back already"), "{refused}");
    let store = &shop.running.app.store;
    shop.until(true, async || progress(store, &first).await.unwrap().refund.returned_at.is_some()).await;
    shop.until_idle().await;
    let refused = send(&shop, &stale).await.unwrap_err();
    assert!(refused.contains("changed since it was shown"), "it was shown before the first: {refused}");
    assert!(letter(&shop).await.contains("a part of your payment"), "{}", letter(&shop).await);
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!(sheet.later_charges[0].returned.as_deref(), Some("AED\u{a0}10.00"));
    assert_eq!(sheet.subscription.unwrap().stands, "active");
    let rest = offered(&shop, &number, None).await.unwrap();
    assert_eq!((rest.returned.minor(), rest.amount.minor(), rest.ends_subscription), (1_000, 2_999, true));
    sent(&shop, &rest).await;
    assert_eq!(refunds(&shop).await, ["refund 1000", "refund 2999"]);
    assert_eq!(shown(&shop, &number).await.unwrap().subscription.unwrap().stands, "ended");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_charged_too_much_goes_back_and_needs_attention_no_more() {
    let (shop, number) = monthly().await;
    price_becomes(&shop, "4999").await;
    days(&shop, 29).await;
    assert_eq!(attention(&shop).await, ["later_charges too_much"]);
    let offer = offered(&shop, &number, None).await.unwrap();
    assert_eq!((offer.amount.minor(), offer.ends_subscription), (1_000, false));
    sent(&shop, &offer).await;
    assert_eq!(refunds(&shop).await, ["refund 1000"]);
    assert_eq!(attention(&shop).await, [""; 0]);
    assert_eq!(shown(&shop, &number).await.unwrap().subscription.unwrap().stands, "active");
    let again = offered(&shop, &number, None).await.unwrap_err();
    assert!(again.contains("went back already: name an amount"), "the same command twice: {again}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_in_the_dashboard_arrives_with_its_term() {
    let (shop, number) = renewed().await;
    let intent = shop.texts("SELECT payment_intent FROM later_charges").await.remove(0);
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    at_dashboard(&shop, Method::POST, "refunds", &[("payment_intent", &intent), ("amount", "500")]).await;
    let returned = async || shown(&shop, &number).await.unwrap().later_charges.remove(0).returned;
    shop.until(Some("AED\u{a0}5.00".to_owned()), returned).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    at_dashboard(&shop, Method::POST, "refunds", &[("payment_intent", &intent), ("amount", "100")]).await;
    days(&shop, 8).await;
    assert_eq!(returned().await.as_deref(), Some("AED\u{a0}6.00"), "without an event it takes a week");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_the_provider_refuses_calls_an_operator_until_it_is_tried_again() {
    let (shop, number) = renewed().await;
    shop.lie("refunds.create", "status", "failed", 1).await;
    let offer = offered(&shop, &number, Some("10.00")).await.unwrap();
    let id = send(&shop, &offer).await.unwrap();
    let store = &shop.running.app.store;
    shop.until(true, async || progress(store, &id).await.unwrap().refund.failure.is_some()).await;
    assert_eq!(attention(&shop).await, ["charge_refunds failed"]);
    assert!(alarms(&shop, "charge_refund_failed").await);
    assert_eq!(letter(&shop).await, "", "nothing was returned");
    let refunds_shown = async || {
        let shown = shown(&shop, &number).await.unwrap().charge_refunds;
        let mut shown: Vec<_> = shown.into_iter().map(|one| (one.amount, one.state, one.failure.is_some())).collect();
        shown.sort();
        shown
    };
    let failed = ("AED\u{a0}10.00".to_owned(), "failed", true);
    assert_eq!(refunds_shown().await, std::slice::from_ref(&failed));
    assert_eq!(shown(&shop, &number).await.unwrap().subscription.unwrap().stands, "active");
    let again = offered(&shop, &number, None).await.unwrap();
    sent(&shop, &again).await;
    assert_eq!(attention(&shop).await, [""; 0]);
    assert_eq!(refunds_shown().await, [failed, ("AED\u{a0}29.99".to_owned(), "done", false)]);
    // The bank returns the second refund, and the webhook event makes its job check again.
    let reference = shop.texts("SELECT reference FROM charge_refunds WHERE returned_at IS NOT NULL").await.remove(0);
    shop.lie("refunds.list", "data.0.status", "failed", 10).await;
    let event = json!({ "id": reference, "object": "refund", "metadata": {} });
    send_event(&shop, "refund.failed", event).await;
    shop.until(vec!["charge_refunds failed".to_owned()], async || attention(&shop).await).await;
    let invoice = shop.texts("SELECT invoice FROM charge_refunds").await.remove(0);
    let wanted = WantedCharge { number: &number, invoice: &invoice, amount: None };
    let (failed, _) = look_failed(store, &wanted, "bank transfer").await.unwrap();
    let mut tx = store.begin().await.unwrap();
    close_within(&mut tx, &failed, shop.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(attention(&shop).await, [""; 0], "an operator has sent it by hand");
    // The sandbox counts the first refund as returned, because only its answer was false.
    assert_eq!(refunds(&shop).await, ["refund 1000", "refund 2999"]);
    shop.running.stop().await;
}
