//! Every request our eSIM Access client can build fits our schema of it.

use chrono::{DateTime, Utc};
use onefare_server::esims::Package;
use onefare_server::esims::esim_access::error::Unsendable;
use onefare_server::esims::esim_access::requests::{NewOrder, ProfileRef, Query, SaveWebhook, Selection, UsageQuery};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::schemas::{compiled, load, must_fit};

/// Any order that the rules allow.
pub fn orders() -> impl Strategy<Value = NewOrder> {
    let days = prop::option::of(1_u32..=365);
    ("[!-~]{1,50}", "[A-Za-z0-9_.-]{1,64}", prop::option::of(1_i64..=100_000_000), days).prop_map(
        |(transaction_id, package_code, price_usd_10000, daily_for)| NewOrder {
            transaction_id,
            package_code,
            price_usd_10000,
            daily_for,
        },
    )
}

pub fn over_the_wire(request: &impl serde::Serialize) -> Value {
    let text = serde_json::to_string(request).expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

pub fn example() -> NewOrder {
    NewOrder {
        transaction_id: "esim_0001".to_owned(),
        package_code: "ES_3_30".to_owned(),
        price_usd_10000: Some(22_800),
        daily_for: None,
    }
}

fn instant(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).expect("an instant")
}

/// One of each request that is not an order, and our schema of it.
pub fn others() -> Vec<(&'static str, Value)> {
    let lists = [Selection::All, Selection::Country("om"), Selection::Regional, Selection::Global];
    let lists = lists.into_iter().chain([Selection::Code("7aa948d363"), Selection::Slug("ES_0.5_7")]);
    let mut all: Vec<_> = lists.map(|it| ("package-list", over_the_wire(&it.request().expect("valid")))).collect();
    let query = |query: Result<Query, Unsendable>| over_the_wire(&query.expect("valid"));
    all.push(("query", query(Query::order("B25080914060004"))));
    all.push(("query", query(Query::profile("23120118156818"))));
    all.push(("query", over_the_wire(&Query::between(instant(1_793_000_000), instant(1_793_000_600), 7))));
    all.push(("cancel", over_the_wire(&ProfileRef::new("23120118156818").expect("valid"))));
    all.push(("usage", over_the_wire(&UsageQuery::new("23120118156818").expect("valid"))));
    let address = "https://shop.example/webhooks/esim-access/t0ken".parse().expect("an address");
    all.push(("webhook-save", over_the_wire(&SaveWebhook::new(&address))));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_order_fits_its_schema(order in orders()) {
        let sent = over_the_wire(&order.request().expect("a valid order"));
        must_fit(&compiled(&load("esim-access/order")), &sent);
        let line = &sent["packageInfoList"][0];
        prop_assert_eq!(line.get("price").and_then(Value::as_i64), order.price_usd_10000);
        prop_assert_eq!(line.get("periodNum").is_some(), order.daily_for.is_some());
    }

    /// Text from outside enters a request only when it has the expected form.
    #[test]
    fn no_text_bends_a_request(text in "\\PC{0,70}") {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(plain);
        prop_assert_eq!(Query::order(&text).is_ok(), fits);
        prop_assert_eq!(ProfileRef::new(&text).is_ok(), fits);
        prop_assert_eq!(UsageQuery::new(&text).is_ok(), fits);
        prop_assert_eq!(Selection::Code(&text).request().is_ok(), fits);
        prop_assert_eq!(Selection::Slug(&text).request().is_ok(), fits);
        let country = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        prop_assert_eq!(Selection::Country(&text).request().is_ok(), country);
        let reference = (1..=50).contains(&text.len()) && text.bytes().all(|byte| (0x21..=0x7e).contains(&byte));
        prop_assert_eq!(NewOrder { transaction_id: text, ..example() }.request().is_ok(), reference);
    }
}

#[test]
fn requests_are_written_exactly_so() {
    assert_eq!(
        over_the_wire(&example().request().expect("valid")),
        json!({
            "transactionId": "esim_0001",
            "packageInfoList": [{ "packageCode": "ES_3_30", "count": 1, "price": 22_800 }],
        })
    );
    let others = others();
    for (schema, sent) in &others {
        must_fit(&compiled(&load(&format!("esim-access/{schema}"))), sent);
    }
    let sent: Vec<&Value> = others.iter().map(|(_, sent)| sent).collect();
    assert_eq!(sent[0], &json!({ "type": "BASE" }));
    assert_eq!(sent[1], &json!({ "type": "BASE", "locationCode": "OM" }));
    assert_eq!(sent[3], &json!({ "type": "BASE", "locationCode": "!GL" }));
    assert_eq!(sent[5], &json!({ "type": "BASE", "slug": "ES_0.5_7" }));
    assert_eq!(sent[6], &json!({ "orderNo": "B25080914060004", "pager": { "pageNum": 1, "pageSize": 500 } }));
    let times = json!({
        "startTime": "2026-10-26T07:33+00:00", "endTime": "2026-10-26T07:43+00:00",
        "pager": { "pageNum": 7, "pageSize": 500 },
    });
    assert_eq!(sent[8], &times);
    assert_eq!(sent[10], &json!({ "esimTranNoList": ["23120118156818"] }));
}

#[test]
fn a_daily_package_is_ordered_for_days() {
    let package = |data_type| Package {
        code: "7aa948d363".to_owned(),
        slug: "ES_1_Daily".to_owned(),
        name: "Spain 1GB/Day".to_owned(),
        price_usd_10000: 6_000,
        volume_bytes: 1 << 30,
        duration_days: 1,
        locations: vec!["ES".to_owned()],
        networks: vec![],
        data_type,
    };
    for (data_type, days) in [(1, None), (2, Some(7)), (3, Some(7)), (4, Some(7))] {
        let order = NewOrder::of(&package(data_type), "esim_1", 7);
        assert_eq!((order.daily_for, order.price_usd_10000), (days, Some(6_000)), "{data_type}");
        let sent = over_the_wire(&order.request().expect("valid"));
        assert_eq!(sent["packageInfoList"][0]["periodNum"], json!(days));
    }
}

#[test]
fn what_the_supplier_would_refuse_is_never_sent() {
    let days = |days| NewOrder { daily_for: Some(days), ..example() };
    let price = |price| NewOrder { price_usd_10000: Some(price), ..example() };
    for order in [days(0), days(366)] {
        assert!(matches!(order.request(), Err(Unsendable::Days)));
    }
    for order in [price(0), price(-1)] {
        assert!(matches!(order.request(), Err(Unsendable::Price)));
    }
    let unnamed = NewOrder { package_code: "ES 3".to_owned(), ..example() };
    assert!(matches!(unnamed.request(), Err(Unsendable::Code)));
}

#[test]
fn our_schema_refuses_what_we_must_not_send() {
    let validator = compiled(&load("esim-access/order"));
    let good = over_the_wire(&example().request().expect("valid"));
    assert!(validator.is_valid(&good));
    for (pointer, value) in [
        ("/transactionId", json!("")),
        ("/transactionId", json!("x".repeat(51))),
        ("/transactionId", json!("two words")),
        ("/amount", json!("22800")),
        ("/packageInfoList/0/count", json!(2)),
        ("/packageInfoList/0/price", json!(2.28)),
        ("/packageInfoList/0/price", json!("22800")),
        ("/packageInfoList/0/periodNum", json!(0)),
        ("/packageInfoList/0/slug", json!("ES_3_30")),
    ] {
        let mut bad = good.clone();
        let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
        bad.pointer_mut(parent).expect("a parent")[field] = value;
        assert!(!validator.is_valid(&bad), "accepted a change of {pointer}");
    }
}
