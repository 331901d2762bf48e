//! Every notice of every provider is lost, and nobody comes back from the payment pages: the shop finds out by itself.

use std::time::Duration;

use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

/// Within so much of the shop's time everything that was paid is delivered.
const LIMIT: Duration = Duration::from_mins(5);

/// How far the clock is moved at once.
const STEP: Duration = Duration::from_secs(15);

/// The plan of 3 GB for 15 days in Spain, as a page of the eSIM shop asks for it.
async fn data_plan(shop: &Shop, email: &str, by_card: bool) -> Value {
    let countries = shop.get("/api/esim/bundles").await.body["data"]["countries"].clone();
    let spain = countries.as_array().unwrap().iter().find(|one| one["code"] == "ES").unwrap()["id"].clone();
    let bundle = shop.get(&format!("/api/esim/bundle/{spain}")).await.body;
    let refills = bundle["data"]["refills"].as_array().unwrap();
    let plan = refills.iter().find(|one| (&one["amount_mb"], &one["amount_days"]) == (&json!(3072), &json!(15)));
    let plan = plan.unwrap();
    let (currency, price) = if by_card { ("USD", &plan["price_usd"]) } else { ("EUR", &plan["price_eur"]) };
    json!({
        "email": email, "bundle_id": spain, "payment_method": if by_card { "card" } else { "ideal" },
        "structured_data": plan["structured_data"], "currency": currency, "expected_amount": price,
    })
}

#[tokio::test]
async fn everything_paid_is_delivered_within_five_minutes_although_every_notice_is_lost() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control("esims/account", json!({ "making_ms": 200 })).await;
    let plan = shop.checkout(&mut Browser::default(), twelve_months("plan@example.com", "AED", 15000)).await;
    let deal = shop.deal(&mut Browser::default(), CARD, package(12, "deal@example.com", 3999)).await;
    let card = data_plan(&shop, "data@example.com", true).await;
    let card = shop.post(&mut Browser::default(), "/api/esim/stripe/create-payment", card).await;
    for session in [plan, deal, card] {
        shop.at_pay_page(&Shop::session_of(&session), "pay").await;
    }
    let ideal_deal = shop.deal(&mut Browser::default(), IDEAL, package(3, "ideal@example.com", 1499)).await;
    let ideal_data = data_plan(&shop, "ideal-data@example.com", false).await;
    let ideal_data = shop.post(&mut Browser::default(), "/api/esim/mollie/create-payment", ideal_data).await;
    for payment in [ideal_deal, ideal_data] {
        shop.at_bank(&Shop::session_of(&payment), "paid").await;
    }
    assert_eq!((shop.rows("orders").await, shop.rows("deliveries").await), (5, 0));

    let mut passed = Duration::ZERO;
    while shop.rows("deliveries").await < 5 && passed < LIMIT {
        shop.clock.advance(STEP);
        passed += STEP;
        shop.running.app.wake.notify_waiters();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let states = shop.texts("SELECT email || ' ' || state FROM orders ORDER BY email").await;
    assert!(states.iter().all(|state| state.ends_with(" delivered")), "{states:?} after {passed:?}");
    assert!(passed <= LIMIT, "{passed:?}");
    assert_eq!(shop.rows("webhook_events").await, 0, "no notice was heard");
    for (buyer, letters) in [("plan", 1), ("deal", 1), ("data", 2), ("ideal", 1), ("ideal-data", 2)] {
        let address = format!("\"{buyer}@example.com\"");
        shop.letters_to(address.trim_matches('"'), letters).await;
    }
    println!("all five are delivered after {} s of the shop's time", passed.as_secs());
    shop.running.stop().await;
}
