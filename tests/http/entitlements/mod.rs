//! What a payment unlocks: the systems of the VPN learn who may use it, whatever happens to order, subscription, address or
//! receiver.

mod access;
mod accounts;
mod calls;
mod push;
mod receiver;

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_server::config::Entitlements;
use onefare_tests::{Browser, Data, Shop, start_of_story, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use receiver::Receiver;

pub const KEY: &str = "the key of the VPN's systems, 40 letters!";

/// The other key, while one is replaced.
pub const NEXT_KEY: &str = "the next key of the VPN's systems, longer";

/// A shop that hands entitlements over to the calls alone, or to a receiver as well.
pub async fn shop_with(receiver: Option<&Receiver>, now: DateTime<Utc>) -> Shop {
    shop_on(Data::new().await, receiver, Clock::manual(now)).await
}

/// The same on data that may be an earlier shop's.
pub async fn shop_on(data: Data, receiver: Option<&Receiver>, clock: Clock) -> Shop {
    let receiver = receiver.map(|receiver| receiver.settings.clone());
    Shop::start_set(data, clock, |config| {
        config.pace.status_life = std::time::Duration::ZERO;
        config.entitlements = Entitlements { receiver, keys: vec![NEXT_KEY.to_owned().into(), KEY.to_owned().into()] };
    })
    .await
}

/// Stops a shop and starts it again on its data, with another receiver or none.
pub async fn restarted(shop: Shop, receiver: Option<&Receiver>) -> Shop {
    let Shop { running, data, clock, .. } = shop;
    running.stop().await;
    shop_on(data, receiver, Clock::manual(clock.now())).await
}

/// A shop that answers the calls, at the beginning of the story.
pub async fn shop() -> Shop {
    shop_with(None, start_of_story()).await
}

/// Makes a call of the operations port.
pub async fn call(shop: &Shop, path: &str, key: &str) -> (StatusCode, String) {
    let request = shop.http.get(format!("http://{}{path}", shop.running.ops)).bearer_auth(key);
    let answer = request.send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

/// What the account of an address may use, once every job is done.
pub async fn entitled(shop: &Shop, email: &str) -> Value {
    shop.until_idle().await;
    let (status, text) = call(shop, &format!("/entitlements?email={email}"), KEY).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// What an account may use, once every job is done.
pub async fn of_account(shop: &Shop, account: &str) -> Value {
    shop.until_idle().await;
    let (status, text) = call(shop, &format!("/entitlements/{account}"), KEY).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// State, end of the paid time and end of the access.
pub fn times(entitlement: &Value) -> [&str; 3] {
    ["state", "paid_until", "until"].map(|field| entitlement[field].as_str().unwrap())
}

/// Buys twelve months by card; returns the order's number.
pub async fn buys(shop: &Shop, email: &str) -> String {
    let (mut browser, before) = (Browser::default(), shop.rows("deliveries").await);
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(email, "AED", 15_000)).await);
    shop.at_pay_page(&page, "pay").await;
    let number = shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned();
    shop.delivered(before + 1).await;
    number
}

/// An entitlement without its revision.
pub fn plain(value: &Value) -> Value {
    let mut value = value.clone();
    value.as_object_mut().unwrap().remove("revision");
    value
}

/// The entitlement of twelve months that were bought at the beginning of the story.
pub fn year(account: &str) -> Value {
    json!({
        "account": account, "product": "vpn", "state": "active", "from": "2026-11-20T12:00:00Z",
        "paid_until": "2027-11-20T12:00:00Z", "until": "2027-11-27T12:00:00Z", "devices": 5, "simultaneous": 5,
        "joined_into": null,
    })
}
