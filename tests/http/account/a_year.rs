//! Guesses at one account over a long time, while its owner signs in daily, weekly or never: how likely a stranger gets
//! in, by the sign-in form, and by an address change of an account of their own.
//!
//! `ONEFARE_GUESSED_DAYS` sets how many days; `npm run prove -- sign-in` plays a year.

use onefare_server::flows::mailed_codes::address::{Side, code};
use onefare_server::flows::mailed_codes::secrets::{code_of, link_of};
use onefare_server::ids::digest;
use onefare_server::store::account_email_changes;
use onefare_tests::Shop;
use serde_json::json;

use crate::operators::run;

use super::{AMAL, Visitor, customer, is_refused, is_welcome};

/// The number of codes, and the highest acceptable chance of a stranger.
const CODES: f64 = 10_000.0;
const MOST: f64 = 0.001;

/// Guesses that a stranger sends per code; more than the shop compares.
const GUESSES: usize = 4;

fn days() -> u32 {
    std::env::var("ONEFARE_GUESSED_DAYS").map_or(8, |text| text.parse().expect("a number of days"))
}

/// The newest requested code: its id, and the number of compared guesses.
async fn newest(shop: &Shop) -> (String, u32) {
    let sql = "SELECT id || ' ' || CAST(tries AS TEXT) FROM sign_in_challenges ORDER BY created_at DESC LIMIT 1";
    let row = shop.texts(sql).await.remove(0);
    let (id, tries) = row.split_once(' ').unwrap();
    (id.to_owned(), tries.parse().unwrap())
}

/// A stranger requests a code in a new browser and guesses, never right; returns the number of compared guesses.
async fn guess(shop: &Shop) -> u32 {
    shop.pass(1).await;
    let mut stranger = Visitor::default();
    stranger.ask(shop, AMAL).await;
    let (id, _) = newest(shop).await;
    let right: usize = code_of(&shop.running.app.config.secret, &id).unwrap().as_str().parse().unwrap();
    for step in 1..=GUESSES {
        let wrong = format!("{:04}", (right + step) % 10_000);
        is_refused(&stranger.type_code(shop, AMAL, &wrong).await);
    }
    newest(shop).await.1
}

/// A stranger who has bought anew, so that nothing counts against their own account, asks to move it to the guessed one
/// and guesses, never right; returns the number of compared guesses.
async fn guess_from_an_account(shop: &Shop, day: u32) -> u32 {
    shop.pass(1).await;
    let email = format!("stranger{day}@example.com");
    let bought =
        format!("UPDATE orders SET email = '{email}', email_canonical = '{email}' WHERE email LIKE 'stranger%'");
    run(shop, &bought).await;
    let (token, now) = (format!("{day:064}"), shop.clock.now().timestamp_millis());
    let session = format!(
        "INSERT INTO sessions (token_digest, id, email_canonical, device, created_at, seen_at) \
         VALUES ('{}', 'ses_{day}', '{email}', 'other', {now}, {now})",
        digest(&token)
    );
    run(shop, &session).await;
    let mut stranger = Visitor { cookies: [("session".to_owned(), token)].into() };
    let asked = stranger.post(shop, "/api/account/email", json!({ "email": AMAL })).await;
    assert_eq!(asked.text, r#"{"success":true}"#);
    let id = shop.texts("SELECT id FROM account_email_changes ORDER BY created_at DESC LIMIT 1").await.remove(0);
    let request = async || {
        let mut conn = shop.running.app.store.read().await.unwrap();
        account_email_changes::by_id(&mut conn, &id).await.unwrap().unwrap()
    };
    let [old, new] = {
        let change = request().await;
        [Side::Old, Side::New].map(|side| code(&shop.running.app, &change, side).unwrap())
    };
    let right: usize = new.as_str().parse().unwrap();
    for step in 1..=GUESSES {
        let wrong = format!("{:04}", (right + step) % 10_000);
        let codes = json!({ "old_code": old.as_str(), "new_code": wrong });
        let answer = stranger.post(shop, "/api/account/email/confirm", codes).await;
        assert!([409, 422].contains(&answer.status.as_u16()), "{answer:?}");
    }
    request().await.tries
}

/// The owner requests a letter and follows its instructions.
async fn sign_in(shop: &Shop, owner: &mut Visitor) {
    shop.pass(1).await;
    owner.ask(shop, AMAL).await;
    shop.until_idle().await;
    let (id, _) = newest(shop).await;
    let secret = &shop.running.app.config.secret;
    let code = code_of(secret, &id).unwrap();
    let by_link = "SELECT id FROM sign_in_challenges WHERE link_sent_at IS NOT NULL ORDER BY created_at DESC LIMIT 1";
    if shop.texts(by_link).await.first() == Some(&id) {
        let link = json!({ "token": link_of(secret, &id) });
        is_welcome(&owner.post(shop, "/api/account/sign-in-link", link).await);
    } else {
        is_welcome(&owner.type_code(shop, AMAL, code.as_str()).await);
    }
}

#[tokio::test]
async fn a_stranger_who_guesses_every_day_stays_outside() {
    for (rhythm, every) in [("daily", Some(1)), ("weekly", Some(7)), ("never", None)] {
        let shop = Shop::start().await;
        customer(&shop, AMAL).await;
        customer(&shop, "stranger@example.com").await;
        let (mut owner, mut missed, mut compared) = (Visitor::default(), 1.0, 0);
        for day in 0..days() {
            // The first of the two may use up the budget.
            let by_form = if day % 2 == 0 { guess(&shop).await } else { 0 };
            let by_moving = guess_from_an_account(&shop, day).await;
            let by_form = by_form + if day % 2 == 1 { guess(&shop).await } else { 0 };
            for tries in [by_form, by_moving] {
                missed *= 1.0 - f64::from(tries) / CODES;
                compared += tries;
            }
            if every.is_some_and(|every| day % every == 0) {
                sign_in(&shop, &mut owner).await;
            }
            shop.pass(24 * 3600 - 3).await;
        }
        let chance = 1.0 - missed;
        println!(
            "{} days, an owner who signs in {rhythm}: {compared} guesses compared, taken over with {:.4} %",
            days(),
            chance * 100.0
        );
        assert!(compared > 0 && chance <= MOST, "{rhythm}: {compared} guesses, {chance}");
        shop.running.stop().await;
    }
}
