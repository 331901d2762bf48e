//! Sends an order's letters again to its owner, at most three times a day.

use onefare_tests::{Answer, Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer, paid_once};
use crate::refund::send_back;
use crate::refund::withdrawal::confirm;

const ZAHRA: &str = "zahra@example.com";
const DAY: u64 = 86_400;

async fn again(shop: &Shop, visitor: &mut Visitor, number: &str) -> Answer {
    visitor.send(shop, Method::POST, &format!("/api/account/orders/{number}/letters"), None).await
}

async fn receipts(shop: &Shop, number: &str) -> Vec<Value> {
    let letters = shop.letters_to(AMAL, 0).await;
    letters.into_iter().filter(|letter| letter["text"].as_str().unwrap().contains(number)).collect()
}

#[tokio::test]
async fn a_lost_receipt_comes_again_three_times_a_day() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    shop.until_idle().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    for copies in 1..=3 {
        let answer = again(&shop, &mut owner, &number).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, r#"{"success":true}"#));
        shop.until_idle().await;
        assert_eq!(receipts(&shop, &number).await.len(), 1 + copies);
        shop.pass(60).await;
    }
    let refused = again(&shop, &mut owner, &number).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (429, &json!("rate_limited")));
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!(wait, DAY - 180, "until the first of the three is a day old");
    shop.pass(wait).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(again(&shop, &mut owner, &number).await.status.as_u16(), 200);
    shop.until_idle().await;
    let ids: std::collections::HashSet<String> =
        shop.texts("SELECT message_id FROM letters WHERE number > 1").await.into_iter().collect();
    assert_eq!(ids.len(), 4, "mailboxes drop a second letter with the same id");
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_has_the_letters_of_another_sent() {
    let shop = Shop::start().await;
    let theirs = customer(&shop, ZAHRA).await;
    customer(&shop, AMAL).await;
    shop.until_idle().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let before = shop.rows("letters WHERE number > 1").await;
    for number in [theirs.as_str(), "0000-0000"] {
        assert_eq!(again(&shop, &mut owner, number).await.status.as_u16(), 404, "{number}");
    }
    assert_eq!(again(&shop, &mut Visitor::default(), &theirs).await.status.as_u16(), 401);
    assert_eq!(shop.rows("letters WHERE number > 1").await, before);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_does_not_renew_says_where_it_is_sold() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let once = owner.get(&shop, "/api/account?language=de").await.body["orders"][0].clone();
    let page = once["buy_again"].as_str().unwrap();
    let answer = shop.http.get(format!("{}{page}", shop.shop)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200, "{page}");
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(ZAHRA, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    let renews = other.get(&shop, "/api/account?language=de").await.body["orders"][0].clone();
    assert!(renews["renewal"] == "renews" && renews.get("buy_again").is_none(), "{renews}");
    shop.at_pay_page(&page, "refund").await;
    shop.until(1, async || shop.texts("SELECT id FROM orders WHERE state = 'refunded'").await.len()).await;
    let returned = other.get(&shop, "/api/account?language=de").await.body["orders"][0].clone();
    assert_eq!(returned["buy_again"], "/de/buy?package=12", "{returned}");
    assert_eq!(returned["has_letters"], false);
    shop.running.stop().await;
}

#[tokio::test]
async fn of_a_returned_order_the_receipt_of_the_withdrawal_comes_three_times_a_day() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    confirm(&shop, &number, AMAL, "").await;
    shop.until_idle().await;
    send_back(&shop, &number, None).await;
    shop.until_order("refunded").await;
    shop.until_idle().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let before = receipts(&shop, &number).await.len();
    for copies in 1..=3 {
        assert_eq!(again(&shop, &mut owner, &number).await.status.as_u16(), 200);
        shop.until_idle().await;
        assert_eq!(receipts(&shop, &number).await.len(), before + copies);
        shop.pass(60).await;
    }
    let refused = again(&shop, &mut owner, &number).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (429, &json!("rate_limited")));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_letter_that_was_refused_rests_for_a_day() {
    let shop = Shop::start().await;
    let unknown = json!({ "operation": "mail.recipient", "kind": "refuse", "value": "550 5.1.1 no such mailbox" });
    shop.control("faults", unknown).await;
    let number = customer(&shop, AMAL).await;
    shop.until(1, async || shop.rows("letters WHERE refused_at IS NOT NULL").await).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let refused = again(&shop, &mut owner, &number).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (429, &json!("rate_limited")));
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!((wait, receipts(&shop, &number).await.len()), (DAY, 0));
    shop.pass(wait).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(again(&shop, &mut owner, &number).await.status.as_u16(), 200);
    shop.until(1, async || receipts(&shop, &number).await.len()).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_receipt_that_comes_again_announces_no_charge_that_was_cancelled() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    shop.until_idle().await;
    let first = receipts(&shop, &number).await.remove(0)["text"].as_str().unwrap().to_owned();
    assert!(first.contains("renews on 20 November 2027 for AED\u{a0}150.00"), "{first}");
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let cancel = format!("/api/account/orders/{number}/cancel-renewal");
    assert_eq!(owner.send(&shop, Method::POST, &cancel, None).await.status.as_u16(), 200);
    shop.until_idle().await;
    shop.pass(60).await;
    assert_eq!(again(&shop, &mut owner, &number).await.status.as_u16(), 200);
    shop.until_idle().await;
    let all = receipts(&shop, &number).await;
    let copies: Vec<&str> = all
        .iter()
        .map(|letter| letter["text"].as_str().unwrap())
        .filter(|text| text.contains("The renewal is cancelled"))
        .collect();
    assert_eq!(copies.len(), 1, "{all:?}");
    assert!(!copies[0].contains("renews on") && copies[0].contains("until 20 November 2027"), "{}", copies[0]);
    shop.running.stop().await;
}
