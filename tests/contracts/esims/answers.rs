//! The client understands eSIM Access's answers, also with unknown fields and words, and prints no more of them than
//! allowed.

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_server::esims::esim_access::error::{Class, EsimAccessError};
use onefare_server::esims::esim_access::requests::Selection;
use onefare_server::esims::esim_access::webhook::Event;
use onefare_server::esims::esim_access::{EsimAccessClient, EsimAccessSettings};
use onefare_server::esims::{Fetched, Ordered, Package, Profile, ProfileState};
use serde_json::{Value, json};

use super::requests::example;
use crate::schemas::{compiled, load, must_fit};
use crate::scripted::{Reply, Scripted};

const CODE: &str = "LPA:1$rsp.example.com$K2-7F";

fn said(body: &Value) -> Reply {
    Reply::Say(200, vec![("content-type", "application/json".to_owned())], body.to_string())
}

fn good(schema: &str, obj: &Value) -> Reply {
    must_fit(&compiled(&load(&format!("esim-access/{schema}"))), obj);
    said(&json!({ "success": true, "errorCode": "0", "errorMsg": null, "obj": obj }))
}

async fn client(script: Vec<Reply>) -> EsimAccessClient {
    let supplier = Scripted::start(script).await;
    let clock = Clock::manual(DateTime::<Utc>::UNIX_EPOCH);
    EsimAccessClient::new(EsimAccessSettings::new(supplier.address, "ac".into(), "sk".into(), clock)).expect("a client")
}

fn profile(changes: &Value) -> Value {
    let mut profile = json!({
        "esimTranNo": "23120118156818", "orderNo": "B1", "transactionId": "esim_0001", "imsi": "232104070077567",
        "iccid": "8943108170000775671", "smsStatus": 1, "msisdn": "436789040077567", "ac": CODE,
        "qrCodeUrl": "https://p.qrsim.net/0fa4.png", "smdpStatus": "RELEASED", "eid": "", "activeType": 1,
        "expiredTime": "2026-05-29T18:34:17+0000", "totalVolume": 5_368_709_120_i64, "totalDuration": 30,
        "durationUnit": "DAY", "orderUsage": 0, "esimStatus": "GOT_RESOURCE", "pin": "1234", "puk": "12345678",
        "packageList": [{ "packageName": "Spain 5GB 30Days", "packageCode": "CKH003", "slug": "ES_5_30" }]
    });
    for (name, value) in changes.as_object().expect("an object") {
        profile[name] = value.clone();
    }
    profile
}

async fn fetched(profiles: Vec<Value>) -> Result<Fetched, EsimAccessError> {
    let obj = json!({ "esimList": profiles, "pager": { "pageNum": 1, "pageSize": 500, "total": 1 } });
    client(vec![good("query-answer", &obj)]).await.fetch("B1").await
}

async fn one(changes: Value) -> Profile {
    match fetched(vec![profile(&changes)]).await {
        Ok(Fetched::Ready { mut profiles }) if profiles.len() == 1 => profiles.remove(0),
        other => panic!("{changes}: {other:?}"),
    }
}

#[tokio::test]
async fn a_profile_is_read_whole() {
    let profile = one(json!({ "novelty": { "of": ["tomorrow"] } })).await;
    assert_eq!((profile.esim_tran_no.as_str(), profile.order_no.as_str()), ("23120118156818", "B1"));
    assert_eq!(profile.transaction_id.as_deref(), Some("esim_0001"));
    assert_eq!(profile.activation_code.full_text(), CODE);
    assert_eq!(profile.iccid.as_deref(), Some("8943108170000775671"));
    assert_eq!((profile.volume_bytes, profile.duration_days), (Some(5_368_709_120), Some(30)));
    assert_eq!(profile.package_code.as_deref(), Some("CKH003"));
    assert_eq!(profile.package_slug.as_deref(), Some("ES_5_30"));
    assert_eq!(profile.expires_at.map(|at| at.timestamp()), Some(1_780_079_657));
    assert_eq!(profile.state, ProfileState::New);
}

#[tokio::test]
async fn a_profile_in_a_log_opens_no_line() {
    let printed = format!("{:?}", fetched(vec![profile(&json!({}))]).await);
    for secret in ["rsp.example.com", "K2-7F", "8943108170000775671", "232104070077567", "qrsim", "1234567"] {
        assert!(!printed.contains(secret), "{printed}");
    }
    assert!(printed.contains("23120118156818"), "{printed}");
    // Nor does the error about an unreadable answer print it.
    for broken in [json!({ "totalVolume": CODE }), json!({ "esimTranNo": [CODE] }), json!({ "ac": "K2-7F" })] {
        let error = client(vec![said(&json!({ "success": true, "obj": { "esimList": [profile(&broken)] } }))])
            .await
            .fetch("B1")
            .await
            .expect_err("not a profile");
        assert!(matches!(error, EsimAccessError::Malformed { .. }), "{error:?}");
        assert!(!format!("{error} {error:?}").contains("K2-7F"), "{error:?}");
    }
}

#[tokio::test]
async fn every_state_is_one_of_ours() {
    let state = async |esim: &str, smdp: Value| one(json!({ "esimStatus": esim, "smdpStatus": smdp })).await.state;
    assert_eq!(state("GOT_RESOURCE", json!(null)).await, ProfileState::New);
    assert_eq!(state("GOT_RESOURCE", json!("")).await, ProfileState::New);
    for smdp in ["DOWNLOAD", "INSTALLATION", "ENABLED", "DISABLED", "DELETED", "FROZEN"] {
        assert_eq!(state("GOT_RESOURCE", json!(smdp)).await, ProfileState::InUse, "{smdp}");
    }
    assert_eq!(state("IN_USE", json!("ENABLED")).await, ProfileState::InUse);
    assert_eq!(state("USED_UP", json!("ENABLED")).await, ProfileState::UsedUp);
    assert_eq!(state("SUSPENDED", json!("ENABLED")).await, ProfileState::Suspended);
    for word in ["CREATE", "PAYING", "PAID", "GETTING_RESOURCE"] {
        let waiting = fetched(vec![profile(&json!({ "esimStatus": word }))]).await;
        assert_eq!(waiting.expect("an answer"), Fetched::Pending, "{word}");
    }
    for word in ["CANCEL", "REVOKE", "REVOKED", "UNUSED_EXPIRED", "USED_EXPIRED"] {
        let over = fetched(vec![profile(&json!({})), profile(&json!({ "esimStatus": word }))]).await;
        assert_eq!(over.expect("an answer"), Fetched::Failed { reason: word.to_owned() });
    }
}

#[tokio::test]
async fn what_is_not_there_yet_is_waited_for() {
    assert_eq!(fetched(vec![]).await.expect("an answer"), Fetched::Pending);
    for ac in [json!(null), json!("")] {
        let waiting = fetched(vec![profile(&json!({})), profile(&json!({ "ac": ac }))]).await;
        assert_eq!(waiting.expect("an answer"), Fetched::Pending);
    }
    let making = json!({ "success": false, "errorCode": "200010", "errorMsg": "…", "obj": null });
    assert_eq!(client(vec![said(&making)]).await.fetch("B1").await.expect("an answer"), Fetched::Pending);
    let absent = json!({ "iccid": null, "expiredTime": "soon", "packageList": [], "totalDuration": 1 });
    let profile = one(absent).await;
    assert_eq!((profile.iccid, profile.expires_at, profile.package_code), (None, None, None));
    let months = one(json!({ "durationUnit": "MONTH" })).await;
    assert_eq!(months.duration_days, None, "a month is not a number of days");
}

#[tokio::test]
async fn a_strangers_profile_is_not_ours() {
    let error = fetched(vec![profile(&json!({ "orderNo": "B2" }))]).await.expect_err("another order's");
    assert!(matches!(error, EsimAccessError::Malformed { .. }), "{error:?}");
}

#[tokio::test]
async fn a_package_is_read_and_what_cannot_be_sold_is_left_out() {
    let package = |changes: Value| {
        let mut package = json!({
            "packageCode": "CKH003", "slug": "EU_5_30", "name": "Europe 5GB 30Days", "price": 112_500,
            "currencyCode": "USD", "volume": 5_368_709_120_i64, "smsStatus": 0, "dataType": 1, "unusedValidTime": 180,
            "duration": 30, "durationUnit": "DAY", "location": "es, FR,", "activeType": 2, "favorite": false,
            "locationNetworkList": [
                { "locationName": "Spain", "locationCode": "ES", "operatorList": [
                    { "operatorName": "Movistar", "networkType": "4G" }, { "operatorName": "Orange" }] },
                { "locationName": "France", "locationCode": "FR", "operatorList": [] }
            ]
        });
        for (name, value) in changes.as_object().expect("an object") {
            package[name] = value.clone();
        }
        package
    };
    let odd = [
        json!({ "currencyCode": "EUR" }),
        json!({ "durationUnit": "MONTH" }),
        json!({ "price": 0 }),
        json!({ "duration": 0 }),
        json!({ "volume": 0 }),
    ];
    let list: Vec<Value> =
        [json!({}), json!({ "dataType": 4, "volume": 0 })].into_iter().chain(odd).map(package).collect();
    must_fit(&compiled(&load("esim-access/package")), &list[0]);
    let answer = said(&json!({ "success": true, "obj": { "packageList": list } }));
    let read = client(vec![answer]).await.packages(Selection::All).await.expect("packages");
    let pair = |code: &str, operator: &str| (code.to_owned(), operator.to_owned());
    let expected = Package {
        code: "CKH003".to_owned(),
        slug: "EU_5_30".to_owned(),
        name: "Europe 5GB 30Days".to_owned(),
        price_usd_10000: 112_500,
        volume_bytes: 5_368_709_120,
        duration_days: 30,
        locations: vec!["ES".to_owned(), "FR".to_owned()],
        networks: vec![pair("ES", "Movistar"), pair("ES", "Orange")],
        data_type: 1,
    };
    assert_eq!(read.len(), 2);
    assert_eq!(read[0], expected);
    assert!(!read[0].is_daily() && read[1].is_daily());
}

#[tokio::test]
async fn success_is_spelt_in_many_ways_and_so_is_a_refusal() {
    let obj = json!({ "orderNo": "B1", "transactionId": "esim_0001" });
    let accepted = Ordered::Accepted { order_no: "B1".to_owned() };
    for (success, code) in [
        (json!(true), json!(null)),
        (json!(true), json!("0")),
        (json!(true), json!(0)),
        (json!(true), json!("")),
        (json!("true"), json!("0")),
    ] {
        let answer = said(&json!({ "success": success, "errorCode": code, "errorMsg": null, "obj": obj }));
        assert_eq!(client(vec![answer]).await.order(&example()).await.expect("an answer"), accepted);
    }
    for (success, code) in
        [(json!(false), json!("200011")), (json!("false"), json!("200011")), (json!(true), json!("200011"))]
    {
        let answer = said(&json!({ "success": success, "errorCode": code, "errorMsg": "…", "obj": {} }));
        let ordered = client(vec![answer]).await.order(&example()).await.expect("an answer");
        assert_eq!(ordered, Ordered::Rejected { reason: "out_of_stock" });
    }
    let answer = said(&json!({ "success": false, "errorCode": 1, "obj": null }));
    let ordered = client(vec![answer]).await.order(&example()).await.expect("an answer");
    assert!(matches!(ordered, Ordered::Unknown { .. }), "000001 without its zeros is busy: {ordered:?}");
}

#[test]
fn every_number_has_its_class() {
    for (class, codes) in [
        (Class::Later, &["000001", "900001", "200010"][..]),
        (Class::Operator, &["200007", "101002", "101003"]),
        (Class::Gone, &["200011", "200005", "200006", "310241", "310243"]),
        (Class::Mistake, &["000101", "101001", "200002", "200008", "310272", "310403", "999999", "", "x"]),
    ] {
        for code in codes {
            assert_eq!(Class::of(code), class, "{code}");
        }
    }
}

#[test]
fn webhook_events_are_read_as_far_as_they_are_needed() {
    let read = |body: &Value| {
        must_fit(&compiled(&load("esim-access/webhook-event")), body);
        Event::parse(body.to_string().as_bytes()).expect("a webhook event")
    };
    let told = read(&json!({
        "notifyType": "ORDER_STATUS", "notifyId": "447602ac1e5c4bb4980f786b0c2934d6",
        "eventGenerateTime": "2026-04-22T17:16:34Z",
        "content": { "orderNo": "B1", "transactionId": "esim_0001", "orderStatus": "GOT_RESOURCE" }
    }));
    assert!(told.concerns_order() && !told.is_health_check());
    assert_eq!(told.content.order_no.as_deref(), Some("B1"));
    assert_eq!(told.content.transaction_id.as_deref(), Some("esim_0001"));
    assert_eq!(told.id.as_deref(), Some("447602ac1e5c4bb4980f786b0c2934d6"));
    let test = read(&json!({ "notifyType": "CHECK_HEALTH", "content": { "orderStatus": "Test" } }));
    assert!(test.is_health_check() && !test.concerns_order() && test.id.is_none());
    assert!(!read(&json!({ "notifyType": "SOMETHING_NEW", "content": {} })).concerns_order());
    for body in ["", "[]", "null", "{}", "{\"notifyType\":7}", "<html>"] {
        assert!(Event::parse(body.as_bytes()).is_none(), "accepted {body}");
    }
}

#[tokio::test]
async fn what_is_used_is_read_from_either_form_of_the_list() {
    let usage = json!({
        "esimTranNo": "23120118156818", "dataUsage": 1_073_741_824_i64, "totalData": 3_221_225_472_i64,
        "lastUpdateTime": "2026-05-29T18:34:17+0000",
    });
    must_fit(&compiled(&load("esim-access/usage-answer")), &usage);
    for obj in [json!([usage]), json!({ "esimUsageList": [usage] })] {
        let reply = said(&json!({ "success": true, "errorCode": "0", "errorMsg": null, "obj": obj }));
        let counted = client(vec![reply]).await.usage("23120118156818").await.expect("an answer").expect("figures");
        assert_eq!((counted.data.used, counted.data.total), (1 << 30, 3 << 30));
        assert_eq!(counted.at.map(|at| at.to_rfc3339()).as_deref(), Some("2026-05-29T18:34:17+00:00"));
    }
    // Without plausible figures, or with those of another eSIM, the client reports no usage.
    for (field, value) in [
        ("dataUsage", json!(null)),
        ("totalData", json!(0)),
        ("dataUsage", json!(-1)),
        ("esimTranNo", json!("23120118156819")),
    ] {
        let mut usage = usage.clone();
        usage[field] = value;
        let reply = said(&json!({ "success": true, "errorCode": "0", "errorMsg": null, "obj": [usage] }));
        assert_eq!(client(vec![reply]).await.usage("23120118156818").await.expect("an answer"), None, "{field}");
    }
    let mut undated = usage;
    undated["lastUpdateTime"] = json!("yesterday");
    let reply = said(&json!({ "success": true, "errorCode": "0", "errorMsg": null, "obj": [undated] }));
    let counted = client(vec![reply]).await.usage("23120118156818").await.expect("an answer").expect("figures");
    assert_eq!(counted.at, None);
}
