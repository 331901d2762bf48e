//! The letters after the receipt: refund, renewal, change of plan, withdrawal, sign-in and account. A link to the shop
//! leads to the page that it names, in the letter's language.

use std::collections::{BTreeMap, BTreeSet};

use onefare_core::language::Language;
use onefare_tests::{Answer, Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use crate::account::{AMAL, SEND, Visitor, codes_to, other_than};
use crate::operators::run;
use crate::pages::return_addresses::{follow, links};
use crate::refund::full::decide;
use crate::refund::withdrawal::confirm;

const NEW: &str = "amal.new@example.com";

/// The start or end of a letter's message id, its kind, and the pages it links to.
const LETTERS: [(&str, &str, &[&str]); 11] = [
    ("receipt-", "receipt", &["panel"]),
    ("cancellation-", "cancel", &[]),
    ("resumption-", "resume", &[]),
    ("plan_change-", "plan change", &[]),
    ("withdrawal-", "withdrawal", &[]),
    ("refund-", "refund", &[]),
    ("sign-in-", "sign-in", &["panel-link"]),
    ("-old", "change of address, old", &[]),
    ("-new", "change of address, new", &[]),
    ("-moved", "address moved", &[]),
    ("account-", "account deleted", &[]),
];

/// All letters sent, each with its kind.
async fn letters(shop: &Shop) -> Vec<(&'static str, Value)> {
    let all = shop.letters_to("", 0).await;
    all.into_iter().map(|letter| (about(&letter), letter)).collect()
}

fn about(letter: &Value) -> &'static str {
    let headers = letter["headers"].as_array().unwrap();
    let is_id = |header: &&Value| header[0].as_str().unwrap().eq_ignore_ascii_case("message-id");
    let id = headers.iter().find(is_id).unwrap()[1].as_str().unwrap().trim_matches(['<', '>', ' ']);
    let name = id.split_once('@').unwrap().0;
    let found =
        LETTERS.iter().find(|(part, ..)| name.starts_with(part) || part.starts_with('-') && name.ends_with(part));
    found.unwrap_or_else(|| panic!("an unknown letter: {name}")).1
}

async fn until_told(shop: &Shop, what: &str) {
    shop.until(true, async || letters(shop).await.iter().any(|(about, _)| *about == what)).await;
}

#[track_caller]
fn went_well(answer: &Answer) {
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
}

/// Plays everything that a buyer of a plan, and support, can do.
async fn story(shop: &Shop, language: Language) {
    let code = language.code();
    let mut browser = Browser::default();
    let mut body = twelve_months(AMAL, "AED", 15000);
    body["language"] = json!(code);
    let session = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &session).await;
    let number = paid.body["orderId"].as_str().unwrap();
    until_told(shop, "receipt").await;

    let ask = json!({ "email": AMAL, "language": code });
    let mut owner = Visitor::default();
    went_well(&owner.post(shop, SEND, ask.clone()).await);
    until_told(shop, "sign-in").await;
    let typed = codes_to(shop, AMAL).await.remove(0);
    went_well(&owner.type_code(shop, AMAL, &typed).await);
    // After too many wrong codes the next letter has a link in place of a code.
    shop.pass(600).await;
    let mut stranger = Visitor::default();
    went_well(&stranger.post(shop, SEND, ask.clone()).await);
    shop.until_idle().await;
    went_well(&stranger.type_code(shop, AMAL, &other_than(&codes_to(shop, AMAL).await[0])).await);
    assert_eq!(run(shop, "UPDATE sign_in_failures SET failures = 10").await, 1);
    shop.pass(600).await;
    went_well(&stranger.post(shop, SEND, ask).await);

    let order = format!("/api/account/orders/{number}");
    went_well(&owner.send(shop, Method::POST, &format!("{order}/cancel-renewal"), None).await);
    until_told(shop, "cancel").await;
    // The test's clock stands still: a read that began before the resumption would look as new as its answer.
    shop.until_idle().await;
    let shown = owner.get(shop, "/api/account").await.body["orders"][0].take();
    let charge = json!({ "expected_amount": shown["resumed_amount"], "currency": shown["resumed_currency"] });
    went_well(&owner.post(shop, &format!("{order}/resume-renewal"), charge).await);
    until_told(shop, "resume").await;
    let account = owner.get(shop, "/api/account").await.body;
    let plans = account["orders"][0]["plans"].as_array().unwrap();
    let monthly = plans.iter().find(|plan| plan["months"] == 1).unwrap();
    let (amount, currency) = (&monthly["amount"], &monthly["currency"]);
    let change = json!({ "product_id": monthly["product_id"], "expected_amount": amount, "currency": currency });
    went_well(&owner.post(shop, &format!("{order}/plan"), change).await);
    until_told(shop, "plan change").await;
    went_well(&confirm(shop, number, AMAL, "Amal K.").await);
    until_told(shop, "withdrawal").await;

    went_well(&owner.post(shop, "/api/account/email", json!({ "email": NEW, "language": code })).await);
    until_told(shop, "change of address, new").await;
    until_told(shop, "change of address, old").await;
    let codes = [codes_to(shop, AMAL).await.remove(0), codes_to(shop, NEW).await.remove(0)];
    let both = json!({ "old_code": codes[0], "new_code": codes[1] });
    went_well(&owner.post(shop, "/api/account/email/confirm", both).await);
    until_told(shop, "address moved").await;
    assert!(decide(shop, 15000).await.is_some());
    until_told(shop, "refund").await;
    went_well(&owner.post(shop, "/api/account/delete", json!({ "email": NEW })).await);
    until_told(shop, "account deleted").await;
}

async fn every_letter_leads_where_it_says(language: Language) {
    let shop = Shop::start().await;
    story(&shop, language).await;
    let mut led: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (about, letter) in letters(&shop).await {
        let pages = led.entry(about).or_default();
        for link in links(&shop, &letter) {
            pages.insert(follow(&shop, &link, language, about).await);
        }
    }
    let wanted =
        LETTERS.into_iter().map(|(_, about, pages)| (about, pages.iter().map(|page| (*page).to_owned()).collect()));
    assert_eq!(led, wanted.collect::<BTreeMap<&str, BTreeSet<String>>>(), "{}", language.code());
    shop.running.stop().await;
}

#[tokio::test]
async fn every_letter_to_an_english_customer() {
    every_letter_leads_where_it_says(Language::En).await;
}

#[tokio::test]
async fn every_letter_to_an_arabic_customer() {
    every_letter_leads_where_it_says(Language::Ar).await;
}

#[tokio::test]
async fn every_letter_to_a_dutch_customer() {
    every_letter_leads_where_it_says(Language::Nl).await;
}

#[tokio::test]
async fn every_letter_to_a_german_customer() {
    every_letter_leads_where_it_says(Language::De).await;
}

#[tokio::test]
async fn every_letter_to_a_french_customer() {
    every_letter_leads_where_it_says(Language::Fr).await;
}
