//! Held orders: the pages after the payment say so, one letter tells the buyer, and the refund ends both.

use onefare_server::flows::letters::resend;
use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, changed, hash_of_card, quick, status, wanted};
use crate::refund::send_back;

const AMAL: &str = "amal@example.com";

/// Makes the provider report another amount from now on.
async fn lies(shop: &Shop) {
    shop.lie("checkout.sessions.retrieve", "amount_total", 14_000, 1000).await;
    shop.lie("mollie.payments.get", "amount.value", "38.00", 1000).await;
}

/// Makes the mail server accept no letter.
fn no_mail() -> Value {
    json!({ "operation": "mail.letter", "kind": "refuse", "value": "451 4.3.0 later", "times": 1000 })
}

/// Kind and number of every stored letter, sent or not.
async fn stored_letters(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT kind || ' ' || CAST(number AS TEXT) FROM letters ORDER BY kind, number").await
}

fn subject(letter: &Value) -> &str {
    letter["subject"].as_str().unwrap()
}

/// Expects a held order, and nothing about its amount.
fn says_held(answer: &Answer) {
    let told = &answer.body;
    assert_eq!((&told["payment_status"], &told["held"]), (&json!("pending"), &json!(true)), "{told}");
    assert!(told.get("amount").is_none() && told.get("amount_text").is_none(), "{told}");
}

#[tokio::test]
async fn the_page_says_so_to_everybody_alike_and_one_letter_does() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    let open = shop.verify(&mut browser, &session).await.body;
    assert_eq!((&open["payment_status"], open.get("held")), (&json!("pending"), None), "an open page is not held");
    lies(&shop).await;
    shop.at_pay_page(&session, "pay").await;
    shop.until_order("held").await;
    let number = shop.order_number().await;
    let letters = shop.letters_to(AMAL, 1).await;
    assert_eq!(subject(&letters[0]), format!("We are checking your payment for order {number} at Northquay"));
    let text = letters[0]["text"].as_str().unwrap();
    for said in ["does not match the order", "Please do not pay again", "You get back what you paid", "support@"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for mut caller in [browser, Browser::default()] {
        for _ in 0..2 {
            let told = shop.verify(&mut caller, &session).await;
            let all = json!({ "status": "pending", "payment_status": "pending", "held": true, "orderId": number });
            assert_eq!(told.body, all);
        }
    }
    // Repeated webhooks and status calls send no other letter.
    shop.pass(12 * 3600).await;
    shop.until_idle().await;
    assert_eq!(shop.letters_to(AMAL, 1).await.len(), 1);
    assert_eq!(stored_letters(&shop).await, ["order_held 1"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_refund_ends_it_with_a_letter_of_its_own() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = changed(&package(12, AMAL, 3999), "language", json!("nl"));
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, body).await);
    let hash = shop.hash_of(&payment).await;
    lies(&shop).await;
    shop.at_bank(&payment, "paid").await;
    shop.until_order("held").await;
    assert!(subject(&shop.letters_to(AMAL, 1).await[0]).starts_with("We controleren je betaling"));
    says_held(&shop.payment_status(&mut browser, &hash).await);
    let stranger = shop.payment_status(&mut Browser::default(), &hash).await;
    says_held(&stranger);
    assert_eq!(stranger.body["email"], "a***@example.com");
    shop.disarm_faults().await;
    says_held(&shop.payment_status(&mut browser, &hash).await);

    send_back(&shop, &shop.order_number().await, None).await;
    let on_its_way = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(on_its_way).await.len()).await;
    // The bank takes days for the refund, and a page opened meanwhile does not wait for it.
    says_held(&shop.payment_status(&mut browser, &hash).await);
    let refund = shop.texts(on_its_way).await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until_order("refunded").await;
    let told = shop.payment_status(&mut browser, &hash).await.body;
    assert_eq!((&told["payment_status"], told.get("held")), (&json!("refunded"), None));
    let letters = shop.letters_to(AMAL, 2).await;
    assert!(subject(&letters[0]).starts_with("Terugbetaling voor bestelling"), "{letters:?}");
    shop.until_idle().await;
    assert_eq!(stored_letters(&shop).await, ["order_held 1", "refund 1"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_letter_is_not_sent_once_all_of_the_money_goes_back() {
    let shop = Shop::start().await;
    let body = changed(&package(12, AMAL, 3999), "language", json!("en"));
    let payment = Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, body).await);
    shop.control("faults", no_mail()).await;
    lies(&shop).await;
    shop.at_bank(&payment, "paid").await;
    shop.until_order("held").await;
    let failed = "SELECT last_error FROM jobs WHERE kind = 'send_letter' AND last_error IS NOT NULL";
    shop.until(1, async || shop.texts(failed).await.len()).await;
    shop.replace_faults(no_mail()).await;
    send_back(&shop, &shop.order_number().await, None).await;
    let on_its_way = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(on_its_way).await.len()).await;
    // Until the refund is done it may still fail: the letter about the hold waits.
    let silent = json!({ "operation": "mollie.paymentRefunds.*", "kind": "error_500", "times": 1000 });
    shop.replace_faults(silent).await;
    shop.pass(3600).await;
    shop.until_idle().await;
    assert_eq!(shop.texts("SELECT kind FROM letters WHERE sent_at IS NOT NULL").await, ["refund"]);
    assert_eq!(stored_letters(&shop).await, ["order_held 1", "refund 1"]);
    shop.disarm_faults().await;
    shop.pass(24 * 3600).await;
    shop.until_order("refunded").await;
    shop.pass(3600).await;
    shop.until_idle().await;
    assert_eq!(stored_letters(&shop).await, ["refund 1"]);
    let letters = shop.letters_to(AMAL, 1).await;
    assert_eq!(letters.len(), 1, "{letters:?}");
    assert!(letters[0]["text"].as_str().unwrap().contains("Our support team has refunded your payment."));
    shop.running.stop().await;
}

/// The page of the failed attempt would offer to pay again.
#[tokio::test]
async fn a_failed_attempt_of_a_held_order_says_it_too() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months(AMAL, "AED", 15000);
    let first = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    shop.at_pay_page(&first, "expire").await;
    assert_eq!(shop.verify_until_known(&mut browser, &first).await.body["payment_status"], "failed");
    let second = Shop::session_of(&shop.checkout(&mut browser, body).await);
    assert_eq!(shop.rows("orders").await, 1);
    lies(&shop).await;
    shop.at_pay_page(&second, "pay").await;
    shop.until_order("held").await;
    for session in [&first, &second] {
        says_held(&shop.verify(&mut browser, session).await);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn data_for_travelling_says_it_whichever_way_it_was_paid() {
    for (call, method, provider) in [(BY_CARD, "card", "stripe"), (BY_IDEAL, "ideal", "mollie")] {
        let shop = quick().await;
        let mut browser = Browser::default();
        let payment = Shop::session_of(&shop.post(&mut browser, call, wanted(&shop, method).await).await);
        let hash = match method {
            "card" => hash_of_card(&shop, &payment).await,
            _ => shop.hash_of(&payment).await,
        };
        lies(&shop).await;
        match method {
            "card" => shop.at_pay_page(&payment, "pay").await,
            _ => shop.at_bank(&payment, "paid").await,
        }
        shop.until_order("held").await;
        says_held(&status(&shop, &mut browser, provider, &hash).await);
        let stranger = status(&shop, &mut Browser::default(), provider, &hash).await;
        says_held(&stranger);
        assert_eq!((&stranger.body["amount_paid"], &stranger.body["email"]), (&json!(0), &json!("a***@example.com")));
        assert!(subject(&shop.letters_to(AMAL, 1).await[0]).starts_with("We are checking your payment"));
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn support_sends_the_letter_again_while_the_order_is_held() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    lies(&shop).await;
    shop.at_pay_page(&session, "pay").await;
    shop.until_order("held").await;
    shop.until(1, async || shop.letters_noted().await).await;
    let (store, number) = (&shop.running.app.store, shop.order_number().await);
    let asked = resend::ask(store, &number, shop.clock.now()).await.unwrap();
    assert_eq!((asked.copies.as_slice(), asked.first_letter_due), (&["order_held"][..], false));
    shop.running.app.wake.notify_one();
    shop.letters_to(AMAL, 2).await;
    shop.until(2, async || shop.letters_noted().await).await;
    shop.disarm_faults().await;
    send_back(&shop, &shop.order_number().await, None).await;
    shop.until_order("refunded").await;
    shop.letters_to(AMAL, 3).await;
    let more = resend::ask(store, &number, shop.clock.now()).await;
    assert!(matches!(more, Err(resend::ResendError::NotDelivered(_, "refunded"))), "{more:?}");
    shop.running.stop().await;
}
