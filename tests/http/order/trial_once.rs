//! An address gets one trial, however many browsers and pages request another, and strangers do not learn that it had
//! one.

use std::time::Duration;

use super::trial::{EMAIL, trial, tried};
use onefare_tests::{Browser, CARD, Shop};
use reqwest::StatusCode;
use serde_json::json;

#[tokio::test]
async fn an_address_has_one_trial() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let first = tried(&shop, &mut browser, trial(EMAIL)).await;
    // The Back button leads to the begun trial, not to a refusal.
    let again = shop.checkout(&mut browser, trial(EMAIL)).await;
    assert_eq!(again.status, StatusCode::OK, "{again:?}");
    assert!(again.body["checkout_url"].as_str().unwrap().contains("/payment-success?session_id="));
    // In another spelling, in another currency, later: the address has had its trial.
    shop.clock.advance(Duration::from_secs(3 * 3600));
    let mut dollars = trial("AMAL@Example.COM");
    (dollars["currency"], dollars["expected_renewal"]) = (json!("USD"), json!(3999));
    for body in [trial("AMAL@Example.COM"), dollars] {
        let refused = shop.checkout(&mut browser, body).await;
        assert_eq!(
            (refused.status, &refused.body["code"]),
            (StatusCode::CONFLICT, &json!("trial_used")),
            "{refused:?}"
        );
        assert_eq!(
            (&refused.body["message"], &refused.body["field"]),
            (&json!("This email address has already had its free trial."), &json!("email"))
        );
    }
    assert_eq!((shop.rows("orders").await, &first.body["status"]), (1, &json!("ok")), "nothing is stored of a refusal");
    // The plan itself may be bought, and another address may start a trial.
    let plan = onefare_tests::twelve_months(EMAIL, "AED", 15000);
    assert_eq!(shop.checkout(&mut Browser::default(), plan).await.status, StatusCode::OK);
    assert_eq!(shop.checkout(&mut Browser::default(), trial("noor@example.com")).await.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_stranger_does_not_learn_that_an_address_has_had_its_trial() {
    let shop = Shop::start().await;
    tried(&shop, &mut Browser::default(), trial(EMAIL)).await;
    let (mut known, mut unknown) = (Browser::default(), Browser::default());
    let of_customer = shop.checkout(&mut known, trial(EMAIL)).await;
    let of_nobody = shop.checkout(&mut unknown, trial("noor@example.com")).await;
    let said = |answer: &onefare_tests::Answer| {
        let session = Shop::session_of(answer);
        (answer.status, answer.text.replace(&session, ""))
    };
    assert_eq!(said(&of_customer), said(&of_nobody));
    // A buyer who continues pays nothing, gets nothing, and gets a letter about it.
    let second = Shop::session_of(&of_customer);
    shop.at_pay_page(&second, "pay").await;
    shop.until("refunded".to_owned(), async || {
        shop.verify(&mut known, &second).await.body["payment_status"].as_str().unwrap_or_default().to_owned()
    })
    .await;
    assert_eq!(shop.letters_to(EMAIL, 2).await.len(), 2, "of the first trial, and of the end of the second");
    shop.delivered(1).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn of_two_trials_begun_at_once_the_later_ends_before_it_charges() {
    let shop = Shop::start().await;
    let (mut one, mut other) = (Browser::default(), Browser::default());
    let first = Shop::session_of(&shop.checkout(&mut one, trial(EMAIL)).await);
    let second = Shop::session_of(&shop.checkout(&mut other, trial(EMAIL)).await);
    shop.at_pay_page(&first, "pay").await;
    assert_eq!(shop.verify_until_known(&mut one, &first).await.body["status"], "ok");
    shop.at_pay_page(&second, "pay").await;
    let states = "SELECT p.state || ' ' || COALESCE(p.failure, '-') || ' ' || o.state FROM payments p \
                  JOIN orders o ON o.id = p.order_id ORDER BY p.state";
    shop.until(vec!["paid - delivered".to_owned(), "refunded repeated_trial refunded".to_owned()], async || {
        shop.texts(states).await
    })
    .await;
    let figures = shop.figures().await;
    assert_eq!(shop.alarms_raised().await, 0, "it ends by itself, and no person must look: {figures}");
    let told = shop.verify(&mut other, &second).await.body;
    let seen = [&told["status"], &told["payment_status"], &told["amount"]];
    assert_eq!(seen, [&json!("error"), &json!("refunded"), &json!(0)], "{told}");
    shop.delivered(1).await;
    assert_eq!(shop.texts("SELECT reason || ' ' || state FROM refunds").await, ["second_trial done"]);
    let ended = "SELECT subscription_ref FROM payments WHERE failure = 'repeated_trial'";
    let subscription = shop.texts(ended).await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{subscription}")).await["status"], "canceled");
    let kept = shop.texts("SELECT subscription_ref FROM payments WHERE state = 'paid'").await.remove(0);
    assert_eq!(shop.at_stripe(&format!("subscriptions/{kept}")).await["status"], "trialing");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_begun_at_the_deal_page_is_the_one_that_an_address_has() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = json!({ "package": 12, "selectedPackage": 12, "email": EMAIL, "code": "trial", "currency": "EUR",
        "expected_amount": 0, "expected_renewal": 3999, "accepted_trial_terms": "1" });
    let session = Shop::session_of(&shop.deal(&mut browser, CARD, body.clone()).await);
    shop.at_pay_page(&session, "pay").await;
    let begun = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!((&begun.body["status"], &begun.body["itemName"]), (&json!("ok"), &json!("7 Days Trial")), "{begun:?}");
    let mut unpriced = body.clone();
    for field in ["expected_amount", "expected_renewal"] {
        unpriced.as_object_mut().unwrap().remove(field);
    }
    shop.clock.advance(Duration::from_secs(3 * 3600));
    for again in [body.clone(), unpriced.clone()] {
        let refused = shop.deal(&mut browser, CARD, again).await;
        assert_eq!(
            (refused.status, &refused.body["code"]),
            (StatusCode::CONFLICT, &json!("trial_used")),
            "{refused:?}"
        );
    }
    assert_eq!(shop.checkout(&mut browser, trial(EMAIL)).await.body["code"], "trial_used", "at either call");
    // Another address may start one, also from a page that names no price; and there the box is required.
    (unpriced["email"], unpriced["accepted_trial_terms"]) = (json!("noor@example.com"), json!(false));
    let unticked = shop.deal(&mut Browser::default(), CARD, unpriced.clone()).await;
    assert_eq!(unticked.body["code"], "trial_terms_required", "{unticked:?}");
    unpriced["accepted_trial_terms"] = json!(true);
    let session = Shop::session_of(&shop.deal(&mut Browser::default(), CARD, unpriced).await);
    assert_eq!(shop.at_stripe(&format!("checkout/sessions/{session}")).await["amount_total"], 0);
    shop.running.stop().await;
}
