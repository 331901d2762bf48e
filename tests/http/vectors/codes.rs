//! Discount codes and packages as named in addresses and calls.

use chrono::DateTime;
use onefare_tests::{Browser, Shop};
use serde_json::{Value, json};

use super::sold::{asked, book_of, initial_data, move_to, plan_at, query_text, renamed, sell};
use super::{cases, page};

const TEN_PERCENT: u32 = 1000;

fn code(name: &str) -> Value {
    json!({ "code": name, "effect": { "percent": TEN_PERCENT }, "term": "every" })
}

#[tokio::test]
async fn codes_are_compared_by_their_folded_form() {
    let shop = Shop::start().await;
    let folded: Vec<String> =
        cases("discount", "fold_code").iter().filter_map(|case| case.expect.as_str().map(str::to_owned)).collect();
    let mut listed: Vec<String> = folded.clone();
    listed.sort();
    listed.dedup();
    let listed: Vec<(Value, u64)> = listed.iter().map(|name| (code(name), 0)).collect();
    assert!(sell(&shop, &book_of(plan_at("vpn-12", 12, 14_999)), &listed).await);
    for case in cases("discount", "fold_code") {
        let text = case.text(0).unwrap();
        let state = initial_data(&shop, text).await.body["code_state"].clone();
        let wanted = match case.expect.as_str() {
            Some(_) => json!("applied"),
            None if text.trim().is_empty() => Value::Null,
            None => json!("unknown"),
        };
        assert_eq!(state, wanted, "{}", case.name);
    }
    for case in cases("campaign", "campaign_parse") {
        let asked_for = !initial_data(&shop, case.text(0).unwrap()).await.body["code_state"].is_null();
        assert_eq!(asked_for, case.expect != "none", "{}", case.name);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_hold_when_the_rule_says_so() {
    let shop = Shop::start().await;
    let all = cases("discount", "code_state");
    let name = |index: usize| format!("CASE-{index}");
    let listed: Vec<(Value, u64)> = all
        .iter()
        .enumerate()
        .map(|(index, case)| (renamed(&case.input[0], &name(index)), case.input[2].as_u64().unwrap()))
        .collect();
    assert!(sell(&shop, &book_of(plan_at("vpn-12", 12, 14_999)), &listed).await);
    let mut graced = 0;
    for (index, case) in all.iter().enumerate() {
        move_to(&shop, DateTime::from_timestamp_millis(case.input[1].as_i64().unwrap()).unwrap());
        if case.input[3] == json!(false) {
            let state = initial_data(&shop, &name(index)).await.body["code_state"].clone();
            assert_eq!(state, case.expect, "{}", case.name);
            continue;
        }
        graced += 1;
        let body = json!({ "email": "amal@example.com", "selectedPackage": "vpn-12", "code": name(index) });
        let answer = shop.checkout(&mut Browser::default(), body).await;
        let cheaper = asked(&shop, &answer).await["amount_total"].as_i64().unwrap() < 14_999;
        assert_eq!(cheaper, case.expect == "applied", "{}", case.name);
    }
    assert!(graced >= 5);
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_hold_for_their_plans() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for (index, case) in cases("discount", "code_is_for").iter().enumerate() {
        let name = format!("CASE-{index}");
        let book = book_of(plan_at(case.text(1).unwrap(), 12, 14_999));
        if !sell(&shop, &book, &[(renamed(&case.input[0], &name), 0)]).await {
            continue;
        }
        compared += 1;
        let wanted = if case.expect == json!(true) { "applied" } else { "not_for_this" };
        assert_eq!(initial_data(&shop, &name).await.body["code_state"], wanted, "{}", case.name);
    }
    assert!(compared >= 6, "{compared} codes");
    shop.running.stop().await;
}

#[tokio::test]
async fn packages_select_the_plan_they_name() {
    let shop = Shop::start().await;
    let shown = page(&shop, "/buy").await;
    let sold: Vec<&Value> = shown["content"]["plans"].as_array().unwrap().iter().map(|plan| &plan["title"]).collect();
    for case in cases("campaign", "package_title") {
        let shown = page(&shop, &format!("/buy?package={}", query_text(case.text(0).unwrap()))).await;
        assert_eq!(shown["content"]["package_chosen"], json!(sold.contains(&&case.expect)), "{}", case.name);
    }
    shop.running.stop().await;
}
