//! The calls of the operations port: behind a key, complete, and described.

use onefare_server::http::entitlements::description;
use serde_json::{Value, json};

use super::{KEY, buys, call, entitled, shop};
use crate::account::AMAL;
use crate::account::disputes::{bank, first_intent};

const PATHS: [&str; 6] = [
    "/entitlements?email=amal@example.com",
    "/entitlements/acc_0123456789abcdefghjkmnpqrs",
    "/entitlements/changes?after=0",
    "/entitlements/snapshot",
    "/entitlements/openapi.json",
    "/entitlements",
];

async fn changes(shop: &onefare_tests::Shop, query: &str) -> Value {
    let (status, text) = call(shop, &format!("/entitlements/changes{query}"), KEY).await;
    assert_eq!(status.as_u16(), 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn a_call_without_its_key_gets_nothing_and_no_hint() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    let longer = format!("{KEY}x");
    for path in PATHS {
        for key in ["", "x", &KEY[..KEY.len() - 1], longer.as_str(), "Bearer", "\u{e4}"] {
            let (status, text) = call(&shop, path, key).await;
            assert_eq!((status.as_u16(), text.as_str()), (401, ""), "{path} with {key}");
        }
        let url = format!("http://{}{path}", shop.running.ops);
        for request in [shop.http.get(&url), shop.http.get(&url).header("authorization", format!("Basic {KEY}"))] {
            let answer = request.send().await.unwrap();
            assert_eq!((answer.status().as_u16(), answer.text().await.unwrap().as_str()), (401, ""), "{path}");
        }
        // The shop's own port has no such call.
        let answer = shop.http.get(format!("{}{path}", shop.shop)).bearer_auth(KEY).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 404, "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_shop_without_a_key_in_its_settings_answers_no_call() {
    let shop = onefare_tests::Shop::start().await;
    for path in PATHS {
        for key in ["", KEY] {
            assert_eq!(call(&shop, path, key).await.0.as_u16(), 401, "{path}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn changes_lead_from_any_revision_to_the_present() {
    let shop = shop().await;
    let none = json!({ "entitlements": [], "next": 0, "more": false });
    assert_eq!(changes(&shop, "").await, none);
    buys(&shop, AMAL).await;
    shop.until_idle().await;
    let intent = first_intent(&shop).await;
    for email in ["zahra@example.com", "noor@example.com"] {
        buys(&shop, email).await;
        shop.until_idle().await;
    }
    bank(&shop, &intent, "dispute").await;
    shop.until(true, async || entitled(&shop, AMAL).await["state"] == "suspended").await;
    let all = [
        entitled(&shop, "zahra@example.com").await,
        entitled(&shop, "noor@example.com").await,
        entitled(&shop, AMAL).await,
    ];
    let revisions: Vec<_> = all.iter().map(|one| one["revision"].as_i64().unwrap()).collect();
    let last = revisions[2];
    assert!(revisions[..2] == [2, 3] && last > 3, "each account once, as it is now: {revisions:?}");
    assert_eq!(changes(&shop, "?after=0").await, json!({ "entitlements": all, "next": last, "more": false }));
    let first = changes(&shop, "?after=0&limit=1").await;
    assert_eq!(first, json!({ "entitlements": [all[0]], "next": 2, "more": true }));
    assert_eq!(
        changes(&shop, "?after=2&limit=2").await,
        json!({ "entitlements": all[1..], "next": last, "more": false })
    );
    assert_eq!(
        changes(&shop, &format!("?after={last}")).await,
        json!({ "entitlements": [], "next": last, "more": false })
    );
    let (status, text) = call(&shop, "/entitlements/snapshot", KEY).await;
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = json!({ "end": true, "count": 3, "revision": last });
    assert_eq!((status.as_u16(), lines), (200, [&all[..], &[end]].concat()));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_wrong_query_is_refused_with_a_reason_and_an_unknown_account_is_not_found() {
    let shop = shop().await;
    for (path, status, error) in [
        ("/entitlements", 400, "The query names no email."),
        ("/entitlements?email=", 404, "No account with an entitlement is known by that."),
        ("/entitlements?email=nobody@example.com", 404, "No account with an entitlement is known by that."),
        ("/entitlements/acc_unknown%00", 404, "No account with an entitlement is known by that."),
        ("/entitlements/changes?after=-1", 400, "after is 0 or more, limit is 1 to 1000."),
        ("/entitlements/changes?after=x", 400, "after and limit are whole numbers."),
        ("/entitlements/changes?limit=0", 400, "after is 0 or more, limit is 1 to 1000."),
        ("/entitlements/changes?limit=1001", 400, "after is 0 or more, limit is 1 to 1000."),
        ("/entitlements/changes?after=99999999999999999999", 400, "after and limit are whole numbers."),
    ] {
        let (found, text) = call(&shop, path, KEY).await;
        assert_eq!((found.as_u16(), text), (status, json!({ "error": error }).to_string()), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_calls_are_described() {
    let shop = shop().await;
    let (status, text) = call(&shop, "/entitlements/openapi.json", KEY).await;
    assert_eq!(status.as_u16(), 200);
    let described: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(described, serde_json::to_value(description()).unwrap());
    let paths: Vec<_> = described["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(paths, ["/entitlements", "/entitlements/changes", "/entitlements/snapshot", "/entitlements/{account}"]);
    let fields = described["components"]["schemas"]["EntitlementDocument"]["properties"].as_object().unwrap();
    buys(&shop, AMAL).await;
    let found = entitled(&shop, AMAL).await;
    let sent: Vec<_> = found.as_object().unwrap().keys().collect();
    assert_eq!(fields.keys().collect::<Vec<_>>(), sent);
    states_are_described(&described);
    shop.running.stop().await;
}

fn states_are_described(described: &Value) {
    let state = &described["components"]["schemas"]["EntitlementDocument"]["properties"]["state"];
    for word in ["active", "grace", "suspended", "ended"] {
        assert!(state["description"].as_str().unwrap().contains(word), "{state}");
    }
}
