//! Letters that the mail server refuses permanently are not retried endlessly, delay no other letter, and raise an
//! alarm. Letters that it refuses temporarily, or because of us, are retried.

use std::time::Duration;

use onefare_server::flows::letters::resend::Asked;
use onefare_server::flows::letters::resend::ResendError;
use onefare_server::flows::letters::resend::ask;
use onefare_server::flows::letters::resend::progress;
use onefare_server::flows::letters::resend::see_to;
use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::order_view::LetterSheet;
use onefare_server::flows::support::order_view::sheet;
use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::json;

use crate::account::{Visitor, customer};
use crate::operators::run;
use crate::refund::withdrawal::confirm;

const EMAIL: &str = "amal@example.com";
const UNKNOWN: &str = "550 5.1.1 <amal@example.com>: no such mailbox";

/// Makes the mail server answer with this line at a step, `times` times.
async fn refuse(shop: &Shop, step: &str, line: &str, times: u32) {
    shop.control("faults", json!({ "operation": step, "kind": "refuse", "value": line, "times": times })).await;
}

/// Buys a plan and returns the order's number.
async fn plan(shop: &Shop) -> String {
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

/// Buys data, which the supplier makes at once.
async fn data(shop: &Shop) {
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    let list = shop.get("/api/esim/bundles").await.body;
    let id = list["data"]["countries"][0]["id"].clone();
    let plan = shop.get(&format!("/api/esim/bundle/{id}")).await.body["data"]["refills"][0].clone();
    let body = json!({
        "email": EMAIL, "bundle_id": id, "payment_method": "card", "structured_data": plan["structured_data"],
        "currency": "USD", "expected_amount": plan["price_usd"], "language": "en",
    });
    let page = shop.post(&mut Browser::default(), "/api/esim/stripe/create-payment", body).await;
    let url = page.body["data"]["checkout_url"].as_str().unwrap_or_else(|| panic!("no page in {page:?}")).to_owned();
    shop.at_pay_page(url.rsplit('/').next().unwrap().split(['?', '#']).next().unwrap(), "pay").await;
}

/// Kind, reason and number of each letter recorded as refused.
async fn refused(shop: &Shop) -> Vec<String> {
    let sql = "SELECT kind || ' ' || CAST(number AS TEXT) || ': ' || refusal FROM letters WHERE refused_at IS NOT NULL ORDER BY kind";
    shop.texts(sql).await
}

async fn letters_left(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT kind || ' ' || COALESCE(last_error, '-') FROM jobs WHERE kind LIKE 'send%' ORDER BY kind").await
}

async fn shown(shop: &Shop, number: &str) -> Vec<LetterSheet> {
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    sheet(&mut conn, number, Addresses::Masked, shop.clock.now()).await.unwrap().unwrap().letters
}

/// Requests what `orders resend` does.
async fn resend(shop: &Shop, number: &str) -> Asked {
    let asked = ask(&shop.running.app.store, number, shop.clock.now()).await.unwrap();
    shop.running.app.wake.notify_one();
    shop.until(Vec::<String>::new(), async || progress(&shop.running.app.store, &asked).await.unwrap().waiting).await;
    asked
}

async fn figure(shop: &Shop, name: &str) -> String {
    let figures = shop.figures().await;
    let line = figures.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_default().to_owned()
}

const TO_LOOK_AT: &str = "onefare_attention{what=\"letters\",state=\"undeliverable\"}";
const ALARMS: &str = "onefare_alarms_total{kind=\"letter_undeliverable\"}";

#[tokio::test]
async fn a_mistyped_address_is_told_once_and_not_tried_for_ever() {
    let shop = Shop::start().await;
    refuse(&shop, "mail.recipient", UNKNOWN, 1).await;
    let number = plan(&shop).await;
    let noted = "receipt 1: the mail server said 550 to the recipient";
    shop.until(vec![noted.to_owned()], async || refused(&shop).await).await;
    shop.until(Vec::new(), async || letters_left(&shop).await).await;
    assert_eq!((figure(&shop, TO_LOOK_AT).await, figure(&shop, ALARMS).await), ("1".to_owned(), "1".to_owned()));
    // After half a day there was no retry, although the mail server would accept it now.
    shop.pass(12 * 3600).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!((shop.letters_noted().await, shop.letters_to(EMAIL, 0).await.len()), (0, 0));
    let letters = shown(&shop, &number).await;
    assert_eq!(letters.len(), 1);
    assert_eq!((letters[0].kind.as_str(), letters[0].sent_at, letters[0].seen_to_at), ("receipt", None, None));
    assert_eq!(letters[0].refused.as_deref(), Some("the mail server said 550 to the recipient"));
    // An operator has it resent.
    let asked = resend(&shop, &number).await;
    assert!(asked.first_letter_due && asked.copies.is_empty(), "{asked:?}");
    assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1);
    shop.until(1, async || shop.letters_noted().await).await;
    assert!(refused(&shop).await.is_empty());
    assert_eq!((figure(&shop, TO_LOOK_AT).await, figure(&shop, ALARMS).await), ("0".to_owned(), "1".to_owned()));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refused_letter_does_not_keep_the_next_one() {
    let shop = Shop::start().await;
    refuse(&shop, "mail.letter", "554 5.7.1 a picture", 1).await;
    refuse(&shop, "mail.letter", "451 4.3.0 later", 1).await;
    data(&shop).await;
    // The receipt goes first, because it announces the other letter.
    let noted = "receipt 1: the mail server said 554 to the letter";
    shop.until(vec![noted.to_owned()], async || refused(&shop).await).await;
    let later = "send_letter not sent now: the mail server said 451 to the letter";
    shop.until(vec![later.to_owned()], async || letters_left(&shop).await).await;
    // The server would now accept both; only the eSIM letter is retried by itself.
    shop.pass(5).await;
    shop.until(1, async || shop.letters_noted().await).await;
    assert_eq!(shop.texts("SELECT kind FROM letters WHERE sent_at IS NOT NULL").await, ["esim"]);
    shop.until(Vec::new(), async || letters_left(&shop).await).await;
    // The receipt is sent again, together with a copy of the eSIM letter.
    let number = shop.order_number().await;
    let asked = resend(&shop, &number).await;
    assert!(asked.first_letter_due && asked.copies == ["esim"], "{asked:?}");
    assert_eq!(shop.letters_to(EMAIL, 3).await.len(), 3);
    assert!(progress(&shop.running.app.store, &asked).await.unwrap().refused.is_empty());
    let letters = shown(&shop, &number).await;
    let told: Vec<_> =
        letters.iter().map(|letter| (letter.kind.as_str(), letter.copy, letter.sent_at.is_some())).collect();
    assert_eq!(told.iter().filter(|(_, _, sent)| *sent).count(), 3, "{told:?}");
    shop.running.stop().await;
}

/// The next letter of a kind tells of another event, such as a second cancellation.
#[tokio::test]
async fn a_refused_letter_does_not_keep_the_next_of_its_kind() {
    let shop = Shop::start().await;
    let number = customer(&shop, EMAIL).await;
    let mut owner = Visitor::signed_in(&shop, EMAIL).await;
    shop.until_idle().await;
    let path = |act: &str| format!("/api/account/orders/{number}/{act}-renewal");
    refuse(&shop, "mail.recipient", UNKNOWN, 1).await;
    owner.send(&shop, Method::POST, &path("cancel"), None).await;
    let noted = "cancellation 1: the mail server said 550 to the recipient";
    shop.until(vec![noted.to_owned()], async || refused(&shop).await).await;
    shop.until_idle().await;
    assert_eq!(figure(&shop, TO_LOOK_AT).await, "1");
    owner.post(&shop, &path("resume"), json!({ "expected_amount": 15_000, "currency": "AED" })).await;
    shop.until_idle().await;
    owner.send(&shop, Method::POST, &path("cancel"), None).await;
    let sent = async || {
        let sql =
            "SELECT kind || ' ' || CAST(number AS TEXT) FROM letters WHERE sent_at IS NOT NULL ORDER BY kind, number";
        shop.texts(sql).await
    };
    shop.until(["cancellation 2", "receipt 1", "resumption 1"].map(str::to_owned).to_vec(), sent).await;
    // Its buyer misses nothing by the first, and support sends one copy of what holds.
    assert_eq!(figure(&shop, TO_LOOK_AT).await, "0");
    let asked = resend(&shop, &number).await;
    assert_eq!((asked.copies.as_slice(), asked.first_letter_due), (&["receipt", "cancellation"][..], false));
    assert!(progress(&shop.running.app.store, &asked).await.unwrap().refused.is_empty());
    let all = ["cancellation 2", "cancellation 3", "receipt 1", "receipt 2", "resumption 1"];
    assert_eq!(sent().await, all);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refused_copy_is_tried_again_as_the_same_copy() {
    let shop = Shop::start().await;
    let number = plan(&shop).await;
    shop.until(1, async || shop.letters_noted().await).await;
    refuse(&shop, "mail.recipient", UNKNOWN, 1).await;
    let asked = resend(&shop, &number).await;
    let told = progress(&shop.running.app.store, &asked).await.unwrap().refused;
    assert_eq!(told, ["receipt: the mail server said 550 to the recipient"]);
    assert_eq!(refused(&shop).await, ["receipt 2: the mail server said 550 to the recipient"]);
    assert_eq!(shown(&shop, &number).await.len(), 2, "the letter, and the copy that was refused");
    resend(&shop, &number).await;
    shop.until(0, async || shop.rows("letters WHERE sent_at IS NULL").await).await;
    assert_eq!((shop.letters_noted().await, refused(&shop).await.len()), (2, 0));
    assert_eq!(shop.letters_to(EMAIL, 2).await.len(), 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_somebody_has_seen_to_is_not_told_any_more() {
    let shop = Shop::start().await;
    refuse(&shop, "mail.recipient", UNKNOWN, 1).await;
    let number = plan(&shop).await;
    shop.until("1".to_owned(), async || figure(&shop, TO_LOOK_AT).await).await;
    let (store, now) = (&shop.running.app.store, shop.clock.now());
    assert_eq!(see_to(store, &number, now).await.unwrap(), 1);
    assert_eq!(see_to(store, &number, now).await.unwrap(), 0);
    assert!(matches!(see_to(store, "0000-0000", now).await, Err(ResendError::Unknown(_))));
    assert_eq!(figure(&shop, TO_LOOK_AT).await, "0");
    assert_eq!(shown(&shop, &number).await[0].seen_to_at, Some(now));
    assert_eq!(shop.letters_noted().await, 0, "it is not sent by that");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_letter_about_a_refund_can_be_refused_too() {
    let shop = Shop::start().await;
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    refuse(&shop, "mail.recipient", UNKNOWN, 1).await;
    data(&shop).await;
    shop.until_order("refunded").await;
    let refund = shop.texts("SELECT id FROM refunds").await.remove(0);
    shop.until(vec!["refund 1: the mail server said 550 to the recipient".to_owned()], async || refused(&shop).await)
        .await;
    shop.until(Vec::new(), async || letters_left(&shop).await).await;
    // The order is not delivered, and yet this letter can be resent.
    let number = shop.order_number().await;
    let asked = resend(&shop, &number).await;
    assert_eq!((asked.refunds, asked.first_letter_due), (vec![refund], false));
    assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1);
    let more = ask(&shop.running.app.store, &number, shop.clock.now()).await;
    assert!(matches!(more, Err(ResendError::NotDelivered(_, "refunded"))), "{more:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_refused_for_now_or_because_of_us_is_tried_again() {
    for (step, line, error, alarms) in [
        ("mail.recipient", "450 4.2.1 later", "not sent now: the mail server said 450 to the recipient", "0"),
        (
            "mail.greeting",
            "554 5.3.2 no mail here",
            "not sent, a person must look: the mail server said 554 to greeting or login",
            "1",
        ),
        (
            "mail.sender",
            "550 5.7.1 not in your name",
            "not sent, a person must look: the mail server said 550 to the sender",
            "1",
        ),
        (
            "mail.recipient",
            "554 5.7.1 <amal@example.com>: Relay access denied",
            "not sent, a person must look: the mail server said 554 to the recipient",
            "1",
        ),
    ] {
        let shop = Shop::start().await;
        refuse(&shop, step, line, 1).await;
        plan(&shop).await;
        shop.until(vec![format!("send_letter {error}")], async || letters_left(&shop).await).await;
        assert_eq!(figure(&shop, "onefare_alarms_total{kind=\"mail_server\"}").await, alarms, "{line}");
        assert!(refused(&shop).await.is_empty(), "{line}");
        shop.clock.advance(Duration::from_secs(5));
        shop.running.app.wake.notify_one();
        assert_eq!(shop.letters_to(EMAIL, 1).await.len(), 1, "{line}");
        assert_eq!(figure(&shop, ALARMS).await, "0", "{line}");
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn a_letter_that_cannot_be_written_does_not_keep_the_receipt_of_a_withdrawal() {
    let shop = Shop::start().await;
    let number = plan(&shop).await;
    shop.until(1, async || shop.letters_noted().await).await;
    run(&shop, "DELETE FROM letters").await;
    run(&shop, "DELETE FROM deliveries").await;
    ask(&shop.running.app.store, &number, shop.clock.now()).await.unwrap();
    confirm(&shop, &number, EMAIL, "").await;
    let sent = async || shop.texts("SELECT kind FROM letters WHERE sent_at IS NOT NULL ORDER BY kind").await;
    shop.until(true, async || sent().await.contains(&"withdrawal".to_owned())).await;
    assert!(!sent().await.contains(&"receipt".to_owned()));
    let failed = "SELECT last_error FROM jobs WHERE kind = 'send_letter' AND last_error LIKE '%not delivered'";
    shop.until(1, async || shop.texts(failed).await.len()).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_letter_that_has_to_wait_does_not_send_the_other_twice() {
    let shop = Shop::start().await;
    customer(&shop, EMAIL).await;
    let mut owner = Visitor::signed_in(&shop, EMAIL).await;
    shop.until_idle().await;
    shop.control("faults", json!({ "operation": "mail.letter", "kind": "slow", "delay_ms": 1, "times": 1 })).await;
    refuse(&shop, "mail.letter", "451 4.3.0 later", 1).await;
    let new = "amal.new@example.com";
    owner.post(&shop, "/api/account/email", json!({ "email": new, "language": "en" })).await;
    shop.until_idle().await;
    let waiting = async || shop.texts("SELECT kind FROM letters WHERE order_id IS NULL").await;
    assert_eq!(waiting().await, ["old_address_code"]);
    shop.pass(5).await;
    shop.until(Vec::<String>::new(), waiting).await;
    assert_eq!(shop.letters_to(new, 1).await.len(), 1);
    shop.running.stop().await;
}
