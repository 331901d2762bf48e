//! Deleting an account: what is deleted, what the law keeps, and what is still in flight.

use onefare_core::email::Email;
use onefare_core::order::OrderState;
use onefare_server::flows::account::customer::sheet;
use onefare_server::flows::account::deletion::delete_within;
use onefare_server::flows::account::session::{self, Browser as Brought};
use onefare_server::flows::operator_acts::{Act, perform};
use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::renewal::CancelError;
use onefare_server::flows::support::resume::{ResumeError, look};
use onefare_server::store::{account_deletions, orders};
use onefare_tests::{Answer, Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use super::{AMAL, SESSIONS, Visitor, codes_to, customer, paid_once};
use crate::esim::delivery;
use crate::operators::run;

const DELETE: &str = "/api/account/delete";
const ZAHRA: &str = "zahra@example.com";

async fn delete(shop: &Shop, who: &mut Visitor, typed: &str) -> Answer {
    who.post(shop, DELETE, json!({ "email": typed })).await
}

#[track_caller]
fn is_deleted(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, r#"{"success":true}"#));
}

/// Waits until the deletion is finished, which then has forgotten the address.
async fn done(shop: &Shop, deletions: usize) {
    let sql = "SELECT id FROM account_deletions WHERE done_at IS NOT NULL AND email_canonical IS NULL";
    shop.until(deletions, async || shop.texts(sql).await.len()).await;
}

async fn titled(shop: &Shop, to: &str, words: &str) -> Vec<Value> {
    let letters = shop.letters_to(to, 0).await;
    letters.into_iter().filter(|letter| letter["subject"].as_str().unwrap().contains(words)).collect()
}

async fn at_stripe(shop: &Shop) -> Value {
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    shop.at_stripe(&format!("subscriptions/{subscription}")).await
}

/// Adds the shop's other records about a buyer, besides their orders.
async fn know_more(shop: &Shop) {
    let lead = "INSERT INTO leads (address, email, device, reasons, language, consent, joined_at) VALUES \
                ('amal@example.com', 'Amal@example.com', 'ios', 'streaming', 'en', 'Yes', 0)";
    run(shop, lead).await;
    run(shop, "INSERT INTO sign_in_failures (email_canonical, failures) VALUES ('amal@example.com', 2)").await;
    run(shop, "UPDATE orders SET fb_params = '{}'").await;
    let event = "INSERT INTO events (id, name, event_id, visitor, order_id, page, created_at)";
    run(shop, &format!("{event} SELECT 'evt_1', 'purchase', id, 'amal', id, NULL, 9999999999999 FROM orders")).await;
    for (id, visitor) in [("evt_2", "amal"), ("evt_3", "another")] {
        let values = format!("('{id}', 'view_content', '{id}', '{visitor}', NULL, 'buy', 9999999999999)");
        run(shop, &format!("{event} VALUES {values}")).await;
    }
}

#[tokio::test]
async fn an_account_is_gone_at_once_and_its_orders_are_kept_for_nobody_but_the_shop() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    shop.delivered(1).await;
    know_more(&shop).await;
    let (mut owner, second) = (Visitor::signed_in(&shop, AMAL).await, Visitor::signed_in(&shop, AMAL).await);
    let data = owner.get(&shop, "/api/account/data").await.body;
    assert_eq!((data["orders"].as_array().unwrap().len(), data["events"].as_array().unwrap().len()), (1, 2));

    is_deleted(&delete(&shop, &mut owner, " AMAL@example.com ").await);
    assert!(!owner.cookies.contains_key("session") && !owner.cookies.contains_key("sign-in"), "{:?}", owner.cookies);
    for mut gone in [owner, second] {
        for path in [SESSIONS, "/api/account", "/api/account/data"] {
            assert_eq!(gone.get(&shop, path).await.status.as_u16(), 401, "{path}");
        }
        assert_eq!(delete(&shop, &mut gone, AMAL).await.body["code"], "sign_in_required", "a repeat");
    }
    done(&shop, 1).await;
    for table in ["sessions", "leads", "sign_in_failures"] {
        assert_eq!(shop.rows(table).await, 0, "{table}");
    }
    assert_eq!(shop.texts("SELECT id FROM events").await, ["evt_3"], "another visitor's stays");
    assert!(shop.texts("SELECT id FROM orders WHERE fb_params IS NOT NULL").await.is_empty());

    // Nothing renews any more, and two letters confirm that.
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
    shop.until(1, async || titled(&shop, AMAL, "renewal at").await.len()).await;
    let told = titled(&shop, AMAL, "Your account at").await;
    assert_eq!(told.len(), 1);
    assert!(told[0]["text"].as_str().unwrap().contains("seven years"), "{told:?}");

    // A stranger still learns nothing: the same answer, no letter, and no session.
    let (codes, mut again) = (codes_to(&shop, AMAL).await.len(), Visitor::default());
    assert_eq!(again.ask(&shop, AMAL).await.text, r#"{"success":true}"#);
    shop.until_idle().await;
    assert_eq!(codes_to(&shop, AMAL).await.len(), codes);

    // Operators still find the order, and see that its account is gone.
    let email = Email::parse(AMAL).unwrap();
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    let sheet = sheet(&mut conn, &email, Addresses::Masked, shop.clock.now()).await.unwrap().unwrap();
    assert_eq!((sheet.orders.len(), sheet.orders[0].number.as_str(), sheet.has_account), (1, number.as_str(), false));
    drop(conn);
    shop.running.stop().await;
}

#[tokio::test]
async fn another_address_deletes_nothing() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    customer(&shop, ZAHRA).await;
    for (typed, code) in [("", "email_required"), ("amal", "email_invalid"), (ZAHRA, "email_of_another")] {
        let answer = delete(&shop, &mut owner, typed).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (422, &json!(code)), "{typed}");
    }
    for body in [json!({}), json!({ "email": AMAL, "account": ZAHRA }), json!({ "email": "a".repeat(600) })] {
        let status = owner.post(&shop, DELETE, body.clone()).await.status.as_u16();
        assert!([400, 422].contains(&status), "{status} {body}");
    }
    // A page of another site cannot delete it in the owner's name.
    let session = format!("session={}", owner.cookies["session"]);
    let request = shop.http.post(format!("{}{DELETE}", shop.shop)).header("origin", "https://elsewhere.example");
    let request = request.header("cookie", session).json(&json!({ "email": AMAL }));
    assert_eq!(shop.finish(&mut Browser::default(), request).await.status.as_u16(), 403);
    assert_eq!(shop.rows("account_deletions").await, 0);

    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    assert_eq!(shop.texts("SELECT email FROM orders WHERE account_deleted_at IS NOT NULL").await, [AMAL]);
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    assert_eq!(other.get(&shop, "/api/account").await.body["orders"].as_array().unwrap().len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn of_requests_at_once_one_deletes_and_all_are_answered_alike() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let (mut first, mut second, mut third) = (owner.clone(), owner.clone(), owner);
    let all = tokio::join!(
        delete(&shop, &mut first, AMAL),
        delete(&shop, &mut second, AMAL),
        delete(&shop, &mut third, AMAL)
    );
    for answer in [&all.0, &all.1, &all.2] {
        // A request that came a moment later had no session any more.
        assert!([200, 401].contains(&answer.status.as_u16()), "{answer:?}");
    }
    done(&shop, 1).await;
    assert_eq!((shop.rows("account_deletions").await, shop.rows("cancellations").await), (1, 1));
    assert_eq!(titled(&shop, AMAL, "Your account at").await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn who_buys_again_has_a_new_account_with_the_new_order_alone() {
    let shop = Shop::start().await;
    let old = customer(&shop, AMAL).await;
    is_deleted(&delete(&shop, &mut Visitor::signed_in(&shop, AMAL).await, AMAL).await);
    done(&shop, 1).await;
    shop.until_idle().await;
    shop.pass(86_400).await;
    paid_once(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let (view, data) = (owner.get(&shop, "/api/account").await, owner.get(&shop, "/api/account/data").await);
    for answer in [&view, &data] {
        assert_eq!(answer.body["orders"].as_array().unwrap().len(), 1, "{}", answer.text);
        assert!(!answer.text.contains(&old), "{}", answer.text);
    }
    for act in ["cancel-renewal", "resume-renewal"] {
        let path = format!("/api/account/orders/{old}/{act}");
        let shown = json!({ "expected_amount": 15_000, "currency": "AED" });
        assert_eq!(owner.post(&shop, &path, shown).await.status.as_u16(), 404, "{act}");
    }
    // Not even an operator can resume the old order's renewal: its owner could not cancel it.
    let refused = look(&shop.running.app.store, &old, shop.clock.now()).await;
    assert!(matches!(refused, Err(ResumeError::AccountDeleted(_))), "{refused:?}");
    // The new account can be deleted on its own.
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    done(&shop, 2).await;
    let (english, dutch) = (titled(&shop, AMAL, "Your account at").await, titled(&shop, AMAL, "Je account bij").await);
    assert_eq!((english.len(), dutch.len()), (1, 1), "as the newest order: {english:?} {dutch:?}");
    shop.running.stop().await;
}

/// Buys a plan by card in a browser, and returns the order's number.
async fn bought_in(shop: &Shop, browser: &mut Browser, plan: &str) -> String {
    let body = json!({ "email": AMAL, "selectedPackage": plan, "currency": "AED", "language": "en" });
    let page = Shop::session_of(&shop.checkout(browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(browser, &page).await.body["orderId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn who_buys_again_in_the_same_browser_is_shown_no_invoice_of_the_deleted_account() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    bought_in(&shop, &mut browser, "vpn-12m").await;
    is_deleted(&delete(&shop, &mut Visitor::signed_in(&shop, AMAL).await, AMAL).await);
    done(&shop, 1).await;
    shop.until_idle().await;
    shop.pass(86_400).await;
    let new = bought_in(&shop, &mut browser, "vpn-1m").await;
    shop.until_idle().await;
    let customers = shop.texts("SELECT DISTINCT customer_ref FROM payments WHERE customer_ref IS NOT NULL").await;
    assert_eq!(customers.len(), 2, "a customer of its own at the provider: {customers:?}");
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(owner.get(&shop, "/api/account").await.body["orders"][0]["has_billing"], true);
    let visit = owner.send(&shop, Method::POST, &format!("/api/account/orders/{new}/billing"), None).await;
    let page = shop.http.get(visit.body["url"].as_str().unwrap()).send().await.unwrap().text().await.unwrap();
    assert!(!page.contains("150.00"), "the invoice of the deleted account: {page}");
    // A customer that was shared before the deletion has no billing page, whatever the cause.
    run(&shop, "UPDATE payments SET customer_ref = 'cus_shared'").await;
    assert_eq!(owner.get(&shop, "/api/account").await.body["orders"][0]["has_billing"], false);
    let refused = owner.send(&shop, Method::POST, &format!("/api/account/orders/{new}/billing"), None).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("portal_unavailable")));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_renewal_that_is_being_resumed_ends_all_the_same() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let path = |act: &str| format!("/api/account/orders/{number}/{act}-renewal");
    owner.send(&shop, Method::POST, &path("cancel"), None).await;
    let renewal = async || owner.clone().get(&shop, "/api/account").await.body["orders"][0]["renewal"].clone();
    shop.until(json!("cancelled"), renewal).await;
    let fault = json!({ "operation": "subscriptions.update", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    let shown = json!({ "expected_amount": 15_000, "currency": "AED" });
    assert_eq!(owner.clone().post(&shop, &path("resume"), shown).await.status.as_u16(), 200);
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    // The letter does not wait for the cancellation, and the deletion stays unfinished.
    shop.until(1, async || titled(&shop, AMAL, "Your account at").await.len()).await;
    assert_eq!(shop.texts("SELECT id FROM account_deletions WHERE done_at IS NULL").await.len(), 1);
    shop.disarm_faults().await;
    for _ in 0..3 {
        shop.pass(3600).await;
        shop.until_idle().await;
    }
    done(&shop, 1).await;
    assert_eq!(at_stripe(&shop).await["cancel_at_period_end"], true);
    let again = "SELECT order_id FROM cancellations WHERE round = 2 AND confirmed_at IS NOT NULL";
    shop.until(1, async || shop.texts(again).await.len()).await;
    assert_eq!(titled(&shop, AMAL, "Your account at").await.len(), 1, "once");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_paid_esim_is_still_delivered_by_letter() {
    let shop = Shop::start().await;
    let fault = json!({ "operation": "esim_access.esim.order", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    let id = delivery::paid(&shop, "ord_esim", delivery::SPAIN).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    done(&shop, 1).await;
    shop.disarm_faults().await;
    shop.pass(3600).await;
    let state =
        async || orders::by_id(&mut shop.running.app.store.read().await.unwrap(), &id).await.unwrap().unwrap().state;
    shop.until(OrderState::Delivered, state).await;
    shop.until(1, async || titled(&shop, AMAL, "eSIM is ready").await.len()).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_that_is_on_its_way_arrives_and_its_letter_too() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    shop.delivered(1).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let fault = json!({ "operation": "refunds.create", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    crate::refund::full::decide(&shop, 15000).await.unwrap();
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    shop.until(1, async || titled(&shop, AMAL, "Your account at").await.len()).await;
    assert_eq!(shop.texts("SELECT id FROM account_deletions WHERE done_at IS NULL").await.len(), 1, "it may fail yet");
    shop.disarm_faults().await;
    for _ in 0..3 {
        shop.pass(3600).await;
        shop.until_idle().await;
    }
    assert_eq!(shop.texts("SELECT state FROM refunds").await, ["done"]);
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["refunded"]);
    shop.until(1, async || titled(&shop, AMAL, "Refund").await.len()).await;
    done(&shop, 1).await;
    assert_eq!(shop.rows("cancellations").await, 0, "the subscription ended with the refund");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_letter_is_in_the_language_of_the_purchase() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let mut body = twelve_months(AMAL, "AED", 15000);
    body["language"] = json!("de");
    let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    done(&shop, 1).await;
    assert_eq!(titled(&shop, AMAL, "Ihr Konto bei").await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn support_deletes_an_account_by_the_same_flow_and_a_corrected_order_is_somebody_elses() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let email = Email::parse(AMAL).unwrap();
    let (store, now) = (&shop.running.app.store, shop.clock.now());
    let act = Act { operator: "amal", command: "customers delete", order_number: None, customer: None };
    let by_support = async |email: &Email| {
        perform::<_, CancelError>(store, &act, now, async |tx| {
            Ok((delete_within(tx, email, now).await?, "Account deleted.".to_owned()))
        })
        .await
        .unwrap()
    };
    assert_eq!(by_support(&Email::parse(ZAHRA).unwrap()).await, None);
    assert_eq!(shop.rows("account_deletions").await, 0);
    assert_eq!(by_support(&email).await, Some(1));
    assert_eq!(by_support(&email).await, None, "a repeat");
    shop.running.app.wake.notify_one();
    done(&shop, 1).await;
    assert_eq!(shop.rows("operator_acts").await, 3);

    // An operator corrects the wrong address of a deleted account's order: it shows in that person's account.
    let mut tx = store.begin().await.unwrap();
    let order = account_deletions::marked(&mut tx, AMAL).await.unwrap().remove(0);
    let zahra = Email::parse(ZAHRA).unwrap();
    onefare_server::store::email_changes::apply(&mut tx, &order, &zahra, now).await.unwrap();
    tx.commit().await.unwrap();
    let mut other = Visitor::signed_in(&shop, ZAHRA).await;
    assert_eq!(other.get(&shop, "/api/account").await.body["orders"][0]["number"], number);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_and_a_link_from_before_open_nothing_after() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (mut owner, mut other) = (Visitor::signed_in(&shop, AMAL).await, Visitor::default());
    let code = other.code(&shop, AMAL).await;
    is_deleted(&delete(&shop, &mut owner, AMAL).await);
    super::is_refused(&other.type_code(&shop, AMAL, &code).await);
    // A session that began in the same moment shows nothing, and its deletion deletes nothing.
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let browser = Brought { device: "other", ..Brought::default() };
    let begun = session::begin(&mut tx, AMAL, browser, shop.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    other.cookies.insert("session".to_owned(), begun.session);
    let view = other.get(&shop, "/api/account").await.body;
    assert_eq!(view, json!({ "email": AMAL, "language": "en", "orders": [] }));
    is_deleted(&delete(&shop, &mut other, AMAL).await);
    done(&shop, 1).await;
    assert_eq!((shop.rows("account_deletions").await, shop.rows("sessions").await), (1, 0));
    shop.running.stop().await;
}
