//! Unpaid orders, and the e-mail addresses in them, are deleted after a while.

use std::time::Duration;

use chrono::TimeDelta;
use onefare_server::flows::operator_acts::KEPT as ACTS_KEPT;
use onefare_tests::{Browser, Shop, twelve_months};

use crate::operators::run;

/// How long the shop keeps an unpaid order.
const KEPT: Duration = Duration::from_hours(30 * 24);

async fn begun(shop: &Shop, browser: &mut Browser, email: &str) -> String {
    Shop::session_of(&shop.checkout(browser, twelve_months(email, "AED", 15_000)).await)
}

#[tokio::test]
async fn what_nobody_paid_is_deleted_after_thirty_days_and_its_figures_stay() {
    let shop = Shop::start().await;
    let mut paid = Browser::default();
    let kept = begun(&shop, &mut paid, "paid@example.com").await;
    shop.at_pay_page(&kept, "pay").await;
    shop.verify_until_known(&mut paid, &kept).await;
    for number in 0..3 {
        let mut browser = Browser::default();
        let page = begun(&shop, &mut browser, &format!("left{number}@example.com")).await;
        shop.at_pay_page(&page, "expire").await;
        assert_eq!(shop.verify_until_known(&mut browser, &page).await.body["payment_status"], "failed");
    }
    let mut late = Browser::default();
    let page = begun(&shop, &mut late, "late@example.com").await;
    shop.at_pay_page(&page, "expire").await;
    shop.verify_until_known(&mut late, &page).await;
    let emails = async || shop.texts("SELECT email FROM orders ORDER BY email").await;
    shop.pass(KEPT.as_secs() - 3_600).await;
    // A buyer who retries an old order makes it current again.
    begun(&shop, &mut late, "late@example.com").await;
    shop.until_idle().await;
    assert_eq!(emails().await.len(), 5, "none is old enough");
    shop.pass(2 * 3_600).await;
    shop.until(vec!["late@example.com".to_owned(), "paid@example.com".to_owned()], emails).await;
    assert_eq!((shop.rows("payments").await, shop.rows("attempts").await), (3, 0));
    let figures = "SELECT product_id || ' ' || currency || ' ' || orders || ' ' || amount FROM unpaid_orders";
    assert_eq!(shop.texts(figures).await, ["vpn-12m AED 3 45000"]);
    // The remaining data is intact.
    assert_eq!(shop.verify(&mut paid, &kept).await.body["status"], "ok");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_log_of_operators_is_deleted_after_three_years() {
    let shop = Shop::start().await;
    for (id, age) in [("act_1", ACTS_KEPT), ("act_2", ACTS_KEPT - TimeDelta::hours(3)), ("act_3", TimeDelta::zero())] {
        let acted_at = (shop.clock.now() - age).timestamp_millis();
        let sql = format!(
            "INSERT INTO operator_acts (id, acted_at, operator, command, outcome, what) \
             VALUES ('{id}', {acted_at}, 'Amal', 'leads delete', 'done', 'Leads deleted: 1.')"
        );
        run(&shop, &sql).await;
    }
    let kept = async || shop.texts("SELECT id FROM operator_acts ORDER BY id").await;
    assert_eq!(kept().await, ["act_1", "act_2", "act_3"]);
    shop.pass(2 * 3_600).await;
    shop.until(vec!["act_2".to_owned(), "act_3".to_owned()], kept).await;
    shop.pass(2 * 3_600).await;
    shop.until(vec!["act_3".to_owned()], kept).await;
    shop.running.stop().await;
}
