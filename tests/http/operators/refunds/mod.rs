//! Refunds that a support operator decides.

mod manual;
mod mismatched;
mod refused;

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use onefare_server::flows::payment::clients::Clients;
use onefare_server::flows::support::refund::Offer;
use onefare_server::flows::support::refund::Outcome;
use onefare_server::flows::support::refund::Progress;
use onefare_server::flows::support::refund::SendBackError;
use onefare_server::flows::support::refund::Wanted;
use onefare_server::flows::support::refund::look;
use onefare_server::flows::support::refund::progress;
use onefare_server::flows::support::refund::send;
use onefare_server::store::refunds::RefundState;
use onefare_tests::{Browser, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use super::{bought, noted, shown};

const AMAL: &str = "amal@example.com";

fn clients(shop: &Shop) -> Clients {
    Clients { stripe: shop.running.app.stripe.clone(), mollie: shop.running.app.mollie.clone() }
}

/// The offered refund for the order's only payment.
async fn looked(shop: &Shop, number: &str, amount: Option<&str>) -> Result<Offer, SendBackError> {
    look(&shop.running.app.store, &clients(shop), &Wanted { number, payment: None, amount }, shop.clock.now()).await
}

async fn looked_at(shop: &Shop, number: &str, payment: &str) -> Result<Offer, SendBackError> {
    let wanted = Wanted { number, payment: Some(payment), amount: None };
    look(&shop.running.app.store, &clients(shop), &wanted, shop.clock.now()).await
}

/// Confirms the refund, and wakes the running shop's jobs.
async fn sent(shop: &Shop, offer: &Offer) -> Result<String, SendBackError> {
    let id = send(&shop.running.app.store, offer, shop.clock.now()).await;
    shop.running.app.wake.notify_one();
    id
}

/// Refunds, and waits for the outcome.
async fn done(shop: &Shop, offer: &Offer) -> Progress {
    ended(shop, &sent(shop, offer).await.unwrap()).await
}

async fn ended(shop: &Shop, refund: &str) -> Progress {
    for _ in 0..600 {
        let far = progress(&shop.running.app.store, refund).await.unwrap();
        if far.refund.state.is_over() {
            return far;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("refund {refund} has not ended in time");
}

/// The providers' refunds: provider, minor units, currency.
async fn sent_back(shop: &Shop) -> Vec<(String, i64, String)> {
    let ledger = shop.sandbox_has("ledger").await;
    let back = ledger["rows"].as_array().unwrap().iter().filter(|row| row["movement"] == "refund");
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    back.map(|row| (text(row, "provider"), row["amount"].as_i64().unwrap(), text(row, "currency"))).collect()
}

async fn subscription(shop: &Shop, session: &str) -> Value {
    let session = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    shop.at_stripe(&format!("subscriptions/{}", session["subscription"].as_str().unwrap())).await["status"].clone()
}

/// Letters that state this refunded amount.
fn telling(letters: &[Value], amount: &str) -> usize {
    let told = format!("Amount refunded: {amount}");
    letters.iter().filter(|letter| letter["text"].as_str().unwrap().contains(&told)).count()
}

#[tokio::test]
async fn all_of_a_card_payment_goes_back_and_ends_the_order() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    let offer = looked(&shop, &number.to_lowercase(), None).await.unwrap();
    assert_eq!((offer.number.as_str(), offer.email.as_str()), (number.as_str(), "a***@example.com"));
    assert_eq!((offer.order, offer.outcome), (OrderState::Delivered, Outcome::OrderEnds));
    assert_eq!((offer.charged.minor(), offer.returned.minor()), (15000, 0));
    assert_eq!((offer.amount.minor(), offer.left.minor(), offer.subscription), (15000, 0, true));
    assert_eq!(shop.rows("refunds").await, 0, "looking changes nothing");

    let far = done(&shop, &offer).await;
    assert_eq!((far.refund.state, far.last_error), (RefundState::Done, None));
    assert_eq!(sent_back(&shop).await, [("stripe".to_owned(), 15000, "aed".to_owned())]);
    assert_eq!(subscription(&shop, &session).await, "canceled");
    let letters = shop.letters_to(AMAL, 2).await;
    assert_eq!((letters.len(), telling(&letters, "AED\u{a0}150.00")), (2, 1));
    let ended = "Your subscription has ended with this refund. Nothing more is charged.";
    assert!(letters[0]["text"].as_str().unwrap().contains(ended), "{letters:?}");
    noted(&shop, &number, 2).await;
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.payments[0].state), (OrderState::Refunded, PaymentState::Refunded));
    let told = &sheet.refunds[0];
    assert_eq!((told.amount, told.currency, told.amount_text.as_str()), (15000, "AED", "AED\u{a0}150.00"));
    assert_eq!((told.reason, told.state, told.failure.as_deref()), ("by_support", "done", None));
    assert_eq!((told.id.as_str(), told.payment.as_str()), (far.refund.id.as_str(), offer.payment_id.as_str()));
    assert_eq!((told.reference.as_ref(), told.ended_at), (far.refund.reference.as_ref(), Some(shop.clock.now())));
    assert!(told.reference.as_ref().unwrap().starts_with("re_"));
    let again = looked(&shop, &number, None).await.unwrap_err().to_string();
    assert_eq!(again, format!("all of payment {} went back already", offer.payment_id));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_ideal_payment_goes_back_to_the_bank_and_is_followed() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    shop.until_order("delivered").await;
    // An order that ends before its receipt went out gets none, so wait for it.
    shop.letters_to(AMAL, 1).await;
    let number = shop.order_number().await;
    let offer = looked(&shop, &number, None).await.unwrap();
    assert_eq!((offer.amount.to_decimal_text().as_str(), offer.outcome), ("39.99", Outcome::OrderEnds));
    let id = sent(&shop, &offer).await.unwrap();
    let store = &shop.running.app.store;
    shop.until(RefundState::Pending, async || progress(store, &id).await.unwrap().refund.state).await;
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.refunds[0].state), (OrderState::Delivered, "pending"), "it has not arrived");
    let waits = sheet.jobs.iter().any(|job| job.kind == "refund_payment" && job.subject == id);
    assert!(waits, "whoever shows the order sees that somebody asks: {:?}", sheet.jobs);
    let reference = sheet.refunds[0].reference.clone().unwrap();
    shop.control(&format!("refunds/{reference}/refunded"), json!({})).await;
    assert_eq!(ended(&shop, &id).await.refund.state, RefundState::Done);
    assert_eq!(shop.at_mollie(&payment).await["amountRefunded"], json!({ "currency": "EUR", "value": "39.99" }));
    assert_eq!(sent_back(&shop).await, [("mollie".to_owned(), 3999, "eur".to_owned())]);
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Refunded);
    let letters = shop.letters_to(AMAL, 2).await;
    let of_refund =
        letters.iter().filter(|letter| letter["headers"].to_string().contains(&format!("refund-{id}"))).count();
    assert_eq!((letters.len(), of_refund), (2, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_part_leaves_what_was_bought_and_the_rest_ends_it() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    let part = looked(&shop, &number, Some("50.00")).await.unwrap();
    assert_eq!((part.amount.minor(), part.left.minor(), part.outcome), (5000, 10000, Outcome::InPart));
    assert_eq!(done(&shop, &part).await.refund.state, RefundState::Done);
    assert_eq!(subscription(&shop, &session).await, "active");
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Delivered);
    let much = looked(&shop, &number, Some("100.01")).await.unwrap_err().to_string();
    let expected = "AED\u{a0}100.01 is more than the AED\u{a0}100.00 that is left: AED\u{a0}150.00 was charged, \
                    AED\u{a0}50.00 went back before";
    assert_eq!(much, expected);

    shop.clock.advance(Duration::from_secs(1));
    let rest = looked(&shop, &number, None).await.unwrap();
    assert_eq!((rest.returned.minor(), rest.amount.minor(), rest.outcome), (5000, 10000, Outcome::OrderEnds));
    assert_eq!(done(&shop, &rest).await.refund.state, RefundState::Done);
    assert_eq!(subscription(&shop, &session).await, "canceled");
    let back: Vec<i64> = sent_back(&shop).await.into_iter().map(|(_, amount, _)| amount).collect();
    assert_eq!(back, [5000, 10000]);
    let sheet = shown(&shop, &number).await.unwrap();
    let told: Vec<_> = sheet.refunds.iter().map(|refund| (refund.amount, refund.state)).collect();
    assert_eq!((sheet.order.state, told), (OrderState::Refunded, vec![(5000, "done"), (10000, "done")]));
    let letters = shop.letters_to(AMAL, 3).await;
    assert_eq!((telling(&letters, "AED\u{a0}50.00"), telling(&letters, "AED\u{a0}100.00")), (1, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn of_two_at_the_same_moment_exactly_one_goes_back() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    for amount in [Some("75.00"), None] {
        let offer = looked(&shop, &number, amount).await.unwrap();
        let tasks: Vec<_> = (0..2)
            .map(|_| {
                let (store, offer, now) = (shop.running.app.store.clone(), offer.clone(), shop.clock.now());
                tokio::spawn(async move { send(&store, &offer, now).await })
            })
            .collect();
        let mut decided = Vec::new();
        for task in tasks {
            match task.await.unwrap() {
                Ok(id) => decided.push(id),
                // On a slow machine the other one's refund is done by then.
                Err(SendBackError::OnItsWay { .. } | SendBackError::AllBack(_) | SendBackError::Changed(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(decided.len(), 1);
        shop.running.app.wake.notify_one();
        assert_eq!(ended(&shop, &decided[0]).await.refund.state, RefundState::Done);
        shop.clock.advance(Duration::from_secs(1));
    }
    let back: Vec<i64> = sent_back(&shop).await.into_iter().map(|(_, amount, _)| amount).collect();
    assert_eq!((back, shop.rows("refunds").await), (vec![7500, 7500], 2));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_that_support_ends_sends_no_money_back_and_tells_its_buyer() {
    let shop = Shop::start().await;
    let trial = json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED",
        "expected_amount": 0, "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" });
    let (number, session) = bought(&shop, trial).await;
    noted(&shop, &number, 1).await;
    let wanted = looked(&shop, &number, Some("1.00")).await.unwrap_err();
    assert!(matches!(wanted, SendBackError::NothingCharged(_)), "{wanted}");
    let offer = looked(&shop, &number, None).await.unwrap();
    assert_eq!((offer.charged.minor(), offer.amount.minor(), offer.outcome), (0, 0, Outcome::OrderEnds));
    assert_eq!(subscription(&shop, &session).await, "trialing");
    assert_eq!(done(&shop, &offer).await.refund.state, RefundState::Done);
    assert_eq!(subscription(&shop, &session).await, "canceled");
    let letters = shop.letters_to(AMAL, 2).await;
    assert_eq!(letters[0]["subject"], format!("Your trial at Northquay has ended, order {number}"));
    let text = letters[0]["text"].as_str().unwrap();
    assert!(text.contains("Nothing was charged, and nothing will be.") && !text.contains("refund"), "{text}");
    noted(&shop, &number, 2).await;
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Refunded);
    assert_eq!((sent_back(&shop).await.len(), shop.letters_to(AMAL, 2).await.len()), (0, 2));
    let told = shop.verify(&mut Browser::default(), &session).await.body;
    let nothing = json!({ "status": "error", "payment_status": "refunded", "orderId": number,
        "amount": 0, "amount_text": "AED\u{a0}0.00", "currency": "AED" });
    assert_eq!(told, nothing);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_that_was_charged_is_not_ended_as_if_it_were_free() {
    let shop = Shop::start().await;
    let trial = json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED",
        "expected_amount": 0, "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" });
    let (number, session) = bought(&shop, trial).await;
    noted(&shop, &number, 1).await;
    let shown_on_the_first_day = looked(&shop, &number, None).await.unwrap();
    shop.clock.advance(Duration::from_secs(27 * 24 * 3600));
    let refused = looked(&shop, &number, None).await.unwrap_err();
    assert!(matches!(&refused, SendBackError::ChargedSince { amount, .. } if amount == "AED\u{a0}150.00"), "{refused}");
    let too_late = sent(&shop, &shown_on_the_first_day).await.unwrap_err();
    assert!(
        matches!(too_late, SendBackError::ChargedSince { .. }),
        "what was shown earlier is refused too: {too_late}"
    );
    assert_ne!(subscription(&shop, &session).await, "canceled");
    assert_eq!((shop.rows("refunds").await, shop.letters_to(AMAL, 1).await.len()), (0, 1));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_the_provider_refused_can_be_sent_once_more() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    shop.lie("refunds.create", "status", "failed", 1).await;
    let offer = looked(&shop, &number, None).await.unwrap();
    let far = done(&shop, &offer).await;
    assert_eq!((far.refund.state, far.refund.failure.as_deref()), (RefundState::Failed, Some("failed")));
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.refunds[0].failure.as_deref()), (OrderState::Delivered, Some("failed")));
    assert_eq!(looked(&shop, &number, None).await.unwrap(), offer, "all of it is still there");
    shop.running.stop().await;
}

#[tokio::test]
async fn no_server_need_run_when_it_is_decided() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    let (store, offer) = (shop.data.database_url(), looked(&shop, &number, None).await.unwrap());
    let (data, clock) = (shop.data, shop.clock.clone());
    shop.running.stop().await;
    let store = onefare_server::store::Store::open(&store).await.unwrap();
    let id = send(&store, &offer, clock.now()).await.unwrap();
    let far = progress(&store, &id).await.unwrap();
    assert_eq!((far.refund.state, far.refund.reference, far.last_error), (RefundState::Due, None, None));
    store.close().await;
    let shop = Shop::start_in(data, clock).await;
    assert_eq!(ended(&shop, &id).await.refund.state, RefundState::Done);
    assert_eq!(sent_back(&shop).await, [("stripe".to_owned(), 15000, "aed".to_owned())]);
    shop.running.stop().await;
}
