//! A subscription that renews as another plan: for its owner, at the displayed price, from the next charge on.

use onefare_server::flows::audit::run::audit;
use onefare_server::store::StoreError;
use onefare_tests::{Answer, Browser, Shop};
use reqwest::Method;
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer, paid_once};

const ZAHRA: &str = "zahra@example.com";
const DAY: u64 = 86_400;

pub(super) async fn order(shop: &Shop, who: &Visitor) -> Value {
    who.clone().get(shop, "/api/account").await.body["orders"][0].clone()
}

pub(crate) async fn plan(shop: &Shop, who: &Visitor, months: u32) -> Value {
    let shown = order(shop, who).await;
    let plans = shown["plans"].as_array().unwrap_or_else(|| panic!("no plans: {shown}"));
    plans.iter().find(|plan| plan["months"] == months).unwrap().clone()
}

/// Asks for a plan as the panel shows it.
pub(crate) async fn ask(shop: &Shop, who: &mut Visitor, number: &str, plan: &Value) -> Answer {
    let body = json!({
        "product_id": plan["product_id"], "expected_amount": plan["amount"], "currency": plan["currency"],
    });
    who.post(shop, &format!("/api/account/orders/{number}/plan"), body).await
}

/// Cancels, or resumes for the charge that the panel shows.
pub(crate) async fn act(shop: &Shop, who: &mut Visitor, number: &str, act: &str) -> Answer {
    let path = format!("/api/account/orders/{number}/{act}-renewal");
    if act == "cancel" {
        return who.send(shop, Method::POST, &path, None).await;
    }
    let shown = order(shop, who).await;
    let body = json!({ "expected_amount": shown["resumed_amount"], "currency": shown["resumed_currency"] });
    who.post(shop, &path, body).await
}

pub(super) async fn until(shop: &Shop, who: &Visitor, renewal: &str) {
    shop.until(json!(renewal), async || order(shop, who).await["renewal"].clone()).await;
}

pub(super) async fn at_stripe(shop: &Shop) -> Value {
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    shop.at_stripe(&format!("subscriptions/{subscription}")).await
}

#[track_caller]
pub(super) fn price_is(subscription: &Value, (minor, currency): (i64, &str), interval: &str, count: i64) {
    let item = &subscription["items"]["data"][0];
    assert_eq!(subscription["items"]["data"].as_array().unwrap().len(), 1);
    let (price, every) = (&item["price"], &item["price"]["recurring"]);
    assert_eq!(
        (&price["unit_amount"], &price["currency"], &every["interval"], &every["interval_count"]),
        (&json!(minor), &json!(currency), &json!(interval), &json!(count)),
        "{subscription}"
    );
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), &answer.body["code"]), (status, &json!(code)), "{}", answer.text);
}

pub(super) async fn provider_fails(shop: &Shop) {
    let fault = json!({ "operation": "subscriptions.update", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
}

pub(super) async fn letters(shop: &Shop) -> Vec<String> {
    let letters = shop.letters_to(AMAL, 0).await;
    let about = letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains("changes on"));
    about.map(|letter| letter["text"].as_str().unwrap().to_owned()).collect()
}

async fn owner(shop: &Shop) -> (String, Visitor) {
    let number = customer(shop, AMAL).await;
    (number, Visitor::signed_in(shop, AMAL).await)
}

pub(crate) async fn alarms(shop: &Shop, kind: &str) -> bool {
    let figures = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
    figures.text().await.unwrap().contains(&format!("onefare_alarms_total{{kind=\"{kind}\"}} 1"))
}

#[tokio::test]
async fn the_price_that_was_shown_is_what_the_provider_charges_from_the_next_charge_on() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let before = at_stripe(&shop).await;
    let shown = order(&shop, &owner).await;
    let lengths: Vec<_> = shown["plans"].as_array().unwrap().iter().map(|plan| plan["length"].clone()).collect();
    assert_eq!(lengths, [json!("1 month"), json!("3 months"), json!("12 months")]);
    let monthly = plan(&shop, &owner, 1).await;
    assert!(monthly["is_present"] == false && monthly["is_next"] == false, "{monthly}");
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    let changed = order(&shop, &owner).await;
    assert_eq!((&changed["next_charge"], &changed["next_charge_on"]), (&monthly["charge"], &shown["next_charge_on"]));
    assert!(changed["renews_as"].as_str().unwrap().ends_with("VPN, 1 month"), "{changed}");
    assert_eq!((&changed["product"], &changed["paid"]), (&shown["product"], &shown["paid"]), "what is paid for stays");
    let after = at_stripe(&shop).await;
    price_is(&after, (monthly["amount"].as_i64().unwrap(), "aed"), "month", 1);
    let (ended, ends) = (&before["items"]["data"][0]["current_period_end"], &after["trial_end"]);
    assert!((ends.as_i64().unwrap() - ended.as_i64().unwrap()).abs() < 60, "{ended} {ends}");
    shop.until(1, async || letters(&shop).await.len()).await;
    let text = letters(&shop).await.remove(0);
    let charge = monthly["charge"].as_str().unwrap();
    assert!(text.contains("does not change until 20 November 2027") && text.contains(charge), "{text}");

    // Requesting it again changes nothing; going back to the purchased plan restores its original price.
    let chosen = plan(&shop, &owner, 1).await;
    assert_eq!((&chosen["is_next"], &chosen["amount"]), (&json!(true), &monthly["amount"]));
    assert_eq!(ask(&shop, &mut owner, &number, &chosen).await.status.as_u16(), 200);
    assert_eq!(shop.texts("SELECT order_id FROM plan_changes").await.len(), 1);
    let present = plan(&shop, &owner, 12).await;
    assert_eq!((&present["is_present"], &present["amount"]), (&json!(true), &json!(15000)));
    assert_eq!(ask(&shop, &mut owner, &number, &present).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    price_is(&at_stripe(&shop).await, (15000, "aed"), "year", 1);
    let back = order(&shop, &owner).await;
    assert!(back.get("renews_as").is_none() && back["next_charge"] == shown["next_charge"], "{back}");
    let kept = async || {
        let letters = shop.letters_to(AMAL, 0).await;
        let about = letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains("stays as it is"));
        about.map(|letter| letter["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    shop.until(1, async || kept().await.len()).await;
    let text = kept().await.remove(0);
    assert!(text.contains("It renews on 20 November 2027, and AED\u{a0}150.00 is charged"), "{text}");
    assert_eq!(letters(&shop).await.len(), 1, "no new plan begins");
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_gets_a_price_that_was_not_shown_or_changes_what_is_not_theirs() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    customer(&shop, ZAHRA).await;
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    let monthly = plan(&shop, &owner, 1).await;
    let (foreign, unknown) =
        (ask(&shop, &mut other, &number, &monthly).await, ask(&shop, &mut other, "0000-0000", &monthly).await);
    refused(&foreign, 404, "not_found");
    refused(&unknown, 404, "not_found");
    for (field, value) in [("amount", json!(1)), ("currency", json!("USD"))] {
        let mut cheaper = monthly.clone();
        cheaper[field] = value;
        let answer = ask(&shop, &mut owner, &number, &cheaper).await;
        refused(&answer, 409, "price_changed");
        assert_eq!(answer.body["quote"]["renewal"], monthly["amount"], "{}", answer.text);
    }
    let mut gone = monthly.clone();
    gone["product_id"] = json!("vpn-99m");
    refused(&ask(&shop, &mut owner, &number, &gone).await, 422, "unknown_package");
    for body in [json!({}), json!({ "product_id": "", "expected_amount": 1, "currency": "AED" })] {
        let answer = owner.post(&shop, &format!("/api/account/orders/{number}/plan"), body).await;
        refused(&answer, 400, "bad_request");
    }
    assert!(shop.texts("SELECT order_id FROM plan_changes").await.is_empty());
    price_is(&at_stripe(&shop).await, (15000, "aed"), "year", 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_plan_is_changed_only_while_it_renews_and_in_time() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let monthly = plan(&shop, &owner, 1).await;
    for state in ["refunded", "disputed"] {
        crate::operators::run(&shop, &format!("UPDATE orders SET state = '{state}' WHERE number = '{number}'")).await;
        assert!(order(&shop, &owner).await.get("plans").is_none());
        refused(&ask(&shop, &mut owner, &number, &monthly).await, 409, "plan_change_refused");
    }
    crate::operators::run(&shop, &format!("UPDATE orders SET state = 'delivered' WHERE number = '{number}'")).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(&shop, &owner, "cancelled").await;
    refused(&ask(&shop, &mut owner, &number, &monthly).await, 409, "plan_change_refused");
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    shop.pass(364 * DAY).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert!(order(&shop, &owner).await.get("plans").is_none(), "a day before the charge");
    refused(&ask(&shop, &mut owner, &number, &monthly).await, 409, "plan_change_refused");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_paid_once_or_is_on_trial_keeps_its_plan() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let once = order(&shop, &owner).await;
    assert!(once.get("plans").is_none(), "{once}");
    let any = json!({ "product_id": "vpn-1m", "amount": 1, "currency": "EUR" });
    refused(&ask(&shop, &mut owner, once["number"].as_str().unwrap(), &any).await, 404, "not_found");

    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, crate::order::trial::trial(ZAHRA)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let mut tries = Visitor::signed_in(&shop, ZAHRA).await;
    let trial = order(&shop, &tries).await;
    assert!(trial["is_trial"] == true && trial.get("plans").is_none(), "{trial}");
    let number = trial["number"].as_str().unwrap();
    refused(&ask(&shop, &mut tries, number, &any).await, 409, "plan_change_refused");
    shop.pass(8 * DAY).await;
    let mut tries = Visitor::signed_in(&shop, ZAHRA).await;
    let monthly = plan(&shop, &tries, 1).await;
    assert_eq!(ask(&shop, &mut tries, number, &monthly).await.status.as_u16(), 200, "once it is paid for");
    shop.running.stop().await;
}

#[tokio::test]
async fn one_change_at_a_time_goes_to_the_provider_and_a_cancellation_overtakes_it() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let (monthly, quarterly) = (plan(&shop, &owner, 1).await, plan(&shop, &owner, 3).await);
    provider_fails(&shop).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "changing").await;
    refused(&ask(&shop, &mut owner, &number, &quarterly).await, 409, "renewal_changing");
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    shop.disarm_faults().await;
    shop.pass(3600).await;
    until(&shop, &owner, "cancelled").await;
    shop.until_idle().await;
    let ends = at_stripe(&shop).await;
    assert_eq!(ends["cancel_at_period_end"], true, "whatever came first");
    assert!(letters(&shop).await.is_empty(), "nobody is told of a plan that does not follow");
    // After resuming, it renews as the chosen plan, at the displayed price.
    let resumed = order(&shop, &owner).await;
    assert_eq!(resumed["resumed_charge"], monthly["charge"], "{resumed}");
    // A buyer who saw the earlier plan's charge has not agreed to this one.
    let before = json!({ "expected_amount": 15_000, "currency": "AED" });
    let path = format!("/api/account/orders/{number}/resume-renewal");
    let answer = owner.post(&shop, &path, before).await;
    refused(&answer, 409, "price_changed");
    assert_eq!(answer.body["due"]["due_now"], monthly["amount"], "{}", answer.text);
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    price_is(&at_stripe(&shop).await, (monthly["amount"].as_i64().unwrap(), "aed"), "month", 1);
    shop.running.stop().await;
}

/// The mail server is down when the letter is due, the cancellation makes the letter untrue, and the resumption makes
/// it true again.
#[tokio::test]
async fn the_letter_of_a_change_goes_out_once_the_change_holds_again() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    shop.until_idle().await;
    let away = json!({ "operation": "mail.recipient", "kind": "refuse", "value": "451 4.3.0 later", "times": 1000 });
    shop.control("faults", away).await;
    let monthly = plan(&shop, &owner, 1).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(&shop, &owner, "cancelled").await;
    // A send in flight has read the order before the cancellation: it must meet the unavailable mail server, too.
    shop.until_idle().await;
    shop.disarm_faults().await;
    shop.pass(3600).await;
    let sent = async || shop.texts("SELECT kind FROM letters WHERE sent_at IS NOT NULL ORDER BY kind").await;
    shop.until(["cancellation", "receipt"].map(str::to_owned).to_vec(), async || sent().await).await;
    shop.until(0, async || shop.rows("letters WHERE sent_at IS NULL").await).await;
    assert_eq!(letters(&shop).await, Vec::<String>::new(), "it does not renew");
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    shop.until(["cancellation", "plan_change", "receipt", "resumption"].map(str::to_owned).to_vec(), sent).await;
    assert_eq!(letters(&shop).await.len(), 1);
    shop.running.stop().await;
}

/// The letter of an earlier change says nothing of this one, whose own letter a cancellation has overtaken.
#[tokio::test]
async fn the_letter_of_a_second_change_goes_out_once_the_change_holds_again() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let monthly = plan(&shop, &owner, 1).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    shop.until(1, async || letters(&shop).await.len()).await;
    shop.pass(60).await;
    let quarterly = plan(&shop, &owner, 3).await;
    provider_fails(&shop).await;
    assert_eq!(ask(&shop, &mut owner, &number, &quarterly).await.status.as_u16(), 200);
    until(&shop, &owner, "changing").await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    shop.disarm_faults().await;
    shop.pass(3600).await;
    until(&shop, &owner, "cancelled").await;
    shop.until_idle().await;
    assert_eq!(letters(&shop).await.len(), 1, "it does not renew");
    assert_eq!(act(&shop, &mut owner, &number, "resume").await.status.as_u16(), 200);
    shop.until(2, async || letters(&shop).await.len()).await;
    let charge = quarterly["charge"].as_str().unwrap();
    assert!(letters(&shop).await.iter().any(|text| text.contains(charge)));
    shop.running.stop().await;
}

#[tokio::test]
async fn after_it_took_effect_it_is_the_plan_in_use() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let monthly = plan(&shop, &owner, 1).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    shop.pass(366 * DAY).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let shown = order(&shop, &owner).await;
    assert!(shown["product"].as_str().unwrap().ends_with("VPN, 1 month"), "{shown}");
    assert_eq!(
        (&shown["next_charge"], &shown["next_charge_on"]),
        (&monthly["charge"], &json!("20 December 2027")),
        "{shown}"
    );
    assert!(shown.get("renews_as").is_none());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_that_the_provider_cannot_make_calls_a_person_and_promises_nothing() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let monthly = plan(&shop, &owner, 1).await;
    provider_fails(&shop).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "changing").await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    // Cancel while changes still fail: a call in flight would otherwise change it first.
    shop.running.app.stripe.cancel_subscription(&subscription).await.unwrap();
    shop.disarm_faults().await;
    shop.pass(3600).await;
    // The subscription has ended at Stripe, and the panel says so.
    until(&shop, &owner, "cancelled").await;
    // The alarm comes after the stored change.
    shop.until(true, async || alarms(&shop, "plan_not_changed").await).await;
    let shown = order(&shop, &owner).await;
    assert!(shown.get("renews_as").is_none(), "{shown}");
    shop.until_idle().await;
    assert!(letters(&shop).await.is_empty());
    shop.running.stop().await;
}

/// Every difference that the audit finds, one line each, without the order's number.
async fn audited(shop: &Shop) -> Vec<String> {
    let mut lines = Vec::new();
    let figures = audit::<StoreError>(&shop.running.app.store, |one| {
        lines.push(format!("{} {}: {} / {}", one.check.word(), one.field, one.stored, one.expected));
        Ok(())
    });
    assert_eq!(figures.await.unwrap().orders, 1);
    lines
}

#[tokio::test]
async fn the_audit_computes_the_price_of_a_change_again() {
    let shop = Shop::start().await;
    let (number, mut owner) = owner(&shop).await;
    let monthly = plan(&shop, &owner, 1).await;
    assert_eq!(ask(&shop, &mut owner, &number, &monthly).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    // Back to the current plan at its original price, which no price book has to contain.
    let present = plan(&shop, &owner, 12).await;
    assert_eq!(ask(&shop, &mut owner, &number, &present).await.status.as_u16(), 200);
    until(&shop, &owner, "renews").await;
    assert_eq!(audited(&shop).await, [""; 0]);
    let sql = "UPDATE plan_changes SET quote = REPLACE(quote, '\"renewal\":3999', '\"renewal\":2999') WHERE round = 1";
    assert_eq!(crate::operators::run(&shop, sql).await, 1);
    assert_eq!(audited(&shop).await, ["quote renewal of plan change 1: 2999 / 3999"]);
    crate::operators::run(&shop, "UPDATE plan_changes SET quote = '{}' WHERE round = 2").await;
    let found = audited(&shop).await;
    assert!(found.iter().any(|line| line.starts_with("row plan_changes.quote: ")), "{found:?}");
    shop.running.stop().await;
}
