//! Withdrawing from an order on the withdrawal page, in two steps: the same answer for every visitor, a receipt to the
//! order's own address, and an entry for operators until it is handled.

use onefare_core::email::Email;
use onefare_core::order::OrderNumber;
use onefare_server::flows::effects;
use onefare_server::flows::letters::resend;
use onefare_server::flows::support::find::Addresses;
use onefare_server::flows::support::resume::{look, resume_within};
use onefare_server::flows::support::withdrawals::{HandleError, handle, unmatched, waiting};
use onefare_server::limits::{Action, By};
use onefare_server::store::refunds::Reason;
use onefare_server::store::{email_changes, orders, payments};
use onefare_tests::{Answer, Browser, Shop, page_data, twelve_months};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::machine::rate_limits::{row, shop_with};

pub const AMAL: &str = "amal@example.com";

/// Submits the form as a browser does, with the pressed button.
async fn send(shop: &Shop, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = shop.http.post(format!("{}{path}", shop.shop)).header(ORIGIN, &shop.shop);
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
    shop.finish(&mut Browser::default(), request).await
}

pub async fn confirm(shop: &Shop, number: &str, email: &str, name: &str) -> Answer {
    let fields = [("order_number", number), ("email", email), ("name", name), ("step", "confirm")];
    send(shop, "/withdrawal", &fields).await
}

/// The data from which the page was rendered.
pub fn content(answer: &Answer) -> Value {
    let page = page_data(&answer.text);
    page["content"].clone()
}

/// A delivered order; returns its number.
async fn bought(shop: &Shop, language: &str) -> String {
    let mut browser = Browser::default();
    let mut body = twelve_months(AMAL, "AED", 15000);
    body["language"] = language.into();
    let session = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&session, "pay").await;
    let paid = shop.verify_until_known(&mut browser, &session).await;
    shop.letters_to(AMAL, 1).await;
    shop.until(1, async || shop.letters_noted().await).await;
    paid.body["orderId"].as_str().unwrap().to_owned()
}

async fn run(shop: &Shop, sql: &'static str) {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn open_ones(shop: &Shop) -> usize {
    waiting(&mut shop.running.app.store.snapshot().await.unwrap(), Addresses::Masked).await.unwrap().len()
}

pub async fn figure(shop: &Shop) -> String {
    let name = "onefare_attention{what=\"withdrawals\",state=\"requested\"} ";
    let figures = shop.figures().await;
    figures.lines().find_map(|line| line.strip_prefix(name)).expect("the figure").to_owned()
}

#[tokio::test]
async fn a_withdrawal_is_stated_in_two_steps_and_its_receipt_goes_to_the_order() {
    let shop = Shop::start().await;
    let number = bought(&shop, "de").await;
    let typed = [("order_number", number.as_str()), ("email", " Amal@Example.com "), ("name", "Amal K.")];
    let asked = send(&shop, "/de/withdrawal", &[&typed[..], &[("step", "review")]].concat()).await;
    assert_eq!((asked.status, &content(&asked)["step"]), (StatusCode::OK, &json!("confirmation")));
    assert_eq!(asked.headers["cache-control"], "no-store");
    assert!(asked.text.contains("Widerruf bestätigen") && asked.text.contains("noindex"), "{}", asked.text);
    assert_eq!((shop.rows("withdrawals").await, figure(&shop).await), (0, "0".to_owned()), "nothing is stated yet");
    let back = content(&send(&shop, "/de/withdrawal", &[&typed[..], &[("step", "change")]].concat()).await);
    assert_eq!((&back["step"], &back["typed"]["name"]), (&json!("statement"), &json!("Amal K.")));

    let stated = send(&shop, "/de/withdrawal", &[&typed[..], &[("step", "confirm")]].concat()).await;
    let shown = content(&stated);
    assert_eq!((stated.status, &shown["step"]), (StatusCode::OK, &json!("stated")));
    assert_eq!(shown["stated_at"], "20. November 2026, 12:00 Uhr (UTC)");
    let letters = shop.letters_to(AMAL, 2).await;
    let is_receipt = |letter: &&Value| letter["subject"].as_str().unwrap().starts_with("Ihr Widerruf");
    let text = letters.iter().find(is_receipt).expect("the receipt")["text"].as_str().unwrap().to_owned();
    for part in [number.as_str(), "20. November 2026, 12:00 Uhr (UTC)", "Ich widerrufe den Vertrag", "Amal K.", AMAL] {
        assert!(text.contains(part), "{part} in {text}");
    }

    // Nothing more is charged while the withdrawal waits for an operator.
    shop.until(1, async || shop.texts(CANCELLED).await.len()).await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["cancel_at_period_end"], true);
    let is_told = |letters: Vec<Value>| letters.iter().any(|it| it["text"].as_str().unwrap().contains("gekündigt"));
    shop.until(true, async || is_told(shop.letters_to(AMAL, 3).await)).await;

    // A second statement changes nothing: the first one counts.
    shop.pass(60).await;
    assert_eq!(content(&confirm(&shop, &number, AMAL, "").await)["step"], "stated");
    shop.until_idle().await;
    assert_eq!((shop.letters_to(AMAL, 3).await.len(), shop.rows("withdrawals").await), (3, 1));
    // It refunds nothing, and takes nothing from the buyer.
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["delivered"]);
    assert_eq!((shop.rows("refunds").await, shop.rows("cancellations").await), (0, 1));
    let line = waiting(&mut shop.running.app.store.snapshot().await.unwrap(), Addresses::Masked).await.unwrap();
    let line = line.first().expect("one that waits");
    assert_eq!((line.order.number.as_str(), line.days_after_payment), (number.as_str(), Some(0)));
    assert_eq!((line.withdrawal.name.as_deref(), figure(&shop).await.as_str()), (Some("Amal K."), "1"));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_statement_counts_with_every_address_that_the_order_had() {
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let typed = OrderNumber::parse(&number).unwrap();
    let order = orders::by_number(&mut tx, &typed).await.unwrap().unwrap();
    for address in ["second@example.com", "third@example.com"] {
        let order = orders::lock(&mut tx, &order.id).await.unwrap().unwrap();
        email_changes::apply(&mut tx, &order, &Email::parse(address).unwrap(), shop.clock.now()).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(content(&confirm(&shop, &number, AMAL.to_uppercase().as_str(), "").await)["step"], "stated");
    shop.until(1, async || open_ones(&shop).await).await;
    // The receipt goes to the address that the order has now.
    assert!(
        shop.letters_to("third@example.com", 1)
            .await
            .iter()
            .any(|letter| letter["text"].as_str().unwrap().contains(&number))
    );
    assert_eq!((shop.rows("unmatched_withdrawals").await, shop.letters_to(AMAL, 1).await.len()), (0, 1));
    confirm(&shop, &number, "fourth@example.com", "").await;
    assert_eq!((open_ones(&shop).await, shop.rows("unmatched_withdrawals").await), (1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn who_has_paid_before_gets_a_receipt_for_withdrawing_from_an_unpaid_order_too() {
    let shop = Shop::start().await;
    bought(&shop, "en").await;
    let mut unpaid = twelve_months(AMAL, "AED", 15_000);
    (unpaid["selectedPackage"], unpaid["expected_amount"]) = ("vpn-1m".into(), 3_999.into());
    shop.checkout(&mut Browser::default(), unpaid).await;
    let open = shop.texts("SELECT number FROM orders WHERE state = 'open'").await.remove(0);
    confirm(&shop, &open, AMAL, "www.evil.example").await;
    let letters = shop.letters_to(AMAL, 2).await;
    let text = letters.iter().find_map(|letter| letter["text"].as_str().filter(|text| text.contains(&open))).unwrap();
    assert!(text.contains("all of it goes back by itself") && !text.contains("evil"), "{text}");
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_learns_from_the_answer_whose_order_it_is() {
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    let mut unpaid = twelve_months("open@example.com", "AED", 15000);
    unpaid["language"] = "en".into();
    shop.checkout(&mut Browser::default(), unpaid).await;
    let open = shop.texts("SELECT number FROM orders WHERE state = 'open'").await.remove(0);
    let drawn = |answer: Answer, email: &str, number: &str| {
        let text = answer.text.replace(email, "E").replace(number, "N");
        (answer.status, text, answer.headers.contains_key("set-cookie"))
    };
    let strange = drawn(confirm(&shop, "0000-0000", "nobody@example.com", "").await, "nobody@example.com", "0000-0000");
    for (number, email) in [
        (number.as_str(), "nobody@example.com"),
        ("0000-0000", AMAL),
        (open.as_str(), "open@example.com"),
        (number.as_str(), AMAL),
    ] {
        let answer = confirm(&shop, number, email, "").await;
        assert_eq!(drawn(answer, email, number), strange, "{email}");
    }
    shop.letters_to(AMAL, 2).await;
    shop.until_idle().await;
    assert_eq!((shop.rows("withdrawals").await, open_ones(&shop).await), (2, 1), "the owners' alone");
    // A buyer may also withdraw from an unpaid order. Anyone may have begun it in their name: that sends no letter.
    for address in ["nobody@example.com", "open@example.com"] {
        assert_eq!(shop.letters_to(address, 0).await.len(), 0, "{address}");
    }
    let lost = unmatched(&mut shop.running.app.store.snapshot().await.unwrap(), Addresses::InFull).await.unwrap();
    let mut lost: Vec<_> = lost.iter().map(|one| (one.number.as_str(), one.email.as_str())).collect();
    lost.sort_unstable();
    let mut typed = [("0000-0000", "nobody@example.com"), (number.as_str(), "nobody@example.com"), ("0000-0000", AMAL)];
    typed.sort_unstable();
    assert_eq!(lost, typed);
    shop.pass(91 * 24 * 3600).await;
    shop.until(0, async || shop.rows("unmatched_withdrawals").await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refund_in_full_ends_a_withdrawal_and_a_person_may_end_it_otherwise() {
    let shop = Shop::start().await;
    let first = bought(&shop, "en").await;
    confirm(&shop, &first, AMAL, "").await;
    let store = &shop.running.app.store;
    let now = shop.clock.now();
    assert!(matches!(handle(store, "0000-0000", "x", now).await, Err(HandleError::Unknown(_))));
    assert!(matches!(handle(store, &first, "  ", now).await, Err(HandleError::NoWords)));
    let mut tx = store.begin().await.unwrap();
    let order = orders::by_number(&mut tx, &OrderNumber::parse(&first).unwrap()).await.unwrap().unwrap();
    let payment = payments::of_order(&mut tx, &order.id).await.unwrap().remove(0);
    effects::refund(&mut tx, &payment, 15000, Reason::BySupport, now).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    let how = "SELECT COALESCE(how, 'open') FROM withdrawals";
    shop.until(vec!["refunded".to_owned()], async || shop.texts(how).await).await;
    assert_eq!((open_ones(&shop).await, figure(&shop).await), (0, "0".to_owned()));
    assert!(matches!(handle(store, &first, "x", now).await, Err(HandleError::Already(_, how)) if how == "refunded"));
    shop.running.stop().await;

    let shop = Shop::start().await;
    let store = &shop.running.app.store;
    let number = bought(&shop, "en").await;
    assert!(matches!(handle(store, &number, "x", shop.clock.now()).await, Err(HandleError::NotStated(_))));
    shop.pass(20 * 24 * 3600).await;
    confirm(&shop, &number, AMAL, "").await;
    let snapshot = waiting(&mut store.snapshot().await.unwrap(), Addresses::Masked).await.unwrap();
    assert_eq!(snapshot[0].days_after_payment, Some(20));
    handle(store, &number.to_lowercase(), " too late, buyer told ", shop.clock.now()).await.unwrap();
    assert_eq!((open_ones(&shop).await, shop.texts(how).await), (0, vec!["too late, buyer told".to_owned()]));
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["delivered"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn of_a_refunded_order_only_the_receipt_is_left() {
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    run(&shop, "UPDATE orders SET state = 'refunded'").await;
    confirm(&shop, &number, AMAL, "").await;
    let letters = shop.letters_to(AMAL, 2).await;
    assert!(letters.iter().any(|letter| letter["subject"].as_str().unwrap().contains("withdrawal")), "{letters:?}");
    assert_eq!((open_ones(&shop).await, shop.rows("withdrawals").await), (0, 1));

    // It is the only letter that support can resend.
    shop.until_idle().await;
    let store = &shop.running.app.store;
    let asked = resend::ask(store, &number, shop.clock.now()).await.unwrap();
    assert_eq!((asked.copies.as_slice(), asked.first_letter_due), (&["withdrawal"][..], false));
    shop.running.app.wake.notify_one();
    shop.until(Vec::<String>::new(), async || resend::progress(store, &asked).await.unwrap().waiting).await;
    let letters = shop.letters_to(AMAL, 3).await;
    let receipts = letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains("withdrawal"));
    assert_eq!((receipts.count(), letters.len()), (2, 3), "{letters:?}");
    // Stated once more, it is the same one, and nothing is left to do.
    shop.pass(60).await;
    confirm(&shop, &number, AMAL, "").await;
    shop.until_idle().await;
    assert_eq!((open_ones(&shop).await, shop.letters_to(AMAL, 3).await.len()), (0, 3));
    shop.running.stop().await;
}

const CANCELLED: &str = "SELECT order_id FROM cancellations WHERE confirmed_at IS NOT NULL";

/// An operator notes that the buyer keeps it, and the buyer resumes the renewal; then they withdraw after all.
#[tokio::test]
async fn who_withdraws_again_after_the_first_was_closed_is_heard_again() {
    const DAY: u64 = 24 * 3600;
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    shop.pass(2 * DAY).await;
    confirm(&shop, &number, AMAL, "Amal K.").await;
    shop.until(1, async || shop.texts(CANCELLED).await.len()).await;
    shop.letters_to(AMAL, 3).await;
    shop.pass(2 * DAY).await;
    let (store, now) = (&shop.running.app.store, shop.clock.now());
    handle(store, &number, "keeps it", now).await.unwrap();
    let offer = look(store, &number, now).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    resume_within(&mut tx, &offer, now).await.unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    shop.letters_to(AMAL, 4).await;
    assert_eq!(shop.rows("cancellations WHERE resumed_at IS NOT NULL").await, 1);

    shop.pass(6 * DAY).await;
    assert_eq!(content(&confirm(&shop, &number, AMAL, "").await)["step"], "stated");
    shop.until(1, async || shop.rows("cancellations WHERE round = 2 AND confirmed_at IS NOT NULL").await).await;
    let subscription = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["cancel_at_period_end"], true);
    let letters = shop.letters_to(AMAL, 6).await;
    let is_receipt = |letter: &&Value| letter["subject"].as_str().unwrap().contains("withdrawal");
    let receipts: Vec<_> = letters.iter().filter(is_receipt).map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(receipts.len(), 2, "{letters:?}");
    assert!(receipts.iter().any(|text| text.contains("30 November 2026")), "{receipts:?}");
    let waits = waiting(&mut store.snapshot().await.unwrap(), Addresses::Masked).await.unwrap();
    assert_eq!((waits.len(), waits[0].days_after_payment, &waits[0].withdrawal.how), (1, Some(10), &None));
    assert_eq!(figure(&shop).await, "1");
    // While that one waits, a repeat changes nothing again.
    shop.pass(60).await;
    confirm(&shop, &number, AMAL, "").await;
    shop.until_idle().await;
    assert_eq!(shop.letters_to(AMAL, 6).await.len(), 6);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_mail_outage_does_not_let_a_withdrawn_order_renew() {
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    let away =
        json!({ "operation": "mail.recipient", "kind": "refuse", "value": "451 4.3.0 try later", "times": 1000 });
    shop.control("faults", away).await;
    confirm(&shop, &number, AMAL, "").await;
    shop.until(1, async || shop.texts(CANCELLED).await.len()).await;
    assert_eq!(shop.letters_to(AMAL, 1).await.len(), 1, "no letter has gone out since the receipt of the purchase");
    shop.disarm_faults().await;
    shop.pass(3600).await;
    shop.letters_to(AMAL, 3).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_withdrawal_before_the_delivery_cancels_the_renewal_after_it() {
    let shop = Shop::start().await;
    let number = bought(&shop, "en").await;
    shop.until_idle().await;
    run(&shop, "UPDATE orders SET state = 'paid'").await;
    confirm(&shop, &number, AMAL, "").await;
    shop.letters_to(AMAL, 2).await;
    shop.until(1, async || shop.letters_noted().await - 1).await;
    shop.pass(60).await;
    shop.until_idle().await;
    assert_eq!(shop.rows("cancellations").await, 0, "nothing renews yet");

    run(&shop, "UPDATE orders SET state = 'delivered'").await;
    // While its cancellation job waits for that, no letter job of the order does.
    let store = &shop.running.app.store;
    let asked = resend::ask(store, &number, shop.clock.now()).await.unwrap();
    shop.running.app.wake.notify_one();
    shop.until(Vec::<String>::new(), async || resend::progress(store, &asked).await.unwrap().waiting).await;
    shop.pass(600).await;
    shop.until(1, async || shop.texts(CANCELLED).await.len()).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn what_will_not_do_comes_back_and_other_sites_and_repeats_are_kept_out() {
    let shop = shop_with(vec![row(Action::Withdrawal, By::Address, 2, 600, true)]).await;
    for (fields, problem, sentence) in [
        (&[][..], "order_number_invalid", "Please enter the order number from your receipt"),
        (&[("order_number", "7k3m92pd")][..], "email_required", "Email is required"),
        (&[("order_number", "7k3m92pd"), ("email", "x")][..], "email_invalid", "Please enter a valid email"),
    ] {
        for step in ["review", "confirm", "else"] {
            let answer = send(&shop, "/withdrawal", &[fields, &[("step", step)]].concat()).await;
            let page = content(&answer);
            assert_eq!((answer.status, &page["problem"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(problem)));
            assert!(answer.text.contains(sentence) && page["step"] == "statement", "{step}: {page}");
        }
    }
    let forged = shop.http.post(format!("{}/withdrawal", shop.shop)).header(ORIGIN, "https://elsewhere.example");
    let forged = forged.body(format!("order_number=7k3m92pd&email={AMAL}&step=confirm"));
    assert_eq!(shop.finish(&mut Browser::default(), forged).await.status, StatusCode::FORBIDDEN);
    // The refused calls above do not count.
    for _ in 0..2 {
        assert_eq!(confirm(&shop, "0000-0000", AMAL, "").await.status, StatusCode::OK);
    }
    let refused = confirm(&shop, "0000-0000", AMAL, "").await;
    assert_eq!(
        (refused.status, &content(&refused)["problem"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("rate_limited"))
    );
    assert!(refused.headers.contains_key("retry-after"));
    shop.running.stop().await;
}
