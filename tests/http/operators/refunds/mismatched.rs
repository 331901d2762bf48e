//! Payments that disagree with their quote: the amount really charged is refunded.

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use onefare_server::flows::support::refund::Outcome;
use onefare_server::flows::support::refund::SendBackError;
use onefare_server::store::refunds::RefundState;
use onefare_tests::{Browser, IDEAL, Shop, package, twelve_months};
use serde_json::json;

use super::super::{Addresses, found, run, shown};
use super::{AMAL, done, looked, looked_at, sent, sent_back, subscription};

/// A twelve-month order for AED 150.00 whose stored quote is changed to another amount before it is paid, and its page.
async fn held(shop: &Shop, due_now: i64) -> (String, String) {
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(AMAL, "AED", 15000)).await);
    let sql = format!("UPDATE payments SET quote = REPLACE(quote, '\"due_now\":15000', '\"due_now\":{due_now}')");
    assert_eq!(run(shop, &sql).await, 1);
    shop.at_pay_page(&session, "pay").await;
    let states = "SELECT state || ' ' || COALESCE(failure, '-') FROM payments";
    shop.until(vec!["quarantined amount".to_owned()], async || shop.texts(states).await).await;
    (found(shop, &session, Addresses::Masked).await[0].number.clone(), session)
}

#[tokio::test]
async fn more_than_was_agreed_goes_back_in_full() {
    let shop = Shop::start().await;
    let (number, session) = held(&shop, 12000).await;
    let part = looked(&shop, &number, Some("120.00")).await.unwrap();
    assert_eq!((part.payment, part.order), (PaymentState::Quarantined, OrderState::Held));
    assert_eq!((part.charged.minor(), part.left.minor(), part.outcome), (15000, 3000, Outcome::InPart));
    assert_eq!(done(&shop, &part).await.refund.state, RefundState::Done);
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!(sheet.order.state, OrderState::Held, "as much as the quote is not all of it");
    assert_eq!(subscription(&shop, &session).await, "active");

    shop.clock.advance(std::time::Duration::from_secs(1));
    let rest = looked(&shop, &number, None).await.unwrap();
    assert_eq!((rest.amount.minor(), rest.left.minor(), rest.outcome), (3000, 0, Outcome::OrderEnds));
    assert_eq!(done(&shop, &rest).await.refund.state, RefundState::Done);
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.payments[0].state), (OrderState::Refunded, PaymentState::Refunded));
    assert_eq!(subscription(&shop, &session).await, "canceled");
    let back: Vec<i64> = sent_back(&shop).await.into_iter().map(|(_, amount, _)| amount).collect();
    assert_eq!(back, [12000, 3000]);
    shop.running.stop().await;
}

#[tokio::test]
async fn less_than_was_agreed_is_all_of_it() {
    let shop = Shop::start().await;
    let (number, _) = held(&shop, 20000).await;
    let much = looked(&shop, &number, Some("150.01")).await.unwrap_err();
    assert!(matches!(much, SendBackError::TooMuch { .. }), "{much}");
    let offer = looked(&shop, &number, None).await.unwrap();
    assert_eq!((offer.amount.minor(), offer.outcome), (15000, Outcome::OrderEnds));
    assert_eq!(done(&shop, &offer).await.refund.state, RefundState::Done);
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.payments[0].state), (OrderState::Refunded, PaymentState::Refunded));
    assert_eq!(sent_back(&shop).await, [("stripe".to_owned(), 15000, "aed".to_owned())]);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_provider_does_not_say_is_not_guessed() {
    let shop = Shop::start().await;
    let (number, _) = held(&shop, 12000).await;
    for (field, value, why) in [
        ("payment_status", json!("unpaid"), "the provider does not say that it is paid"),
        ("payment_status", json!("no_payment_required"), "the provider names no amount that can be relied on"),
        ("currency", json!("isk"), "the provider names no amount that can be relied on"),
        ("client_reference_id", json!("pay_another"), "the answer is about another payment or order"),
    ] {
        shop.lie("checkout.sessions.retrieve", field, value, 1000).await;
        for amount in [None, Some("1.00")] {
            let refused = looked(&shop, &number, amount).await.unwrap_err();
            assert!(matches!(refused, SendBackError::ChargeUnknown(..)), "{field}: {refused}");
            assert!(refused.to_string().contains(why), "{field}: {refused}");
        }
        shop.disarm_faults().await;
    }
    let down = json!({ "operation": "checkout.sessions.retrieve", "kind": "error_500", "times": 100 });
    shop.control("faults", down).await;
    let refused = looked(&shop, &number, None).await.unwrap_err();
    assert!(matches!(refused, SendBackError::Provider(_)), "{refused}");
    shop.disarm_faults().await;
    assert_eq!(looked(&shop, &number, None).await.unwrap().amount.minor(), 15000);
    assert_eq!(shop.rows("refunds").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_payment_in_another_currency_goes_back_as_it_came() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    let sql = "UPDATE payments SET quote = REPLACE(quote, '\"EUR\"', '\"USD\"')";
    assert_eq!(run(&shop, sql).await, 1);
    shop.at_bank(&payment, "paid").await;
    shop.until_order("held").await;
    let offer = looked(&shop, &shop.texts("SELECT number FROM orders").await[0], None).await.unwrap();
    assert_eq!((offer.amount.minor(), offer.amount.currency().code()), (3999, "EUR"));
    let id = sent(&shop, &offer).await.unwrap();
    let pending = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(pending).await.len()).await;
    let reference = shop.texts(pending).await.remove(0);
    shop.control(&format!("refunds/{reference}/refunded"), json!({})).await;
    assert_eq!(super::ended(&shop, &id).await.refund.state, RefundState::Done);
    assert_eq!(sent_back(&shop).await, [("mollie".to_owned(), 3999, "eur".to_owned())]);
    assert_eq!(shop.texts("SELECT state FROM orders").await, ["refunded"]);
    shop.running.stop().await;
}

/// The shop could not refund an order's second payment by itself: an operator does, and the order remains.
#[tokio::test]
async fn a_second_payment_goes_back_beside_its_order() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months(AMAL, "AED", 15000);
    let first = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    // The provider wrongly reports that the first page has expired; both pages are paid in the end.
    shop.lie("checkout.sessions.retrieve", "status", "expired", 1000).await;
    assert_eq!(shop.verify(&mut browser, &first).await.body["payment_status"], "failed");
    shop.disarm_faults().await;
    let second = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&second, "pay").await;
    let number = shop.verify_until_known(&mut browser, &second).await.body["orderId"].as_str().unwrap().to_owned();
    shop.lie("refunds.create", "status", "canceled", 1000).await;
    shop.at_pay_page(&first, "pay").await;
    let states = async |shop: &Shop| shop.texts("SELECT state FROM payments ORDER BY state").await;
    shop.until(vec!["paid".to_owned(), "quarantined".to_owned()], async || {
        shop.verify(&mut browser, &first).await;
        states(&shop).await
    })
    .await;
    shop.disarm_faults().await;
    let several = looked(&shop, &number, None).await.unwrap_err().to_string();
    assert!(several.contains("more than one payment") && several.contains("--payment"), "{several}");
    assert!(several.contains(&first) && several.contains(&second), "{several}");

    shop.clock.advance(std::time::Duration::from_secs(1));
    let offer = looked_at(&shop, &number, &first).await.unwrap();
    assert_eq!((offer.amount.minor(), offer.outcome, offer.subscription), (15000, Outcome::OrderStays, true));
    assert_eq!(looked_at(&shop, &number, &offer.payment_id).await.unwrap(), offer, "our id names it as well");
    // The sandbox did the refund at the first try and only reported otherwise, so there is nothing left to refund.
    let far = done(&shop, &offer).await;
    assert_eq!((far.refund.state, far.refund.reference), (RefundState::Done, None), "it went back by other hands");
    assert_eq!((states(&shop).await, sent_back(&shop).await.len()), (vec!["paid".into(), "refunded".into()], 1));
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Delivered);
    assert_eq!(
        [subscription(&shop, &first).await, subscription(&shop, &second).await],
        [json!("canceled"), json!("active")]
    );
    shop.running.stop().await;
}
