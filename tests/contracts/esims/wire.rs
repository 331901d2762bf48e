//! The eSIM Access client against a supplier that misbehaves.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_server::esims::Ordered;
use onefare_server::esims::esim_access::client::EsimAccessSetupError;
use onefare_server::esims::esim_access::error::{EsimAccessError, Unsendable};
use onefare_server::esims::esim_access::requests::{NewOrder, Selection};
use onefare_server::esims::esim_access::signature::Signed;
use onefare_server::esims::esim_access::{EsimAccessClient, EsimAccessSettings};
use serde_json::{Value, json};
use url::Url;

use super::requests::example;
use crate::scripted::{Reply, Scripted};

const ACCESS: &str = "ac_made_up";
const SECRET: &str = "sk_made_up_0001";

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_793_000_000_123).expect("an instant")
}

fn client(base: &Url) -> EsimAccessClient {
    let settings = EsimAccessSettings {
        timeout: Duration::from_millis(300),
        ..EsimAccessSettings::new(base.clone(), ACCESS.into(), SECRET.into(), Clock::manual(now()))
    };
    EsimAccessClient::new(settings).expect("a client")
}

fn good(obj: &Value) -> Reply {
    Reply::Say(200, vec![], json!({ "success": true, "errorCode": null, "errorMsg": null, "obj": obj }).to_string())
}

fn refusing(code: &str) -> Reply {
    let body = json!({ "success": false, "errorCode": code, "errorMsg": "no LPA:1$secret$X for you", "obj": null });
    Reply::Say(200, vec![], body.to_string())
}

async fn ordering(reply: Reply) -> (Result<Ordered, EsimAccessError>, Scripted) {
    let supplier = Scripted::start(vec![reply, good(&json!({ "orderNo": "B2" }))]).await;
    (client(&supplier.address).order(&example()).await, supplier)
}

fn unknown(outcome: &Result<Ordered, EsimAccessError>) -> bool {
    matches!(outcome, Ok(Ordered::Unknown { .. }))
}

#[tokio::test]
async fn every_call_is_signed_over_the_bytes_that_are_sent() {
    let script = vec![
        good(&json!({ "orderNo": "B1" })),
        good(&json!({ "balance": 940_000 })),
        good(&json!({ "packageList": [] })),
        good(&json!({})),
        good(&json!({})),
        good(&json!({ "esimList": [] })),
    ];
    let supplier = Scripted::start(script).await;
    let client = client(&supplier.address.join("proxy/").expect("an address"));
    let ordered = client.order(&example()).await.expect("an order");
    assert_eq!(ordered, Ordered::Accepted { order_no: "B1".to_owned() });
    assert_eq!(client.balance().await.expect("a balance"), 940_000);
    assert_eq!(client.packages(Selection::Global).await.expect("a list"), []);
    client.cancel("231201").await.expect("given back");
    client.save_webhook(&"https://shop.example/w".parse().expect("an address")).await.expect("saved");
    client.fetch("B1").await.expect("an answer");
    let asked = supplier.asked();
    let paths: Vec<&str> = asked.iter().map(|call| call.path.as_str()).collect();
    let path = |end: &str| format!("/proxy/api/v1/open/{end}");
    assert_eq!(
        paths,
        ["esim/order", "balance/query", "package/list", "esim/cancel", "webhook/save", "esim/query"].map(path)
    );
    let mut ids = std::collections::HashSet::new();
    for call in &asked {
        assert_eq!((call.method.as_str(), call.header("content-type")), ("POST", "application/json"));
        assert_eq!(call.header("rt-accesscode"), ACCESS);
        assert_eq!(call.header("rt-timestamp"), "1793000000123");
        let signed = Signed {
            timestamp: call.header("rt-timestamp"),
            request_id: call.header("rt-requestid"),
            access_code: ACCESS,
            body: &call.body,
        };
        assert_eq!(call.header("rt-signature"), signed.signature(&SECRET.into()));
        assert_eq!(call.header("rt-secretkey"), "", "the secret itself is never sent");
        assert!(ids.insert(call.header("rt-requestid").to_owned()), "no two calls have one id");
    }
    assert_eq!(asked[1].body, "", "a call without parameters has no body");
}

#[tokio::test]
async fn silence_and_nonsense_are_no_answer_to_an_order() {
    for reply in [
        Reply::Hang,
        Reply::Say(500, vec![], String::new()),
        Reply::Say(502, vec![], "<html>busy</html>".to_owned()),
        Reply::Say(429, vec![], String::new()),
        Reply::Say(200, vec![], String::new()),
        Reply::Say(200, vec![], "<html>welcome</html>".to_owned()),
        Reply::Say(200, vec![], "{\"success\":true}".to_owned()),
        Reply::Say(200, vec![], "{\"success\":false}".to_owned()),
        Reply::Say(200, vec![], "{\"success\":\"yes\",\"obj\":{\"orderNo\":\"B1\"}}".to_owned()),
        Reply::Say(302, vec![("location", "https://elsewhere.example/".to_owned())], String::new()),
        Reply::Say(500, vec![], json!({ "success": false, "errorCode": "200011" }).to_string()),
        good(&json!({ "orderNo": "" })),
        good(&json!({ "orderNo": "B1; DROP" })),
        good(&json!({ "orderNo": "B1", "transactionId": "another's" })),
        refusing("000001"),
        refusing("900001"),
        refusing("200010"),
    ] {
        let (outcome, supplier) = ordering(reply.clone()).await;
        assert!(unknown(&outcome), "{reply:?}: {outcome:?}");
        assert_eq!(supplier.asked().len(), 1, "whoever asks decides when to ask again");
    }
    let nobody: Url = "http://127.0.0.1:9/".parse().expect("an address");
    assert!(unknown(&client(&nobody).order(&example()).await));
}

#[tokio::test]
async fn what_is_not_to_be_had_is_said_by_a_word() {
    for (code, word) in [
        ("200011", "out_of_stock"),
        ("200005", "price_changed"),
        ("200006", "price_changed"),
        ("310241", "package_gone"),
        ("310243", "package_gone"),
    ] {
        let (outcome, _) = ordering(refusing(code)).await;
        assert_eq!(outcome.expect("an answer"), Ordered::Rejected { reason: word });
    }
}

#[tokio::test]
async fn what_a_person_must_mend_is_an_error_and_says_nothing_secret() {
    for code in ["200007", "101002", "101003", "101001", "000101", "200008", "424242", "LPA:1$secret$X"] {
        let (outcome, _) = ordering(refusing(code)).await;
        let error = outcome.expect_err("a refusal");
        assert!(error.needs_operator(), "{error:?}");
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    }
    // A 403 in the supplier's own format comes from the supplier, not from a gateway.
    let body = json!({ "success": false, "errorCode": "101002", "errorMsg": "…" }).to_string();
    let (outcome, _) = ordering(Reply::Say(403, vec![], body)).await;
    assert_eq!(outcome.expect_err("a refusal").code(), Some("101002"));
}

#[tokio::test]
async fn a_reading_call_that_fails_has_changed_nothing() {
    for (reply, unavailable) in [
        (Reply::Hang, true),
        (Reply::Say(503, vec![], String::new()), true),
        (Reply::Say(429, vec![], String::new()), true),
        (Reply::Say(404, vec![], String::new()), false),
    ] {
        let supplier = Scripted::start(vec![reply.clone()]).await;
        let error = client(&supplier.address).fetch("B1").await.expect_err("no answer");
        assert_eq!(matches!(error, EsimAccessError::Unavailable { .. }), unavailable, "{reply:?}: {error:?}");
        assert!(!error.needs_operator());
    }
    let supplier = Scripted::start(vec![Reply::Hang]).await;
    let error = client(&supplier.address).cancel("231201").await.expect_err("no answer");
    assert!(matches!(error, EsimAccessError::Ambiguous { .. }), "it may be cancelled: {error:?}");
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let long = format!("{{\"success\":true,\"obj\":{{\"orderNo\":\"{}\"}}}}", "B".repeat(2 << 20));
    let (outcome, _) = ordering(Reply::Say(200, vec![], long)).await;
    assert!(unknown(&outcome), "{outcome:?}");
    // The catalogue may be long.
    let package = json!({
        "packageCode": "A", "name": "n".repeat(2 << 20), "price": 1, "currencyCode": "USD", "volume": 1,
        "duration": 1, "durationUnit": "DAY", "location": "ES"
    });
    let supplier = Scripted::start(vec![good(&json!({ "packageList": [package] }))]).await;
    assert_eq!(client(&supplier.address).packages(Selection::All).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn an_order_is_found_by_our_reference_on_whichever_page_it_is() {
    let profile = |number: usize, reference: &str| json!({ "esimTranNo": format!("{number}"), "orderNo": format!("B{number}"), "transactionId": reference });
    let page = |from: usize, last: &str| {
        let mut list: Vec<Value> = (from..from + 499).map(|number| profile(number, "another's")).collect();
        list.push(profile(from + 499, last));
        good(&json!({ "esimList": list, "pager": { "pageNum": 1, "pageSize": 500, "total": 1_000 } }))
    };
    let search = async |script: Vec<Reply>| {
        let supplier = Scripted::start(script).await;
        let found = client(&supplier.address).find_order("esim_0001", now(), now()).await;
        (found, supplier.asked().len())
    };
    let (found, calls) = search(vec![page(0, "another's"), page(500, "esim_0001")]).await;
    assert_eq!((found.expect("an answer").as_deref(), calls), (Some("B999"), 2));
    let (found, calls) = search(vec![page(0, "another's"), page(500, "another's")]).await;
    assert_eq!((found.expect("an answer"), calls), (None, 2));
    let (found, calls) = search(vec![refusing("200010")]).await;
    assert_eq!((found.expect("an answer"), calls), (None, 1), "still being made");
    let (found, calls) = search(vec![good(&json!({ "esimList": [] }))]).await;
    assert_eq!((found.expect("an answer"), calls), (None, 1));
    let (found, _) = search(vec![Reply::Hang]).await;
    assert!(found.is_err(), "not knowing is not the same as not there");
}

#[tokio::test]
async fn no_more_than_eight_calls_go_out_in_a_second() {
    let script = (0..12).map(|_| good(&json!({ "balance": 1 }))).collect();
    let supplier = Scripted::start(script).await;
    let client = client(&supplier.address);
    let started = Instant::now();
    let calls: Vec<_> = (0..12)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.balance().await.expect("a balance") })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(supplier.asked().len(), 8, "clones share one pace");
    for call in calls {
        call.await.expect("no panic");
    }
    assert!(started.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn what_cannot_be_said_is_never_sent() {
    let supplier = Scripted::start(vec![]).await;
    let client = client(&supplier.address);
    let order = NewOrder { transaction_id: "x".repeat(51), ..example() };
    let outcome = client.order(&order).await;
    assert!(matches!(outcome, Err(EsimAccessError::Unsendable(Unsendable::Reference))), "{outcome:?}");
    for number in ["", "B1/../x", "B 1", "Bé", "{}"] {
        assert!(matches!(client.fetch(number).await, Err(EsimAccessError::Unsendable(Unsendable::Code))));
        assert!(matches!(client.cancel(number).await, Err(EsimAccessError::Unsendable(Unsendable::Code))));
        assert!(matches!(client.profile(number).await, Err(EsimAccessError::Unsendable(Unsendable::Code))));
    }
    assert!(supplier.asked().is_empty());
}

#[test]
fn unusable_settings_are_refused_at_start() {
    let make = |base: &str, code: &str, secret: &str| {
        let base = base.parse().expect("an address");
        EsimAccessClient::new(EsimAccessSettings::new(base, code.into(), secret.into(), Clock::System))
    };
    let real = "https://api.esimaccess.com";
    for (code, secret) in [("", "sk"), (" ", "sk"), ("ac\n", "sk"), ("ac", ""), ("ac", " ")] {
        assert!(matches!(make(real, code, secret), Err(EsimAccessSetupError::Key)), "{code:?} {secret:?}");
    }
    for base in ["http://api.esimaccess.com", "http://10.0.0.7", "http://127.0.0.1.nip.io"] {
        assert!(matches!(make(base, "ac", "sk"), Err(EsimAccessSetupError::PlainHttp)), "{base}");
    }
    assert!(matches!(make("mailto:a@example.com", "ac", "sk"), Err(EsimAccessSetupError::Base)));
    for base in [real, "http://127.0.0.1:8090", "http://[::1]:8090", "http://localhost:8090"] {
        let client = make(base, ACCESS, SECRET).expect("a client");
        let printed = format!("{client:?}");
        assert!(!printed.contains(SECRET) && !printed.contains(ACCESS), "{printed}");
    }
}
