//! Letters before money moves: each once, none after a cancellation, with the amount and the day that Stripe charges.

use onefare_tests::Shop;

use super::plan_change::act;
use super::{AMAL, Visitor, customer, on_trial};

const DAY: u64 = 24 * 60 * 60;

async fn days(shop: &Shop, number: u64) {
    shop.pass(number * DAY).await;
    shop.until_idle().await;
    // What the first round has found may be due at once.
    shop.pass(11 * 60).await;
    shop.until_idle().await;
}

/// The subjects of the letters that begin like this, the oldest first.
async fn subjects(shop: &Shop, beginning: &str) -> Vec<String> {
    let letters = shop.letters_to(AMAL, 0).await;
    let subjects = letters.iter().rev().map(|letter| letter["subject"].as_str().unwrap().replace('\u{a0}', " "));
    subjects.filter(|subject| subject.starts_with(beginning)).collect()
}

#[tokio::test]
async fn a_trial_is_told_three_days_before_its_charge_and_its_charge_has_a_receipt() {
    let shop = Shop::start().await;
    on_trial(&shop).await;
    let number = shop.texts("SELECT number FROM orders").await.remove(0);
    days(&shop, 3).await;
    assert!(subjects(&shop, "Your trial ends").await.is_empty(), "four days are left");
    days(&shop, 1).await;
    let told = &format!("Your trial ends on 27 November 2026: then AED 150.00 is charged, order {number}");
    assert_eq!(subjects(&shop, "Your trial ends").await, std::slice::from_ref(told));
    days(&shop, 2).await;
    assert_eq!(subjects(&shop, "Your trial ends").await, std::slice::from_ref(told), "once");
    days(&shop, 3).await;
    let paid = format!("Payment 1: AED 150.00, as agreed on 20 November 2026, order {number}");
    assert_eq!(subjects(&shop, "Payment").await, [paid]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_cancelled_trial_announces_nothing() {
    let shop = Shop::start().await;
    on_trial(&shop).await;
    let number = shop.texts("SELECT number FROM orders").await.remove(0);
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert!(act(&shop, &mut owner, &number, "cancel").await.status.is_success());
    for _ in 0..9 {
        days(&shop, 1).await;
    }
    assert!(subjects(&shop, "Your trial ends").await.is_empty());
    assert!(subjects(&shop, "Payment").await.is_empty());
    shop.running.stop().await;
}

#[tokio::test]
async fn a_year_is_told_a_month_and_a_week_before_it_renews() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    shop.delivered(1).await;
    let told = &format!("Your plan renews on 20 November 2027 for AED 150.00, order {number}");
    for _ in 0..11 {
        days(&shop, 30).await;
    }
    assert!(subjects(&shop, "Your plan renews").await.is_empty(), "35 days are left");
    days(&shop, 6).await;
    assert_eq!(subjects(&shop, "Your plan renews").await, std::slice::from_ref(told));
    days(&shop, 15).await;
    assert_eq!(subjects(&shop, "Your plan renews").await, std::slice::from_ref(told), "once");
    days(&shop, 8).await;
    assert_eq!(subjects(&shop, "Your plan renews").await, vec![told.clone(); 2]);
    days(&shop, 8).await;
    assert_eq!(subjects(&shop, "Payment 2").await.len(), 1);
    assert_eq!(subjects(&shop, "Your plan renews").await.len(), 2, "none after the charge");
    shop.running.stop().await;
}
