//! Chargebacks of iDEAL payments: the bank takes the money without asking.

use onefare_tests::Shop;
use serde_json::json;

use super::disputes::{refund_refused, state};
use super::plan_change::alarms;

/// A prepaid plan by iDEAL, and Mollie's id of the payment.
async fn by_ideal() -> (Shop, String) {
    let shop = Shop::start().await;
    super::paid_once(&shop).await;
    shop.delivered(1).await;
    let payment = shop.texts("SELECT reference FROM payments").await.remove(0);
    (shop, payment)
}

#[tokio::test]
async fn a_chargeback_ends_the_order_and_its_reversal_calls_for_nothing() {
    let (shop, payment) = by_ideal().await;
    shop.control(&format!("payments/{payment}/chargeback"), json!({})).await;
    shop.until_order("refunded").await;
    shop.until_idle().await;
    assert!(alarms(&shop, "dispute_lost").await);
    assert_eq!(shop.texts("SELECT standing FROM disputes").await, ["lost"]);
    let number = shop.order_number().await;
    let refused = refund_refused(&shop, &number).await;
    assert!(refused.contains("is lost") && refused.contains("twice"), "{refused}");
    shop.control(&format!("payments/{payment}/reverse-chargeback"), json!({})).await;
    shop.until(vec!["won".to_owned()], async || shop.texts("SELECT standing FROM disputes").await).await;
    assert_eq!(state(&shop).await, "refunded", "an operator decides what the returned money is for");
    assert_eq!(shop.rows("refunds").await, 0);
    shop.running.stop().await;
}
