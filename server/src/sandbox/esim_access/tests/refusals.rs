use std::time::Duration;

use serde_json::{Value, json};

use super::{about, order};
use crate::sandbox::trial_run::{Answer, ESIM_CODE, ESIM_SECRET, TrialRun, signature};

const ID: &str = "5f0c8a1e-3b0e-4f5c-9a77-1d2e3f405162";

/// A call with these headers; `None` leaves one out.
async fn headed(run: &TrialRun, headers: [Option<&str>; 4], body: &str) -> Answer {
    let names = ["rt-accesscode", "rt-timestamp", "rt-requestid", "rt-signature"];
    let sent: Vec<_> = names.into_iter().zip(headers).filter_map(|(name, value)| Some((name, value?))).collect();
    run.send("POST", "/api/v1/open/balance/query", body, &sent).await
}

#[tokio::test]
async fn only_the_account_is_answered() {
    let run = TrialRun::new().await;
    let now = run.clock.now_millis().to_string();
    let good = signature(ESIM_SECRET, &format!("{now}{ID}{ESIM_CODE}"));
    let whole = [Some(ESIM_CODE), Some(now.as_str()), Some(ID), Some(good.as_str())];
    assert_eq!(headed(&run, whole, "").await.status, 200);
    assert_eq!(headed(&run, whole, "").await.json()["success"], true);
    let with = |place: usize, value: Option<&'static str>| {
        let mut headers = whole;
        headers[place] = value;
        headers
    };
    for place in 0..4 {
        assert_eq!(headed(&run, with(place, None), "").await.number(), (200, "000101".to_owned()), "{place}");
    }
    for (place, value, number) in [
        (0, "ac_other", "101003"),
        (1, "yesterday", "000102"),
        (2, "1", "000102"),
        (2, "5f0c8a1e-3b0e-1f5c-9a77-1d2e3f405162", "000102"),
        (2, "5f0c8a1e-3b0e-4f5c-7a77-1d2e3f405162", "000102"),
        (3, "", "101003"),
        (3, "00", "101003"),
    ] {
        assert_eq!(headed(&run, with(place, Some(value)), "").await.number().1, number, "{value}");
    }
    let loud = good.to_uppercase();
    assert_eq!(headed(&run, [whole[0], whole[1], whole[2], Some(&loud)], "").await.number().1, "101003");
    assert_eq!(headed(&run, whole, "{}").await.number().1, "101003", "another body has another signature");
    for (seconds, fresh) in [(300, true), (1, false)] {
        run.clock.advance(Duration::from_secs(seconds));
        let answer = headed(&run, whole, "").await.json();
        assert_eq!(answer["success"], json!(fresh), "{answer}");
        assert!(fresh || answer["errorCode"] == "101001");
    }
}

#[tokio::test]
async fn what_is_no_call_is_refused() {
    let run = TrialRun::new().await;
    assert_eq!(run.esims("esim/steal", &json!({})).await.number().0, 404);
    assert_eq!(run.send("GET", "/api/v1/open/balance/query", "", &[]).await.number().1, "000103");
    let long = json!({ "transactionId": "x".repeat(300 * 1_024), "packageInfoList": [] });
    assert_eq!(run.esims("esim/order", &long).await.number().1, "000107");
    for (path, body, number) in [
        ("balance/query", json!({ "currency": "EUR" }), "000105"),
        ("package/list", json!({ "type": "USED" }), "000107"),
        ("package/list", json!({ "colour": "red" }), "000105"),
        ("esim/order", json!([]), "000105"),
        ("esim/order", json!({ "transactionId": "a" }), "000105"),
        ("esim/order", json!({ "transactionId": "a", "packageInfoList": [] }), "000105"),
        ("esim/order", json!({ "transactionId": "", "packageInfoList": [] }), "000107"),
        ("esim/order", json!({ "transactionId": "x".repeat(51), "packageInfoList": [] }), "000107"),
        ("esim/query", json!({ "orderNo": "B1" }), "000105"),
        ("esim/query", json!({ "pager": { "pageNum": 1, "pageSize": 5 } }), "000105"),
        ("esim/query", json!({ "orderNo": "B1", "pager": { "pageNum": 0, "pageSize": 5 } }), "000107"),
        ("esim/query", json!({ "orderNo": "B1", "pager": { "pageNum": 1, "pageSize": 4 } }), "000107"),
        ("esim/query", json!({ "orderNo": "B1", "pager": { "pageNum": 1, "pageSize": 501 } }), "000107"),
        ("esim/query", about("B1"), "310272"),
        ("esim/query", json!({ "iccid": "89", "pager": { "pageNum": 1, "pageSize": 5 } }), "310403"),
        (
            "esim/query",
            json!({ "startTime": "now", "endTime": "now", "pager": { "pageNum": 1, "pageSize": 5 } }),
            "000107",
        ),
        ("esim/cancel", json!({}), "000105"),
        ("esim/cancel", json!({ "esimTranNo": "1" }), "310403"),
        ("webhook/save", json!({}), "000105"),
        ("webhook/save", json!({ "webhook": "javascript:alert(1)" }), "000107"),
        ("webhook/save", json!({ "webhook": "http://127.0.0.1:9/" }), "000001"),
    ] {
        assert_eq!(run.esims(path, &body).await.number(), (200, number.to_owned()), "{path} {body}");
    }
    let garbled = run.esims("esim/query", &Value::String("{".to_owned())).await;
    assert_eq!(garbled.number().1, "000105");
}

#[tokio::test]
async fn an_order_that_does_not_add_up_is_refused_and_costs_nothing() {
    let run = TrialRun::new().await;
    let line = |changes: Value| {
        let mut order = order("a");
        for (name, value) in changes.as_object().expect("an object") {
            order["packageInfoList"][0][name] = value.clone();
        }
        order
    };
    let mut total = order("a");
    total["amount"] = json!(21_001);
    for (body, number) in [
        (line(json!({ "packageCode": "ES_4_4" })), "310241"),
        (line(json!({ "price": 20_999 })), "200005"),
        (line(json!({ "count": 0 })), "200008"),
        (line(json!({ "count": 31 })), "200008"),
        (line(json!({ "periodNum": 7 })), "200008"),
        (line(json!({ "packageCode": "ES_1_Daily", "price": 12_500, "periodNum": 366 })), "200008"),
        (line(json!({ "packageCode": "ES_1_Daily", "price": 12_500, "periodNum": 0 })), "200008"),
        (total, "200006"),
    ] {
        assert_eq!(run.esims("esim/order", &body).await.number().1, number, "{body}");
    }
    let balance = run.esims("balance/query", &Value::Null).await.obj();
    assert_eq!(balance, json!({ "balance": 10_000_000 }));
    assert_eq!(run.control("GET", "/esims/orders", "").await.json(), json!({ "orders": [] }));
    let unlike = run.control("POST", "/esims/script", r#"{"deed":"wrong_plan","package":"ES_4_4"}"#).await;
    assert_eq!(unlike.status, 500, "a script that cannot be followed is the test's mistake");
    assert_eq!(run.control("POST", "/esims/script", r#"{"deed":"melt"}"#).await.status, 422);
    for (path, body) in [
        ("/esims/orders/B1/make", "{}"),
        ("/esims/prices", r#"{"package":"ES_4_4","price":1}"#),
        ("/esims/packages", r#"{"package":"ES_4_4","on_sale":true}"#),
    ] {
        assert_eq!(run.control("POST", path, body).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn packages_vanish_and_appear_as_a_test_says() {
    let run = TrialRun::new().await.at_once().await;
    let made = run.esim_order("before").await;
    let listed = async |slug: &str| {
        let list = run.esims("package/list", &json!({ "slug": slug })).await.obj();
        list["packageList"].as_array().expect("a list").len()
    };
    let put = async |slug: &str, on_sale: Value| {
        let body = json!({ "package": slug, "on_sale": on_sale }).to_string();
        run.control("POST", "/esims/packages", &body).await.json()["on_sale"].clone()
    };
    assert_eq!((listed("ES_3_15").await, listed("FI_3_15").await, listed("ES_0.5_7").await), (1, 0, 0));
    let all = run.esims("package/list", &json!({})).await.obj()["packageList"].as_array().expect("a list").len();
    assert_eq!(all, 46 * 5 + 39, "what the demo catalogue is made of");
    assert_eq!(put("ES_3_15", json!(false)).await, json!(false));
    assert_eq!(listed("ES_3_15").await, 0);
    assert_eq!(run.esims("esim/order", &order("a")).await.number().1, "310241");
    let esim = run.esims("esim/query", &about(&made)).await.obj()["esimList"][0].clone();
    assert_eq!(esim["packageList"][0]["slug"], "ES_3_15", "what was made stays what it was");
    assert_eq!(put("ES_3_15", Value::Null).await, json!(true));
    assert_eq!(listed("ES_3_15").await, 1);
    assert_eq!(put("FI_3_15", json!(true)).await, json!(true));
    assert_eq!((listed("FI_3_15").await, listed("FI_1_7").await), (1, 0));
    assert_eq!(put("FI_3_15", Value::Null).await, json!(false));
}

#[tokio::test]
async fn several_esims_of_one_order_differ_and_pages_divide_them() {
    let run = TrialRun::new().await.at_once().await;
    let mut seven = order("a");
    seven["packageInfoList"][0]["count"] = json!(7);
    let number = run.esims("esim/order", &seven).await.obj()["orderNo"].clone();
    let mut seen = std::collections::HashSet::new();
    for page in 1..=2 {
        let query = json!({ "orderNo": number, "pager": { "pageNum": page, "pageSize": 5 } });
        let found = run.esims("esim/query", &query).await.obj();
        assert_eq!(found["pager"]["total"], 7);
        for esim in found["esimList"].as_array().expect("a list") {
            for name in ["esimTranNo", "iccid", "ac"] {
                assert!(seen.insert(esim[name].to_string()), "{name} twice");
            }
            let iccid = esim["iccid"].as_str().expect("a number");
            assert!(luhn(iccid) && (19..=20).contains(&iccid.len()), "{iccid}");
        }
    }
    assert_eq!(seen.len(), 21);
}

/// Whether a card number's last digit is its check digit (ITU-T E.118).
fn luhn(number: &str) -> bool {
    let digits = number.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 =
        digits.enumerate().map(|(place, digit)| if place % 2 == 1 { digit * 2 % 10 + digit / 5 } else { digit }).sum();
    sum.is_multiple_of(10)
}

#[tokio::test]
async fn orders_outlive_a_restart() {
    let mut run = TrialRun::new().await;
    run.control("POST", "/esims/script", r#"{"deed":"slow","making_ms":600000}"#).await;
    let number = run.esim_order("a").await;
    run.control("POST", "/esims/script", r#"{"deed":"refuse","code":"200011"}"#).await;
    run.restart().await;
    assert_eq!(run.esims("esim/query", &about(&number)).await.number().1, "200010");
    assert_eq!(run.esim_order("a").await, number);
    assert_eq!(run.esims("esim/order", &order("b")).await.number().1, "200011", "the script too");
    run.control("POST", &format!("/esims/orders/{number}/make"), "").await;
    run.restart().await;
    let found = run.esims("esim/query", &about(&number)).await.obj();
    assert_eq!(found["esimList"][0]["transactionId"], "a");
    run.control("POST", "/esims/script", r#"{"deed":"refuse","code":"200011"}"#).await;
    run.control("DELETE", "/esims/script", "").await;
    run.esim_order("c").await;
}
