//! An entitlement follows the order and its subscription: for as long as what was paid, with the grace period where a renewal is awaited.

use onefare_tests::{Browser, Shop, start_of_story};
use serde_json::json;

use super::receiver::Receiver;
use super::{NEXT_KEY, buys, call, entitled, of_account, plain, restarted, shop, shop_with, times, year};
use crate::account::disputes::{bank, decided, first_intent, suspended};
use crate::account::late_charge::instant;
use crate::account::later_charges::{days, month};
use crate::account::plan_change::{act, ask, plan};
use crate::account::unpaid_renewal::card_becomes;
use crate::account::{AMAL, Visitor, paid_once};
use crate::operators::run;

/// A month bought by card on 31 January 2027 at ten, in a shop that no event of Stripe reaches.
async fn monthly(receiver: Option<&Receiver>) -> Shop {
    let shop = shop_with(receiver, instant("2027-01-31T10:00:00Z")).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, month()).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    shop.delivered(1).await;
    shop
}

#[tokio::test]
async fn a_purchase_entitles_its_account_for_its_term_and_the_grace_period() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    let found = entitled(&shop, "AMAL@Example.com").await;
    let account = found["account"].as_str().unwrap();
    assert!(account.starts_with("acc_") && account.len() == 30, "{account}");
    assert_eq!(plain(&found), year(account));
    assert_eq!(of_account(&shop, account).await, found);
    let (status, text) = call(&shop, &format!("/entitlements/{account}"), NEXT_KEY).await;
    assert_eq!((status.as_u16(), serde_json::from_str(&text).ok()), (200, Some(found)));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_paid_once_ends_with_its_term() {
    let shop = shop().await;
    paid_once(&shop).await;
    shop.delivered(1).await;
    let found = entitled(&shop, AMAL).await;
    let [state, paid, until] = times(&found);
    assert_eq!((state, paid), ("active", until), "nothing is awaited: {found}");
    let end = instant(until);
    shop.pass((end - start_of_story()).num_seconds().unsigned_abs() - 1).await;
    assert_eq!(entitled(&shop, AMAL).await, found, "a second before its end");
    shop.pass(1).await;
    let ended = entitled(&shop, AMAL).await;
    assert_eq!((times(&ended), ended["revision"].as_i64()), (["ended", until, until], Some(2)));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_renewal_prolongs_it_and_an_awaited_one_does_not_end_it() {
    let shop = monthly(None).await;
    let first = ["active", "2027-02-28T10:00:00Z", "2027-03-07T10:00:00Z"];
    assert_eq!(times(&entitled(&shop, AMAL).await), first);
    days(&shop, 27).await;
    let fault = json!({ "operation": "subscriptions.*", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    days(&shop, 2).await;
    assert_eq!(times(&entitled(&shop, AMAL).await), ["grace", first[1], first[2]], "access goes on");
    shop.disarm_faults().await;
    days(&shop, 1).await;
    let renewed = entitled(&shop, AMAL).await;
    assert_eq!(times(&renewed), ["active", "2027-03-31T10:00:00Z", "2027-04-07T10:00:00Z"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_unpaid_renewal_has_its_grace_and_then_ends() {
    let shop = monthly(None).await;
    card_becomes(&shop, "declined").await;
    days(&shop, 29).await;
    let mut last = entitled(&shop, AMAL).await;
    assert_eq!(times(&last)[..2], ["grace", "2027-02-28T10:00:00Z"]);
    for _ in 0..40 {
        days(&shop, 1).await;
        let found = entitled(&shop, AMAL).await;
        if found["state"] == "ended" {
            break;
        }
        last = found;
    }
    let ended = entitled(&shop, AMAL).await;
    assert_eq!(ended["state"], "ended");
    let [promised, until] = [&last, &ended].map(|one| instant(times(one)[2]));
    assert_eq!(ended["paid_until"], "2027-02-28T10:00:00Z");
    assert!(instant("2027-03-07T10:00:00Z") <= until && until <= promised, "{last} {ended}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_cancelled_renewal_leaves_what_was_paid_without_grace_and_a_resumed_one_brings_it_back() {
    let shop = shop().await;
    let number = buys(&shop, AMAL).await;
    let before = entitled(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    act(&shop, &mut owner, &number, "cancel").await;
    let cancelled = entitled(&shop, AMAL).await;
    let [state, paid, until] = times(&cancelled);
    assert_eq!((state, paid), ("active", until));
    assert_eq!(before["paid_until"], until);
    act(&shop, &mut owner, &number, "resume").await;
    let resumed = entitled(&shop, AMAL).await;
    assert_eq!(plain(&resumed), plain(&before));
    assert!(resumed["revision"].as_i64() > cancelled["revision"].as_i64());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_cancellation_changes_it_although_the_event_of_stripe_is_lost() {
    let shop = monthly(None).await;
    let number = shop.order_number().await;
    let before = entitled(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    act(&shop, &mut owner, &number, "cancel").await;
    let cancelled = entitled(&shop, AMAL).await;
    let [state, paid, until] = times(&cancelled);
    assert_eq!((state, paid, paid), ("active", until, times(&before)[1]));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_plan_that_was_changed_is_not_paid_before_its_charge() {
    let shop = monthly(None).await;
    days(&shop, 29).await;
    let number = shop.order_number().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let yearly = plan(&shop, &owner, 12).await;
    assert_eq!(ask(&shop, &mut owner, &number, &yearly).await.status.as_u16(), 200);
    shop.until_idle().await;
    card_becomes(&shop, "declined").await;
    for _ in 0..33 {
        days(&shop, 1).await;
        let found = entitled(&shop, AMAL).await;
        assert!(instant(times(&found)[1]) <= instant("2027-03-31T10:00:00Z"), "an unpaid year: {found}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_lost_dispute_of_a_later_term_never_switches_its_buyer_on_again() {
    let receiver = Receiver::start([]).await;
    let shop = monthly(Some(&receiver)).await;
    days(&shop, 29).await;
    shop.control("webhooks", json!({ "mode": "normal" })).await;
    let intent = shop.texts("SELECT payment_intent FROM later_charges").await.remove(0);
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    let before = receiver.taken().len();
    decided(&shop, &dispute, "lost").await;
    shop.until(true, async || receiver.states().last().is_some_and(|state| state == "ended")).await;
    let since = receiver.states().split_off(before);
    assert!(!since.iter().any(|state| state == "active" || state == "grace"), "{since:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dispute_suspends_it_and_the_banks_decision_restores_or_ends_it() {
    for (decision, state) in [("won", "active"), ("lost", "ended")] {
        let shop = shop().await;
        buys(&shop, AMAL).await;
        let intent = first_intent(&shop).await;
        let dispute = bank(&shop, &intent, "dispute").await;
        suspended(&shop).await;
        assert_eq!(entitled(&shop, AMAL).await["state"], "suspended");
        decided(&shop, &dispute, decision).await;
        let found = entitled(&shop, AMAL).await;
        assert_eq!(found["state"], state, "{found}");
        if state == "ended" {
            let now = shop.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
            assert_eq!(times(&found), ["ended", now.as_str(), now.as_str()]);
        }
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn the_plan_decides_about_devices_and_a_newer_price_book_changes_nothing_that_was_sold() {
    let shop = shop().await;
    let usual = "devices = 5\ndevices_at_once = 5";
    shop.apply_catalogue(|text| text.replace(usual, "devices = 10\ndevices_at_once = 2")).await;
    buys(&shop, AMAL).await;
    let found = entitled(&shop, AMAL).await;
    assert_eq!((found["devices"].as_i64(), found["simultaneous"].as_i64()), (Some(10), Some(2)));
    shop.apply_catalogue(|text| text.replace("devices = 10\ndevices_at_once = 2", "devices = 3\ndevices_at_once = 1"))
        .await;
    let intent = first_intent(&shop).await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    decided(&shop, &dispute, "won").await;
    let found = entitled(&shop, AMAL).await;
    assert_eq!((found["devices"].as_i64(), found["simultaneous"].as_i64()), (Some(10), Some(2)), "as it was sold");
    shop.running.stop().await;
}

#[tokio::test]
async fn orders_that_a_server_of_an_older_version_settled_get_their_account() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    shop.until_idle().await;
    for sql in ["UPDATE orders SET account_id = NULL", "DELETE FROM entitlements", "DELETE FROM accounts"] {
        run(&shop, sql).await;
    }
    let shop = restarted(shop, None).await;
    let found = entitled(&shop, AMAL).await;
    assert_eq!(plain(&found), year(found["account"].as_str().unwrap()));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_a_server_of_an_older_version_changed_is_found_after_a_start() {
    let shop = shop().await;
    buys(&shop, AMAL).await;
    buys(&shop, "zahra@example.com").await;
    let [amal, zahra] = [entitled(&shop, AMAL).await, entitled(&shop, "zahra@example.com").await];
    // It moves the one account, and deletes the other after a refund.
    let moved = "UPDATE orders SET email = 'new@example.com', email_canonical = 'new@example.com' WHERE email = 'amal@example.com'";
    let deleted = "UPDATE orders SET account_deleted_at = 1, state = 'refunded' WHERE email = 'zahra@example.com'";
    for sql in [moved, deleted] {
        assert_eq!(run(&shop, sql).await, 1);
    }
    let shop = restarted(shop, None).await;
    shop.pass(11 * 60).await;
    assert_eq!(entitled(&shop, "new@example.com").await, amal);
    let left = of_account(&shop, zahra["account"].as_str().unwrap()).await;
    assert_eq!(left["state"], "ended");
    for email in [AMAL, "zahra@example.com"] {
        assert_eq!(call(&shop, &format!("/entitlements?email={email}"), super::KEY).await.0.as_u16(), 404);
    }
    shop.running.stop().await;
}
