//! eSIMs of disputed orders: no data service while the bank decides, and none after a lost dispute.

use onefare_server::flows::support::evidence::gather;
use onefare_tests::{Browser, Shop};
use serde_json::json;

use super::AMAL;
use super::disputes::{bank, decided, first_intent, state, suspended};

/// Data that was bought by card, and Stripe's id of the payment.
async fn data(making_ms: u32) -> (Shop, String) {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": making_ms })).await;
    let plan = shop.get("/api/esim/bundle/3").await.body["data"]["refills"][1].clone();
    let body = json!({
        "email": AMAL, "bundle_id": 3, "payment_method": "card", "currency": "EUR",
        "structured_data": plan["structured_data"], "expected_amount": plan["price_eur"],
    });
    let answer = shop.post(&mut Browser::default(), "/api/esim/stripe/create-payment", body).await;
    let page = Shop::session_of(&answer);
    shop.at_pay_page(&page, "pay").await;
    let intent = first_intent(&shop).await;
    (shop, intent)
}

/// What the supplier says of the eSIM.
async fn at_supplier(shop: &Shop) -> String {
    let number = shop.texts("SELECT esim_tran_no FROM esims").await.remove(0);
    let profile = shop.running.app.esims.profile(&number).await.unwrap().unwrap();
    format!("{:?}", profile.state)
}

#[tokio::test]
async fn a_disputed_esim_has_no_data_service_until_the_dispute_is_won() {
    let (shop, intent) = data(0).await;
    shop.until_order("delivered").await;
    assert_eq!(at_supplier(&shop).await, "New");
    // The answer is lost; the supplier refuses the repeat.
    let fault = json!({ "operation": "esim_access.esim.suspend", "kind": "timeout_after", "times": 1 });
    shop.control("faults", fault).await;
    let order = shop.texts("SELECT order_no FROM esims").await.remove(0);
    shop.control("esims/usage", json!({ "order_no": order, "bytes": 1_000_000 })).await;
    let app = &shop.running.app;
    let number = shop.order_number().await;
    let evidence = gather(&app.store, &app.config.esim_access, &number, shop.clock.clone()).await.unwrap().unwrap();
    assert!(evidence.data.unwrap().is_some(), "the supplier counts what was used");
    assert!(!format!("{:?}", evidence.sheet).contains("LPA:"), "an activation code opens the line");
    let dispute = bank(&shop, &intent, "dispute").await;
    shop.until_order("suspended").await;
    let noted = async || shop.texts("SELECT 'yes' FROM esims WHERE suspended_at IS NOT NULL").await.len();
    shop.pass(3_600).await;
    shop.until(1, noted).await;
    assert_eq!(at_supplier(&shop).await, "Suspended");
    decided(&shop, &dispute, "won").await;
    shop.until(0, noted).await;
    assert_eq!((at_supplier(&shop).await, state(&shop).await), ("InUse".to_owned(), "delivered".to_owned()));
    shop.running.stop().await;
}

#[tokio::test]
async fn an_unused_esim_of_a_lost_dispute_goes_back_and_a_used_one_is_suspended() {
    for used in [false, true] {
        let (shop, intent) = data(0).await;
        shop.until_order("delivered").await;
        if used {
            let order = shop.texts("SELECT order_no FROM esims").await.remove(0);
            shop.control("esims/usage", json!({ "order_no": order, "bytes": 1_000 })).await;
        }
        let dispute = bank(&shop, &intent, "dispute").await;
        suspended(&shop).await;
        shop.until_idle().await;
        decided(&shop, &dispute, "lost").await;
        shop.pass(60).await;
        shop.until_idle().await;
        let back = shop.texts("SELECT given_back FROM esims").await;
        if used {
            assert_eq!((back, at_supplier(&shop).await), (vec!["kept".to_owned()], "Suspended".to_owned()));
        } else {
            assert_eq!(back, ["cancelled"]);
        }
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn what_is_disputed_before_it_is_made_is_handed_over_when_the_dispute_is_won() {
    let (shop, intent) = data(600_000).await;
    shop.until_order("paid").await;
    let dispute = bank(&shop, &intent, "dispute").await;
    shop.until_order("disputed").await;
    shop.pass(3_600).await;
    shop.until_idle().await;
    assert_eq!((state(&shop).await, shop.rows("deliveries").await), ("disputed".to_owned(), 0));
    let number = shop.texts("SELECT order_no FROM esims").await.remove(0);
    shop.control(&format!("esims/orders/{number}/make"), json!({})).await;
    decided(&shop, &dispute, "won").await;
    shop.pass(3_600).await;
    shop.until_order("delivered").await;
    shop.running.stop().await;
}
