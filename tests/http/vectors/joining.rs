//! The wizard's answers, through its call and its page.

use onefare_core::email::Email;
use onefare_server::store::leads;
use onefare_tests::{Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{cases, page, refusal};

const JOIN: &str = "/api/website/onboarding";

#[tokio::test]
async fn answers_are_stored_as_the_rule_reads_them() {
    let shop = Shop::start().await;
    let store = &shop.running.app.store;
    for case in cases("onboarding", "onboarding_read") {
        let answer = shop.post(&mut Browser::default(), JOIN, case.input[0].clone()).await;
        let Some(read) = case.value() else {
            assert_eq!(refusal(&answer), case.expect["error"].as_str().unwrap(), "{}", case.name);
            continue;
        };
        assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("ok")), "{}", case.name);
        let mut tx = store.begin().await.unwrap();
        let [lead] = leads::all(&mut tx).await.unwrap().try_into().unwrap();
        assert!(leads::delete(&mut tx, &Email::parse(&lead.email).unwrap()).await.unwrap());
        tx.commit().await.unwrap();
        let reasons: Vec<&str> = lead.reasons.split(',').collect();
        let mut stored = json!({ "email": lead.email, "device": lead.device, "reasons": reasons });
        if let Some(service) = lead.streaming_service {
            stored["streaming_service"] = service.into();
        }
        let mut expected = read.clone();
        expected.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        assert_eq!(stored, expected, "{}", case.name);
    }
    for case in cases("email", "email_prefill_pair") {
        let body = json!({ "email": case.text(0), "selected_device": "ios", "selected_reasons": ["other"] });
        let answer = shop.post(&mut Browser::default(), JOIN, body).await;
        match case.expect.as_str() {
            Some(pair) => assert_eq!(answer.body["next"], format!("/buy?{pair}"), "{}", case.name),
            None => assert!(answer.status.is_client_error(), "{}", case.name),
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_page_offers_what_may_be_chosen() {
    let shop = Shop::start().await;
    let shown = page(&shop, "/onboarding").await;
    let devices: Vec<Value> = shown["content"]["devices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|device| json!([device["code"], device["name"]]))
        .collect();
    for case in cases("onboarding", "onboarding_lists") {
        assert_eq!((json!(devices), &shown["content"]["reasons"]), (case.expect[0].clone(), &case.expect[1]));
    }
    shop.running.stop().await;
}
