//! All providers' webhook events are lost, and no buyer returns from the hosted pages: the shop detects the payments by
//! itself.

use std::time::Duration;

use onefare_server::store::jobs;
use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

/// The shop's time within which every paid order must be delivered.
const LIMIT: Duration = Duration::from_mins(5);

/// How far the clock advances at once.
const STEP: Duration = Duration::from_secs(15);

/// The plan of 3 GB for 15 days in Spain, as an eSIM shop page requests it.
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

/// Advances the shop's clock until `orders` orders are delivered, and expects that to be all; returns the time that
/// took.
async fn until_delivered(shop: &Shop, orders: i64) -> Duration {
    let mut passed = Duration::ZERO;
    while shop.rows("deliveries").await < orders && passed < LIMIT {
        shop.clock.advance(STEP);
        passed += STEP;
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let states = shop.texts("SELECT email || ' ' || state FROM orders ORDER BY email").await;
    assert!(states.iter().all(|state| state.ends_with(" delivered")), "{states:?} after {passed:?}");
    passed
}

/// Advances the shop's clock minute by minute, running everything due before the next.
async fn let_pass(shop: &Shop, minutes: u32) {
    for _ in 0..minutes {
        shop.clock.advance(Duration::from_mins(1));
        shop.running.app.wake.notify_one();
        shop.until(true, async || {
            let mut conn = shop.running.app.store.read().await.unwrap();
            let counts = jobs::counts(&mut conn, shop.clock.now()).await.unwrap();
            counts.iter().all(|count| (count.due, count.running) == (0, 0))
        })
        .await;
    }
}

#[tokio::test]
async fn everything_paid_is_delivered_within_five_minutes_although_every_webhook_is_lost() {
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

    let passed = until_delivered(&shop, 5).await;
    assert_eq!(shop.rows("webhook_events").await, 0, "no webhook event arrived");
    for (buyer, letters) in [("plan", 1), ("deal", 1), ("data", 2), ("ideal", 1), ("ideal-data", 2)] {
        let address = format!("\"{buyer}@example.com\"");
        shop.letters_to(address.trim_matches('"'), letters).await;
    }
    println!("all five are delivered after {} s of the shop's time", passed.as_secs());
    shop.running.stop().await;
}

/// Card pages stay open for 23 hours. An iDEAL page does not, but a bank that began in time may be slow.
#[tokio::test]
async fn what_is_paid_an_hour_and_a_half_after_its_page_was_made_is_delivered_as_soon() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control("esims/account", json!({ "making_ms": 200 })).await;
    let plan = shop.checkout(&mut Browser::default(), twelve_months("plan@example.com", "AED", 15000)).await;
    let card = data_plan(&shop, "data@example.com", true).await;
    let card = shop.post(&mut Browser::default(), "/api/esim/stripe/create-payment", card).await;
    let deal = shop.deal(&mut Browser::default(), IDEAL, package(3, "ideal@example.com", 1499)).await;
    let ideal = data_plan(&shop, "ideal-data@example.com", false).await;
    let ideal = shop.post(&mut Browser::default(), "/api/esim/mollie/create-payment", ideal).await;
    let_pass(&shop, 10).await;
    for payment in [&deal, &ideal] {
        shop.at_bank(&Shop::session_of(payment), "pending").await;
    }
    let_pass(&shop, 80).await;
    // At the moment of paying no buyer is near: the next recheck of each page is almost a whole interval away.
    for session in [&plan, &card] {
        shop.at_pay_page(&Shop::session_of(session), "pay").await;
    }
    for payment in [&deal, &ideal] {
        shop.at_bank(&Shop::session_of(payment), "paid").await;
    }
    assert_eq!((shop.rows("orders").await, shop.rows("deliveries").await), (4, 0));
    let passed = until_delivered(&shop, 4).await;
    assert_eq!(shop.rows("webhook_events").await, 0, "no webhook event arrived");
    println!("all four are delivered after {} s of the shop's time", passed.as_secs());
    shop.running.stop().await;
}

/// A page that its buyer has just left is rechecked every two minutes, one long without a visit every quarter of an
/// hour; a buyer who returns, even to look, restores the frequent rechecks.
#[tokio::test]
async fn a_page_is_asked_about_often_only_while_its_buyer_is_near() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let deal = shop.deal(&mut Browser::default(), IDEAL, package(3, "ideal@example.com", 1499)).await;
    let payment = Shop::session_of(&deal);
    shop.at_bank(&payment, "pending").await;
    shop.clock.advance(Duration::from_mins(30));
    assert_eq!(next_asking(&shop).await, Duration::from_mins(2), "half an hour after it was made");
    shop.clock.advance(Duration::from_mins(60));
    assert_eq!(next_asking(&shop).await, Duration::from_mins(4), "an hour and a half after it was made");
    shop.clock.advance(Duration::from_mins(60));
    assert_eq!(next_asking(&shop).await, Duration::from_mins(15), "after two hours and a half");
    let hash = shop.hash_of(&payment).await;
    assert_eq!(shop.payment_status(&mut Browser::default(), &hash).await.body["payment_status"], "pending");
    shop.clock.advance(Duration::from_secs(31));
    assert_eq!(next_asking(&shop).await, Duration::from_secs(30), "its buyer is back");
    shop.clock.advance(Duration::from_hours(23));
    assert_eq!(next_asking(&shop).await, Duration::from_mins(15), "after a day");
    shop.running.stop().await;
}

/// The time until the next recheck of the only payment, once one has run now.
async fn next_asking(shop: &Shop) -> Duration {
    shop.running.app.wake.notify_one();
    let now = shop.clock.now().timestamp_millis();
    for _ in 0..600 {
        let mut conn = shop.running.app.store.read().await.unwrap();
        let sql = "SELECT due_at FROM jobs WHERE lane = 'mollie_rechecks' AND lease IS NULL";
        let due: Option<i64> = sqlx::query_scalar(sql).fetch_optional(&mut *conn).await.unwrap();
        if let Some(due) = due.filter(|due| *due > now) {
            return Duration::from_millis(due.abs_diff(now));
        }
        drop(conn);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the payment is not asked about");
}
