//! The usage of an eSIM at its supplier: data and time, for its owner only.

use onefare_tests::{Answer, Browser, Shop};
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer};
use crate::esim::shop::{BY_CARD, GENERATE, hash_of_card, quick, status_until, wanted};

const ZAHRA: &str = "zahra@example.com";
const GIB: i64 = 1 << 30;

/// A signed-in customer with a finished eSIM.
async fn owner(shop: &Shop) -> (Visitor, String) {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(shop, "card").await).await);
    let hash = hash_of_card(shop, &page).await;
    shop.at_pay_page(&page, "pay").await;
    let order = status_until(shop, &mut browser, "stripe", &hash, "paid").await.body["order_id"].clone();
    let made = shop.post(&mut browser, GENERATE, json!({ "structure_data": order })).await;
    assert!(made.body["generated_esim"].is_string(), "{made:?}");
    let mut owner = Visitor::signed_in(shop, AMAL).await;
    let number = owner.get(shop, "/api/account").await.body["orders"][0]["number"].as_str().unwrap().to_owned();
    (owner, number)
}

async fn usage(shop: &Shop, who: &mut Visitor, number: &str) -> Answer {
    who.get(shop, &format!("/api/account/orders/{number}/esim/usage?language=en")).await
}

/// Uses data, as a traveller abroad does.
async fn used(shop: &Shop, bytes: i64) {
    let order = shop.texts("SELECT order_no FROM esims").await.remove(0);
    shop.control("esims/usage", json!({ "order_no": order, "bytes": bytes })).await;
}

/// The plan's volume, as its supplier counts it.
async fn volume(shop: &Shop) -> i64 {
    shop.texts("SELECT CAST(volume_bytes AS TEXT) FROM esims").await.remove(0).parse().unwrap()
}

async fn supplier_fails(shop: &Shop, operation: &str) {
    let fault = json!({ "operation": operation, "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
}

/// The call of the page after paying: a session of the order's account gets its eSIM in any browser, long after the
/// payment's hash has lost its access.
#[tokio::test]
async fn a_session_of_the_order_s_account_opens_its_esim_and_no_other_session_does() {
    let shop = quick().await;
    let (_, number) = owner(&shop).await;
    customer(&shop, ZAHRA).await;
    let order = shop.texts("SELECT order_id FROM esims").await.remove(0);
    shop.pass(40 * 86_400).await;
    let ask = async |who: &mut Visitor| who.post(&shop, GENERATE, json!({ "structure_data": order })).await;
    let nobody = ask(&mut Visitor::default()).await;
    assert_eq!((nobody.status.as_u16(), &nobody.body["code"]), (404, &json!("not_found")));
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    let foreign = ask(&mut other).await;
    assert_eq!((foreign.status.as_u16(), &foreign.body["code"]), (404, &json!("not_found")));
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let opened = ask(&mut owner).await;
    let shown = owner.get(&shop, &format!("/api/account/orders/{number}/esim")).await;
    assert_eq!((opened.status.as_u16(), &opened.body["generated_esim"]), (200, &shown.body["code"]), "{opened:?}");
    let mut left = owner.clone();
    owner.post(&shop, "/api/account/delete", json!({ "email": AMAL })).await;
    assert_eq!(ask(&mut left).await.status.as_u16(), 404, "no account shows it any more");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_left_is_rounded_down_and_what_is_used_up() {
    let shop = quick().await;
    let (mut owner, number) = owner(&shop).await;
    let total = volume(&shop).await;
    assert_eq!(total % GIB, 0, "a whole number of gigabytes");
    used(&shop, total / 2 + 1).await;
    let shown = usage(&shop, &mut owner, &number).await.body;
    assert_eq!(shown["standing"], "in_use");
    let gigabytes = total / GIB;
    let data = &shown["data"];
    assert_eq!(data["total"], format!("{gigabytes}\u{a0}GB"));
    // Half of the plan is exact in tenths of a gigabyte; one more byte used shows a tenth less left.
    let tenths = gigabytes * 10 / 2;
    let text = |tenths: i64| match (tenths / 10, tenths % 10) {
        (0, part) => format!("0.{part}\u{a0}GB"),
        (whole, 0) => format!("{whole}\u{a0}GB"),
        (whole, part) => format!("{whole}.{part}\u{a0}GB"),
    };
    assert_eq!((&data["used"], &data["left"]), (&json!(text(tenths + 1)), &json!(text(tenths - 1))), "{shown}");
    assert_eq!(data["percent_left"], 50);
    assert!(data["counted_at"].as_str().unwrap().starts_with("20 November 2026"), "{shown}");
    let until = shown["until"].as_str().unwrap();
    assert!(until.ends_with("2026") || until.ends_with("2027"), "{until}");

    // The answer is cached for some minutes: the supplier's count is hours late, so not every look needs a call.
    used(&shop, total).await;
    assert_eq!(usage(&shop, &mut owner, &number).await.body, shown);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_nobody_installed_says_until_when_that_can_be_done() {
    let shop = quick().await;
    let (mut owner, number) = owner(&shop).await;
    let shown = usage(&shop, &mut owner, &number).await.body;
    assert_eq!((&shown["standing"], shown.get("data")), (&json!("not_installed"), None), "{shown}");
    assert!(shown["until"].is_string(), "{shown}");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_used_up_and_what_is_over_says_so() {
    let shop = quick().await;
    let (mut owner, number) = owner(&shop).await;
    used(&shop, volume(&shop).await * 2).await;
    let shown = usage(&shop, &mut owner, &number).await.body;
    assert_eq!(shown["standing"], "used_up");
    assert_eq!((&shown["data"]["percent_left"], &shown["data"]["left"]), (&json!(0), &json!("0\u{a0}MB")), "{shown}");
    shop.running.stop().await;

    let shop = quick().await;
    let (_, number) = self::owner(&shop).await;
    used(&shop, 1).await;
    shop.pass(366 * 86_400).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let shown = usage(&shop, &mut owner, &number).await.body;
    assert_eq!(shown, json!({ "standing": "over" }));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_silent_supplier_is_no_fault_of_the_owner() {
    let shop = quick().await;
    let (mut owner, number) = owner(&shop).await;
    used(&shop, 1).await;
    supplier_fails(&shop, "esim_access.esim.usage").await;
    let shown = usage(&shop, &mut owner, &number).await.body;
    assert_eq!((&shown["standing"], shown.get("data")), (&json!("in_use"), None), "its time is told all the same");
    shop.running.stop().await;

    let shop = quick().await;
    let (mut owner, number) = self::owner(&shop).await;
    supplier_fails(&shop, "esim_access.esim.query").await;
    let refused = usage(&shop, &mut owner, &number).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (503, &json!("provider_unavailable")));
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_else_learns_how_it_stands() {
    let shop = quick().await;
    let (_, number) = owner(&shop).await;
    let plan = customer(&shop, ZAHRA).await;
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    let answers: Vec<Value> = [
        usage(&shop, &mut other, &number).await,
        usage(&shop, &mut other, "0000-0000").await,
        usage(&shop, &mut other, &plan).await,
    ]
    .into_iter()
    .map(|answer| {
        assert_eq!(answer.status.as_u16(), 404, "{}", answer.text);
        answer.body["code"].clone()
    })
    .collect();
    assert_eq!(answers, [json!("not_found"), json!("not_found"), json!("not_found")]);
    assert_eq!(usage(&shop, &mut Visitor::default(), &number).await.status.as_u16(), 401);
    shop.running.stop().await;
}
