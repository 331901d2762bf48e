//! How many letters people can have sent.

use onefare_tests::Shop;
use serde_json::json;

use super::{AMAL, Visitor, customer};

async fn is_sent(shop: &Shop, email: &str) -> bool {
    let answer = Visitor::default().ask(shop, email).await;
    if answer.status.as_u16() == 429 {
        assert_eq!(answer.body["code"], json!("rate_limited"));
        let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=86_400).contains(&wait), "{wait}");
        return false;
    }
    assert_eq!(answer.text, r#"{"success":true}"#);
    true
}

#[tokio::test]
async fn an_address_gets_three_letters_in_ten_minutes_and_eight_in_a_day() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut sent = 0;
    for _ in 0..4 {
        for _ in 0..4 {
            sent += i32::from(is_sent(&shop, AMAL).await);
        }
        shop.pass(600).await;
    }
    assert_eq!(sent, 8, "3, 3, 2, and no more");
    shop.pass(24 * 3600 - 2400).await;
    assert!(is_sent(&shop, AMAL).await, "the first of them is a day old");
    shop.letters_to(AMAL, 10).await;
    shop.until_idle().await;
    assert_eq!(shop.letters_to(AMAL, 10).await.len(), 10, "nine codes and the receipt");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_network_gets_twenty_letters_in_an_hour_however_many_addresses_it_names() {
    let shop = Shop::start().await;
    for one in 0..20 {
        assert!(is_sent(&shop, &format!("somebody{one}@example.com")).await, "{one}");
    }
    assert!(!is_sent(&shop, "another@example.com").await);
    // What a visitor writes into the header of our proxies changes nothing where there is none.
    let request = shop.http.post(format!("{}{}", shop.shop, super::SEND)).header("x-forwarded-for", "198.51.100.7");
    let request = request.json(&json!({ "email": "another@example.com" }));
    assert_eq!(shop.finish(&mut onefare_tests::Browser::default(), request).await.status.as_u16(), 429);
    shop.pass(3600).await;
    assert!(is_sent(&shop, "another@example.com").await);
    shop.running.stop().await;
}
