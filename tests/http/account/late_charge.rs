//! A charge that came although its buyer had ended the subscription in time, because the provider did not answer: it goes
//! back by itself, and buyer and operators are told.

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::attention::list;
use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::refund::{Wanted, look, send};
use onefare_tests::{Browser, Data, Shop};
use serde_json::{Value, json};

use super::later_charges::month;
use super::plan_change::{act, alarms, at_stripe, order, provider_fails, until};
use super::{AMAL, Visitor};
use crate::operators::run;

const BUY: &str = "/api/subscription/get_checkout_link";

pub(crate) fn instant(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn pass_to(shop: &Shop, text: &str) {
    let left = instant(text) - shop.clock.now();
    shop.pass(left.num_seconds().try_into().unwrap()).await;
}

async fn bought(shop: &Shop, body: Value) -> String {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, BUY, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

/// A month bought by card on 31 January 2027 at ten: the next charge comes on 28 February.
async fn monthly() -> (Shop, String) {
    let shop = Shop::start_in(Data::new().await, Clock::manual(instant("2027-01-31T10:00:00Z"))).await;
    let number = bought(&shop, month()).await;
    (shop, number)
}

/// Every movement of money at the provider, such as `charge 3999`.
pub(super) async fn movements(shop: &Shop) -> Vec<String> {
    let ledger = shop.sandbox_has("ledger").await;
    let rows = ledger["rows"].as_array().unwrap().iter();
    rows.map(|row| format!("{} {}", row["movement"].as_str().unwrap(), row["amount"])).collect()
}

pub(crate) async fn attention(shop: &Shop) -> Vec<String> {
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    let found = list(&mut conn, Addresses::Masked, shop.clock.now(), 10).await.unwrap();
    found.attention.into_iter().map(|line| format!("{} {}", line.what, line.state)).collect()
}

async fn letter(shop: &Shop, subject: &str) -> String {
    let find = async || {
        let letters = shop.letters_to(AMAL, 0).await;
        let mut found = letters.into_iter().filter(|letter| letter["subject"].as_str().unwrap().contains(subject));
        found.next().map(|letter| letter["text"].as_str().unwrap().replace('\u{a0}', " "))
    };
    shop.until(true, async || find().await.is_some()).await;
    find().await.unwrap()
}

#[tokio::test]
async fn a_charge_after_a_cancellation_in_time_goes_back_and_is_told() {
    let (shop, number) = monthly().await;
    pass_to(&shop, "2027-02-28T09:58:00Z").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    provider_fails(&shop).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    assert_eq!(order(&shop, &owner).await["renewal"], "cancelling");
    pass_to(&shop, "2027-02-28T10:05:00Z").await;
    assert_eq!(at_stripe(&shop).await["items"]["data"][0]["current_period_start"], json!(1_803_808_800));
    assert_eq!(movements(&shop).await, ["charge 3999", "charge 3999"], "the provider renews");
    shop.disarm_faults().await;
    // Under the key of the first hour the provider repeats its failure.
    shop.pass(3600).await;
    shop.until(3, async || movements(&shop).await.len()).await;
    assert_eq!(movements(&shop).await.last().unwrap(), "refund 3999");
    until(&shop, &owner, "cancelled").await;
    assert_eq!(order(&shop, &owner).await["ends_on"], "28 February 2027", "the day that was promised");
    assert_eq!(at_stripe(&shop).await["status"], "canceled");
    assert!(alarms(&shop, "charged_after_cancellation").await);
    let text = letter(&shop, "is cancelled").await;
    assert!(text.contains("charged AED 39.99 on 28 February 2027. The mistake is ours"), "{text}");
    assert!(
        text.contains("Your subscription ended on 28 February 2027") && !text.contains("no longer renews"),
        "{text}"
    );
    assert!(text.contains("Amount refunded: AED 39.99"), "{text}");
    shop.until(Vec::<String>::new(), async || attention(&shop).await).await;
    let data = owner.get(&shop, "/api/account/data").await;
    let told = data.body.pointer("/orders/0/charges_after_cancellation/0").unwrap();
    assert_eq!((&told["minor_units"], told["returned_at"].is_string()), (&json!(3999), true), "{told}");
    // Again after a crash, and a year later: nothing moves a second time.
    let app = &shop.running.app;
    let id = shop.texts("SELECT order_id FROM cancellations").await.remove(0);
    onefare_server::flows::payment::cancel_renewal::run(app, &id).await.unwrap();
    let charge = shop.texts("SELECT id FROM late_charges").await.remove(0);
    assert_eq!(onefare_server::flows::refund::late_charge::refund(app, &charge).await.unwrap(), None);
    pass_to(&shop, "2028-02-28T10:05:00Z").await;
    assert_eq!(movements(&shop).await.len(), 3);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_of_it_that_fails_needs_attention_until_an_operator_has_returned_the_money() {
    let shop = Shop::start().await;
    let body = json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED",
        "expected_amount": 0, "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" });
    let number = bought(&shop, body).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    provider_fails(&shop).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    shop.pass(7 * 86_400 + 60).await;
    assert_eq!(at_stripe(&shop).await["status"], "active", "the trial has become a paid plan");
    shop.replace_faults(json!({ "operation": "refunds.create", "kind": "error_500", "times": 1000 })).await;
    shop.pass(3600).await;
    shop.until(vec!["late_charges charged".to_owned()], async || attention(&shop).await).await;
    shop.until(true, async || alarms(&shop, "charged_after_cancellation").await).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(order(&shop, &owner).await["renewal"], "cancelled");
    let text = letter(&shop, "is cancelled").await;
    assert!(text.contains("charged AED 150.00 on 27 November 2026"), "a trial that was charged: {text}");
    assert_eq!(movements(&shop).await, ["charge 15000"]);
    let failed =
        json!({ "operation": "refunds.create", "kind": "lie", "field": "status", "value": "failed", "times": 1 });
    shop.replace_faults(failed).await;
    shop.pass(6 * 3600).await;
    shop.until(true, async || alarms(&shop, "late_charge_refund_failed").await).await;
    assert_eq!(attention(&shop).await, ["late_charges charged"]);
    let sheet = crate::operators::shown(&shop, &number).await.unwrap().late_charges.remove(0);
    assert_eq!((sheet.price.as_str(), sheet.failure.as_deref()), ("AED\u{a0}150.00", Some("failed")));
    // The provider's list has a refund that arrived, whoever made it.
    shop.pass(6 * 3600).await;
    shop.until(Vec::<String>::new(), async || attention(&shop).await).await;
    assert_eq!(movements(&shop).await, ["charge 15000", "refund 15000"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_charged_between_a_full_refund_and_the_end_of_the_subscription_goes_back_too() {
    let (shop, number) = monthly().await;
    pass_to(&shop, "2027-02-28T09:58:00Z").await;
    let fault = json!({ "operation": "subscriptions.cancel", "kind": "error_500", "times": 1000 });
    shop.control("faults", fault).await;
    let store = &shop.running.app.store;
    let clients = Clients { stripe: shop.running.app.stripe.clone(), mollie: shop.running.app.mollie.clone() };
    let wanted = Wanted { number: &number, payment: None, amount: None };
    let offer = look(store, &clients, &wanted, shop.clock.now()).await.unwrap();
    send(store, &offer, shop.clock.now()).await.unwrap();
    shop.running.app.wake.notify_one();
    pass_to(&shop, "2027-02-28T10:05:00Z").await;
    let _ = at_stripe(&shop).await;
    shop.disarm_faults().await;
    shop.pass(3600).await;
    let all = ["charge 3999", "refund 3999", "charge 3999", "refund 3999"];
    shop.until(all.map(str::to_owned).to_vec(), async || movements(&shop).await).await;
    shop.until(true, async || alarms(&shop, "charged_after_cancellation").await).await;
    assert_eq!(run(&shop, "UPDATE late_charges SET failure = NULL WHERE returned_at IS NOT NULL").await, 1);
    shop.running.stop().await;
}
