//! After ten wrong codes, whatever the time between them, only a mailed link signs in.

use onefare_tests::{Answer, Shop};
use reqwest::Method;
use serde_json::json;

use super::{AMAL, SESSIONS, Visitor, customer, is_refused, is_welcome, other_than};

const LINK: &str = "/api/account/sign-in-link";

/// Types ten wrong codes, over days and from fresh browsers.
pub async fn locked(shop: &Shop) {
    for round in 0..4 {
        let mut attacker = Visitor::default();
        let code = attacker.code(shop, AMAL).await;
        for _ in 0..3 {
            is_refused(&attacker.type_code(shop, AMAL, &other_than(&code)).await);
        }
        shop.pass(if round == 0 { 90 * 24 * 3600 } else { 600 }).await;
    }
    assert_eq!(shop.texts("SELECT CAST(failures AS TEXT) FROM sign_in_failures").await, ["10"]);
}

/// Requests a letter, and reads the part of its link after `#`.
pub async fn link(shop: &Shop, visitor: &mut Visitor) -> String {
    let is_link = |letter: &serde_json::Value| letter["subject"].as_str().unwrap().contains("sign-in link");
    let before = shop.letters_to(AMAL, 0).await.iter().filter(|letter| is_link(letter)).count();
    assert_eq!(visitor.ask(shop, AMAL).await.text, r#"{"success":true}"#, "as for any other");
    for _ in 0..600 {
        let letters = shop.letters_to(AMAL, 0).await;
        let links: Vec<_> = letters.iter().filter(|letter| is_link(letter)).collect();
        if links.len() > before {
            let text = links[0]["text"].as_str().unwrap();
            let address = text.split_whitespace().find(|word| word.contains("/panel/link#")).unwrap();
            return address.split_once('#').unwrap().1.to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no letter with a link");
}

pub async fn follow(shop: &Shop, visitor: &mut Visitor, token: &str) -> Answer {
    visitor.post(shop, LINK, json!({ "token": token })).await
}

#[tokio::test]
async fn a_locked_account_opens_by_the_mailed_link_once_and_for_ten_minutes() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut early = Visitor::default();
    let code = early.code(&shop, AMAL).await;
    locked(&shop).await;
    is_refused(&early.type_code(&shop, AMAL, &code).await);

    let mut owner = Visitor::default();
    let token = link(&shop, &mut owner).await;
    let mut spoilt = token.clone();
    spoilt.pop();
    for wrong in ["", ".", "sic_1.00", spoilt.as_str(), token.split('.').next().unwrap()] {
        is_refused(&follow(&shop, &mut Visitor::default(), wrong).await);
    }
    // The letter may be opened on another device than the one that requested it.
    let mut phone = Visitor::default();
    is_welcome(&follow(&shop, &mut phone, &token).await);
    assert_eq!(phone.get(&shop, SESSIONS).await.status.as_u16(), 200);
    is_refused(&follow(&shop, &mut Visitor::default(), &token).await);

    let old = link(&shop, &mut owner).await;
    shop.pass(600).await;
    is_refused(&follow(&shop, &mut Visitor::default(), &old).await);
    // Following a link gives strangers no new guesses: the next letter again holds a link.
    let again = link(&shop, &mut owner).await;
    is_welcome(&follow(&shop, &mut owner, &again).await);
    shop.running.stop().await;
}

/// Mail scanners open every link before its reader does.
#[tokio::test]
async fn a_link_that_a_scanner_opens_still_signs_its_reader_in() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    locked(&shop).await;
    let token = link(&shop, &mut Visitor::default()).await;
    let mut scanner = Visitor::default();
    for method in [Method::GET, Method::HEAD] {
        for path in ["/panel/link".to_owned(), format!("/panel/link?token={token}"), format!("/panel/link#{token}")] {
            let opened = scanner.send(&shop, method.clone(), &path, None).await;
            assert_eq!(opened.status.as_u16(), 200, "{method} {path}");
            assert!(opened.headers.get("set-cookie").is_none(), "{method} {path}: {:?}", opened.headers);
        }
        let body = Some(json!({ "token": token }));
        for path in [LINK.to_owned(), format!("{LINK}?token={token}")] {
            let called = scanner.send(&shop, method.clone(), &path, body.clone()).await;
            assert_eq!(called.status.as_u16(), 405, "{method} {path}");
        }
    }
    assert_eq!(shop.rows("sessions").await, 0);
    let mut owner = Visitor::default();
    is_welcome(&follow(&shop, &mut owner, &token).await);
    assert_eq!(owner.get(&shop, SESSIONS).await.status.as_u16(), 200);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_link_that_is_pressed_in_parallel_signs_in_once() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    locked(&shop).await;
    for round in 1..=3 {
        let token = link(&shop, &mut Visitor::default()).await;
        let press = async || {
            let request = shop.http.post(format!("{}{LINK}", shop.shop)).json(&json!({ "token": token }));
            request.send().await.unwrap().text().await.unwrap().contains(r#""success":true"#)
        };
        let pressed = tokio::join!(press(), press());
        assert_eq!((u8::from(pressed.0) + u8::from(pressed.1), shop.rows("sessions").await), (1, round));
        shop.pass(600).await;
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_right_code_forgives_the_failures_of_its_own_browser_and_no_others() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut attacker = Visitor::default();
    let code = attacker.code(&shop, AMAL).await;
    for _ in 0..3 {
        is_refused(&attacker.type_code(&shop, AMAL, &other_than(&code)).await);
    }
    let mut owner = Visitor::default();
    for _ in 0..2 {
        let code = owner.code(&shop, AMAL).await;
        is_refused(&owner.type_code(&shop, AMAL, &other_than(&code)).await);
        shop.pass(600).await;
    }
    let code = owner.code(&shop, AMAL).await;
    is_welcome(&owner.type_code(&shop, AMAL, &code).await);
    assert_eq!(shop.texts("SELECT CAST(failures AS TEXT) FROM sign_in_failures").await, ["3"]);
    shop.running.stop().await;
}
