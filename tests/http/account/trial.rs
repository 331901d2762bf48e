//! A trial is cancelled in the panel as easily as it was begun: one call, and nothing is ever charged.

use onefare_tests::Shop;
use reqwest::Method;
use serde_json::json;

use super::{AMAL, Visitor, on_trial};

#[tokio::test]
async fn a_trial_is_cancelled_by_one_call_and_is_never_charged() {
    let shop = Shop::start().await;
    on_trial(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let order = async || owner.clone().get(&shop, "/api/account").await.body["orders"][0].clone();
    let before = order().await;
    assert_eq!((&before["is_trial"], &before["renewal"]), (&json!(true), &json!("renews")), "{before}");
    assert_eq!(
        (&before["paid"], &before["next_charge"], &before["next_charge_on"]),
        (&json!("AED\u{a0}0.00"), &json!("AED\u{a0}150.00"), &json!("27 November 2026"))
    );

    let number = before["number"].as_str().unwrap().to_owned();
    let cancel = format!("/api/account/orders/{number}/cancel-renewal");
    let answer = owner.clone().send(&shop, Method::POST, &cancel, None).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    shop.until(json!("cancelled"), async || order().await["renewal"].clone()).await;
    let after = order().await;
    assert_eq!((&after["state"], &after["ends_on"]), (&json!("active"), &json!("27 November 2026")), "{after}");
    assert!(after.get("next_charge").is_none(), "{after}");
    let is_told = async || {
        let letters = shop.letters_to(AMAL, 0).await;
        letters.iter().filter(|letter| letter["subject"].as_str().unwrap().starts_with("Your trial at")).count()
    };
    shop.until(1, is_told).await;

    shop.pass(8 * 86_400).await;
    shop.until_idle().await;
    assert_eq!(shop.sandbox_has("ledger").await["rows"], json!([]), "no money has moved");
    owner = Visitor::signed_in(&shop, AMAL).await;
    let ended = owner.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert!(ended.get("next_charge").is_none() && ended.get("resumed_charge").is_none(), "{ended}");
    shop.running.stop().await;
}
