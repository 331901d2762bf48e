//! Guesses at the codes of an address change, and the limits on its letters and calls.

use std::num::NonZeroU32;

use onefare_server::clock::Clock;
use onefare_server::flows::mailed_codes::address::{Side, code};
use onefare_server::ids::digest;
use onefare_server::limits::{Action, By, Row};
use onefare_server::store::account_email_changes::{self, AccountEmailChange};
use onefare_server::store::sign_in;
use onefare_tests::{Data, Shop, start_of_story};

use crate::operators::run;

use super::email::{NEW, ZAHRA, ask, codes, confirm, done, number_of_orders, refused};
use super::{AMAL, Visitor, customer, other_than};

/// The seconds of a day.
const DAY: NonZeroU32 = NonZeroU32::new(86_400).unwrap();

#[tokio::test]
async fn guesses_count_for_the_account_and_letters_are_few() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut thief = Visitor::signed_in(&shop, AMAL).await;
    for round in 1..=3 {
        done(&ask(&shop, &mut thief, NEW).await);
        let [old, new] = codes(&shop, AMAL, NEW, [round, round]).await;
        for _ in 0..3 {
            confirm(&shop, &mut thief, [&other_than(&old), &new]).await;
        }
    }
    shop.pass(600).await;
    done(&ask(&shop, &mut thief, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [4, 4]).await;
    refused(&confirm(&shop, &mut thief, [&other_than(&old), &new]).await, 422, "otp_invalid");
    // After ten wrong codes not even the right ones work, and no more letters go out.
    refused(&confirm(&shop, &mut thief, [&old, &new]).await, 409, "email_change_over");
    refused(&ask(&shop, &mut thief, NEW).await, 409, "email_correction_over");
    assert_eq!(thief.get(&shop, "/api/account").await.body["email"], AMAL);

    customer(&shop, ZAHRA).await;
    let mut eager = Visitor::signed_in(&shop, ZAHRA).await;
    for one in 0..5 {
        done(&ask(&shop, &mut eager, &format!("zahra.new{one}@example.com")).await);
    }
    let limited = ask(&shop, &mut eager, "zahra.new5@example.com").await;
    refused(&limited, 429, "rate_limited");
    assert!(limited.headers.contains_key("retry-after"));
    shop.pass(86_400).await;
    let mut eager = Visitor::signed_in(&shop, ZAHRA).await;
    done(&ask(&shop, &mut eager, "zahra.new5@example.com").await);
    shop.running.stop().await;
}

/// The newest request, with the codes of both letters, which only the server knows.
async fn newest_request(shop: &Shop) -> (AccountEmailChange, [String; 2]) {
    let id = shop.texts("SELECT id FROM account_email_changes ORDER BY created_at DESC LIMIT 1").await.remove(0);
    let mut conn = shop.running.app.store.read().await.unwrap();
    let change = account_email_changes::by_id(&mut conn, &id).await.unwrap().unwrap();
    let codes = [Side::Old, Side::New].map(|side| code(&shop.running.app, &change, side).unwrap().as_str().to_owned());
    (change, codes)
}

/// Asks to move to another customer's address and guesses the code mailed there, with the right code for the own
/// address; returns the number of compared guesses.
async fn guess_at(shop: &Shop, thief: &mut Visitor, victim: &str) -> u32 {
    shop.pass(1).await;
    if ask(shop, thief, victim).await.status.as_u16() != 200 {
        return 0;
    }
    let (_, [old, right]) = newest_request(shop).await;
    let mut wrong = right;
    for _ in 0..4 {
        wrong = other_than(&wrong);
        confirm(shop, thief, [&old, &wrong]).await;
    }
    newest_request(shop).await.0.tries
}

/// Moves the account to another address of the same person.
pub async fn hop(shop: &Shop, who: &mut Visitor, email: &str) {
    shop.pass(1).await;
    done(&ask(shop, who, email).await);
    let (_, [old, new]) = newest_request(shop).await;
    done(&confirm(shop, who, [&old, &new]).await);
}

async fn failures(shop: &Shop, email: &str) -> u32 {
    sign_in::failures(&mut shop.running.app.store.read().await.unwrap(), email).await.unwrap()
}

#[tokio::test]
async fn an_account_that_moves_from_address_to_address_guesses_ten_times_at_another_in_all() {
    let shop = Shop::start().await;
    for email in [ZAHRA, "thief@example.com", "second@example.com"] {
        customer(&shop, email).await;
    }
    let mut thief = Visitor::signed_in(&shop, "thief@example.com").await;
    let mut compared = 0;
    for next in ["thief2@example.com", "thief3@example.com"] {
        for _ in 0..3 {
            compared += guess_at(&shop, &mut thief, ZAHRA).await;
        }
        hop(&shop, &mut thief, next).await;
        // A day passes, and the session stays.
        for _ in 0..2 {
            shop.pass(43_200).await;
            assert_eq!(thief.get(&shop, "/api/account").await.status.as_u16(), 200);
        }
    }
    assert_eq!(compared, 10, "guesses compared at somebody else's address");
    assert_eq!(failures(&shop, ZAHRA).await, 10);
    // Right codes from another account are not compared either.
    let mut second = Visitor::signed_in(&shop, "second@example.com").await;
    done(&ask(&shop, &mut second, ZAHRA).await);
    let (_, [old, new]) = newest_request(&shop).await;
    refused(&confirm(&shop, &mut second, [&old, &new]).await, 409, "email_change_over");
    assert_eq!(newest_request(&shop).await.0.tries, 0);
    assert_eq!((number_of_orders(&shop, &second).await, failures(&shop, "second@example.com").await), (1, 0));
    assert_eq!(shop.texts("SELECT CAST(MAX(failures) AS TEXT) FROM trusted_devices").await, ["0"]);
    // An address without an account is locked in the same way and with the same answer.
    run(&shop, "INSERT INTO sign_in_failures (email_canonical, failures) VALUES ('nobody@example.com', 10)").await;
    done(&ask(&shop, &mut second, "nobody@example.com").await);
    let (_, [old, new]) = newest_request(&shop).await;
    refused(&confirm(&shop, &mut second, [&old, &new]).await, 409, "email_change_over");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_right_codes_forgive_their_own_request_and_no_other() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    run(&shop, "INSERT INTO sign_in_failures (email_canonical, failures) VALUES ('amal.new@example.com', 4)").await;
    assert_eq!(guess_at(&shop, &mut owner, NEW).await, 3);
    let own = async || shop.texts("SELECT CAST(failures AS TEXT) FROM trusted_devices").await;
    assert_eq!((own().await, failures(&shop, NEW).await), (vec!["3".to_owned()], 7));
    shop.pass(1).await;
    done(&ask(&shop, &mut owner, NEW).await);
    let (_, [old, new]) = newest_request(&shop).await;
    refused(&confirm(&shop, &mut owner, [&old, &other_than(&new)]).await, 422, "otp_invalid");
    done(&confirm(&shop, &mut owner, [&old, &new]).await);
    assert_eq!(
        (own().await, failures(&shop, NEW).await),
        (vec!["0".to_owned()], 7),
        "two tries of five are taken back"
    );
    // Back to the earlier address: the greater count moves along, and without a trusted device failures count at the
    // address.
    owner.cookies.remove("device");
    assert_eq!(guess_at(&shop, &mut owner, AMAL).await, 3);
    assert_eq!((failures(&shop, AMAL).await, failures(&shop, NEW).await), (3, 10));
    let mut owner = Visitor::default();
    run(&shop, "UPDATE sign_in_failures SET failures = 8 WHERE failures = 10").await;
    let code = owner.code(&shop, NEW).await;
    super::is_welcome(&owner.type_code(&shop, NEW, &code).await);
    hop(&shop, &mut owner, AMAL).await;
    assert_eq!((failures(&shop, AMAL).await, failures(&shop, NEW).await), (8, 8));
    shop.running.stop().await;
}

#[tokio::test]
async fn the_requests_of_a_day_go_along_with_an_account() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    for one in 0..4 {
        done(&ask(&shop, &mut owner, &format!("other{one}@example.com")).await);
    }
    hop(&shop, &mut owner, NEW).await;
    refused(&ask(&shop, &mut owner, "other5@example.com").await, 429, "rate_limited");
    let data = owner.get(&shop, "/api/account/data").await.body;
    assert_eq!(data["address_requests"].as_array().unwrap().len(), 5, "{data}");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_calls_are_limited_as_others_that_cost_letters_or_guesses() {
    let row = |action| Row { action, by: By::Address, times: NonZeroU32::MIN, seconds: DAY, shared: true };
    let limits = [Action::EmailChange, Action::SignInTry].map(row);
    let clock = Clock::manual(start_of_story());
    let shop = Shop::start_set(Data::new().await, clock, |config| config.limits = limits.to_vec()).await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    done(&ask(&shop, &mut owner, NEW).await);
    refused(&ask(&shop, &mut owner, NEW).await, 429, "rate_limited");
    // A code without a request for one uses the only try; the owner's own, which was asked for, did not.
    assert_eq!(Visitor::default().type_code(&shop, AMAL, "0000").await.status.as_u16(), 200);
    // The codes of another address were asked for: no stranger of the owner's network uses up their tries.
    assert_eq!(Visitor::default().type_code(&shop, AMAL, "0000").await.status.as_u16(), 429);
    for _ in 0..2 {
        refused(&confirm(&shop, &mut owner, ["0000", "0000"]).await, 422, "otp_invalid");
    }
    refused(&confirm(&shop, &mut owner, ["0000", "0000"]).await, 409, "email_change_over");
    shop.running.stop().await;
}

/// Sessions of fifty accounts, each with an order copied from the first.
async fn fifty_accounts(shop: &Shop) -> Vec<Visitor> {
    customer(shop, AMAL).await;
    let columns =
        "buyer, language, product_id, currency, due_now, quote, quote_fingerprint, book, state, created_at, paid_at";
    let mut accounts = Vec::new();
    for one in 0..50 {
        let (email, token) = (format!("one{one}@example.com"), format!("{one:064}"));
        let order = format!(
            "INSERT INTO orders (id, number, email, email_canonical, {columns}) \
             SELECT 'ord_{one}', '0000-{one:04}', '{email}', '{email}', {columns} FROM orders WHERE email = '{AMAL}'"
        );
        run(shop, &order).await;
        let (digest, now) = (digest(&token), shop.clock.now().timestamp_millis());
        let session = format!(
            "INSERT INTO sessions (token_digest, id, email_canonical, device, created_at, seen_at) \
             VALUES ('{digest}', 'ses_{one}', '{email}', 'other', {now}, {now})"
        );
        run(shop, &session).await;
        accounts.push(Visitor { cookies: [("session".to_owned(), token)].into() });
    }
    accounts
}

#[tokio::test]
async fn an_address_gets_three_letters_in_ten_minutes_and_eight_in_a_day_from_however_many_accounts() {
    let shop = Shop::start().await;
    let mut accounts = fifty_accounts(&shop).await;
    let mut sent = Vec::new();
    for _ in 0..4 {
        let mut now = 0;
        for account in &mut accounts {
            let answer = ask(&shop, account, ZAHRA).await;
            if answer.status.as_u16() == 429 {
                assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
            } else {
                done(&answer);
                now += 1;
            }
        }
        sent.push(now);
        shop.pass(600).await;
    }
    assert_eq!(sent, [3, 3, 2, 0]);
    // Sign-in letters share the count.
    assert_eq!(Visitor::default().ask(&shop, ZAHRA).await.status.as_u16(), 429);
    shop.until_idle().await;
    assert_eq!(shop.letters_to(ZAHRA, 8).await.len(), 8);
    // A network that has requested twenty in an hour gets no more, whatever the addresses.
    for (one, account) in accounts.iter_mut().enumerate().take(12) {
        done(&ask(&shop, account, &format!("another{one}@example.com")).await);
    }
    refused(&ask(&shop, &mut accounts[13], "another13@example.com").await, 429, "rate_limited");
    shop.running.stop().await;
}
