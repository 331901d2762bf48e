//! The days of later charges are those of the provider, also where a month is too short for the day of the purchase:
//! what the panel says, and from when a change of plan holds.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_server::clock::Clock;
use onefare_server::payments::stripe::plans::PlanChange;
use onefare_tests::{Browser, CARD, Data, Shop, package};
use serde_json::{Value, json};

use super::later_charges::month;
use super::plan_change::{act, alarms, ask, at_stripe, letters, order, plan, price_is, provider_fails, until};
use super::{AMAL, Visitor, customer};

fn instant(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn shop_at(text: &str) -> Shop {
    Shop::start_in(Data::new().await, Clock::manual(instant(text))).await
}

async fn pass_to(shop: &Shop, text: &str) {
    let left = instant(text) - shop.clock.now();
    shop.pass(left.num_seconds().try_into().unwrap()).await;
}

/// A month that is bought by card on 31 January 2027, at ten.
async fn monthly() -> (Shop, String) {
    let shop = shop_at("2027-01-31T10:00:00Z").await;
    let number = buy(&shop, "/api/subscription/get_checkout_link", month()).await;
    (shop, number)
}

async fn buy(shop: &Shop, call: &str, body: Value) -> String {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, call, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

/// When the provider ends the paid term.
async fn term_ends(shop: &Shop) -> DateTime<Utc> {
    let end = at_stripe(shop).await["items"]["data"][0]["current_period_end"].as_i64().unwrap();
    DateTime::from_timestamp(end, 0).unwrap()
}

/// Changes the plan, and waits until the provider has it: the day from which it holds, in the panel and there.
async fn changed(shop: &Shop, number: &str, months: u32) -> (Value, DateTime<Utc>) {
    let mut owner = Visitor::signed_in(shop, AMAL).await;
    let chosen = plan(shop, &owner, months).await;
    let answer = ask(shop, &mut owner, number, &chosen).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    until(shop, &owner, "renews").await;
    let shown = order(shop, &owner).await;
    assert_eq!(shown["next_charge"], chosen["charge"], "it is given up: {shown}");
    let there = at_stripe(shop).await;
    let (interval, count) = if months == 12 { ("year", 1) } else { ("month", i64::from(months)) };
    let currency = chosen["currency"].as_str().unwrap().to_lowercase();
    price_is(&there, (chosen["amount"].as_i64().unwrap(), &currency), interval, count);
    assert_eq!(
        (&there["status"], there["trial_end"].as_i64()),
        (&json!("trialing"), Some(term_ends(shop).await.timestamp()))
    );
    assert!(!alarms(shop, "plan_not_changed").await);
    (shown["next_charge_on"].clone(), term_ends(shop).await)
}

#[tokio::test]
async fn the_panel_names_the_day_on_which_the_provider_charges() {
    let (shop, number) = monthly().await;
    let days = [
        ("2027-02-01T10:00:00Z", "28 February 2027", "2027-02-28T10:00:00Z"),
        ("2027-03-01T10:00:00Z", "31 March 2027", "2027-03-31T10:00:00Z"),
        ("2027-03-29T10:00:00Z", "31 March 2027", "2027-03-31T10:00:00Z"),
        ("2027-04-01T10:00:00Z", "30 April 2027", "2027-04-30T10:00:00Z"),
        ("2027-05-29T10:00:00Z", "31 May 2027", "2027-05-31T10:00:00Z"),
    ];
    for (now, shown, charged) in days {
        pass_to(&shop, now).await;
        let owner = Visitor::signed_in(&shop, AMAL).await;
        assert_eq!(order(&shop, &owner).await["next_charge_on"], shown, "{now}");
        assert_eq!(term_ends(&shop).await, instant(charged), "{now}");
    }
    // Cancelled, everything stays until then, and resumed it is charged then.
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(&shop, &owner, "cancelled").await;
    let cancelled = order(&shop, &owner).await;
    let (ends, resumed) = (&cancelled["ends_on"], &cancelled["resumed_charge_on"]);
    assert_eq!((ends, resumed), (&json!("31 May 2027"), &json!("31 May 2027")), "{cancelled}");
    shop.running.stop().await;
}

#[tokio::test]
async fn no_term_is_free_where_a_month_was_too_short_for_the_day_of_the_purchase() {
    let (shop, number) = monthly().await;
    pass_to(&shop, "2027-03-29T12:00:00Z").await;
    let (shown, holds) = changed(&shop, &number, 12).await;
    assert_eq!((shown, holds), (json!("31 March 2027"), instant("2027-03-31T10:00:00Z")));
    shop.until(1, async || letters(&shop).await.len()).await;
    assert!(letters(&shop).await[0].contains("does not change until 31 March 2027"));
    // From there the provider counts anew.
    pass_to(&shop, "2027-04-01T12:00:00Z").await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(order(&shop, &owner).await["next_charge_on"], "31 March 2028");
    assert_eq!(term_ends(&shop).await, instant("2028-03-31T10:00:00Z"));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_after_a_short_month_is_made_without_an_alarm() {
    let (shop, number) = monthly().await;
    pass_to(&shop, "2027-03-10T12:00:00Z").await;
    let (shown, holds) = changed(&shop, &number, 3).await;
    assert_eq!((shown, holds), (json!("31 March 2027"), instant("2027-03-31T10:00:00Z")));
    shop.running.stop().await;
}

/// From 1 March sixteen months have two days more than from 28 February, when the page was made.
#[tokio::test]
async fn a_change_between_our_day_and_the_provider_s_makes_no_year_free() {
    let shop = shop_at("2027-02-28T20:00:00Z").await;
    let number = buy(&shop, CARD, package(12, AMAL, 3999)).await;
    assert_eq!(term_ends(&shop).await, instant("2028-06-30T20:00:00Z"));
    pass_to(&shop, "2028-06-29T12:00:00Z").await;
    let (shown, holds) = changed(&shop, &number, 1).await;
    assert_eq!((shown, holds), (json!("30 June 2028"), instant("2028-06-30T20:00:00Z")));
    shop.running.stop().await;
}

#[tokio::test]
async fn time_that_was_given_at_the_provider_is_kept() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    let known = shop.running.app.stripe.subscription(&subscription).await.unwrap();
    let given = PlanChange {
        product: "given".to_owned(),
        product_name: "As before, three months later".to_owned(),
        amount: Money::new(15_000, Currency::Aed).unwrap(),
        months: 12,
        takes_effect_at: instant("2028-02-20T12:00:00Z"),
    };
    let item = &known.only_item().unwrap().id;
    shop.running.app.stripe.change_plan(&subscription, item, &given, "given").await.unwrap();
    let (shown, holds) = changed(&shop, &number, 1).await;
    assert_eq!((shown, holds), (json!("20 February 2028"), given.takes_effect_at));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_that_the_charge_comes_before_calls_a_person() {
    let (shop, number) = monthly().await;
    pass_to(&shop, "2027-03-29T12:00:00Z").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let yearly = plan(&shop, &owner, 12).await;
    provider_fails(&shop).await;
    assert_eq!(ask(&shop, &mut owner, &number, &yearly).await.status.as_u16(), 200);
    until(&shop, &owner, "changing").await;
    shop.until_idle().await;
    pass_to(&shop, "2027-04-02T12:00:00Z").await;
    shop.until_idle().await;
    shop.disarm_faults().await;
    shop.pass(TimeDelta::hours(12).num_seconds().try_into().unwrap()).await;
    shop.until(true, async || alarms(&shop, "plan_not_changed").await).await;
    price_is(&at_stripe(&shop).await, (3999, "aed"), "month", 1);
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let shown = order(&shop, &owner).await;
    assert_eq!((&shown["renewal"], &shown["next_charge_on"]), (&json!("renews"), &json!("30 April 2027")), "{shown}");
    assert!(letters(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn the_status_of_a_later_term_says_when_that_one_ends() {
    let shop = shop_at("2027-01-31T10:00:00Z").await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, "/api/subscription/get_checkout_link", month()).await);
    shop.at_pay_page(&page, "pay").await;
    let ends = async |browser: &mut Browser| {
        shop.verify_until_known(browser, &page).await.body["subscription_end_text"].as_str().unwrap().to_owned()
    };
    assert_eq!(ends(&mut browser).await, "28 February 2027");
    pass_to(&shop, "2027-03-05T10:00:00Z").await;
    assert_eq!(ends(&mut browser).await, "31 March 2027");
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let number = order(&shop, &owner).await["number"].as_str().unwrap().to_owned();
    assert_eq!(act(&shop, &mut owner, &number, "cancel").await.status.as_u16(), 200);
    until(&shop, &owner, "cancelled").await;
    assert_eq!(ends(&mut browser).await, "31 March 2027", "cancelled in its second term");
    shop.running.stop().await;
}
