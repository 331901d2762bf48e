//! Bundles as the eSIM shop's calls return them.

use std::collections::BTreeSet;

use onefare_tests::{Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::sold::{book_of, plan_at, query_text, renamed, sell};
use super::{Case, cases, page, refusal};

/// Puts these bundles on sale; `false` where no shop may sell them.
async fn sell_bundles(shop: &Shop, bundles: &Value, codes: &[(Value, u64)]) -> bool {
    let mut book = book_of(plan_at("vpn-12", 12, 14_999));
    book["bundles"] = bundles.clone();
    sell(shop, &book, codes).await
}

/// One bundle with one plan.
fn bundle(plan: &Value) -> Value {
    json!([{ "id": 34, "code": "ES", "names": { "en": "Spain" }, "refills": [plan] }])
}

fn plan(amount_mb: &Value, amount_days: &Value) -> Value {
    json!({ "title": "It", "amount_mb": amount_mb, "amount_days": amount_days, "price_usd": 899, "price_eur": 829,
        "package": "ES_1" })
}

async fn detail(shop: &Shop, id: &str, language: &str) -> Value {
    let answer = shop.get(&format!("/api/esim/bundle/{id}?lang={language}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.body["data"].clone()
}

/// The plan in the answer of a shop that sells only this one.
async fn shown(shop: &Shop, language: &str) -> Value {
    detail(shop, "34", language).await["refills"][0].clone()
}

#[tokio::test]
async fn numbers_in_addresses_are_read_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_parse_id") {
        let text = case.text(0).unwrap();
        if text.is_empty() {
            continue;
        }
        compared += 1;
        let wanted = case.expect.as_u64();
        if let Some(id) = wanted {
            let bundles = json!([{ "id": id, "code": "ES", "names": { "en": "Spain" }, "refills": [] }]);
            assert!(sell_bundles(&shop, &bundles, &[]).await);
        }
        let path = format!("/api/esim/bundle/{}", query_text(text).replace('+', "%20"));
        let answer = shop.get(&path).await;
        match wanted {
            Some(id) => assert_eq!(answer.body["data"]["id"], id, "{}", case.name),
            None if text.trim().is_empty() => assert_eq!(refusal(&answer), "bundle_id_required", "{}", case.name),
            None => assert_eq!(refusal(&answer), "requested_bundle_not_found", "{}", case.name),
        }
    }
    assert!(compared >= 15, "{compared} numbers");
    shop.running.stop().await;
}

#[tokio::test]
async fn places_are_searched_by_their_folded_names() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_fold") {
        let (name, folded) = (case.text(0).unwrap(), case.expect.as_str().unwrap());
        let bundles = json!([{ "id": 34, "code": "ES", "names": { "en": name }, "refills": [] }]);
        if !sell_bundles(&shop, &bundles, &[]).await {
            continue;
        }
        compared += 1;
        let texts = shop.get("/api/esim/search-texts").await.body["data"].clone();
        let mut lines = texts[0]["text"].as_str().unwrap().split('\n');
        assert!(lines.any(|line| line.contains(folded)), "{}: {texts}", case.name);
    }
    assert!(compared >= 10, "{compared} names");
    shop.running.stop().await;
}

#[tokio::test]
async fn lists_are_in_the_order_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_sorted").iter().filter(|case| case.text(1) == Some("name")) {
        if !sell_bundles(&shop, &case.input[0], &[]).await {
            continue;
        }
        compared += 1;
        let language = case.text(2).unwrap();
        let list = shop.get(&format!("/api/esim/bundles?lang={language}")).await.body;
        let countries = list["data"]["countries"].as_array().unwrap();
        let ids: Vec<&Value> = countries.iter().map(|country| &country["id"]).collect();
        assert_eq!(json!(ids), case.expect, "{}", case.name);
    }
    assert!(compared >= 4, "{compared} orders");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_address_of_the_countries_finds_what_the_rule_finds() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_filter") {
        if !sell_bundles(&shop, &case.input[0], &[]).await {
            continue;
        }
        compared += 1;
        let path = format!("/esim/countries?q={}", query_text(case.text(1).unwrap()));
        let shown = page(&shop, &path).await;
        let places = shown["content"]["places"].as_array().unwrap();
        let found = places.iter().filter(|place| place["hidden"] != true).map(|place| place["id"].as_u64().unwrap());
        let wanted = case.expect.as_array().unwrap().iter().map(|id| id.as_u64().unwrap());
        assert_eq!(found.collect::<BTreeSet<_>>(), wanted.collect::<BTreeSet<_>>(), "{}", case.name);
    }
    assert!(compared >= 30, "{compared} searches");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_foot_of_the_page_leads_to_the_destinations_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_popular") {
        if !sell_bundles(&shop, &case.input[0], &[]).await {
            continue;
        }
        let name = case.text(1).unwrap();
        let Some(place) = ["usa", "uk", "france", "germany", "japan"].iter().position(|one| *one == name) else {
            continue;
        };
        compared += 1;
        let shown = page(&shop, &format!("/{}/esim/tutorial", case.text(2).unwrap())).await;
        let bundle = shown["popular"][place].get("bundle").cloned().unwrap_or(Value::Null);
        assert_eq!(bundle, case.expect, "{}", case.name);
    }
    assert!(compared >= 25, "{compared} destinations");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_lowest_price_per_day_is_that_of_the_rule() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_lowest_per_day") {
        let field = match case.text(1).unwrap() {
            "USD" => "price",
            "EUR" => "price_eur",
            _ => continue,
        };
        let mut bundle = case.input[0].clone();
        bundle["code"] = json!("ES");
        bundle["names"] = json!({ "en": "Spain" });
        if !sell_bundles(&shop, &json!([bundle]), &[]).await {
            continue;
        }
        compared += 1;
        let list = shop.get("/api/esim/bundles").await.body;
        let country = &list["data"]["countries"][0];
        match case.expect.get(1) {
            Some(minor) => assert_eq!(&country[field], minor, "{}", case.name),
            None => assert_eq!(country.get(field), None, "{}", case.name),
        }
    }
    assert!(compared >= 6, "{compared} prices");
    shop.running.stop().await;
}

/// Requests every case whose figure a plan can have; compares the answer's field with the rule's result.
async fn figures(shop: &Shop, all: Vec<Case>, of: fn(&Value) -> Value, field: &str) {
    let mut compared = 0;
    for case in all {
        if !sell_bundles(shop, &bundle(&of(&case.input[0])), &[]).await {
            continue;
        }
        compared += 1;
        assert_eq!(shown(shop, case.text(1).unwrap()).await[field], case.expect, "{}", case.name);
    }
    assert!(compared >= 40, "{compared} {field}");
}

#[tokio::test]
async fn data_and_days_are_written_as_the_rule_says() {
    let shop = Shop::start().await;
    figures(&shop, cases("bundle", "bundle_data_text"), |mb| plan(mb, &json!(7)), "data_text").await;
    figures(&shop, cases("bundle", "bundle_days_text"), |days| plan(&json!(1024), days), "days_text").await;
    shop.running.stop().await;
}

#[tokio::test]
async fn bundles_are_shown_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("bundle", "bundle_shown") {
        if !sell_bundles(&shop, &json!([case.input[0]]), &[]).await {
            continue;
        }
        compared += 1;
        let id = case.input[0]["id"].to_string();
        let data = detail(&shop, &id, case.text(1).unwrap()).await;
        let titles: Vec<&Value> = data["refills"].as_array().unwrap().iter().map(|refill| &refill["title"]).collect();
        let said = json!([data["bundle_type"], data["img"], data["description"], titles]);
        let wanted = json!([case.expect[0], case.expect[1], case.expect[2], case.expect[3]]);
        assert_eq!(said, wanted, "{}", case.name);
        assert!(!data.to_string().contains("ES_"), "{}: what the supplier calls it", case.name);
    }
    assert!(compared >= 15, "{compared} bundles");
    shop.running.stop().await;
}

#[tokio::test]
async fn plans_are_named_as_the_rule_says() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for case in cases("checkout_data", "structured_data_of") {
        let bundles = json!([{ "id": case.input[0], "code": "ES", "names": { "en": "Spain" },
            "refills": [plan(&case.input[1], &case.input[2])] }]);
        let sold = sell_bundles(&shop, &bundles, &[]).await;
        assert_eq!(sold, !case.expect.is_null(), "{}", case.name);
        if sold {
            compared += 1;
            let data = detail(&shop, &case.input[0].to_string(), "en").await;
            assert_eq!(data["refills"][0]["structured_data"], case.expect, "{}", case.name);
        }
    }
    assert!(compared >= 2, "{compared} names");
    for case in cases("checkout_data", "structured_data") {
        let query = query_text(case.text(0).unwrap());
        if query.is_empty() || case.text(0).unwrap().trim().is_empty() {
            continue;
        }
        let path = format!("/api/esim/discount-code/X/899?structured_data={query}");
        let answer = shop.send(&mut Browser::default(), Method::POST, &path, None).await;
        match case.expect.as_str() {
            Some(_) => assert_eq!(answer.status, StatusCode::OK, "{}", case.name),
            None => assert_eq!(refusal(&answer), "checkout_data_invalid", "{}", case.name),
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_are_read_as_the_rule_says() {
    let shop = Shop::start().await;
    let held: Vec<String> = cases("discount", "code_read")
        .iter()
        .filter_map(|case| case.value().and_then(Value::as_str).map(str::to_owned))
        .collect();
    let mut listed = held.clone();
    listed.sort();
    listed.dedup();
    let code =
        |name: &String| (json!({ "code": name, "effect": { "percent": 1000 }, "term": "once", "scope": "refills" }), 0);
    let codes: Vec<(Value, u64)> = listed.iter().map(code).collect();
    assert!(sell_bundles(&shop, &bundle(&plan(&json!(1024), &json!(7))), &codes).await);
    let mut compared = 0;
    for case in cases("discount", "code_read") {
        compared += 1;
        let typed = query_text(case.text(0).unwrap()).replace('+', "%20");
        let path = format!("/api/esim/discount-code/{typed}/899");
        let answer = shop.send(&mut Browser::default(), Method::POST, &path, None).await;
        assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name);
        match case.value() {
            Some(_) => assert_eq!(answer.body["data"], 809, "{}", case.name),
            None => assert_eq!(answer.body["code"], case.expect["error"], "{}", case.name),
        }
    }
    assert!(compared >= 5, "{compared} codes");
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_are_refused_as_the_rule_says() {
    let shop = Shop::start().await;
    let now = shop.clock.now();
    let code = |name: &str, more: Value, used: u64| {
        let mut code = json!({ "code": name, "effect": { "percent": 1000 }, "term": "once", "scope": "refills" });
        code.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        (code, used)
    };
    let (before, after) =
        ((now - chrono::TimeDelta::days(1)).to_rfc3339(), (now + chrono::TimeDelta::days(1)).to_rfc3339());
    let codes = [
        code("applied", json!({}), 0),
        code("not_yet", json!({ "starts_at": after }), 0),
        code("expired", json!({ "ends_at": before }), 0),
        code("used_up", json!({ "usage_limit": 1 }), 1),
        code("not_for_this", json!({ "products": ["34-1024-8"] }), 0),
    ];
    assert!(sell_bundles(&shop, &bundle(&plan(&json!(1024), &json!(7))), &codes).await);
    let mut compared = 0;
    for case in cases("discount", "code_refusal") {
        compared += 1;
        let path = format!("/api/esim/discount-code/{}/899", case.text(0).unwrap());
        let answer = shop.send(&mut Browser::default(), Method::POST, &path, None).await;
        match case.expect.as_str() {
            None => {
                assert_eq!((&answer.body["status"], &answer.body["data"]), (&json!("ok"), &json!(809)), "{}", case.name)
            }
            Some(sentence) => assert_eq!(answer.body["data"], sentence, "{}", case.name),
        }
    }
    assert_eq!(compared, 6, "states");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_a_code_leaves_is_told_as_the_rule_says() {
    let shop = Shop::start().await;
    let (mut taken, mut refused) = (0, 0);
    for (number, case) in cases("quote", "quote_applied_code").iter().enumerate() {
        let (refill, currency) = (&case.input[1]["refill"], case.text(2).unwrap());
        let price = refill["price"].as_i64().filter(|price| (1..100_000_000).contains(price));
        let Some(price) = price.filter(|_| ["USD", "EUR"].contains(&currency) && case.input[3].is_object()) else {
            continue;
        };
        // A new code for each case: a code that was sold keeps its terms.
        let name = format!("CASE{number}");
        let mut sold = plan(&json!(10240), &json!(30));
        (sold["price_usd"], sold["price_eur"]) = (json!(price), json!(price));
        assert!(sell_bundles(&shop, &bundle(&sold), &[(renamed(&case.input[3], &name), 0)]).await, "{}", case.name);
        let asked = format!("currency={currency}&structured_data=34-10240-30&lang={}", case.text(4).unwrap());
        let path = format!("/api/esim/discount-code/{name}/{price}?{asked}");
        let answer = shop.send(&mut Browser::default(), Method::POST, &path, None).await;
        let Some(wanted) = case.value().filter(|value| !value.is_null()) else {
            refused += 1;
            assert_eq!(answer.body["code"], "discount_code_invalid", "{}", case.name);
            continue;
        };
        taken += 1;
        let mut wanted = wanted.clone();
        let facts = &mut wanted["due"]["facts"];
        (facts["code"], facts["book"]) = (json!(name), answer.body["applied"]["due"]["facts"]["book"].clone());
        assert_eq!(answer.body["applied"], wanted, "{}", case.name);
        assert_eq!(answer.body["data"], wanted["due"]["due_now"], "{}", case.name);
    }
    assert!(taken >= 8 && refused >= 3, "{taken} taken off, {refused} refused");
    shop.running.stop().await;
}
