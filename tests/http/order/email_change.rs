//! A buyer corrects a mistyped address on the result page.

use std::time::Duration;

use onefare_server::flows::outbox::post_of_delivery;
use onefare_server::store::orders;
use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::account::Visitor;

const CALL: &str = "/api/orders/change-email";
const MISTYPED: &str = "amal@exmaple.com";
const MEANT: &str = "amal@example.com";

async fn change(shop: &Shop, browser: &mut Browser, session: &str, email: &str) -> Answer {
    shop.post(browser, CALL, json!({ "session_id": session, "email": email })).await
}

#[track_caller]
fn is_refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), answer.body["code"].as_str()), (status, Some(code)), "{answer:?}");
}

/// Buys by card in this browser; returns the session id and the result page's answer.
async fn bought(shop: &Shop, browser: &mut Browser, body: Value) -> (String, Answer) {
    let started = shop.checkout(browser, body).await;
    assert_eq!(started.status, StatusCode::OK, "{started:?}");
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(browser, &session).await;
    (session, paid)
}

fn trial(email: &str) -> Value {
    json!({ "email": email, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED", "expected_amount": 0,
        "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" })
}

/// Waits until no letter job is left.
async fn told(shop: &Shop, changes: usize) {
    let sql = "SELECT order_id FROM letters WHERE kind = 'old_address' AND sent_at IS NOT NULL";
    let all = async || shop.texts(sql).await.len();
    shop.until(changes, all).await;
}

#[tokio::test]
async fn a_corrected_order_sends_its_receipt_anew_and_tells_the_old_address_nothing_private() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, paid) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    assert_eq!(paid.body["email_correctable_until"], "2026-11-20T13:00:00Z", "{paid:?}");
    let number = paid.body["orderId"].as_str().unwrap().to_owned();
    shop.letters_to(MISTYPED, 1).await;
    shop.until(1, async || shop.letters_noted().await).await;

    let answer = change(&shop, &mut browser, &session, &format!(" {MEANT} ")).await;
    let expected = json!({ "status": "ok", "email": MEANT, "email_correctable_until": "2026-11-20T13:00:00Z" });
    assert_eq!((answer.status, &answer.body), (StatusCode::OK, &expected));
    let receipt = shop.letters_to(MEANT, 1).await.remove(0);
    let text = receipt["text"].as_str().unwrap();
    assert!(text.contains(&number) && text.contains("Your subscription is active"), "{text}");
    let old = shop.letters_to(MISTYPED, 2).await;
    let moved = |letter: &&Value| letter["subject"].as_str().unwrap().contains("another email address");
    let letter = old.iter().find(moved).expect("the old address is told");
    for part in [letter["text"].as_str().unwrap(), letter["html"].as_str().unwrap()] {
        assert!(part.contains(&number) && part.contains("write to"), "{part}");
        for private in [MEANT, "example.com>", "AED", "VPN,", "/panel", session.as_str()] {
            assert!(!part.contains(private), "{private} in {part}");
        }
    }
    told(&shop, 1).await;
    let kept = shop.texts("SELECT COALESCE(old_email, trial_digest, 'nothing') FROM email_changes").await;
    assert_eq!(kept, ["nothing"], "the old address is forgotten");

    // A call whose answer was lost is repeated: it gets the same answer and sends nothing more.
    let again = change(&shop, &mut browser, &session, MEANT).await;
    assert_eq!((again.status, &again.body), (StatusCode::OK, &expected));
    let shown = shop.verify(&mut browser, &session).await;
    assert_eq!((&shown.body["email"], &shown.body["orderId"]), (&json!(MEANT), &json!(number)));
    assert_eq!(shop.rows("email_changes").await, 1);
    shop.until_idle().await;
    assert_eq!((shop.letters_to(MEANT, 1).await.len(), shop.letters_to(MISTYPED, 2).await.len()), (1, 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_order_is_corrected_three_times_and_for_an_hour() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    for (left, email) in [(true, "one@example.com"), (true, "two@example.com"), (false, "three@example.com")] {
        let answer = change(&shop, &mut browser, &session, email).await;
        assert_eq!((answer.status, &answer.body["email"]), (StatusCode::OK, &json!(email)), "{answer:?}");
        assert_eq!(answer.body.get("email_correctable_until").is_some(), left, "{answer:?}");
    }
    is_refused(&change(&shop, &mut browser, &session, "four@example.com").await, 409, "email_correction_over");
    let shown = shop.verify(&mut browser, &session).await;
    assert_eq!(shown.body.get("email_correctable_until"), None, "{shown:?}");
    assert_eq!(shown.body["email"], "three@example.com");
    // Every address the order has had gets a letter, and the last one has the receipt.
    told(&shop, 3).await;
    for email in ["one@example.com", "two@example.com"] {
        let letters = shop.letters_to(email, 1).await;
        assert!(letters.iter().any(|one| one["text"].as_str().unwrap().contains("no longer come")), "{letters:?}");
    }
    let receipts = shop.letters_to("three@example.com", 1).await;
    assert!(receipts.iter().all(|one| one["subject"].as_str().unwrap().contains("Receipt")), "{receipts:?}");

    let mut late = Browser::default();
    let (session, _) = bought(&shop, &mut late, twelve_months("late@exmaple.com", "AED", 15000)).await;
    shop.pass(3599).await;
    assert!(shop.verify(&mut late, &session).await.body.get("email_correctable_until").is_some());
    shop.pass(1).await;
    is_refused(&change(&shop, &mut late, &session, "late@example.com").await, 409, "email_correction_over");
    assert_eq!(shop.verify(&mut late, &session).await.body.get("email_correctable_until"), None);
    shop.running.stop().await;
}

#[tokio::test]
async fn only_the_browser_that_ordered_corrects_and_only_to_another_address() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.checkout(&mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    let session = Shop::session_of(&started);
    is_refused(&change(&shop, &mut browser, &session, MEANT).await, 409, "email_correction_over");
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    let mut other = Browser::default();
    bought(&shop, &mut other, twelve_months("other@example.com", "AED", 15000)).await;
    for stranger in [&mut Browser::default(), &mut other] {
        is_refused(&change(&shop, stranger, &session, MEANT).await, 404, "not_found");
        let shown = shop.verify(stranger, &session).await;
        assert_eq!(shown.body.get("email_correctable_until"), None, "{shown:?}");
    }
    is_refused(&change(&shop, &mut browser, "cs_test_nobody", MEANT).await, 404, "not_found");
    for (email, code) in [
        ("", "email_required"),
        ("amal at example.com", "email_invalid"),
        (MISTYPED, "email_unchanged"),
        ("AMAL@exmaple.com", "email_unchanged"),
    ] {
        is_refused(&change(&shop, &mut browser, &session, email).await, 422, code);
    }
    for body in [json!({ "email": MEANT }), json!({ "session_id": session, "email": MEANT, "order": 1 }), json!([])] {
        is_refused(&shop.post(&mut browser, CALL, body).await, 400, "bad_request");
    }
    assert_eq!(
        (shop.rows("email_changes").await, shop.texts("SELECT email FROM orders ORDER BY email").await),
        (0, vec![MISTYPED.to_owned(), "other@example.com".to_owned()])
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn two_corrections_at_once_are_one() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    let (mut one, mut two) = (browser.clone(), browser.clone());
    let both = tokio::join!(change(&shop, &mut one, &session, MEANT), change(&shop, &mut two, &session, MEANT));
    assert_eq!((both.0.status, both.1.status), (StatusCode::OK, StatusCode::OK), "{both:?}");
    assert_eq!(shop.rows("email_changes").await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_correction_gives_no_address_another_trial() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, trial(MISTYPED)).await;
    assert_eq!(change(&shop, &mut browser, &session, MEANT).await.status, StatusCode::OK);
    told(&shop, 1).await;
    // Neither the earlier address nor the current one can begin another trial, in this browser or elsewhere.
    is_refused(&shop.checkout(&mut browser, trial(MISTYPED)).await, 409, "trial_used");
    let own = shop.checkout(&mut browser, trial(MEANT)).await;
    assert!(own.body["checkout_url"].as_str().unwrap().contains("/payment-success"), "it has one already: {own:?}");
    for email in [MISTYPED, MEANT] {
        let (_, second) = bought(&shop, &mut Browser::default(), trial(email)).await;
        assert_ne!(second.body["status"], "ok", "{email}: {second:?}");
    }
    // The repeated trials never began, so they do not count once they are refunded.
    let refunded = "SELECT id FROM orders WHERE state = 'refunded'";
    shop.until(2, async || shop.texts(refunded).await.len()).await;
    // Back to the first address: it is still the same trial.
    assert_eq!(change(&shop, &mut browser, &session, MISTYPED).await.status, StatusCode::OK);
    shop.until_idle().await;
    assert_eq!(shop.verify(&mut browser, &session).await.body["payment_status"], "paid");

    // A trial cannot move to an address that has had its own: in this browser the shop knows both, and refuses.
    let (second, _) = bought(&shop, &mut browser, trial("new@example.com")).await;
    is_refused(&change(&shop, &mut browser, &second, MEANT).await, 409, "trial_used");
    // In another browser the shop reveals nothing: it accepts the change, ends the trial, and a letter says so.
    let mut stranger = Browser::default();
    let (third, _) = bought(&shop, &mut stranger, trial("third@example.com")).await;
    assert_eq!(change(&shop, &mut stranger, &third, MEANT).await.status, StatusCode::OK);
    shop.until(json!("refunded"), async || shop.verify(&mut stranger, &third).await.body["payment_status"].clone())
        .await;
    shop.until(true, async || {
        let letters = shop.letters_to(MEANT, 1).await;
        letters.iter().any(|one| one["text"].as_str().unwrap().contains("already had"))
    })
    .await;
    shop.running.stop().await;
}

#[tokio::test]
async fn an_account_is_that_of_the_corrected_address() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, paid) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    let mut before = Visitor::signed_in(&shop, MISTYPED).await;
    change(&shop, &mut browser, &session, MEANT).await;
    let mut owner = Visitor::signed_in(&shop, MEANT).await;
    let orders = owner.get(&shop, "/api/account").await.body["orders"].clone();
    assert_eq!((orders.as_array().unwrap().len(), &orders[0]["number"]), (1, &paid.body["orderId"]));
    assert_eq!(before.get(&shop, "/api/account").await.body["orders"], json!([]), "the old address has it no longer");
    // The provider's customer keeps the mistyped address, so the next purchase creates another customer.
    let next = json!({ "email": MEANT, "selectedPackage": "vpn-1m", "currency": "AED", "language": "en" });
    let session = Shop::session_of(&shop.checkout(&mut browser, next).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!(asked["customer_email"], MEANT, "{asked}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refused_letter_and_one_under_way_reach_the_corrected_address() {
    let shop = Shop::start().await;
    // The mistyped address has no mailbox: the receipt was refused.
    let unknown = json!({ "operation": "mail.recipient", "kind": "refuse", "value": "550 5.1.1 no such mailbox",
        "times": 1 });
    shop.control("faults", unknown).await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    shop.until(1, async || shop.rows("letters WHERE refused_at IS NOT NULL").await).await;
    assert_eq!(change(&shop, &mut browser, &session, MEANT).await.status, StatusCode::OK);
    shop.letters_to(MEANT, 1).await;
    told(&shop, 1).await;
    shop.until(0, async || shop.rows("letters WHERE refused_at IS NOT NULL").await).await;

    // The receipt is in flight to the mail server when the address is corrected: it goes to the old address, and a copy
    // follows.
    shop.control("faults", json!({ "operation": "mail.letter", "kind": "slow", "delay_ms": 1500, "times": 1 })).await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, twelve_months("sara@exmaple.com", "AED", 15000)).await;
    shop.until(json!([]), async || {
        let armed = shop.sandbox_has("faults").await["faults"].clone();
        json!(armed.as_array().unwrap().iter().filter(|fault| fault["times_left"] != 0).collect::<Vec<_>>())
    })
    .await;
    assert_eq!(change(&shop, &mut browser, &session, "sara@example.com").await.status, StatusCode::OK);
    let receipt = shop.letters_to("sara@example.com", 1).await.remove(0);
    assert!(receipt["subject"].as_str().unwrap().contains("Receipt"), "{receipt}");
    told(&shop, 2).await;
    assert_eq!(shop.letters_to("sara@exmaple.com", 2).await.len(), 2, "the receipt under way, and the letter about it");
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_goes_to_the_corrected_address() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    let list = shop.get("/api/esim/bundles").await.body;
    let id = list["data"]["countries"][0]["id"].clone();
    let plan = shop.get(&format!("/api/esim/bundle/{id}")).await.body["data"]["refills"][0].clone();
    let body = json!({
        "email": MISTYPED, "bundle_id": id, "payment_method": "card", "structured_data": plan["structured_data"],
        "currency": "USD", "expected_amount": plan["price_usd"], "language": "en",
    });
    let mut browser = Browser::default();
    let page = shop.post(&mut browser, "/api/esim/stripe/create-payment", body).await;
    let url = page.body["data"]["checkout_url"].as_str().unwrap_or_else(|| panic!("no page in {page:?}")).to_owned();
    let session = url.rsplit('/').next().unwrap().split(['?', '#']).next().unwrap().to_owned();
    shop.at_pay_page(&session, "pay").await;
    shop.letters_to(MISTYPED, 2).await;
    shop.until(2, async || shop.letters_noted().await).await;
    let hash = shop.at_stripe(&format!("checkout/sessions/{session}")).await["success_url"].clone();
    let hash = hash.as_str().unwrap().split("hash=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let ask = format!("/api/esim/stripe/check-payment-status?hash={hash}");
    let known = shop.send(&mut browser, reqwest::Method::GET, &ask, None).await;
    assert!(known.body["email_correctable_until"].is_string(), "{known:?}");
    assert_eq!(shop.get(&ask).await.body.get("email_correctable_until"), None);
    let answer = change(&shop, &mut browser, &hash, MEANT).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let letters = shop.letters_to(MEANT, 2).await;
    assert!(letters.iter().any(|letter| letter["text"].as_str().unwrap().contains("LPA:1$")), "{letters:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn an_order_by_hash_is_corrected_by_its_hash() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, MISTYPED, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    let hash = shop.hash_of(&payment).await;
    let known = shop.status_until_known(&mut browser, &hash).await;
    assert!(known.body["email_correctable_until"].is_string(), "{known:?}");
    assert_eq!(shop.payment_status(&mut Browser::default(), &hash).await.body.get("email_correctable_until"), None);
    let answer = change(&shop, &mut browser, &hash, MEANT).await;
    assert_eq!((answer.status, &answer.body["email"]), (StatusCode::OK, &json!(MEANT)), "{answer:?}");
    let shown = shop.payment_status(&mut browser, &hash).await;
    assert_eq!(shown.body["email"], MEANT);
    shop.letters_to(MEANT, 1).await;
    shop.running.stop().await;
}

/// PostgreSQL only, where the two would wait for each other if the letter were locked before its order: a transaction on
/// SQLite waits before it has written anything.
#[tokio::test]
async fn a_letter_that_is_just_noted_and_a_correction_do_not_deadlock() {
    let shop = Shop::start().await;
    if shop.running.app.config.database_url.starts_with("sqlite:") {
        return shop.running.stop().await;
    }
    let busy = json!({ "operation": "mail.recipient", "kind": "refuse", "value": "451 4.3.0 try later", "times": 1 });
    shop.control("faults", busy).await;
    let mut browser = Browser::default();
    let (session, _) = bought(&shop, &mut browser, twelve_months(MISTYPED, "AED", 15000)).await;
    let failed = "SELECT kind FROM jobs WHERE last_error IS NOT NULL AND lease IS NULL";
    shop.until(vec!["send_letter".to_owned()], async || shop.texts(failed).await).await;
    let id = shop.texts("SELECT id FROM orders").await.remove(0);
    let store = &shop.running.app.store;
    let mut correction = store.begin().await.unwrap();
    let order = orders::lock(&mut correction, &id).await.unwrap().unwrap();
    shop.clock.advance(Duration::from_secs(120));
    shop.running.app.wake.notify_one();
    shop.letters_to(MISTYPED, 1).await;
    let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    shop.until(1, async || shop.rows(waiting).await).await;
    post_of_delivery(&mut correction, &order, shop.clock.now()).await.unwrap();
    correction.commit().await.unwrap();
    shop.until_idle().await;
    assert_eq!(shop.texts("SELECT kind FROM jobs WHERE last_error IS NOT NULL").await, Vec::<String>::new());
    assert_eq!((shop.letters_to(MISTYPED, 1).await.len(), shop.letters_noted().await), (1, 1));
    assert_eq!(change(&shop, &mut browser, &session, MEANT).await.status, StatusCode::OK);
    shop.letters_to(MEANT, 1).await;
    shop.running.stop().await;
}
