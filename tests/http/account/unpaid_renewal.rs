//! A renewal whose charge fails: the buyer gets one letter, keeps access during the grace period, is charged at most once, and
//! never pays for an ended subscription.

use std::time::Duration;

use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use super::late_charge::{attention, movements};
use super::later_charges::{days, monthly, subscription};
use super::plan_change::{act, provider_fails};
use super::{AMAL, Visitor};
use crate::operators::shown;

/// Sets the outcome of charging the customer's card.
pub(crate) async fn card_becomes(shop: &Shop, card: &str) {
    let subscription = shop.at_stripe(&format!("subscriptions/{}", subscription(shop).await)).await;
    let customer = subscription["customer"].as_str().unwrap();
    shop.control(&format!("customers/{customer}/card"), json!({ "card": card })).await;
}

/// A month whose renewal on 28 February 2027 the card does not pay.
async fn unpaid(card: &str) -> (Shop, String) {
    let (shop, number) = monthly().await;
    card_becomes(&shop, card).await;
    days(&shop, 29).await;
    (shop, number)
}

async fn subjects(shop: &Shop) -> Vec<String> {
    let letters = shop.letters_to(AMAL, 0).await;
    letters.iter().map(|letter| letter["subject"].as_str().unwrap().replace('\u{a0}', " ")).collect()
}

async fn text_of(shop: &Shop, subject: &str) -> String {
    let letters = shop.letters_to(AMAL, 0).await;
    let found = letters.iter().find(|letter| letter["subject"].as_str().unwrap().replace('\u{a0}', " ") == subject);
    let text = found.unwrap_or_else(|| panic!("no letter {subject}: {letters:?}"))["text"].as_str().unwrap();
    text.replace('\u{a0}', " ")
}

fn named(subject: &str, number: &str) -> String {
    format!("{subject}, order {number}")
}

async fn card(shop: &Shop) -> Value {
    let mut owner = Visitor::signed_in(shop, AMAL).await;
    owner.get(shop, "/api/account").await.body["orders"][0].clone()
}

async fn outcomes(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT COALESCE(outcome, 'open') FROM unpaid_invoices ORDER BY unpaid_since").await
}

async fn invoices(shop: &Shop, status: &str) -> usize {
    let subscription = subscription(shop).await;
    let path = format!("invoices?subscription={subscription}&status={status}");
    shop.at_stripe(&path).await["data"].as_array().unwrap().len()
}

const DECLINED: &str = "Your renewal of AED 39.99 could not be charged yet";
const CONFIRM: &str = "Your bank asks you to confirm AED 39.99";
const WELL: &str = "All is well: AED 39.99 paid";
const ENDED: &str = "Your plan at Northquay has ended";
const CANCELLED: &str = "Your renewal at Northquay is cancelled";

#[tokio::test]
async fn a_declined_renewal_is_told_once_and_paid_days_later() {
    let (shop, number) = unpaid("declined").await;
    let text = text_of(&shop, &named(DECLINED, &number)).await;
    assert!(text.contains("renew on 28 February 2027, but your bank did not accept the charge of AED 39.99"), "{text}");
    assert!(text.contains("you keep everything until 7 March 2027"), "{text}");
    let seen = card(&shop).await;
    assert_eq!((&seen["renewal"], &seen["state"]), (&json!("past_due"), &json!("active")), "{seen}");
    assert_eq!(seen["unpaid"]["until"], "7 March 2027");
    assert_eq!(seen["unpaid"]["amount"].as_str().unwrap().replace('\u{a0}', " "), "AED 39.99");
    assert!(seen["unpaid"].get("confirm_url").is_none() && seen.get("charges").is_none(), "{seen}");
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let yearly = json!({ "product_id": "vpn-12m", "expected_amount": 15_000, "currency": "AED" });
    let changed = owner.post(&shop, &format!("/api/account/orders/{number}/plan"), yearly).await;
    assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("plan_change_refused")), "{changed:?}");
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!(sheet.subscription.unwrap().stands, "past_due");
    assert_eq!(sheet.unpaid_invoices.len(), 1);
    assert_eq!(attention(&shop).await, [""; 0], "a declined card is no operator's work");
    days(&shop, 1).await;
    card_becomes(&shop, "works").await;
    days(&shop, 2).await;
    assert_eq!(outcomes(&shop).await, ["paid"]);
    let text = text_of(&shop, &named(WELL, &number)).await;
    assert!(text.contains("was paid on 3 March 2027, as agreed on 31 January 2027. This is payment 2"), "{text}");
    let seen = card(&shop).await;
    assert_eq!((&seen["renewal"], &seen["next_charge_on"]), (&json!("renews"), &json!("31 March 2027")), "{seen}");
    assert_eq!(seen["charges"][0]["on"], "3 March 2027");
    days(&shop, 40).await;
    let told = subjects(&shop).await;
    assert_eq!(told.iter().filter(|subject| subject.starts_with(DECLINED)).count(), 1, "{told:?}");
    assert_eq!(movements(&shop).await, ["charge 3999"; 3]);
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let data = owner.get(&shop, "/api/account/data").await.body;
    assert_eq!(data["orders"][0]["unpaid_invoices"][0]["outcome"], "paid");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_renewal_that_nobody_pays_ends_and_can_never_be_paid_for_nothing() {
    let (shop, number) = unpaid("declined").await;
    days(&shop, 20).await;
    assert_eq!(outcomes(&shop).await, ["given_up"]);
    assert_eq!((invoices(&shop, "open").await, invoices(&shop, "void").await), (0, 1));
    let text = text_of(&shop, &named(ENDED, &number)).await;
    assert!(text.contains("You owe nothing, and nothing more is charged"), "{text}");
    assert!(text.contains("/buy?package=1"), "{text}");
    let seen = card(&shop).await;
    assert_eq!((&seen["state"], &seen["buy_again"]), (&json!("ended"), &json!("/buy?package=1")), "{seen}");
    card_becomes(&shop, "works").await;
    days(&shop, 60).await;
    assert_eq!(movements(&shop).await, ["charge 3999"], "nothing after the first term");
    assert_eq!(subjects(&shop).await.iter().filter(|subject| subject.contains("has ended")).count(), 1);
    assert_eq!(attention(&shop).await, [""; 0]);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_shop_ends_what_the_provider_leaves_past_due() {
    let (shop, number) = unpaid("declined").await;
    shop.control("retries", json!({ "keep": true })).await;
    // The last retry comes on 15 March: access lasts a day longer.
    days(&shop, 13).await;
    assert_eq!(card(&shop).await["unpaid"]["until"], "16 March 2027");
    assert_eq!(outcomes(&shop).await, ["open"]);
    days(&shop, 2).await;
    assert_eq!(outcomes(&shop).await, ["given_up"]);
    let at_stripe = shop.at_stripe(&format!("subscriptions/{}", subscription(&shop).await)).await;
    assert_eq!(at_stripe["status"], "canceled");
    assert_eq!(invoices(&shop, "open").await, 0);
    text_of(&shop, &named(ENDED, &number)).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_renewal_that_the_bank_wants_confirmed_leads_to_the_page_of_its_invoice() {
    let (shop, number) = unpaid("needs_confirmation").await;
    let seen = card(&shop).await;
    let page = seen["unpaid"]["confirm_url"].as_str().unwrap().to_owned();
    let text = text_of(&shop, &named(CONFIRM, &number)).await;
    assert!(text.contains(&page), "{text}");
    let open = shop.http.get(&page).send().await.unwrap().text().await.unwrap();
    assert!(open.contains("39.99"), "{open}");
    for _ in 0..2 {
        shop.http.post(format!("{page}/pay")).send().await.unwrap();
    }
    days(&shop, 1).await;
    assert_eq!(outcomes(&shop).await, ["paid"]);
    text_of(&shop, &named(WELL, &number)).await;
    assert_eq!(movements(&shop).await, ["charge 3999"; 2], "the second press paid nothing");
    assert_eq!(shop.texts("SELECT COALESCE(page_url, 'none') FROM unpaid_invoices").await, ["none"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_letter_that_was_late_says_nothing_of_a_failure_that_is_over() {
    let (shop, number) = monthly().await;
    card_becomes(&shop, "declined").await;
    let away =
        json!({ "operation": "mail.recipient", "kind": "refuse", "value": "451 4.3.0 try later", "times": 100_000 });
    shop.control("faults", away).await;
    days(&shop, 29).await;
    assert_eq!(outcomes(&shop).await, ["open"]);
    card_becomes(&shop, "works").await;
    days(&shop, 3).await;
    assert_eq!(outcomes(&shop).await, ["paid"]);
    shop.disarm_faults().await;
    days(&shop, 1).await;
    let told = subjects(&shop).await;
    assert!(told.contains(&named(WELL, &number)) && !told.contains(&named(DECLINED, &number)), "{told:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_cancellation_ends_at_once_and_takes_the_unpaid_charge_with_it() {
    let (shop, number) = unpaid("declined").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status, 200);
    shop.until(vec!["voided".to_owned()], async || outcomes(&shop).await).await;
    shop.until_idle().await;
    let text = text_of(&shop, &named(CANCELLED, &number)).await;
    assert!(text.contains("The AED 39.99 that could not be charged is no longer due"), "{text}");
    assert_eq!((invoices(&shop, "open").await, invoices(&shop, "void").await), (0, 1));
    let seen = card(&shop).await;
    assert_eq!((&seen["state"], &seen["renewal"]), (&json!("ended"), &json!("cancelled")), "{seen}");
    card_becomes(&shop, "works").await;
    days(&shop, 40).await;
    assert_eq!(movements(&shop).await, ["charge 3999"]);
    assert!(!subjects(&shop).await.contains(&named(ENDED, &number)), "one letter about one end");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_paid_after_the_cancellation_goes_back() {
    let (shop, number) = unpaid("declined").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    provider_fails(&shop).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status, 200);
    // The provider answers no cancellation until its own retry has charged the card.
    card_becomes(&shop, "works").await;
    days(&shop, 3).await;
    assert_eq!(movements(&shop).await, ["charge 3999"; 2]);
    shop.disarm_faults().await;
    days(&shop, 1).await;
    assert_eq!(movements(&shop).await, ["charge 3999", "charge 3999", "refund 3999"]);
    let text = text_of(&shop, &named(CANCELLED, &number)).await;
    assert!(text.contains("the whole amount goes back to you"), "{text}");
    assert!(!subjects(&shop).await.iter().any(|subject| subject.starts_with(WELL)), "nobody is told that all is well");
    assert_eq!(card(&shop).await["state"], "ended");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_that_somebody_begins_with_the_address_of_another_ends_nothing() {
    let (shop, _) = unpaid("declined").await;
    let mut stranger = Browser::default();
    let mut body = twelve_months(AMAL, "AED", 0);
    body["code"] = json!("trial");
    body["accepted_trial_terms"] = json!("1");
    body["expected_renewal"] = json!(15_000);
    let page = Shop::session_of(&shop.checkout(&mut stranger, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut stranger, &page).await;
    shop.delivered(2).await;
    shop.until_idle().await;
    assert_eq!(outcomes(&shop).await, ["open"]);
    assert_eq!(shop.rows("cancellations").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn who_buys_anew_does_not_pay_for_both() {
    let (shop, number) = unpaid("declined").await;
    let mut browser = Browser::default();
    let body = twelve_months(AMAL, "AED", 15_000);
    let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    shop.delivered(2).await;
    shop.until(vec!["voided".to_owned()], async || outcomes(&shop).await).await;
    shop.until_idle().await;
    text_of(&shop, &named(CANCELLED, &number)).await;
    let standings = shop.texts("SELECT standing FROM subscriptions ORDER BY seen_at, standing").await;
    assert!(standings.contains(&"ended".to_owned()) && standings.contains(&"active".to_owned()), "{standings:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_somebody_paid_for_a_subscription_that_was_over_needs_attention() {
    let (shop, number) = unpaid("declined").await;
    let page = shop.texts("SELECT page_url FROM unpaid_invoices").await.remove(0);
    let path = format!("{}/v1/subscriptions/{}", shop.sandbox, subscription(&shop).await);
    let request = shop.http.request(Method::DELETE, path).bearer_auth("sk_test_onefare_sandbox");
    assert!(request.send().await.unwrap().status().is_success());
    shop.clock.advance(Duration::from_secs(30));
    shop.http.post(format!("{page}/pay")).send().await.unwrap();
    days(&shop, 1).await;
    let charges = shown(&shop, &number).await.unwrap().later_charges;
    assert_eq!(charges.iter().map(|charge| charge.verdict).collect::<Vec<_>>(), ["after_cancellation"]);
    assert_eq!(attention(&shop).await.len(), 1);
    shop.running.stop().await;
}
