//! What buyers see after a full refund: the refund, and not an unpaid order.

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_tests::{Answer, Browser, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use super::send_back;
use crate::esim::shop::{BY_CARD, EMAIL, GENERATE, changed, hash_of_card, quick, status, status_until, wanted};

/// Provider, payment state and order state of every payment, the oldest first.
async fn states(shop: &Shop) -> Vec<String> {
    let sql = "SELECT p.provider || ' ' || p.state || ' ' || o.state FROM payments p \
               JOIN orders o ON o.id = p.order_id ORDER BY p.created_at, p.id";
    shop.texts(sql).await
}

/// The answer to the second call, which starts after the first one and must finish before it.
async fn overtakes(first: impl Future<Output = Answer>, second: impl Future<Output = Answer>) -> Answer {
    tokio::select! {
        biased;
        _ = first => panic!("it waited as long as a call that waits for a delivery"),
        answer = second => answer,
    }
}

#[tokio::test]
async fn of_a_plan_the_page_after_it_says_so_to_everybody() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months(EMAIL, "AED", 15000);
    let left = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    shop.at_pay_page(&left, "expire").await;
    assert_eq!(shop.verify_until_known(&mut browser, &left).await.body["payment_status"], "failed");
    shop.clock.advance(Duration::from_secs(1));
    let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
    shop.at_pay_page(&page, "pay").await;
    let number = shop.verify_until_known(&mut browser, &page).await.body["orderId"].as_str().unwrap().to_owned();
    send_back(&shop, &number, None).await;
    shop.until(vec!["stripe failed refunded".to_owned(), "stripe refunded refunded".to_owned()], async || {
        states(&shop).await
    })
    .await;
    // The same on a failed attempt's page: the order was paid all the same.
    for session in [&page, &left] {
        for mut asking in [browser.clone(), Browser::default()] {
            let told = shop.verify(&mut asking, session).await;
            assert_eq!(told.status, 200, "{told:?}");
            let expected = json!({ "status": "error", "payment_status": "refunded", "orderId": number,
                "amount": 15000, "amount_text": "AED\u{a0}150.00", "currency": "AED" });
            assert_eq!(told.body, expected);
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn of_a_deal_by_ideal_it_is_said_once_the_bank_has_the_money() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, EMAIL, 3999)).await);
    let hash = shop.hash_of(&payment).await;
    shop.at_bank(&payment, "paid").await;
    shop.until_order(OrderState::Delivered.code()).await;
    let number = shop.order_number().await;
    send_back(&shop, &number, None).await;
    let on_its_way = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(on_its_way).await.len()).await;
    let before = shop.payment_status(&mut browser, &hash).await.body;
    assert_eq!((&before["payment_status"], before["expired_at"].is_string()), (&json!("paid"), true), "{before}");
    let refund = shop.texts(on_its_way).await.remove(0);
    shop.control(&format!("refunds/{refund}/refunded"), json!({})).await;
    shop.until_order(OrderState::Refunded.code()).await;
    let told = shop.payment_status(&mut browser, &hash).await;
    assert_eq!(told.status, 200, "{told:?}");
    let expected =
        json!({ "orderId": number, "email": EMAIL, "amount_text": "€\u{a0}39,99", "payment_status": "refunded" });
    assert_eq!(told.body, expected);
    shop.running.stop().await;
}

#[tokio::test]
async fn of_data_that_cannot_be_had_it_is_said_and_nothing_counts_as_paid() {
    let shop = quick().await;
    let (mut browser, body) = (Browser::default(), wanted(&shop, "card").await);
    shop.control("esims/script", json!({ "deed": "refuse", "code": "200011" })).await;
    shop.control("faults", json!({ "operation": "refunds.create", "kind": "error_500", "times": 1_000 })).await;
    let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, body.clone()).await);
    let hash = hash_of_card(&shop, &page).await;
    shop.at_pay_page(&page, "pay").await;
    shop.until_order(OrderState::RefundDue.code()).await;
    let before = status(&shop, &mut browser, "stripe", &hash).await.body;
    assert_eq!((&before["payment_status"], &before["is_paid"]), (&json!("paid"), &json!(true)), "{before}");
    shop.disarm_faults().await;
    for _ in 0..20 {
        shop.clock.advance(Duration::from_secs(60));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let told = status_until(&shop, &mut browser, "stripe", &hash, "refunded").await;
    let order = shop.texts("SELECT id FROM orders").await.remove(0);
    assert_eq!(
        told.body,
        json!({
            "status": "ok", "payment_status": "refunded", "is_paid": false, "order_id": order,
            "order_number": shop.order_number().await, "bundle_id": body["bundle_id"], "data": 3072, "validity": 15,
            "country": "Spain", "amount_paid": 449, "amount_text": "$4.49", "currency": "USD", "email": EMAIL,
            "data_text": "3\u{a0}GB", "validity_text": "15\u{a0}days",
        })
    );
    shop.running.stop().await;
}

/// The sessions of two pages of one order and its number. The provider has wrongly reported that the first page expired,
/// so that it can still be paid beside the second, which is.
async fn paid_after_an_expired_page(shop: &Shop, browser: &mut Browser) -> (String, String, String) {
    let body = twelve_months(EMAIL, "AED", 15000);
    let first = Shop::session_of(&shop.checkout(browser, body.clone()).await);
    shop.lie("checkout.sessions.retrieve", "status", "expired", 1).await;
    assert_eq!(shop.verify(browser, &first).await.body["payment_status"], "failed");
    shop.disarm_faults().await;
    shop.clock.advance(Duration::from_secs(1));
    let second = Shop::session_of(&shop.checkout(browser, body).await);
    shop.at_pay_page(&second, "pay").await;
    let known = shop.verify_until_known(browser, &second).await;
    let number = known.body["orderId"].as_str().unwrap().to_owned();
    (first, second, number)
}

#[tokio::test]
async fn of_two_payments_the_one_that_stands_counts_until_it_goes_back_too() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (first, second, number) = paid_after_an_expired_page(&shop, &mut browser).await;
    shop.at_pay_page(&first, "pay").await;
    shop.until(vec!["stripe refunded delivered".to_owned(), "stripe paid delivered".to_owned()], async || {
        shop.verify(&mut browser, &first).await;
        states(&shop).await
    })
    .await;
    for session in [&first, &second] {
        let told = shop.verify(&mut browser, session).await.body;
        assert_eq!((&told["status"], &told["payment_status"]), (&json!("ok"), &json!("paid")), "{told}");
    }
    send_back(&shop, &number, Some(&second)).await;
    shop.until(vec!["stripe refunded refunded".to_owned(); 2], async || states(&shop).await).await;
    for session in [&first, &second] {
        assert_eq!(shop.verify(&mut browser, session).await.body["payment_status"], "refunded");
    }
    shop.running.stop().await;
}

/// Its refund could not be sent, so nothing becomes of it before a person has looked.
#[tokio::test]
async fn of_a_second_payment_in_quarantine_it_is_said_beside_an_order_that_went_back() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (first, second, number) = paid_after_an_expired_page(&shop, &mut browser).await;
    shop.lie("refunds.create", "status", "canceled", 1).await;
    shop.at_pay_page(&first, "pay").await;
    shop.until(vec!["stripe quarantined delivered".to_owned(), "stripe paid delivered".to_owned()], async || {
        shop.verify(&mut browser, &first).await;
        states(&shop).await
    })
    .await;
    send_back(&shop, &number, Some(&second)).await;
    let gone_back = ["stripe quarantined refunded", "stripe refunded refunded"].map(str::to_owned).to_vec();
    shop.until(gone_back, async || states(&shop).await).await;
    let told = shop.verify(&mut browser, &first).await.body;
    let expected = json!({ "status": "pending", "payment_status": "pending", "held": true, "orderId": number });
    assert_eq!(told, expected);
    assert_eq!(shop.verify(&mut browser, &second).await.body["payment_status"], "refunded");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_paid_is_told_while_its_esim_is_being_made() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 600_000 })).await;
    let (mut browser, body) = (Browser::default(), wanted(&shop, "card").await);
    let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, body).await);
    let hash = hash_of_card(&shop, &page).await;
    shop.at_pay_page(&page, "pay").await;
    shop.until_order(OrderState::Paid.code()).await;
    let order = shop.texts("SELECT id FROM orders").await.remove(0);
    let (mut waiting, wish) = (browser.clone(), json!({ "structure_data": order }));
    let told =
        overtakes(shop.post(&mut waiting, GENERATE, wish.clone()), status(&shop, &mut browser, "stripe", &hash)).await;
    assert_eq!((&told.body["payment_status"], &told.body["order_id"]), (&json!("paid"), &json!(order)), "{told:?}");
    // The page's next call is the one that waits.
    assert_eq!(shop.post(&mut browser, GENERATE, wish).await.body["status"], "pending");
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_waits_for_a_delivery_that_will_not_come() {
    for (deed, state) in [
        (json!({ "deed": "wrong_days", "days": 99 }), OrderState::Stalled),
        (json!({ "deed": "refuse", "code": "200011" }), OrderState::RefundDue),
    ] {
        let shop = quick().await;
        shop.control("faults", json!({ "operation": "refunds.create", "kind": "error_500", "times": 1_000 })).await;
        shop.control("esims/script", deed).await;
        let (mut browser, body) = (Browser::default(), wanted(&shop, "card").await);
        let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, body.clone()).await);
        shop.at_pay_page(&page, "pay").await;
        shop.until_order(state.code()).await;
        // Another buyer's eSIM is being made, and their call waits for it.
        shop.control("esims/script", json!({ "deed": "slow", "making_ms": 600_000 })).await;
        shop.clock.advance(Duration::from_secs(1));
        let (mut other, theirs) = (Browser::default(), changed(&body, "email", json!("noor@example.com")));
        let being_made = Shop::session_of(&shop.post(&mut other, BY_CARD, theirs).await);
        shop.at_pay_page(&being_made, "pay").await;
        let orders = "SELECT state FROM orders ORDER BY created_at";
        shop.until(vec![state.code().to_owned(), "paid".to_owned()], async || shop.texts(orders).await).await;
        let order = shop.texts("SELECT id FROM orders ORDER BY created_at").await.remove(1);
        let told = overtakes(
            shop.post(&mut other, GENERATE, json!({ "structure_data": order })),
            shop.verify(&mut browser, &page),
        )
        .await;
        let seen: (&Value, &Value) = (&told.body["status"], &told.body["payment_status"]);
        assert_eq!(seen, (&json!("pending"), &json!("paid")), "{told:?}");
        shop.running.stop().await;
    }
}
