//! A paid order's answer: its end, its amount, its buyer.

use chrono::{DateTime, Datelike as _, Months, SecondsFormat, Utc};
use onefare_core::currency::Currency;
use onefare_core::plan::MAX_PRICE;
use onefare_tests::{Answer, Browser, Shop};
use serde_json::{Value, json};

use super::cases;
use super::sold::{book_of, move_to, plan_at, sell};

/// Buys and pays for a body's product; returns the answers to its buyer and to a stranger.
async fn bought(shop: &Shop, body: Value) -> (Answer, Answer) {
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, body).await;
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    let own = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!(own.body["payment_status"], "paid", "{own:?}");
    (own, shop.verify(&mut Browser::default(), &session).await)
}

fn order(plan: &str, language: &str) -> Value {
    json!({ "email": "amal@example.com", "selectedPackage": plan, "language": language })
}

fn instant(value: &Value) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(value.as_i64()?)
}

/// Years in which a shop, and the sandbox, can run.
fn may_be_open(instant: DateTime<Utc>) -> bool {
    (2000..=2100).contains(&instant.year())
}

#[tokio::test]
async fn terms_end_when_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("delivery", "term_end") {
        let (start, end) = (instant(&case.input[0]).unwrap(), instant(&case.expect));
        let months = u32::try_from(case.input[1].as_u64().unwrap()).unwrap();
        let (Some(end), true) = (end, may_be_open(start)) else { continue };
        move_to(&shop, start);
        if !sell(&shop, &book_of(plan_at("vpn", months, 14_999)), &[]).await {
            continue;
        }
        compared += 1;
        let (own, _) = bought(&shop, order("vpn", "en")).await;
        let wanted = end.to_rfc3339_opts(SecondsFormat::Secs, true);
        assert_eq!(own.body["subscriptionEndDate"], wanted, "{}", case.name);
    }
    assert!(compared >= 10, "{compared} terms");
    shop.running.stop().await;
}

#[tokio::test]
async fn days_are_written_as_the_rule_says() {
    let shop = Shop::start().await;
    assert!(sell(&shop, &book_of(plan_at("vpn", 1, 14_999)), &[]).await);
    let mut compared = 0;
    for case in cases("date_text", "date_text") {
        let end = instant(&case.input[0]).unwrap();
        let Some(start) = end.checked_sub_months(Months::new(1)).filter(|start| may_be_open(*start)) else { continue };
        // Where the previous month is shorter, no monthly term ends on that day.
        if start.checked_add_months(Months::new(1)) == Some(end) {
            compared += 1;
            move_to(&shop, start);
            let (own, _) = bought(&shop, order("vpn", case.text(1).unwrap())).await;
            assert_eq!(own.body["subscription_end_text"], case.expect, "{}", case.name);
        }
    }
    assert!(compared >= 20, "{compared} days");
    shop.running.stop().await;
}

#[tokio::test]
async fn paid_amounts_are_written_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("price_text", "price_text") {
        let (minor, code) = (case.input[0].as_i64().unwrap(), case.text(1).unwrap());
        let Some(currency) = Currency::parse_offered(code) else { continue };
        if !(200..=MAX_PRICE).contains(&minor) || minor % currency.charge_step() != 0 {
            continue;
        }
        compared += 1;
        assert!(sell(&shop, &book_of(plan_at("vpn", 1, minor)), &[]).await);
        let mut body = order("vpn", case.text(2).unwrap());
        body["currency"] = json!(code);
        let (own, _) = bought(&shop, body).await;
        assert_eq!(own.body["amount_text"], case.expect, "{}", case.name);
    }
    assert!(compared >= 20, "{compared} amounts");
    shop.running.stop().await;
}

#[tokio::test]
async fn strangers_see_masked_addresses() {
    let shop = Shop::start().await;
    assert!(sell(&shop, &book_of(plan_at("vpn", 1, 14_999)), &[]).await);
    let mut compared = 0;
    for case in cases("email", "email_masked").into_iter().filter(|case| !case.expect.is_null()) {
        compared += 1;
        let mut body = order("vpn", "en");
        body["email"] = case.input[0].clone();
        let (own, stranger) = bought(&shop, body).await;
        assert_eq!(stranger.body["email"], case.expect, "{}", case.name);
        let whole = own.body["email"].as_str().unwrap();
        assert!(!whole.contains("***@") || whole == case.expect, "{}: {whole} for its buyer", case.name);
    }
    assert!(compared >= 2, "{compared} addresses");
    shop.running.stop().await;
}
