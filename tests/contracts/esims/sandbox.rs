//! The one real client and the built-in sandbox understand each other, and the sandbox answers as the supplier would.

use std::collections::HashSet;

use onefare_server::clock::Clock;
use onefare_server::esims::esim_access::requests::{NewOrder, Selection};
use onefare_server::esims::esim_access::signature::Signed;
use onefare_server::esims::esim_access::{EsimAccessClient, EsimAccessError, EsimAccessSettings};
use onefare_server::esims::{Fetched, Ordered, Package, Profile, ProfileState};
use serde_json::{Value, json};

use crate::double::{Double, ESIM_CODE, ESIM_SECRET};
use crate::official::{official, official_schema};
use crate::schemas::{compiled, load, must_fit};

struct Running {
    client: EsimAccessClient,
    double: Double,
}

/// Orders are made at once unless a test says otherwise.
async fn running() -> Running {
    let double = Double::start().await;
    double.tell("esims/account", &json!({ "making_ms": 0 })).await;
    Running { client: client(&double, ESIM_SECRET), double }
}

fn client(double: &Double, secret: &str) -> EsimAccessClient {
    let settings = EsimAccessSettings::new(double.base.clone(), ESIM_CODE.into(), secret.into(), double.clock.clone());
    EsimAccessClient::new(settings).expect("a client")
}

impl Running {
    /// The raw answer to a call signed by hand.
    async fn raw(&self, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (timestamp, request_id) =
            (self.double.clock.now_millis().to_string(), "11111111-2222-4333-8444-555555555555");
        let signed = Signed { timestamp: &timestamp, request_id, access_code: ESIM_CODE, body: &body };
        let address = self.double.base.join(&format!("api/v1/open/{path}")).expect("an address");
        let request = reqwest::Client::new()
            .post(address)
            .header("RT-AccessCode", ESIM_CODE)
            .header("RT-Timestamp", &timestamp)
            .header("RT-RequestID", request_id)
            .header("RT-Signature", signed.signature(&ESIM_SECRET.into()));
        let answer = request.body(body).send().await.expect("an answer");
        answer.json().await.expect("JSON")
    }

    async fn package(&self, slug: &str) -> Package {
        let all = self.client.packages(Selection::All).await.expect("packages");
        all.into_iter().find(|package| package.slug == slug).expect("a package of that name")
    }

    async fn accepted(&self, order: &NewOrder) -> String {
        match self.client.order(order).await {
            Ok(Ordered::Accepted { order_no }) => order_no,
            other => panic!("{other:?}"),
        }
    }

    async fn ready(&self, order_no: &str) -> Profile {
        match self.client.fetch(order_no).await {
            Ok(Fetched::Ready { mut profiles }) if profiles.len() == 1 => profiles.remove(0),
            other => panic!("{other:?}"),
        }
    }

    async fn script(&self, deed: Value) {
        self.double.tell("esims/script", &deed).await;
    }
}

#[tokio::test]
async fn every_market_has_packages_and_they_are_the_same_every_time() {
    let shop = running().await;
    let all = shop.client.packages(Selection::All).await.expect("packages");
    let codes: HashSet<&str> = all.iter().map(|package| package.code.as_str()).collect();
    assert_eq!(codes.len(), all.len(), "codes name one package each");
    for country in ["AE", "SA", "QA", "OM", "NL", "US", "GB", "FR", "DE", "JP", "TR"] {
        let here = shop.client.packages(Selection::Country(country)).await.expect("packages");
        assert!(here.len() >= 5 && here.iter().all(|package| package.locations == [country]), "{country}");
        let by_day = !["AE", "OM"].contains(&country);
        assert!(
            here.iter().any(Package::is_daily) == by_day && here.iter().any(|package| package.volume_bytes == 3 << 30)
        );
        assert!(here.iter().all(|package| !package.networks.is_empty()), "{country}");
    }
    let regional = shop.client.packages(Selection::Regional).await.expect("packages");
    assert!(!regional.is_empty() && regional.iter().all(|package| package.locations.len() > 1));
    let global = shop.client.packages(Selection::Global).await.expect("packages");
    assert!(global.iter().all(|package| package.locations.len() > 20) && !global.is_empty());
    let spain = shop.package("ES_3_15").await;
    assert_eq!(
        shop.client.packages(Selection::Code(&spain.code)).await.expect("packages"),
        std::slice::from_ref(&spain)
    );
    for name in [&spain.code, &spain.slug] {
        assert_eq!(shop.client.package(name).await.expect("an answer"), Some(spain.clone()));
    }
    assert_eq!(shop.client.package("ES_4_4").await.expect("an answer"), None);
    assert_eq!((spain.price_usd_10000, spain.volume_bytes, spain.duration_days), (21_000, 3 << 30, 15));
    let again = running().await.client.packages(Selection::All).await.expect("packages");
    assert_eq!(again, all);
}

#[tokio::test]
async fn an_order_is_made_paid_from_the_balance_and_made_once() {
    let shop = running().await;
    let spain = shop.package("ES_3_15").await;
    let before = shop.client.balance().await.expect("a balance");
    let order = NewOrder::of(&spain, "esim_1", 15);
    let order_no = shop.accepted(&order).await;
    assert_eq!(shop.accepted(&order).await, order_no, "the same reference is the same order");
    assert_eq!(shop.client.balance().await.expect("a balance"), before - 21_000);
    let profile = shop.ready(&order_no).await;
    assert_eq!((profile.volume_bytes, profile.duration_days), (Some(3 << 30), Some(15)));
    assert_eq!((profile.package_code.as_deref(), &profile.state), (Some(spain.code.as_str()), &ProfileState::New));
    assert_eq!(profile.transaction_id.as_deref(), Some("esim_1"));
    assert!(!profile.activation_code.confirmation_required());
    assert_eq!(profile.expires_at, Some(shop.double.now + chrono::Duration::days(180)));
    assert_eq!(shop.ready(&order_no).await, profile, "asked again it is the same");
    let alone = shop.client.profile(&profile.esim_tran_no).await.expect("an answer");
    assert_eq!(alone, Some(profile));
    let (from, to) = (shop.double.now - chrono::Duration::minutes(5), shop.double.now + chrono::Duration::minutes(5));
    let found = shop.client.find_order("esim_1", from, to).await.expect("an answer");
    assert_eq!(found.as_deref(), Some(order_no.as_str()));
    assert_eq!(shop.client.find_order("esim_2", from, to).await.expect("an answer"), None);
    assert_eq!(shop.client.find_order("esim_1", to, to).await.expect("an answer"), None);
    let books = shop.double.has("esims/ledger").await;
    let row = &books["rows"][0];
    assert_eq!((row["movement"].as_str(), row["amount"].as_i64()), (Some("order"), Some(21_000)));
    assert_eq!((row["order_no"].as_str(), books["rows"].as_array().map(Vec::len)), (Some(order_no.as_str()), Some(1)));
}

#[tokio::test]
async fn a_daily_package_is_sold_by_the_day() {
    let shop = running().await;
    shop.double.tell("esims/packages", &json!({ "package": "OM_1_Daily", "on_sale": true })).await;
    let daily = shop.package("OM_1_Daily").await;
    let order_no = shop.accepted(&NewOrder::of(&daily, "esim_1", 7)).await;
    let profile = shop.ready(&order_no).await;
    assert_eq!(profile.duration_days, Some(7));
    let books = shop.double.has("esims/ledger").await;
    assert_eq!(books["rows"][0]["amount"], json!(daily.price_usd_10000 * 7));
    let odd = NewOrder { daily_for: Some(7), ..NewOrder::of(&shop.package("OM_3_15").await, "esim_2", 30) };
    let error = shop.client.order(&odd).await.expect_err("not a daily one");
    assert_eq!(error.code(), Some("200008"));
}

#[tokio::test]
async fn a_profile_takes_its_time() {
    let shop = running().await;
    let order = NewOrder::of(&shop.package("QA_1_7").await, "esim_1", 7);
    shop.script(json!({ "deed": "slow", "making_ms": 600_000 })).await;
    let order_no = shop.accepted(&order).await;
    assert_eq!(shop.client.fetch(&order_no).await.expect("an answer"), Fetched::Pending);
    let day = chrono::Duration::days(1);
    let found = shop.client.find_order("esim_1", shop.double.now - day, shop.double.now + day).await;
    assert_eq!(found.expect("an answer"), None, "not shown before it is made");
    shop.double.control(&format!("esims/orders/{order_no}/make")).await;
    shop.ready(&order_no).await;
    // The order completes by itself, by the machine's clock.
    shop.script(json!({ "deed": "slow", "making_ms": 50 })).await;
    let second = shop.accepted(&NewOrder { transaction_id: "esim_2".to_owned(), ..order }).await;
    assert_eq!(shop.client.fetch(&second).await.expect("an answer"), Fetched::Pending);
    tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    shop.ready(&second).await;
}

#[tokio::test]
async fn what_goes_wrong_goes_wrong_as_it_is_written() {
    let shop = running().await;
    let package = shop.package("DE_5_30").await;
    let order = |number: u32| NewOrder::of(&package, &format!("esim_{number}"), 30);
    for (number, code) in (1..).zip(["200011", "200005", "310243"]) {
        shop.script(json!({ "deed": "refuse", "code": code })).await;
        let outcome = shop.client.order(&order(number)).await.expect("an answer");
        assert!(matches!(outcome, Ordered::Rejected { .. }), "{outcome:?}");
        shop.accepted(&order(number)).await;
    }
    let first = shop.ready(&shop.accepted(&order(1)).await).await;
    let made = async |number: u32, deed: Value| {
        shop.script(deed).await;
        let order_no = shop.accepted(&order(number)).await;
        shop.client.fetch(&order_no).await
    };
    let Ok(Fetched::Ready { profiles }) = made(10, json!({ "deed": "wrong_plan", "package": "DE_1_7" })).await else {
        panic!("not made");
    };
    assert_ne!(profiles[0].package_code.as_deref(), Some(package.code.as_str()));
    assert_eq!(profiles[0].duration_days, Some(7));
    let wrong = made(11, json!({ "deed": "wrong_volume", "volume": 1 })).await.expect("an answer");
    assert!(matches!(wrong, Fetched::Ready { profiles } if profiles[0].volume_bytes == Some(1)));
    let wrong = made(12, json!({ "deed": "wrong_days", "days": 3 })).await.expect("an answer");
    assert!(matches!(wrong, Fetched::Ready { profiles } if profiles[0].duration_days == Some(3)));
    let used = made(13, json!({ "deed": "used_code" })).await.expect("an answer");
    assert!(matches!(used, Fetched::Ready { profiles } if profiles[0].state == ProfileState::InUse));
    let guarded = made(14, json!({ "deed": "confirmation_code" })).await.expect("an answer");
    assert!(matches!(guarded, Fetched::Ready { ref profiles } if profiles[0].activation_code.confirmation_required()));
    let Fetched::Ready { profiles: earlier } = guarded else { unreachable!() };
    let twice = made(15, json!({ "deed": "duplicate_code" })).await.expect("an answer");
    assert!(matches!(twice, Fetched::Ready { profiles } if profiles[0].activation_code == earlier[0].activation_code));
    let bad = made(16, json!({ "deed": "bad_code" })).await;
    assert!(matches!(bad, Err(EsimAccessError::Malformed { .. })), "{bad:?}");
    let over = made(17, json!({ "deed": "cancelled" })).await.expect("an answer");
    assert_eq!(over, Fetched::Failed { reason: "CANCEL".to_owned() });
    assert_eq!(made(18, json!({ "deed": "slow", "making_ms": 60_000 })).await.expect("an answer"), Fetched::Pending);
    let next = shop.ready(&shop.accepted(&order(19)).await).await;
    assert_ne!(next.activation_code, first.activation_code, "a line of the script counts once");
}

#[tokio::test]
async fn prices_change_and_balances_end() {
    let shop = running().await;
    let package = shop.package("TR_10_30").await;
    let old = NewOrder::of(&package, "esim_1", 30);
    shop.double.tell("esims/prices", &json!({ "package": "TR_10_30", "price": package.price_usd_10000 + 1 })).await;
    assert_eq!(shop.client.order(&old).await.expect("an answer"), Ordered::Rejected { reason: "price_changed" });
    let new = shop.package("TR_10_30").await;
    assert_eq!(new.price_usd_10000, package.price_usd_10000 + 1);
    shop.double.tell("esims/account", &json!({ "balance": new.price_usd_10000 - 1 })).await;
    let error = shop.client.order(&NewOrder::of(&new, "esim_1", 30)).await.expect_err("no balance");
    assert!(error.code() == Some("200007") && error.needs_operator());
    shop.double.tell("esims/account", &json!({ "balance": new.price_usd_10000 })).await;
    shop.accepted(&NewOrder::of(&new, "esim_1", 30)).await;
    assert_eq!(shop.client.balance().await.expect("a balance"), 0);
    shop.double.tell("esims/prices", &json!({ "package": "TR_10_30", "price": null })).await;
    assert_eq!(shop.package("TR_10_30").await, package);
}

#[tokio::test]
async fn what_nobody_installed_can_be_given_back_once() {
    let shop = running().await;
    let package = shop.package("JP_1_7").await;
    let before = shop.client.balance().await.expect("a balance");
    let order_no = shop.accepted(&NewOrder::of(&package, "esim_1", 7)).await;
    let profile = shop.ready(&order_no).await;
    shop.client.cancel(&profile.esim_tran_no).await.expect("given back");
    assert_eq!(shop.client.balance().await.expect("a balance"), before);
    let again = shop.client.cancel(&profile.esim_tran_no).await.expect_err("it is over");
    assert_eq!(again.code(), Some("200002"));
    assert_eq!(shop.client.profile(&profile.esim_tran_no).await.expect("an answer"), None);
    assert_eq!(shop.client.fetch(&order_no).await.expect("an answer"), Fetched::Failed { reason: "CANCEL".to_owned() });
    assert_eq!(shop.client.cancel("999").await.expect_err("nothing there").code(), Some("310403"));
    assert_eq!(shop.client.fetch("B999").await.expect_err("nothing there").code(), Some("310272"));
    let moved: Vec<i64> = shop.double.has("esims/ledger").await["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["amount"].as_i64().expect("an amount") * if row["movement"] == "order" { -1 } else { 1 })
        .collect();
    assert_eq!(moved, [-package.price_usd_10000, package.price_usd_10000]);
}

#[tokio::test]
async fn a_call_that_is_not_the_accounts_is_refused() {
    let shop = running().await;
    let error = client(&shop.double, "sk_other").balance().await.expect_err("a refusal");
    assert_eq!(error.code(), Some("101003"));
    assert!(error.needs_operator());
    let settings = EsimAccessSettings::new(
        shop.double.base.clone(),
        ESIM_CODE.into(),
        ESIM_SECRET.into(),
        Clock::manual(shop.double.now - chrono::Duration::minutes(6)),
    );
    let late = EsimAccessClient::new(settings).expect("a client").balance().await.expect_err("a refusal");
    assert_eq!(late.code(), Some("101001"));
}

#[tokio::test]
async fn an_order_that_was_executed_in_silence_is_known_by_its_reference() {
    let shop = running().await;
    let package = shop.package("SA_1_7").await;
    let fault = json!({ "operation": "esim_access.esim.order", "kind": "timeout_after", "delay_ms": 2_000 });
    shop.double.tell("faults", &fault).await;
    let settings = EsimAccessSettings {
        timeout: std::time::Duration::from_millis(500),
        ..EsimAccessSettings::new(
            shop.double.base.clone(),
            ESIM_CODE.into(),
            ESIM_SECRET.into(),
            shop.double.clock.clone(),
        )
    };
    let hasty = EsimAccessClient::new(settings).expect("a client");
    let order = NewOrder::of(&package, "esim_1", 7);
    let outcome = hasty.order(&order).await.expect("an answer");
    assert!(matches!(outcome, Ordered::Unknown { .. }), "{outcome:?}");
    let day = chrono::Duration::days(1);
    let found = shop.client.find_order("esim_1", shop.double.now - day, shop.double.now + day).await;
    let order_no = found.expect("an answer").expect("it was bought");
    assert_eq!(shop.accepted(&order).await, order_no);
    assert_eq!(shop.double.has("esims/ledger").await["rows"].as_array().map(Vec::len), Some(1));
    // A failure before any work leaves no trace.
    shop.double.tell("faults", &json!({ "operation": "esim_access.*", "kind": "error_500" })).await;
    let outcome = shop.client.order(&NewOrder { transaction_id: "esim_2".to_owned(), ..order }).await;
    assert!(matches!(outcome, Ok(Ordered::Unknown { .. })), "{outcome:?}");
    assert_eq!(shop.double.has("esims/ledger").await["rows"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_lie_about_a_profile_is_seen() {
    let shop = running().await;
    let package = shop.package("FR_1_7").await;
    let order_no = shop.accepted(&NewOrder::of(&package, "esim_1", 7)).await;
    let lie = async |field: &str, value: Value| {
        shop.double.lie("esim_access.esim.query", &format!("obj.esimList.0.{field}"), &value).await;
        shop.client.fetch(&order_no).await
    };
    assert!(matches!(lie("orderNo", json!("B7")).await, Err(EsimAccessError::Malformed { .. })));
    assert!(matches!(lie("ac", json!("nonsense")).await, Err(EsimAccessError::Malformed { .. })));
    let told = lie("totalVolume", json!(7)).await;
    assert!(matches!(told, Ok(Fetched::Ready { profiles }) if profiles[0].volume_bytes == Some(7)));
    shop.double.lie("esim_access.esim.order", "obj.transactionId", &json!("another's")).await;
    let outcome = shop.client.order(&NewOrder::of(&package, "esim_2", 7)).await.expect("an answer");
    assert!(matches!(outcome, Ordered::Unknown { .. }), "{outcome:?}");
}

#[tokio::test]
async fn the_sandbox_answers_in_the_suppliers_own_shape() {
    let shop = running().await;
    let description = official("esimaccess.openapi.json");
    let envelope = compiled(&load("esim-access/envelope"));
    let must_be = |raw: &Value, ours: &str, theirs: &str, of: &Value| {
        must_fit(&envelope, raw);
        must_fit(&compiled(&load(&format!("esim-access/{ours}"))), of);
        let Some(description) = &description else { return };
        must_fit(&compiled(&official_schema(description, "Envelope")), raw);
        must_fit(&compiled(&official_schema(description, theirs)), of);
        let known = &description["components"]["schemas"][theirs]["properties"];
        for name in of.as_object().expect("an object").keys() {
            assert!(known.get(name).is_some(), "{theirs} has no {name}");
        }
    };
    let list = shop.raw("package/list", &json!({ "locationCode": "!RG", "type": "BASE" })).await;
    for package in list["obj"]["packageList"].as_array().expect("a list") {
        must_be(&list, "package", "Package", package);
    }
    let order = json!({ "transactionId": "esim_1", "amount": 21_000, "packageInfoList": [
        { "packageCode": "ES_3_15", "count": 1, "price": 21_000 }] });
    let order = shop.raw("esim/order", &order).await;
    must_be(&order, "order-answer", "OrderResult", &order["obj"]);
    let query = json!({ "orderNo": order["obj"]["orderNo"], "pager": { "pageNum": 1, "pageSize": 5 } });
    let query = shop.raw("esim/query", &query).await;
    must_be(&query, "query-answer", "QueryResult", &query["obj"]);
    if let Some(description) = &description {
        let known = &description["components"]["schemas"]["Profile"]["properties"];
        for name in query["obj"]["esimList"][0].as_object().expect("an object").keys() {
            assert!(known.get(name).is_some(), "a profile has no {name}");
        }
    }
    let balance = shop.raw("balance/query", &Value::Null).await;
    must_be(&balance, "balance-answer", "Balance", &balance["obj"]);
    let refused = shop.raw("esim/query", &json!({ "orderNo": "B9", "pager": { "pageNum": 1, "pageSize": 5 } })).await;
    must_fit(&envelope, &refused);
    assert_eq!((refused["success"].as_bool(), refused["errorCode"].as_str()), (Some(false), Some("310272")));
}

#[tokio::test]
async fn an_esim_uses_its_data_and_its_time() {
    let shop = running().await;
    let package = shop.package("ES_3_15").await;
    let order_no = shop.accepted(&NewOrder::of(&package, "esim_used", 1)).await;
    let made = shop.ready(&order_no).await;
    let number = made.esim_tran_no.as_str();
    let fresh = shop.client.usage(number).await.expect("an answer").expect("figures");
    assert_eq!((fresh.data.used, fresh.data.total, fresh.at), (0, package.volume_bytes, None));
    shop.double.tell("esims/usage", &json!({ "order_no": order_no, "bytes": 1_i64 << 30 })).await;
    let counted = shop.client.usage(number).await.expect("an answer").expect("figures");
    assert_eq!((counted.data.used, counted.at.is_some()), (1 << 30, true));
    let used = shop.client.profile(number).await.expect("an answer").expect("a profile");
    assert_eq!(used.state, ProfileState::InUse);
    let ends = used.expires_at.expect("an end");
    assert_eq!((ends - shop.double.now).num_days(), 15, "from its first use on");
    shop.double.tell("esims/usage", &json!({ "order_no": order_no, "bytes": package.volume_bytes })).await;
    let used = shop.client.profile(number).await.expect("an answer").expect("a profile");
    assert_eq!(used.state, ProfileState::UsedUp);
    assert_eq!(shop.client.usage("999").await.expect_err("nothing there").code(), Some("310403"));
    if let Some(description) = official("esimaccess.openapi.json") {
        let raw = shop.raw("esim/usage/query", &json!({ "esimTranNoList": [number] })).await;
        let theirs = compiled(&official_schema(&description, "Usage"));
        must_fit(&theirs, &raw["obj"]["esimUsageList"][0]);
        must_fit(&compiled(&load("esim-access/usage-answer")), &raw["obj"]["esimUsageList"][0]);
    }
}
