//! Codes: the right one works once, in the browser that requested it, for ten minutes; and what strangers can learn.

use onefare_server::clock::Clock;
use onefare_server::flows::mailed_codes::secrets::code_of;
use onefare_server::store::sign_in;
use onefare_tests::{Answer, Data, Shop, start_of_story};
use reqwest::header::SET_COOKIE;
use serde_json::json;

use super::{AMAL, CHECK, SEND, SESSIONS, Visitor, codes_to, customer, is_refused, is_welcome, other_than};

#[tokio::test]
async fn the_mailed_code_signs_in_once_and_only_the_browser_that_asked_for_it() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::default();
    // Case does not matter in the address; the letter goes to the address as used in the order.
    let code = owner.code(&shop, "Amal@Example.com").await;
    let mut stranger = Visitor::default();
    is_refused(&stranger.type_code(&shop, AMAL, &code).await);
    stranger.ask(&shop, "else@example.com").await;
    is_refused(&stranger.type_code(&shop, AMAL, &code).await);
    is_refused(&owner.type_code(&shop, "else@example.com", &code).await);

    let mut copy = owner.clone();
    let welcome =
        owner.post(&shop, CHECK, json!({ "email": AMAL, "otp": format!(" {code} "), "language": "ar" })).await;
    assert_eq!(welcome.text, r#"{"success":true,"redirect_url":"/ar/panel"}"#);
    let cookies: Vec<_> = welcome.headers.get_all(SET_COOKIE).iter().map(|set| set.to_str().unwrap()).collect();
    let session = cookies.iter().find(|cookie| cookie.starts_with("session=")).unwrap();
    assert!(
        session.contains("HttpOnly") && session.contains("SameSite=Lax") && session.contains("Path=/"),
        "{session}"
    );
    assert_eq!(welcome.headers["cache-control"], "no-store");
    assert_eq!(owner.get(&shop, SESSIONS).await.status.as_u16(), 200);
    is_refused(&copy.type_code(&shop, AMAL, &code).await);
    // The database stores neither the token nor the code.
    let digests = shop.texts("SELECT token_digest FROM sessions").await;
    assert_eq!(digests.len(), 1);
    assert_ne!(digests[0], owner.cookies["session"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_is_over_after_ten_minutes_after_three_tries_and_once_another_was_asked_for() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::default();
    let first = owner.code(&shop, AMAL).await;
    let mut before = owner.clone();
    let second = owner.code(&shop, AMAL).await;
    is_refused(&before.type_code(&shop, AMAL, &first).await);
    for _ in 0..3 {
        is_refused(&owner.type_code(&shop, AMAL, &other_than(&second)).await);
    }
    is_refused(&owner.type_code(&shop, AMAL, &second).await);
    shop.pass(600).await;
    let third = owner.code(&shop, AMAL).await;
    shop.pass(600).await;
    is_refused(&owner.type_code(&shop, AMAL, &third).await);
    let fourth = owner.code(&shop, AMAL).await;
    shop.pass(599).await;
    // Digits from an Arabic keyboard. The sign-in also forgives this browser's own failures.
    let arabic: String =
        fourth.chars().map(|digit| char::from_u32(0x660 + digit.to_digit(10).unwrap()).unwrap()).collect();
    is_welcome(&owner.type_code(&shop, AMAL, &arabic).await);
    assert_eq!(shop.texts("SELECT CAST(failures AS TEXT) FROM sign_in_failures").await, ["0"]);
    // Text that cannot be a code does not count as a try.
    for text in ["", "123", "12345", "12a4"] {
        is_refused(&owner.type_code(&shop, AMAL, text).await);
    }
    shop.running.stop().await;
}

/// What an observer sees: status, headers without random values, body.
fn seen(answer: &Answer) -> String {
    let random = ["date", "x-request-id"];
    let mut lines: Vec<String> = answer
        .headers
        .iter()
        .filter(|(name, _)| !random.contains(&name.as_str()))
        .map(|(name, value)| {
            let value = value.to_str().unwrap();
            let hidden =
                if name == SET_COOKIE { value.replace(|c: char| c.is_ascii_hexdigit(), "x") } else { value.to_owned() };
            format!("{name}: {hidden}")
        })
        .collect();
    lines.sort();
    format!("{} {lines:?} {}", answer.status, answer.text)
}

#[tokio::test]
async fn an_address_without_an_account_is_answered_as_any_other() {
    const ZAHRA: &str = "zahra@example.com";
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (mut known, mut unknown) = (Visitor::default(), Visitor::default());
    assert_eq!(seen(&known.ask(&shop, AMAL).await), seen(&unknown.ask(&shop, ZAHRA).await));
    let code = loop {
        if let Some(code) = codes_to(&shop, AMAL).await.first() {
            break code.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    let wrong = other_than(&code);
    for _ in 0..5 {
        let pair = (known.type_code(&shop, AMAL, &wrong).await, unknown.type_code(&shop, ZAHRA, "0000").await);
        assert_eq!(seen(&pair.0), seen(&pair.1));
    }
    // Even the code that would have been mailed opens no session.
    unknown = Visitor::default();
    unknown.ask(&shop, ZAHRA).await;
    let ids =
        shop.texts("SELECT id FROM sign_in_challenges WHERE email_canonical = 'zahra@example.com' AND tries = 0").await;
    let code = code_of(&shop.running.app.config.secret, &ids[0]).unwrap();
    is_refused(&unknown.type_code(&shop, ZAHRA, code.as_str()).await);
    shop.until_idle().await;
    assert!(shop.letters_to(ZAHRA, 0).await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_shop_that_is_set_to_tell_says_that_nobody_has_the_address() {
    let data = Data::new().await;
    let shop = Shop::start_set(data, Clock::manual(start_of_story()), |config| {
        config.sign_in.tells_unknown_email = true;
    })
    .await;
    customer(&shop, AMAL).await;
    let told = Visitor::default().ask(&shop, "zahra@example.com").await;
    assert_eq!(told.text, r#"{"success":false,"code":"email_not_found","message":"Email Not Found."}"#);
    Visitor::signed_in(&shop, AMAL).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn the_form_is_refused_in_its_own_words_and_other_bodies_with_a_status() {
    let shop = Shop::start().await;
    let mut visitor = Visitor::default();
    for (email, code, sentence) in [
        ("", "email_address_required", "Please enter your email address"),
        ("  ", "email_address_required", "Please enter your email address"),
        ("amal@example", "email_address_invalid", "Please enter a valid email address"),
    ] {
        for (path, body) in [(SEND, json!({ "email": email })), (CHECK, json!({ "email": email, "otp": "1234" }))] {
            let answer = visitor.post(&shop, path, body).await;
            assert_eq!(answer.body, json!({ "success": false, "code": code, "message": sentence }), "{path}");
        }
    }
    for (path, body) in [(SEND, json!({ "mail": AMAL })), (CHECK, json!({ "email": AMAL, "otp": "1".repeat(33) }))] {
        let answer = visitor.post(&shop, path, body).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (400, &json!("bad_request")), "{path}");
    }
    for path in [SEND, CHECK] {
        let request = shop.http.post(format!("{}{path}", shop.shop)).header("origin", "https://elsewhere.example");
        let answer = shop.finish(&mut onefare_tests::Browser::default(), request.json(&json!({ "email": AMAL }))).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (403, &json!("forbidden_origin")), "{path}");
        assert_eq!(visitor.get(&shop, path).await.status.as_u16(), 405, "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn guesses_that_arrive_together_are_counted_each() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut attacker = Visitor::default();
    let code = attacker.code(&shop, AMAL).await;
    let wrong = other_than(&code);
    let guess = |_| {
        let request = shop.http.post(format!("{}{CHECK}", shop.shop));
        let request = request.header("cookie", format!("sign-in={}", attacker.cookies["sign-in"]));
        tokio::spawn(request.json(&json!({ "email": AMAL, "otp": wrong })).send())
    };
    for answer in (0..40).map(guess).collect::<Vec<_>>() {
        let text = answer.await.unwrap().unwrap().text().await.unwrap();
        assert!(text.contains("otp_invalid"), "{text}");
    }
    let mut conn = shop.running.app.store.read().await.unwrap();
    assert_eq!(sign_in::failures(&mut conn, AMAL).await.unwrap(), 3);
    drop(conn);
    assert_eq!(shop.texts("SELECT CAST(tries AS TEXT) FROM sign_in_challenges").await, ["3"]);
    is_refused(&attacker.type_code(&shop, AMAL, &code).await);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_asked_for_by_letter_leaves_no_letter_behind() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    shop.until_idle().await;
    let away = json!({ "operation": "mail.recipient", "kind": "refuse", "value": "451 4.3.0 later", "times": 1 });
    shop.control("faults", away).await;
    for email in [AMAL, "nobody@example.com"] {
        Visitor::default().ask(&shop, email).await;
        shop.until_idle().await;
    }
    let waiting = "SELECT kind || ' ' || COALESCE(message_id, '-') || COALESCE(refusal, '-') FROM letters \
                   WHERE order_id IS NULL";
    assert_eq!(shop.texts(waiting).await, ["sign_in --"], "no address, no code, and no letter without an account");
    shop.pass(5).await;
    shop.until(1, async || codes_to(&shop, AMAL).await.len()).await;
    shop.until(Vec::<String>::new(), async || shop.texts(waiting).await).await;
    // A letter that is refused permanently is done too: its owner can request another.
    let unknown =
        json!({ "operation": "mail.recipient", "kind": "refuse", "value": "550 5.1.1 no such mailbox", "times": 1 });
    shop.control("faults", unknown).await;
    Visitor::default().ask(&shop, AMAL).await;
    shop.until_idle().await;
    assert_eq!(shop.texts(waiting).await, Vec::<String>::new());
    assert_eq!((codes_to(&shop, AMAL).await.len(), shop.rows("jobs WHERE kind = 'send_letter'").await), (1, 0));
    shop.running.stop().await;
}
