//! An order's receipt: the charge line by line, and the refunds; for its owner only.

use onefare_tests::{Browser, Shop};
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer, paid_once};
use crate::refund::full::decide;

const ZAHRA: &str = "zahra@example.com";

fn address(number: &str, language: &str) -> String {
    format!("/api/account/orders/{number}/receipt?language={language}")
}

async fn receipt(shop: &Shop, who: &Visitor, language: &str) -> Value {
    let mut who = who.clone();
    let number = who.get(shop, "/api/account").await.body["orders"][0]["number"].as_str().unwrap().to_owned();
    let answer = who.get(shop, &address(&number, language)).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    answer.body
}

/// Buys twelve months with a code that reduces the first term.
async fn with_code(shop: &Shop, code: &str) -> String {
    let mut browser = Browser::default();
    let data = shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body;
    let twelve = data["packages"].as_array().unwrap().iter().find(|one| one["product_id"] == "vpn-12m").unwrap();
    let prices = twelve["billing_amount"].as_array().unwrap();
    let due = prices.iter().find(|one| one["currency"] == "AED").unwrap()["unit_amount"].clone();
    let wanted = json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": code, "currency": "AED",
        "expected_amount": due });
    let page = Shop::session_of(&shop.checkout(&mut browser, wanted).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_receipt_tells_how_the_price_was_made_as_it_was_charged() {
    let shop = Shop::start().await;
    let number = with_code(&shop, "WELCOME5").await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let lines = json!([
        { "kind": "price", "amount": "AED\u{a0}150.00" },
        { "kind": "code", "amount": "-AED\u{a0}20.00" },
        { "kind": "due_now", "amount": "AED\u{a0}130.00" },
    ]);
    let expected = json!({
        "number": number, "product": "Northquay VPN, 12 months", "email": AMAL, "paid_on": "20 November 2026",
        "paid_with": "card", "lines": lines, "code": "WELCOME5", "has_invoices": true,
    });
    assert_eq!(receipt(&shop, &owner, "en").await, expected);
    let german = receipt(&shop, &owner, "de").await;
    assert_eq!(german["paid_on"], "20. November 2026");

    // A year later it renews; the receipt still shows the purchase.
    shop.pass(400 * 86_400).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(receipt(&shop, &owner, "en").await["lines"], expected["lines"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_paid_once_by_ideal_has_its_free_months_and_what_went_back() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let before = receipt(&shop, &owner, "en").await;
    assert_eq!((&before["paid_with"], &before["has_invoices"]), (&json!("ideal"), &json!(false)));
    let kinds: Vec<_> = before["lines"].as_array().unwrap().iter().map(|line| line["kind"].clone()).collect();
    assert_eq!(kinds.last(), Some(&json!("due_now")));
    assert!(before.get("refunds").is_none(), "{before}");
    decide(&shop, 500).await.unwrap();
    let done = async || shop.texts("SELECT state FROM refunds").await == ["done"];
    for _ in 0..200 {
        if done().await {
            break;
        }
        // Nothing counts as refunded until the bank is done.
        assert!(receipt(&shop, &owner, "en").await.get("refunds").is_none() || done().await);
        shop.pass(25).await;
    }
    let refunds = json!([{ "amount": "€5.00", "on": "20 November 2026" }]);
    assert_eq!(receipt(&shop, &owner, "en").await["refunds"], refunds);
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_reads_the_receipt_of_another() {
    let shop = Shop::start().await;
    let (theirs, hers) = (customer(&shop, AMAL).await, customer(&shop, ZAHRA).await);
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    assert_eq!(other.get(&shop, &address(&hers, "en")).await.status.as_u16(), 200);
    let mut refused = other.get(&shop, &address(&theirs, "en")).await;
    let mut nothing = other.get(&shop, &address("0000-0000", "en")).await;
    for answer in [&mut refused, &mut nothing] {
        assert_eq!(answer.status.as_u16(), 404, "{answer:?}");
        answer.body.as_object_mut().unwrap().remove("request_id");
    }
    assert_eq!(refused.body, nothing.body);
    // The page itself contains no personal data, for any visitor.
    let page = other.get(&shop, &format!("/panel/receipt/{theirs}")).await;
    assert_eq!((page.status.as_u16(), &page.headers["cache-control"]), (200, &"no-store".parse().unwrap()));
    assert!(!page.text.contains(AMAL) && !page.text.contains(ZAHRA));
    shop.running.stop().await;
}
