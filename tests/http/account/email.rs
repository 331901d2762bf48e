//! Changing an account's e-mail address: both addresses confirm, then all its data moves, and no stranger learns who
//! has which address.

use onefare_core::email::Email;
use onefare_server::store::orders;
use onefare_tests::{Answer, Shop};
use reqwest::Method;
use serde_json::json;

use super::{AMAL, Visitor, codes_to, customer, on_trial, other_than};

pub const NEW: &str = "amal.new@example.com";
pub const ZAHRA: &str = "zahra@example.com";

pub async fn ask(shop: &Shop, who: &mut Visitor, email: &str) -> Answer {
    who.post(shop, "/api/account/email", json!({ "email": email, "language": "en" })).await
}

pub async fn confirm(shop: &Shop, who: &mut Visitor, [old, new]: [&str; 2]) -> Answer {
    who.post(shop, "/api/account/email/confirm", json!({ "old_code": old, "new_code": new })).await
}

/// The codes of the newest request, once both letters have arrived: old and new.
pub async fn codes(shop: &Shop, old: &str, new: &str, letters: [usize; 2]) -> [String; 2] {
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

pub async fn number_of_orders(shop: &Shop, who: &Visitor) -> usize {
    who.clone().get(shop, "/api/account").await.body["orders"].as_array().unwrap().len()
}

#[track_caller]
pub fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), &answer.body["code"]), (status, &json!(code)), "{}", answer.text);
}

#[track_caller]
pub fn done(answer: &Answer) {
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
    // The letter to the old address names the new one; the letter to the new address does not name the old one.
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
    // Signing in: the new address opens the account, the old one has no account.
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
    // A new request brings new codes and invalidates the old ones.
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
    // Another session's request replaces this one's.
    done(&ask(&shop, &mut owner, NEW).await);
    let first = codes(&shop, AMAL, NEW, [2, 2]).await;
    done(&ask(&shop, &mut second, NEW).await);
    codes(&shop, AMAL, NEW, [3, 3]).await;
    refused(&confirm(&shop, &mut owner, [&first[0], &first[1]]).await, 409, "email_change_over");
    assert_eq!(owner.get(&shop, "/api/account").await.body["email"], AMAL);
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
