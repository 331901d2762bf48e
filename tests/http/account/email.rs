//! Another e-mail address for an account: both addresses confirm, then everything of it moves, and no stranger learns
//! who has which address.

use std::num::NonZeroU32;

use onefare_core::email::Email;
use onefare_server::clock::Clock;
use onefare_server::flows::mailed_codes::address::{Side, code};
use onefare_server::ids::digest;
use onefare_server::limits::{Action, By, Row};
use onefare_server::store::account_email_changes::{self, AccountEmailChange};
use onefare_server::store::{orders, sign_in};
use onefare_tests::{Answer, Data, Shop, start_of_story};
use reqwest::Method;
use serde_json::json;

use crate::operators::run;

use super::{AMAL, Visitor, codes_to, customer, on_trial, other_than};

const NEW: &str = "amal.new@example.com";
const ZAHRA: &str = "zahra@example.com";

/// The seconds of a day.
const DAY: NonZeroU32 = NonZeroU32::new(86_400).unwrap();

async fn ask(shop: &Shop, who: &mut Visitor, email: &str) -> Answer {
    who.post(shop, "/api/account/email", json!({ "email": email, "language": "en" })).await
}

async fn confirm(shop: &Shop, who: &mut Visitor, [old, new]: [&str; 2]) -> Answer {
    who.post(shop, "/api/account/email/confirm", json!({ "old_code": old, "new_code": new })).await
}

/// The codes of the newest request, once both letters are there: old and new.
async fn codes(shop: &Shop, old: &str, new: &str, letters: [usize; 2]) -> [String; 2] {
    shop.until(letters, async || [about(shop, old).await.len(), about(shop, new).await.len()]).await;
    [newest(shop, old).await, newest(shop, new).await]
}

/// Subjects of the letters that confirm an address.
async fn about(shop: &Shop, email: &str) -> Vec<String> {
    let letters = shop.letters_to(email, 0).await;
    let subjects = letters.iter().map(|letter| letter["subject"].as_str().unwrap().to_owned());
    subjects.filter(|subject| subject.starts_with("Confirm ")).collect()
}

async fn newest(shop: &Shop, email: &str) -> String {
    codes_to(shop, email).await.first().unwrap().clone()
}

async fn number_of_orders(shop: &Shop, who: &Visitor) -> usize {
    who.clone().get(shop, "/api/account").await.body["orders"].as_array().unwrap().len()
}

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), &answer.body["code"]), (status, &json!(code)), "{}", answer.text);
}

#[track_caller]
fn done(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, r#"{"success":true}"#));
}

#[tokio::test]
async fn both_addresses_confirm_and_then_everything_moves() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let mut elsewhere = Visitor::signed_in(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    done(&ask(&shop, &mut owner, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [1, 1]).await;
    // The letter to the old address says where the account goes, the one to the new says nothing of the old.
    let letters = shop.letters_to(AMAL, 0).await;
    let told = letters.iter().find(|letter| letter["subject"].as_str().unwrap().starts_with("Confirm ")).unwrap();
    assert!(told["text"].as_str().unwrap().contains(NEW), "{told}");
    assert!(!shop.letters_to(NEW, 0).await[0]["text"].as_str().unwrap().contains(AMAL));
    let before = owner.cookies.clone();
    done(&confirm(&shop, &mut owner, [&old, &new]).await);
    assert_ne!(owner.cookies["session"], before["session"], "the session is another one");
    let view = owner.get(&shop, "/api/account").await.body;
    assert_eq!((&view["email"], &view["orders"][0]["number"]), (&json!(NEW), &json!(number)));
    assert_eq!(elsewhere.get(&shop, "/api/account").await.status.as_u16(), 401, "signed out elsewhere");
    let mut stale = Visitor { cookies: before };
    assert_eq!(stale.get(&shop, "/api/account").await.status.as_u16(), 401);

    shop.until_idle().await;
    let letters = shop.letters_to(AMAL, 0).await;
    let moved: Vec<_> =
        letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains("another email")).collect();
    assert_eq!(moved.len(), 1, "one letter, however many orders");
    assert!(moved[0]["text"].as_str().unwrap().contains(NEW));
    // Signing in: the new address opens the account, the old one has none.
    let again = Visitor::signed_in(&shop, NEW).await;
    assert_eq!(number_of_orders(&shop, &again).await, 1);
    let mut gone = Visitor::default();
    assert_eq!(gone.ask(&shop, AMAL).await.text, r#"{"success":true}"#);
    shop.until_idle().await;
    let after = shop.letters_to(AMAL, 0).await.len();
    assert_eq!(after, letters.len(), "nobody has an account there any more");
    shop.running.stop().await;
}

#[tokio::test]
async fn an_address_with_an_account_of_its_own_answers_alike_and_brings_its_orders() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    customer(&shop, ZAHRA).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    for email in [ZAHRA, NEW, ZAHRA] {
        done(&ask(&shop, &mut owner, email).await);
        shop.until_idle().await;
    }
    let [old, new] = codes(&shop, AMAL, ZAHRA, [3, 2]).await;
    done(&confirm(&shop, &mut owner, [&old, &new]).await);
    assert_eq!(number_of_orders(&shop, &owner).await, 2, "who reads that mail owns both");
    shop.running.stop().await;
}

#[tokio::test]
async fn one_wrong_code_moves_nothing_and_three_end_it() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    done(&ask(&shop, &mut owner, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [1, 1]).await;
    let (no_old, no_new) = (other_than(&old), other_than(&new));
    refused(&confirm(&shop, &mut owner, [&no_old, &new]).await, 422, "otp_invalid");
    refused(&confirm(&shop, &mut owner, [&old, &no_new]).await, 422, "otp_invalid");
    refused(&confirm(&shop, &mut owner, [&no_old, &no_new]).await, 409, "email_change_over");
    refused(&confirm(&shop, &mut owner, [&old, &new]).await, 409, "email_change_over");
    refused(&confirm(&shop, &mut owner, ["", "12"]).await, 422, "otp_invalid");
    assert_eq!(owner.get(&shop, "/api/account").await.body["email"], AMAL);
    // A new request, new codes; the old ones are nothing any more.
    done(&ask(&shop, &mut owner, NEW).await);
    let fresh = codes(&shop, AMAL, NEW, [2, 2]).await;
    done(&confirm(&shop, &mut owner, [&fresh[0], &fresh[1]]).await);
    refused(&confirm(&shop, &mut owner, [&fresh[0], &fresh[1]]).await, 409, "email_change_over");
    shop.running.stop().await;
}

#[tokio::test]
async fn codes_hold_for_ten_minutes_in_the_session_that_asked() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (mut owner, mut second) = (Visitor::signed_in(&shop, AMAL).await, Visitor::signed_in(&shop, AMAL).await);
    done(&ask(&shop, &mut owner, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [1, 1]).await;
    refused(&confirm(&shop, &mut second, [&old, &new]).await, 409, "email_change_over");
    let nobody = confirm(&shop, &mut Visitor::default(), [&old, &new]).await;
    refused(&nobody, 401, "sign_in_required");
    shop.pass(601).await;
    refused(&confirm(&shop, &mut owner, [&old, &new]).await, 409, "email_change_over");
    // Another session's request takes the place of this one's.
    done(&ask(&shop, &mut owner, NEW).await);
    let first = codes(&shop, AMAL, NEW, [2, 2]).await;
    done(&ask(&shop, &mut second, NEW).await);
    codes(&shop, AMAL, NEW, [3, 3]).await;
    refused(&confirm(&shop, &mut owner, [&first[0], &first[1]]).await, 409, "email_change_over");
    assert_eq!(owner.get(&shop, "/api/account").await.body["email"], AMAL);
    shop.running.stop().await;
}

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
    // Ten wrong codes: not even the right ones count now, and no more letters go out.
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

/// The newest request: what it is, and the codes of both letters, which only the server knows.
async fn newest_request(shop: &Shop) -> (AccountEmailChange, [String; 2]) {
    let id = shop.texts("SELECT id FROM account_email_changes ORDER BY created_at DESC LIMIT 1").await.remove(0);
    let mut conn = shop.running.app.store.read().await.unwrap();
    let change = account_email_changes::by_id(&mut conn, &id).await.unwrap().unwrap();
    let codes = [Side::Old, Side::New].map(|side| code(&shop.running.app, &change, side).unwrap().as_str().to_owned());
    (change, codes)
}

/// Asks to move to another customer's address and guesses the code mailed there, with the right one of the own address:
/// how many guesses were compared.
async fn guess_at(shop: &Shop, thief: &mut Visitor, victim: &str) -> i64 {
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

/// Moves to another address of one's own.
pub async fn hop(shop: &Shop, who: &mut Visitor, email: &str) {
    shop.pass(1).await;
    done(&ask(shop, who, email).await);
    let (_, [old, new]) = newest_request(shop).await;
    done(&confirm(shop, who, [&old, &new]).await);
}

async fn failures(shop: &Shop, email: &str) -> i64 {
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
        // The day is over, and the session is not.
        for _ in 0..2 {
            shop.pass(43_200).await;
            assert_eq!(thief.get(&shop, "/api/account").await.status.as_u16(), 200);
        }
    }
    assert_eq!(compared, 10, "guesses compared at somebody else's address");
    assert_eq!(failures(&shop, ZAHRA).await, 10);
    // Nor does another account get the right codes compared.
    let mut second = Visitor::signed_in(&shop, "second@example.com").await;
    done(&ask(&shop, &mut second, ZAHRA).await);
    let (_, [old, new]) = newest_request(&shop).await;
    refused(&confirm(&shop, &mut second, [&old, &new]).await, 409, "email_change_over");
    assert_eq!(newest_request(&shop).await.0.tries, 0);
    assert_eq!((number_of_orders(&shop, &second).await, failures(&shop, "second@example.com").await), (1, 0));
    assert_eq!(shop.texts("SELECT CAST(MAX(failures) AS TEXT) FROM trusted_devices").await, ["0"]);
    // An address without an account is closed in the same way and with the same answer.
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
    // Back to the address before: the greater number goes along, and without a trusted device they count at the address.
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
    // Signing in was the one try.
    refused(&confirm(&shop, &mut owner, ["0000", "0000"]).await, 429, "rate_limited");
    shop.running.stop().await;
}

/// Sessions of fifty accounts, each with an order like the first.
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
    // Letters to sign in are counted with them.
    assert_eq!(Visitor::default().ask(&shop, ZAHRA).await.status.as_u16(), 429);
    shop.until_idle().await;
    assert_eq!(shop.letters_to(ZAHRA, 8).await.len(), 8);
    // And a network that has requested twenty in an hour gets no more, whatever the addresses.
    for (one, account) in accounts.iter_mut().enumerate().take(12) {
        done(&ask(&shop, account, &format!("another{one}@example.com")).await);
    }
    refused(&ask(&shop, &mut accounts[13], "another13@example.com").await, 429, "rate_limited");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_no_other_address_is_refused_and_a_deleted_account_has_none() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    for (email, code) in [("", "email_required"), ("amal@", "email_invalid"), (" AMAL@example.com ", "email_unchanged")]
    {
        refused(&ask(&shop, &mut owner, email).await, 422, code);
    }
    assert_eq!(shop.rows("account_email_changes").await, 0);
    done(&ask(&shop, &mut owner, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [1, 1]).await;
    done(&owner.send(&shop, Method::POST, "/api/account/delete", Some(json!({ "email": AMAL }))).await);
    assert_eq!(shop.rows("account_email_changes").await, 0, "its addresses are gone with it");
    refused(&confirm(&shop, &mut owner, [&old, &new]).await, 401, "sign_in_required");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_counts_for_both_addresses_after_it() {
    let shop = Shop::start().await;
    on_trial(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    done(&ask(&shop, &mut owner, NEW).await);
    let [old, new] = codes(&shop, AMAL, NEW, [1, 1]).await;
    done(&confirm(&shop, &mut owner, [&old, &new]).await);
    shop.until_idle().await;
    assert_eq!(owner.get(&shop, "/api/account").await.body["orders"][0]["state"], "active", "it goes on");
    let mut conn = shop.running.app.store.read().await.unwrap();
    for (email, had) in [(AMAL, true), (NEW, true), (ZAHRA, false)] {
        assert_eq!(orders::had_trial(&mut conn, &Email::parse(email).unwrap(), "").await.unwrap(), had, "{email}");
    }
    drop(conn);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_asked_for_is_in_the_download_and_forgotten_after_two_days() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    done(&ask(&shop, &mut owner, NEW).await);
    let data = owner.get(&shop, "/api/account/data").await.body;
    assert_eq!(data["address_requests"][0]["to"], NEW, "{data}");
    shop.pass(2 * 86_400 + 3_601).await;
    shop.until(0, async || shop.rows("account_email_changes").await).await;
    shop.running.stop().await;
}
