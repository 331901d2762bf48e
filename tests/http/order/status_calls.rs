//! Status calls are cheap: one provider call about a payment at a time, and its answer is valid for two seconds.

use std::time::{Duration, Instant};

use onefare_server::clock::Clock;
use onefare_server::config::Pace;
use onefare_tests::{Browser, Data, IDEAL, Shop, package, start_of_story, twelve_months};
use serde_json::json;

/// A shop with the default pace, which receives no webhooks.
async fn silent_shop() -> Shop {
    let change = |config: &mut onefare_server::config::Config| config.pace = Pace::default();
    let shop = Shop::start_set(Data::new().await, Clock::manual(start_of_story()), change).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop
}

/// Delays every call of that operation, and counts them.
async fn counted(shop: &Shop, operation: &str, delay_ms: u64) {
    let slow = json!({ "operation": operation, "kind": "slow", "delay_ms": delay_ms, "times": 1000 });
    shop.control("faults", slow).await;
}

/// The number of counted calls.
async fn calls(shop: &Shop) -> i64 {
    let armed = shop.sandbox_has("faults").await["faults"].clone();
    armed.as_array().unwrap().iter().map(|fault| 1000 - fault["times_left"].as_i64().unwrap()).sum()
}

/// How many answers about one payment may have aged out since then. It is none unless this machine is busy otherwise.
fn lives_since(began: Instant) -> i64 {
    i64::try_from(began.elapsed().as_millis() / Pace::default().status_life.as_millis()).unwrap()
}

#[tokio::test]
async fn sixty_calls_about_one_payment_are_one_question() {
    let shop = silent_shop().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    counted(&shop, "checkout.sessions.retrieve", 200).await;
    let ask = async || shop.verify(&mut browser.clone(), &page).await.body["payment_status"].clone();
    let began = Instant::now();
    let asked = (0..3).map(|_| async {
        for _ in 0..20 {
            assert_eq!(ask().await, "pending");
        }
    });
    let [one, two, three] = asked.collect::<Vec<_>>().try_into().unwrap_or_else(|_| unreachable!());
    tokio::join!(one, two, three);
    // Sixty calls take less than the answer's two seconds, unless this machine is busy otherwise.
    let lives = lives_since(began);
    let questions = calls(&shop).await;
    assert!((1..=1 + lives).contains(&questions), "{questions} questions in {lives} lives of an answer");
    // The page is paid without a webhook event: the answer is at most two seconds old.
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &page).await.body["payment_status"], "paid");
    assert_eq!(calls(&shop).await, questions + 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_provider_that_is_down_is_asked_once_by_all_who_wait() {
    let shop = silent_shop().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, "sanne@example.com", 3999)).await);
    let hash = shop.hash_of(&payment).await;
    shop.replace_faults(json!({ "operation": "mollie.payments.get", "kind": "error_500", "times": 1000 })).await;
    let ask = async || shop.payment_status(&mut browser.clone(), &hash).await.body["payment_status"].clone();
    let began = Instant::now();
    assert_eq!(ask().await, "pending");
    let once = calls(&shop).await;
    assert!((1..=4).contains(&once), "a question and its retries, but {once} calls");
    for _ in 0..20 {
        assert_eq!(ask().await, "pending", "what is known already is still true");
    }
    let (all, lives) = (calls(&shop).await, lives_since(began));
    assert!(
        (once..=once + 4 * lives).contains(&all),
        "{all} calls, {once} for the first, in {lives} lives of an answer"
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_ended_a_moment_after_the_last_answer_is_not_handed_out_again() {
    let shop = silent_shop().await;
    let mut browser = Browser::default();
    let wish = || twelve_months("amal@example.com", "AED", 15000);
    let page = Shop::session_of(&shop.checkout(&mut browser, wish()).await);
    assert_eq!(shop.verify(&mut browser, &page).await.body["payment_status"], "pending");
    shop.at_pay_page(&page, "expire").await;
    let next = Shop::session_of(&shop.checkout(&mut browser, wish()).await);
    assert_ne!(next, page, "the answer of before is still good for who only looks");
    shop.running.stop().await;
}

#[tokio::test]
async fn who_looks_at_a_payment_leaves_calls_for_checkouts_and_waits_for_none() {
    let change = |config: &mut onefare_server::config::Config| {
        config.pace = Pace { stripe_calls: 20.try_into().unwrap(), ..Pace::default() };
    };
    let shop = Shop::start_set(Data::new().await, Clock::manual(start_of_story()), change).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut pages = Vec::new();
    for number in 0..40 {
        let wish = twelve_months(&format!("open{number}@example.com"), "AED", 15000);
        pages.push(Shop::session_of(&shop.checkout(&mut Browser::default(), wish).await));
    }
    counted(&shop, "checkout.sessions.retrieve", 10).await;
    let begun = Instant::now();
    for page in &pages {
        assert_eq!(shop.verify(&mut Browser::default(), page).await.body["payment_status"], "pending");
    }
    let (asked, took) = (calls(&shop).await, begun.elapsed());
    // Five a second, with a burst of five.
    let most = 6 + 5 * i64::try_from(took.as_secs() + 1).unwrap();
    assert!((1..=most).contains(&asked), "{asked} calls within {took:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_failed_payment_is_asked_about_less_often() {
    let change = |config: &mut onefare_server::config::Config| {
        config.pace = Pace { status_life: Duration::from_millis(400), ..Pace::default() };
    };
    let shop = Shop::start_set(Data::new().await, Clock::manual(start_of_story()), change).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    shop.at_pay_page(&page, "expire").await;
    assert_eq!(shop.verify(&mut browser, &page).await.body["payment_status"], "failed");
    counted(&shop, "checkout.sessions.retrieve", 0).await;
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(450)).await;
        assert_eq!(shop.verify(&mut browser, &page).await.body["payment_status"], "failed");
    }
    assert_eq!(calls(&shop).await, 0, "the first answer is good for fifteen lives");
    shop.running.stop().await;
}
