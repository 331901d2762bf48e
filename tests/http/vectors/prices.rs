//! Prices: in the answer of `get_initial_data`, on `/buy`, and as the provider charges them.

use onefare_core::currency::Currency;
use onefare_core::plan::MAX_PRICE;
use onefare_tests::{Browser, Shop};
use serde_json::{Value, json};

use super::sold::{asked, book_of, initial_data, plan_at, renamed, sell};
use super::{Case, cases, page, refusal};

/// The smallest amount that the provider charges by card here, in minor units.
const CHARGEABLE: i64 = 200;

/// The address of `/buy` in a language that pages offer.
fn buy_in(language: &str) -> Option<&'static str> {
    match language {
        "en" => Some("/buy"),
        "ar" => Some("/ar/buy"),
        _ => None,
    }
}

/// The entry of a currency in a list.
fn in_currency<'list>(list: &'list Value, currency: &str) -> &'list Value {
    list.as_array().unwrap().iter().find(|entry| entry["currency"] == currency).unwrap()
}

/// Whether an amount can be the price of a plan.
fn is_price(minor: i64, code: &str) -> bool {
    let currency = Currency::parse_offered(code);
    currency.is_some_and(|currency| (1..=MAX_PRICE).contains(&minor) && minor % currency.charge_step() == 0)
}

/// Puts a case's plan on sale and returns its code's name here; `None` for a case that no shop may sell.
async fn sell_case(shop: &Shop, index: usize, book: &Value, code: &Value) -> Option<String> {
    let name = if code.is_null() { String::new() } else { format!("CASE-{index}") };
    let codes: Vec<(Value, u64)> = if code.is_null() { Vec::new() } else { vec![(renamed(code, &name), 0)] };
    sell(shop, book, &codes).await.then_some(name)
}

#[tokio::test]
async fn quotes_are_those_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for (index, case) in cases("quote", "quote_compute").iter().enumerate() {
        let (plan, currency) = (&case.input[1], case.text(2).unwrap());
        let Some(quote) = case.value() else { continue };
        let Some(name) = sell_case(&shop, index, &book_of(plan.clone()), &case.input[3]).await else { continue };
        compared += 1;
        let data = initial_data(&shop, &name).await.body;
        let package = &data["packages"][0];
        for (field, figure) in
            [("billing_amount", "due_now"), ("billing_amount_before_discount", "list"), ("renewal_amount", "renewal")]
        {
            let shown = &in_currency(&package[field], currency)["unit_amount"];
            assert_eq!(shown, &quote[figure], "{}: {field}", case.name);
        }
    }
    assert!(compared >= 20, "{compared} quotes");
    shop.running.stop().await;
}

#[tokio::test]
async fn packages_are_those_of_the_rule() {
    let shop = Shop::start().await;
    for (index, case) in cases("quote", "quote_packages").iter().enumerate() {
        let name = sell_case(&shop, index, &case.input[1], &case.input[2]).await.unwrap();
        assert_eq!(&initial_data(&shop, &name).await.body["packages"], case.value().unwrap(), "{}", case.name);
    }
    let of_a_code = cases("quote", "quote_state").into_iter().filter(|case| !case.input[2].is_null());
    let mut compared = 0;
    for (index, case) in of_a_code.enumerate() {
        compared += 1;
        let name = sell_case(&shop, 100 + index, &case.input[1], &case.input[2]).await.unwrap();
        assert_eq!(&initial_data(&shop, &name).await.body["code_state"], case.value().unwrap(), "{}", case.name);
    }
    assert!(compared >= 4, "{compared} states");
    shop.running.stop().await;
}

#[tokio::test]
async fn plans_stand_and_read_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("plan", "plan_order") {
        if !sell(&shop, &case.input[0], &[]).await {
            continue;
        }
        compared += 1;
        let data = initial_data(&shop, "").await.body;
        let ids: Vec<&Value> = data["packages"].as_array().unwrap().iter().map(|one| &one["product_id"]).collect();
        assert_eq!(json!(ids), case.expect, "{}", case.name);
    }
    for case in cases("plan", "plan_preselected") {
        let months = case.text(1).and_then(|title| title.strip_suffix("-month")).filter(|text| text.len() < 4);
        let named = case.text(1).is_none() || months.is_some();
        if !named || !sell(&shop, &case.input[0], &[]).await {
            continue;
        }
        compared += 1;
        let query = months.map_or_else(String::new, |months| format!("?package={months}"));
        let shown = page(&shop, &format!("/buy{query}")).await;
        let (id, chosen) = (&shown["content"]["preselected"], &shown["content"]["package_chosen"]);
        let wanted = if case.expect.is_null() { json!([null, false]) } else { case.expect };
        assert_eq!(json!([id, chosen]), wanted, "{}", case.name);
    }
    for case in cases("plan", "plan_words") {
        let Some(path) = buy_in(case.text(1).unwrap()) else { continue };
        if !sell(&shop, &book_of(case.input[0].clone()), &[]).await {
            continue;
        }
        compared += 1;
        let shown = page(&shop, path).await;
        let card = &shown["content"]["plans"][0];
        assert_eq!(json!([card["title"], card["billing_cycle"], card["highlight"]]), case.expect, "{}", case.name);
    }
    assert!(compared >= 12, "{compared} books");
    shop.running.stop().await;
}

/// A plan whose quote, without a code, equals the case's.
fn plan_of(quote: &Value) -> Value {
    let mut plan = plan_at(quote["product_id"].as_str().unwrap(), 0, quote["due_now"].as_i64().unwrap());
    plan["months"] = quote["months"].clone();
    for price in plan["prices"].as_array_mut().unwrap() {
        if quote["list"] != quote["due_now"] {
            price["before"] = quote["list"].clone();
        }
    }
    plan
}

#[tokio::test]
async fn cards_are_written_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("quote", "quote_plan_price") {
        let quote = &case.input[0];
        let currency = quote["currency"].as_str().unwrap();
        let due = quote["due_now"].as_i64().unwrap();
        let plain = quote["renewal"] == due && quote["code"].is_null() && is_price(due, currency);
        let (Some(path), Some(wanted), true) = (buy_in(case.text(1).unwrap()), case.value(), plain) else { continue };
        if !sell(&shop, &book_of(plan_of(quote)), &[]).await {
            continue;
        }
        compared += 1;
        let shown = page(&shop, path).await;
        let card = in_currency(&shown["content"]["plans"][0]["prices"], currency).clone();
        // The book's number is the shop's own.
        let mut wanted = wanted.clone();
        wanted["facts"]["book"] = shown["content"]["initial"]["price_book"].clone();
        assert_eq!(card, wanted, "{}", case.name);
    }
    assert!(compared >= 5, "{compared} cards");
    shop.running.stop().await;
}

/// The cases whose amount can be a page's price: each with the card of a monthly plan at that amount.
async fn on_cards(shop: &Shop, all: Vec<Case>) -> Vec<(Case, Value)> {
    let mut shown = Vec::new();
    for case in all {
        let (minor, currency) = (case.input[0].as_i64().unwrap(), case.text(1).unwrap());
        let Some(path) = buy_in(case.text(2).unwrap()) else { continue };
        if is_price(minor, currency) && sell(shop, &book_of(plan_at("vpn-1", 1, minor)), &[]).await {
            let data = page(shop, path).await;
            let card = in_currency(&data["content"]["plans"][0]["prices"], currency).clone();
            shown.push((case, card));
        }
    }
    assert!(shown.len() >= 10, "{} prices", shown.len());
    shown
}

#[tokio::test]
async fn prices_on_cards_are_written_as_the_rule_says() {
    let shop = Shop::start().await;
    for (case, card) in on_cards(&shop, cases("price_text", "card_text")).await {
        assert_eq!(card["per_month"]["text"], case.expect, "{}", case.name);
    }
    for (case, card) in on_cards(&shop, cases("price_text", "price_text")).await {
        assert_eq!(card["due_now_text"], case.expect, "{}", case.name);
    }
    for (case, card) in on_cards(&shop, cases("price_text", "price_label")).await {
        assert_eq!(card["per_month"], case.expect, "{}", case.name);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_provider_is_asked_for_the_amounts_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("provider_amount", "provider_to_stripe") {
        let (minor, currency) = (case.input[0].as_i64().unwrap(), case.text(1).unwrap());
        let Some(wanted) = case.value().filter(|_| is_price(minor, currency) && minor >= CHARGEABLE) else { continue };
        compared += 1;
        sell(&shop, &book_of(plan_at("vpn-1", 1, minor)), &[]).await;
        let body = json!({ "email": "amal@example.com", "selectedPackage": "vpn-1", "currency": currency });
        let answer = shop.checkout(&mut Browser::default(), body).await;
        let session = asked(&shop, &answer).await;
        assert_eq!(&json!([session["amount_total"], session["currency"]]), wanted, "{}", case.name);
    }
    assert!(compared >= 8, "{compared} amounts");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_figure_on_the_page_decides_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for (index, case) in cases("checkout", "checkout_agreed").iter().enumerate() {
        let (current, graced) = (&case.input[1], &case.input[2]);
        let (due, currency) = (current["due_now"].as_i64().unwrap(), current["currency"].as_str().unwrap());
        let (off, term) = match graced["due_now"].as_i64() {
            None => (None, "once"),
            Some(left) if graced["renewal"] == current["renewal"] => (Some(due - left), "once"),
            Some(left) => (Some(due - left), if graced["renewal"] == left { "every" } else { continue }),
        };
        // A plan without a code costs the same each term; and a code takes something off and leaves something to pay.
        let sold = is_price(due, currency) && current["renewal"] == due;
        if !sold || off.is_some_and(|off| off < 1 || due - off < CHARGEABLE) {
            continue;
        }
        compared += 1;
        // The code ended a minute ago: checkouts still accept it, pages do not.
        let ended = (shop.clock.now() - chrono::TimeDelta::minutes(1)).to_rfc3339();
        let code = off.map_or(Value::Null, |off| {
            let amounts = json!([{ "currency": currency, "minor": off }]);
            json!({ "code": "", "effect": { "fixed": amounts }, "term": term, "ends_at": ended })
        });
        let name = sell_case(&shop, index, &book_of(plan_at("vpn-12", 12, due)), &code).await.unwrap();
        let mut body = json!({ "email": "amal@example.com", "selectedPackage": "vpn-12", "currency": currency });
        body["code"] = json!(name);
        for (field, shown) in [("expected_amount", case.input.first()), ("expected_renewal", case.input.get(3))] {
            if let Some(shown) = shown.filter(|shown| !shown.is_null()) {
                body[field] = shown.clone();
            }
        }
        let answer = shop.checkout(&mut Browser::default(), body).await;
        match case.value() {
            Some(quote) => {
                assert_eq!(asked(&shop, &answer).await["amount_total"], quote["due_now"], "{}", case.name);
            }
            None => assert_eq!(refusal(&answer), case.expect["error"].as_str().unwrap(), "{}", case.name),
        }
    }
    assert!(compared >= 20, "{compared} decisions");
    shop.running.stop().await;
}
