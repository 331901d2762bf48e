//! Payments of data plans as the two calls parse them, and the plan they find.

use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::sold::{book_of, plan_at, sell};
use super::{cases, refusal};
use crate::esim::shop::{BY_CARD, BY_IDEAL};

/// Puts these bundles on sale, each plan with a package to order.
async fn sell_bundles(shop: &Shop, bundles: &Value) {
    let mut bundles = bundles.clone();
    for bundle in bundles.as_array_mut().unwrap() {
        for (index, refill) in bundle["refills"].as_array_mut().unwrap().iter_mut().enumerate() {
            refill["package"] = json!(format!("PACKAGE_{index}"));
        }
    }
    let mut book = book_of(plan_at("vpn-12", 12, 14_999));
    book["bundles"] = bundles;
    assert!(sell(shop, &book, &[]).await);
}

fn spain() -> Value {
    json!([{ "id": 34, "code": "ES", "names": { "en": "Spain" }, "refills": [
        { "title": "It", "amount_mb": 3072, "amount_days": 30, "price_usd": 899, "price_eur": 829 }] }])
}

/// The stored order behind a page: plan, currency, address, language and return address.
async fn stored(shop: &Shop, answer: &Answer) -> Value {
    let page = Shop::session_of(answer);
    let all = shop
        .texts(
            "SELECT p.reference || ' ' || p.provider || ' ' || o.product_id || ' ' || o.currency || ' ' || o.email || ' ' \
             || o.language || ' ' || o.return_to FROM payments p JOIN orders o ON o.id = p.order_id",
        )
        .await;
    let ours = all.iter().find_map(|order| order.strip_prefix(&format!("{page} "))).expect("the order of the page");
    json!(ours.split(' ').collect::<Vec<_>>())
}

#[tokio::test]
async fn requests_are_read_by_the_rule() {
    let shop = Shop::start().await;
    sell_bundles(&shop, &spain()).await;
    let mut placed = 0;
    for case in cases("checkout", "checkout_read_esim") {
        let (call, provider) = match case.text(1).unwrap() {
            "card" => (BY_CARD, "stripe"),
            _ => (BY_IDEAL, "mollie"),
        };
        let answer = shop.post(&mut Browser::default(), call, case.input[0].clone()).await;
        let Some(read) = case.value() else {
            assert_eq!(refusal(&answer), case.expect["error"].as_str().unwrap(), "{}", case.name);
            continue;
        };
        if read["plan"] != "34-3072-30" {
            assert_eq!(refusal(&answer), "bundle_not_found", "{}: read, and looked up", case.name);
        } else if read["expected_amount"].as_i64().is_some_and(|shown| shown != 829) {
            assert_eq!(refusal(&answer), "price_changed", "{}: read, and compared", case.name);
        } else {
            placed += 1;
            assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", case.name);
            let (language, back) = (read.get("language"), read.get("return_to"));
            let wanted = json!([
                provider,
                read["plan"],
                read["currency"],
                read["email"],
                language.unwrap_or(&json!("en")),
                back.unwrap_or(&json!("/esim/checkout/34"))
            ]);
            assert_eq!(stored(&shop, &answer).await, wanted, "{}", case.name);
        }
    }
    assert!(placed >= 10, "{placed} orders");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_plan_that_a_request_names_is_found_by_the_rule() {
    let shop = Shop::start().await;
    let mut sold = Value::Null;
    let (mut found, mut refused) = (0, 0);
    for case in cases("checkout_data", "structured_data_find") {
        if sold != case.input[2] {
            sold = case.input[2].clone();
            sell_bundles(&shop, &sold).await;
        }
        for call in [BY_CARD, BY_IDEAL] {
            let body =
                json!({ "email": "amal@example.com", "bundle_id": case.input[0], "structured_data": case.input[1] });
            let answer = shop.post(&mut Browser::default(), call, body).await;
            if case.expect.is_null() {
                refused += 1;
                let code = refusal(&answer);
                let known = ["bundle_id_required", "bundle_not_found", "checkout_data_invalid"];
                assert!(known.contains(&code.as_str()), "{}: {code}", case.name);
                continue;
            }
            found += 1;
            let order = stored(&shop, &answer).await;
            assert_eq!(order[1], case.input[1], "{}", case.name);
            // The plan with that title, identified by its price: the provider charges that price.
            let bundles = sold.as_array().unwrap();
            let bundle = bundles.iter().find(|bundle| bundle["id"] == case.expect[0]).unwrap();
            let refills = bundle["refills"].as_array().unwrap();
            let plan = refills.iter().find(|refill| refill["title"] == case.expect[1]).unwrap();
            let due = if call == BY_CARD {
                shop.at_stripe(&format!("checkout/sessions/{}", Shop::session_of(&answer))).await["amount_total"]
                    .clone()
            } else {
                let value = shop.at_mollie(&Shop::session_of(&answer)).await["amount"]["value"]
                    .as_str()
                    .unwrap()
                    .replace('.', "");
                json!(value.parse::<i64>().unwrap())
            };
            assert_eq!(&due, &plan[if call == BY_CARD { "price_usd" } else { "price_eur" }], "{}", case.name);
        }
    }
    assert_eq!((found, refused), (6, 24), "three plans and twelve refusals, by card and by iDEAL");
    assert_eq!(shop.rows("orders").await, 6);
    shop.running.stop().await;
}
