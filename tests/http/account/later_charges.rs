//! What a subscription charges after its first term: each charge is held against what its buyer agreed to, and a difference is
//! an operator's until it was returned or accepted. What Stripe says of a subscription is known within a day without events.

use chrono::TimeDelta;
use onefare_server::clock::Clock;
use onefare_server::flows::support::later_charge::{accept_within, look};
use onefare_tests::{Browser, Data, Shop};
use reqwest::Method;
use serde_json::{Value, json};

use super::late_charge::{attention, instant};
use super::plan_change::{act, alarms, ask, plan};
use super::{AMAL, Visitor};
use crate::operators::shown;

const DAY: u64 = 24 * 60 * 60;

/// The checkout of a month by card.
pub(crate) fn month() -> Value {
    json!({
        "email": AMAL, "selectedPackage": "vpn-1m", "currency": "AED", "expected_amount": 3999, "language": "en",
        "return_to": "/buy",
    })
}

/// A shop that no webhook event of Stripe reaches, with a month bought by card on 31 January 2027 at ten.
pub(super) async fn monthly() -> (Shop, String) {
    let shop = Shop::start_in(Data::new().await, Clock::manual(instant("2027-01-31T10:00:00Z"))).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, month()).await);
    shop.at_pay_page(&page, "pay").await;
    let number = shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned();
    shop.delivered(1).await;
    (shop, number)
}

/// Lets days pass, one by one, as the shop's own clock would.
pub(crate) async fn days(shop: &Shop, number: u64) {
    for _ in 0..number {
        shop.pass(DAY).await;
        shop.until_idle().await;
    }
}

/// Changes something at Stripe, as somebody at its dashboard would.
pub(super) async fn at_dashboard(shop: &Shop, method: Method, path: &str, form: &[(&str, &str)]) -> Value {
    let request = shop.http.request(method, format!("{}/v1/{path}", shop.sandbox));
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = request.bearer_auth("sk_test_onefare_sandbox").body(body);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let answer = shop.finish(&mut Browser::default(), request).await;
    assert!(answer.status.is_success(), "{answer:?}");
    answer.body
}

pub(super) async fn subscription(shop: &Shop) -> String {
    shop.texts("SELECT reference FROM subscriptions").await.remove(0)
}

pub(super) async fn verdicts(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT verdict FROM later_charges ORDER BY charged_at").await
}

/// How many receipts of later charges went out.
async fn receipts(shop: &Shop) -> usize {
    let letters = shop.letters_to(AMAL, 0).await;
    letters.iter().filter(|letter| letter["subject"].as_str().unwrap().starts_with("Payment ")).count()
}

/// The price of the subscription, as somebody changes it in the dashboard.
pub(super) async fn price_becomes(shop: &Shop, amount: &str) {
    let subscription = subscription(shop).await;
    let item = shop.at_stripe(&format!("subscriptions/{subscription}")).await["items"]["data"][0].clone();
    let product = at_dashboard(shop, Method::POST, "products", &[("name", "A dearer month")]).await;
    let product = product["id"].as_str().unwrap();
    let end = item["current_period_end"].to_string();
    let form = [
        ("items[0][id]", item["id"].as_str().unwrap()),
        ("items[0][price_data][currency]", "aed"),
        ("items[0][price_data][product]", product),
        ("items[0][price_data][recurring][interval]", "month"),
        ("items[0][price_data][recurring][interval_count]", "1"),
        ("items[0][price_data][unit_amount]", amount),
        ("proration_behavior", "none"),
        ("trial_end", &end),
    ];
    at_dashboard(shop, Method::POST, &format!("subscriptions/{subscription}"), &form).await;
}

#[tokio::test]
async fn each_charge_as_agreed_is_known_within_a_day_without_any_event() {
    let (shop, number) = monthly().await;
    let begun = shown(&shop, &number).await.unwrap();
    let known = begun.subscription.unwrap();
    assert_eq!((known.stands, known.renews_at), ("active", Some(instant("2027-02-28T10:00:00Z"))));
    assert!(begun.later_charges.is_empty());
    days(&shop, 29).await;
    let after = shown(&shop, &number).await.unwrap();
    let [charge] = after.later_charges.as_slice() else { panic!("{:?}", after.later_charges) };
    assert_eq!((charge.verdict, charge.price.as_str()), ("as_agreed", "AED\u{a0}39.99"));
    assert_eq!(charge.charged_at, instant("2027-02-28T10:00:00Z"));
    let known = after.subscription.unwrap();
    assert_eq!(known.renews_at, Some(instant("2027-03-31T10:00:00Z")));
    let letters = shop.letters_to(AMAL, 2).await;
    let subject = format!("Payment 2: AED\u{a0}39.99, as agreed on 31 January 2027, order {number}");
    let receipt = letters.iter().find(|letter| letter["subject"] == subject).unwrap_or_else(|| panic!("{letters:?}"));
    let text = receipt["text"].as_str().unwrap().replace('\u{a0}', " ");
    assert!(text.contains("On 28 February 2027 your card was charged AED 39.99"), "{text}");
    assert!(text.contains("31 March 2027"), "the next charge: {text}");
    assert!(shop.clock.now() - known.seen_at <= TimeDelta::days(1), "{known:?}");
    days(&shop, 62).await;
    assert_eq!(verdicts(&shop).await, ["as_agreed"; 3]);
    assert_eq!(receipts(&shop).await, 3, "each once");
    assert_eq!(attention(&shop).await, [""; 0]);
    assert!(!alarms(&shop, "charged_differently").await);
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let data = owner.get(&shop, "/api/account/data").await.body;
    assert_eq!(data["orders"][0]["later_charges"].as_array().unwrap().len(), 3);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_charge_of_more_than_agreed_raises_an_alarm_until_the_difference_is_returned() {
    let (shop, number) = monthly().await;
    price_becomes(&shop, "4999").await;
    days(&shop, 29).await;
    assert_eq!(verdicts(&shop).await, ["too_much"]);
    assert_eq!(receipts(&shop).await, 0, "no letter calls it agreed");
    assert_eq!(attention(&shop).await, ["later_charges too_much"]);
    assert!(alarms(&shop, "charged_differently").await);
    let sheet = shown(&shop, &number).await.unwrap();
    let charge = &sheet.later_charges[0];
    assert_eq!((charge.price.as_str(), charge.agreed.as_str()), ("AED\u{a0}49.99", "AED\u{a0}39.99"));
    let paid = shop.at_stripe(&format!("invoice_payments?invoice={}", charge.invoice)).await;
    let intent = paid["data"][0]["payment"]["payment_intent"].as_str().unwrap().to_owned();
    for (amount, left) in [("999", vec!["later_charges too_much"]), ("1", vec![])] {
        at_dashboard(&shop, Method::POST, "refunds", &[("payment_intent", &intent), ("amount", amount)]).await;
        days(&shop, 8).await;
        assert_eq!(attention(&shop).await, left, "{amount} returned");
    }
    let resolved = shown(&shop, &number).await.unwrap().later_charges[0].resolved_at;
    assert!(resolved.is_some());
    shop.running.stop().await;
}

#[tokio::test]
async fn an_operator_accepts_a_difference() {
    let (shop, number) = monthly().await;
    price_becomes(&shop, "2999").await;
    days(&shop, 29).await;
    assert_eq!(attention(&shop).await, ["later_charges too_little"]);
    let store = &shop.running.app.store;
    let invoice = shop.texts("SELECT invoice FROM later_charges").await.remove(0);
    let (_, charge) = look(store, &number, &invoice).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    accept_within(&mut tx, &charge.invoice, shop.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(attention(&shop).await, [""; 0]);
    for (number, invoice, why) in [
        (number.as_str(), invoice.as_str(), "returned or accepted before"),
        (&number, "in_nobody", "has no later charge in_nobody"),
        ("0000-0000", &invoice, "there is no order 0000-0000"),
    ] {
        let refused = look(store, number, invoice).await.unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    shop.running.stop().await;
}

/// Regression: the panel and the commands went on with the day that the shop had computed.
#[tokio::test]
async fn what_somebody_ends_at_stripe_is_known_within_a_week() {
    let (shop, number) = monthly().await;
    let subscription = subscription(&shop).await;
    at_dashboard(&shop, Method::DELETE, &format!("subscriptions/{subscription}"), &[]).await;
    days(&shop, 7).await;
    let known = shown(&shop, &number).await.unwrap().subscription.unwrap();
    assert_eq!((known.stands, known.renews_at), ("ended", None));
    assert!(known.ends_at.is_some());
    days(&shop, 40).await;
    let later = shown(&shop, &number).await.unwrap().subscription.unwrap();
    assert_eq!(later.seen_at, known.seen_at, "nobody asks about what is over");
    assert!(verdicts(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_of_plan_is_the_agreement_from_its_first_charge_on() {
    let (shop, number) = monthly().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let quarter = plan(&shop, &owner, 3).await;
    assert!(ask(&shop, &mut owner, &number, &quarter).await.status.is_success());
    days(&shop, 29).await;
    let sheet = shown(&shop, &number).await.unwrap();
    let seen: Vec<_> = sheet.later_charges.iter().map(|charge| (charge.verdict, charge.price.as_str())).collect();
    let price = quarter["charge"].as_str().unwrap();
    assert_eq!(seen, [("as_agreed", price)]);
    assert_ne!(price, "AED\u{a0}39.99");
    shop.running.stop().await;
}

#[tokio::test]
async fn after_a_cancellation_nothing_is_charged_and_the_end_is_stripes() {
    let (shop, number) = monthly().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert!(act(&shop, &mut owner, &number, "cancel").await.status.is_success());
    days(&shop, 40).await;
    let known = shown(&shop, &number).await.unwrap().subscription.unwrap();
    assert_eq!((known.stands, known.ends_at), ("ended", Some(instant("2027-02-28T10:00:00Z"))));
    assert!(verdicts(&shop).await.is_empty());
    assert_eq!(attention(&shop).await, [""; 0]);
    shop.running.stop().await;
}
