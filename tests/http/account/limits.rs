//! How many sign-in letters people can request.

use onefare_server::limits::{Action, By, Row};
use onefare_tests::{Browser, Shop};
use serde_json::json;

use super::{AMAL, Visitor, customer};
use crate::machine::rate_limits::{row, shop_with};

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
    // Without a proxy, the visitor's own forwarding header has no effect.
    let request = shop.http.post(format!("{}{}", shop.shop, super::SEND)).header("x-forwarded-for", "198.51.100.7");
    let request = request.json(&json!({ "email": "another@example.com" }));
    assert_eq!(shop.finish(&mut onefare_tests::Browser::default(), request).await.status.as_u16(), 429);
    shop.pass(3600).await;
    assert!(is_sent(&shop, "another@example.com").await);
    shop.running.stop().await;
}

/// Requests a letter to a fresh address through our proxy; returns whether it is sent.
async fn is_sent_from(shop: &Shop, address: &str, number: &mut u32) -> bool {
    *number += 1;
    let request = shop.http.post(format!("{}{}", shop.shop, super::SEND)).header("x-forwarded-for", address);
    let request = request.json(&json!({ "email": format!("somebody{number}@example.com") }));
    shop.finish(&mut Browser::default(), request).await.status.as_u16() == 200
}

fn built_in() -> Vec<Row> {
    Row::table(None).unwrap().into_iter().filter(|row| row.action == Action::SignInAsk).collect()
}

#[tokio::test]
async fn who_has_many_addresses_of_one_network_gets_no_more_letters() {
    let shop = shop_with(built_in()).await;
    let mut number = 0;
    // For IPv6 a whole /64 network counts as one address.
    for host in 0..20 {
        assert!(is_sent_from(&shop, &format!("2001:db8:1:2:{host:x}::{host:x}"), &mut number).await, "{host}");
    }
    assert!(!is_sent_from(&shop, "2001:db8:1:2:ffff::1", &mut number).await);
    // A /48 network gets a hundred an hour, from however many of its addresses.
    for subnet in 3..7 {
        for host in 0..20 {
            assert!(
                is_sent_from(&shop, &format!("2001:db8:1:{subnet}::{host:x}"), &mut number).await,
                "{subnet} {host}"
            );
        }
    }
    assert!(!is_sent_from(&shop, "2001:db8:1:ffff::1", &mut number).await);
    assert!(is_sent_from(&shop, "2001:db8:2::1", &mut number).await, "another network");
    // The same for an IPv4 /24 network.
    for host in 0..100 {
        assert!(is_sent_from(&shop, &format!("192.0.2.{host}"), &mut number).await, "{host}");
    }
    assert!(!is_sent_from(&shop, "192.0.2.200", &mut number).await);
    assert!(is_sent_from(&shop, "192.0.3.200", &mut number).await, "another network");
    shop.pass(3_600).await;
    assert!(
        is_sent_from(&shop, "192.0.2.200", &mut number).await
            && is_sent_from(&shop, "2001:db8:1::1", &mut number).await
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn the_brake_for_all_together_counts_letters_and_calls_a_person() {
    let shop = shop_with(vec![row(Action::SignInAsk, By::Everyone, 3, 3_600, true)]).await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let asks = async |visitor: &mut Visitor, letters: usize| {
        assert_eq!(visitor.ask(&shop, AMAL).await.text, r#"{"success":true}"#);
        shop.until_idle().await;
        assert_eq!(shop.letters_to(AMAL, letters).await.len(), letters);
    };
    // The receipt, and the code with which the owner has signed in: one of three.
    for number in 0..10 {
        assert!(is_sent(&shop, &format!("somebody{number}@example.com")).await, "an address without an account");
    }
    let alarm = "onefare_alarms_total{kind=\"sign_in_letters\"}";
    asks(&mut Visitor::default(), 3).await;
    asks(&mut Visitor::default(), 4).await;
    assert!(shop.figures().await.contains(&format!("{alarm} 0\n")));
    asks(&mut Visitor::default(), 4).await;
    assert!(shop.figures().await.contains(&format!("{alarm} 1")));
    asks(&mut owner, 5).await;
    shop.pass(3_600).await;
    asks(&mut Visitor::default(), 6).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_strangers_ask_and_try_at_a_shared_address_stops_no_owner() {
    let rows = [built_in(), vec![row(Action::SignInTry, By::Address, 3, 3_600, true)]].concat();
    let shop = shop_with(rows).await;
    customer(&shop, AMAL).await;
    customer(&shop, "noor@example.com").await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let mut other = Visitor::default();
    let code = other.code(&shop, "noor@example.com").await;
    // One public address, as mobile networks have it: a stranger uses up what it may ask and try.
    let mut number = 0;
    while is_sent_from(&shop, "127.0.0.1", &mut number).await {}
    assert!(number < 25, "{number}");
    for _ in 0..3 {
        assert_eq!(Visitor::default().type_code(&shop, AMAL, "0000").await.status.as_u16(), 200);
    }
    assert_eq!(Visitor::default().type_code(&shop, AMAL, "0000").await.status.as_u16(), 429);
    // Who has asked for a code types it, and a trusted device gets its letter.
    super::is_welcome(&other.type_code(&shop, "noor@example.com", &code).await);
    let code = owner.code(&shop, AMAL).await;
    super::is_welcome(&owner.type_code(&shop, AMAL, &code).await);
    shop.running.stop().await;
}
