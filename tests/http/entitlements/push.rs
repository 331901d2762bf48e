//! The receiver learns of each change, in order, whatever it answers and however long it is away.

use onefare_tests::start_of_story;
use serde_json::json;

use super::receiver::Receiver;
use super::{buys, entitled, restarted, shop_with, year};
use crate::account::disputes::{bank, decided, first_intent, suspended};
use crate::account::late_charge::attention;
use crate::account::plan_change::alarms;
use crate::account::{AMAL, Visitor};
use crate::operators::run;

#[tokio::test]
async fn every_change_is_pushed_once_signed_and_in_order() {
    let receiver = Receiver::start([]).await;
    let shop = shop_with(Some(&receiver), start_of_story()).await;
    buys(&shop, AMAL).await;
    let found = entitled(&shop, AMAL).await;
    let account = found["account"].as_str().unwrap().to_owned();
    shop.until(1, async || receiver.taken().len()).await;
    let [push] = &receiver.taken()[..] else { panic!("{:?}", receiver.taken()) };
    assert_eq!(push.id, format!("ent_{}_1", account.trim_start_matches("acc_")));
    let mut year = year(&account);
    year["revision"] = json!(1);
    let expected = json!({ "type": "entitlement.updated", "timestamp": "2026-11-20T12:00:00Z", "data": year });
    assert_eq!(push.body, expected);
    assert!(!push.body.to_string().contains('@'), "no address leaves the shop");

    let intent = first_intent(&shop).await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    decided(&shop, &dispute, "won").await;
    shop.until_idle().await;
    // The renewal is stopped and resumed meanwhile, which moves the end.
    let mut states = receiver.states();
    states.dedup();
    assert_eq!(states, ["active", "suspended", "active"]);
    let pushed = receiver.taken();
    let revisions: Vec<_> = pushed.iter().map(|push| push.body["data"]["revision"].as_u64().unwrap()).collect();
    assert_eq!(revisions, (1..=pushed.len() as u64).collect::<Vec<_>>(), "each once, in order");
    assert_eq!(pushed.last().unwrap().body["data"], entitled(&shop, AMAL).await);
    // Nothing has changed: nothing is pushed.
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    owner.get(&shop, "/api/account").await;
    shop.pass(7 * 24 * 60 * 60).await;
    shop.until_idle().await;
    assert_eq!(receiver.taken().len(), pushed.len());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_receiver_that_refuses_gets_the_newest_revision_later_under_one_id() {
    let receiver = Receiver::start([500, 302, 404]).await;
    let shop = shop_with(Some(&receiver), start_of_story()).await;
    buys(&shop, AMAL).await;
    for refused in 1..=3 {
        shop.until(refused, async || receiver.refused().len()).await;
        assert!(receiver.taken().is_empty());
        shop.pass(300).await;
    }
    shop.until(1, async || receiver.taken().len()).await;
    let ids: Vec<_> = receiver.refused().into_iter().chain(receiver.taken()).map(|push| push.id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    shop.until_idle().await;
    assert_eq!(receiver.taken().len(), 1, "once");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_receiver_does_not_take_for_an_hour_needs_attention_until_it_does() {
    let receiver = Receiver::start([503; 40]).await;
    let shop = shop_with(Some(&receiver), start_of_story()).await;
    buys(&shop, AMAL).await;
    let mut attempts = 0;
    // A change that is replaced before it can be sent is never sent.
    let intent = first_intent(&shop).await;
    let dispute = bank(&shop, &intent, "dispute").await;
    suspended(&shop).await;
    decided(&shop, &dispute, "won").await;
    assert!(attention(&shop).await.is_empty() && !alarms(&shop, "entitlement_untaken").await);
    for _ in 0..14 {
        shop.pass(300).await;
        shop.until(true, async || receiver.refused().len() > attempts).await;
        attempts = receiver.refused().len();
    }
    assert!(alarms(&shop, "entitlement_untaken").await);
    assert_eq!(attention(&shop).await, ["entitlements untaken"]);
    // A restart loses nothing.
    let shop = restarted(shop, Some(&receiver)).await;
    assert_eq!(attention(&shop).await, ["entitlements untaken"]);
    for _ in 0..40 {
        if !receiver.taken().is_empty() {
            break;
        }
        let seen = receiver.refused().len();
        shop.pass(300).await;
        shop.until(true, async || receiver.refused().len() > seen || !receiver.taken().is_empty()).await;
    }
    shop.until_idle().await;
    let taken = receiver.taken();
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(taken[0].body["data"], entitled(&shop, AMAL).await);
    assert!(attention(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_receiver_that_is_named_later_learns_what_was_there_before() {
    let shop = super::shop().await;
    for email in [AMAL, "zahra@example.com"] {
        buys(&shop, email).await;
    }
    let receiver = Receiver::start([]).await;
    let shop = restarted(shop, Some(&receiver)).await;
    shop.until(2, async || receiver.taken().len()).await;
    shop.until_idle().await;
    assert_eq!(receiver.states(), ["active", "active"]);
    // Without a receiver nothing waits.
    let shop = restarted(shop, None).await;
    shop.pass(2 * 60 * 60).await;
    shop.until_idle().await;
    assert!(attention(&shop).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_push_whose_job_is_gone_is_sent_all_the_same() {
    let receiver = Receiver::start([503]).await;
    let shop = shop_with(Some(&receiver), start_of_story()).await;
    buys(&shop, AMAL).await;
    shop.until(1, async || receiver.refused().len()).await;
    // A server without a receiver has taken the job, and had nothing to do.
    shop.until(1, async || run(&shop, "DELETE FROM jobs WHERE kind = 'push_entitlement' AND lease IS NULL").await)
        .await;
    shop.pass(60).await;
    shop.until(1, async || receiver.taken().len()).await;
    shop.running.stop().await;
}
