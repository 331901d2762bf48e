//! Deals and trials: their names in the calls, their prices, and their ends.

use chrono::{DateTime, Datelike as _, SecondsFormat, Utc};
use onefare_core::deal::DealPlan;
use onefare_core::trial::DAYS;
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::sold::{asked, book_of, move_to, plan_at, renamed, sell};
use super::{cases, page, refusal};

const EMAIL: &str = "sanne@example.com";

/// The given deals, completed with one for each missing package: a shop sells all three or none.
fn with_the_others(deals: &Value) -> Value {
    let given = deals.as_array().unwrap();
    let left_out = |(package, _): &(u32, u32)| !given.iter().any(|deal| deal["package"] == json!(package));
    let other = |(package, free): (u32, u32)| json!({ "package": package, "free_months": free, "esim_mb": 1, "price_eur": 999, "before_eur": 1299 });
    let others = [(1, 0), (12, 4), (3, 0)].into_iter().filter(left_out).map(other);
    json!(others.chain(given.iter().cloned()).collect::<Vec<Value>>())
}

/// Puts the given deal on sale beside two others; `false` when no shop may sell them.
async fn sell_deal(shop: &Shop, deal: &Value, codes: &[(Value, u64)]) -> bool {
    sell_deals(shop, &with_the_others(&json!([deal])), codes).await
}

async fn sell_deals(shop: &Shop, deals: &Value, codes: &[(Value, u64)]) -> bool {
    let list: Vec<DealPlan> = serde_json::from_value(deals.clone()).unwrap();
    if !(list.is_empty() || onefare_core::deal::faults(&list).is_empty()) {
        return false;
    }
    let mut book = book_of(plan_at("vpn-12", 12, 14_999));
    book["deals"] = deals.clone();
    sell(shop, &book, codes).await
}

fn instant(value: &Value) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(value.as_i64()?).filter(|instant| (2000..=2100).contains(&instant.year()))
}

fn written(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}

async fn by(shop: &Shop, call: &str, body: Value) -> Answer {
    shop.deal(&mut Browser::default(), call, body).await
}

#[tokio::test]
async fn addresses_are_judged_in_the_words_of_the_deal_page() {
    let shop = Shop::start().await;
    for case in cases("email", "check_deal_email") {
        for call in [CARD, IDEAL] {
            let answer = by(&shop, call, package(12, case.text(0).unwrap(), 3999)).await;
            match case.expect.as_str() {
                Some(code) => assert_eq!(refusal(&answer), code, "{}", case.name),
                None => assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name),
            }
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_deal_that_both_fields_name_is_sold() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("deal", "deal_chosen") {
        if !sell_deals(&shop, &case.input[0], &[]).await {
            continue;
        }
        compared += 1;
        for call in [CARD, IDEAL] {
            let body = json!({ "package": case.input[1], "selectedPackage": case.input[2], "email": EMAIL });
            let answer = by(&shop, call, body).await;
            if let Some(problem) = case.expect["error"].as_str() {
                assert_eq!(refusal(&answer), problem, "{}", case.name);
            } else {
                let sold = shop.texts("SELECT product_id FROM orders ORDER BY created_at DESC, id DESC").await;
                assert_eq!(answer.status, StatusCode::OK, "{}", case.name);
                assert!(sold.contains(&format!("deal-{}m", case.expect["value"])), "{}", case.name);
            }
        }
    }
    assert!(compared >= 20, "{compared} cases");
    shop.running.stop().await;
}

/// The figures of a deal on its card.
fn figures(deal: &Value, term: &str) -> Value {
    json!([deal["package"], deal[term]])
}

#[tokio::test]
async fn deals_are_shown_in_the_order_and_with_the_savings_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("deal", "deal_cards") {
        if !sell_deals(&shop, &with_the_others(&case.input[0]), &[]).await {
            continue;
        }
        compared += 1;
        let wanted = case.expect.as_array().unwrap();
        let of_case = |deal: &Value| wanted.iter().any(|rule| rule["package"] == deal["package"]);
        let mut shown = page(&shop, "/affiliate-vpn-deals").await["content"]["deals"].as_array().unwrap().clone();
        shown.retain(of_case);
        let of_page: Vec<Value> = shown.iter().map(|deal| figures(deal, "term_months")).collect();
        let of_rule: Vec<Value> = wanted.iter().map(|deal| figures(deal, "first_term")).collect();
        assert_eq!(of_page, of_rule, "{}", case.name);
        for (card, rule) in shown.iter().zip(wanted) {
            assert_eq!(card["price"]["saving_percent"], rule["saving_percent"], "{}", case.name);
        }
    }
    assert!(compared >= 10, "{compared} price lists");
    shop.running.stop().await;
}

#[tokio::test]
async fn first_terms_end_when_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("delivery", "delivery_first_term_end") {
        let (Some(start), Some(end)) = (instant(&case.input[0]), instant(&case.expect)) else { continue };
        let deal = json!({ "package": case.input[1], "free_months": case.input[2], "esim_mb": 1, "price_eur": 3999,
            "before_eur": 15588 });
        if !sell_deal(&shop, &deal, &[]).await {
            continue;
        }
        compared += 1;
        move_to(&shop, start);
        let id = u32::try_from(case.input[1].as_u64().unwrap()).unwrap();
        let payment = Shop::session_of(&by(&shop, IDEAL, package(id, EMAIL, 3999)).await);
        shop.at_bank(&payment, "paid").await;
        let hash = shop.hash_of(&payment).await;
        let told = shop.status_until_known(&mut Browser::default(), &hash).await;
        assert_eq!(told.body["subscriptionEndDate"], written(end), "{}", case.name);
    }
    assert!(compared >= 5, "{compared} terms");
    shop.running.stop().await;
}

fn trial_code() -> Value {
    json!({ "code": "trial", "effect": { "percent": 0 }, "term": "every" })
}

fn trial(email: &str, terms: &Value) -> Value {
    let mut body = json!({ "email": email, "selectedPackage": "vpn-12", "code": "trial" });
    if !terms.is_null() {
        body["accepted_trial_terms"] = terms.clone();
    }
    body
}

#[tokio::test]
async fn trials_end_when_the_rule_says() {
    let shop = Shop::start().await;
    assert!(sell(&shop, &book_of(plan_at("vpn-12", 12, 14_999)), &[(trial_code(), 0)]).await);
    let mut compared = 0;
    for (index, case) in cases("delivery", "delivery_trial_end").into_iter().enumerate() {
        let (Some(start), Some(end)) = (instant(&case.input[0]), instant(&case.expect)) else { continue };
        if case.input[1] != json!(DAYS) {
            continue;
        }
        compared += 1;
        move_to(&shop, start);
        let mut browser = Browser::default();
        let body = trial(&format!("amal{index}@example.com"), &json!("1"));
        let session = Shop::session_of(&shop.checkout(&mut browser, body).await);
        shop.at_pay_page(&session, "pay").await;
        let begun = shop.verify_until_known(&mut browser, &session).await;
        assert_eq!(begun.body["subscriptionEndDate"], written(end), "{}", case.name);
    }
    assert!(compared >= 12, "{compared} trials");
    shop.running.stop().await;
}

#[tokio::test]
async fn terms_are_acknowledged_as_the_rule_says() {
    let shop = Shop::start().await;
    assert!(sell(&shop, &book_of(plan_at("vpn-12", 12, 14_999)), &[(trial_code(), 0)]).await);
    for case in cases("trial", "trial_acknowledged") {
        let terms = case.input.first().cloned().unwrap_or_default();
        let answer = shop.checkout(&mut Browser::default(), trial("amal@example.com", &terms)).await;
        if case.expect["error"].is_null() {
            assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name);
        } else {
            assert_eq!(refusal(&answer), case.expect["error"].as_str().unwrap(), "{}", case.name);
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn mollie_is_told_amounts_as_the_rule_writes_them() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("provider_amount", "provider_to_mollie") {
        let (Some(minor), Some(said)) = (case.input[0].as_i64(), case.value()) else { continue };
        let deal =
            json!({ "package": 12, "free_months": 4, "esim_mb": 1, "price_eur": minor, "before_eur": 99_999_999 });
        // Above that amount the sandbox accepts no iDEAL payment.
        if case.text(1) != Some("EUR") || minor > 5_000_000 || !sell_deal(&shop, &deal, &[]).await {
            continue;
        }
        compared += 1;
        let payment = Shop::session_of(&by(&shop, IDEAL, package(12, EMAIL, minor)).await);
        let amount = shop.at_mollie(&payment).await["amount"].clone();
        assert_eq!(json!([amount["value"], amount["currency"]]), *said, "{}", case.name);
    }
    assert!(compared >= 5, "{compared} amounts");
    shop.running.stop().await;
}

#[tokio::test]
async fn offers_cost_what_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for (index, case) in cases("quote", "quote_offer").into_iter().enumerate() {
        let (offer, currency, code) = (&case.input[1], case.text(2).unwrap(), &case.input[3]);
        let Some(quote) = case.value() else { continue };
        let (due, renewal) = (&quote["due_now"], &quote["renewal"]);
        // An amount below the minimum cannot be charged.
        let chargeable = |amount: &Value| amount.is_null() || amount.as_i64().unwrap() >= 200;
        if !chargeable(renewal) {
            continue;
        }
        let answer = if let Some(plan) = offer.get("trial") {
            // The trial's code decides what it takes off; without one there is no trial.
            let stands = if code.is_null() { trial_code() } else { renamed(code, "trial") };
            if stands["term"] != "every" || !sell(&shop, &book_of(plan.clone()), &[(stands, 0)]).await {
                continue;
            }
            let mut body = trial(&format!("amal{index}@example.com"), &json!("1"));
            (body["selectedPackage"], body["currency"]) = (plan["product_id"].clone(), json!(currency));
            let answer = shop.checkout(&mut Browser::default(), body).await;
            if !code.is_null() && quote["code"].is_null() {
                assert_eq!(refusal(&answer), "unknown_package", "{}: it does not stand for this plan", case.name);
                continue;
            }
            answer
        } else if let Some((kind, deal)) = ["deal", "prepaid"].iter().find_map(|kind| Some((kind, offer.get(*kind)?))) {
            let name = format!("CASE-{index}");
            let codes = if code.is_null() { vec![] } else { vec![(renamed(code, &name), 0)] };
            if !chargeable(due) || currency != "EUR" || !sell_deal(&shop, deal, &codes).await {
                continue;
            }
            let mut body =
                package(u32::try_from(deal["package"].as_u64().unwrap()).unwrap(), EMAIL, due.as_i64().unwrap());
            body["code"] = json!(if code.is_null() { "" } else { &name });
            by(&shop, if *kind == "deal" { CARD } else { IDEAL }, body).await
        } else {
            continue;
        };
        compared += 1;
        assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name);
        if offer.get("prepaid").is_some() {
            let stored = shop.texts("SELECT CAST(due_now AS TEXT) FROM orders ORDER BY created_at DESC, id DESC").await;
            assert!(stored.contains(&due.to_string()), "{}", case.name);
        } else {
            let session = asked(&shop, &answer).await;
            assert_eq!(session["amount_total"], *due, "{}", case.name);
            let lines = shop.at_stripe(&format!("checkout/sessions/{}/line_items", Shop::session_of(&answer))).await;
            let last = lines["data"].as_array().unwrap().last().unwrap().clone();
            assert_eq!(last["price"]["unit_amount"], *renewal, "{}", case.name);
        }
    }
    assert!(compared >= 10, "{compared} offers");
    shop.running.stop().await;
}
