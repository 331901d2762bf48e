//! Whatever needs attention stays in `/metrics` until it is handled, even if the server that raised the alarm is gone.

use std::time::Duration;

use onefare_server::flows::effects;
use onefare_server::flows::support::attention::{AttentionLine, list};
use onefare_server::flows::support::find::Addresses;
use onefare_server::store::refunds::Reason;
use onefare_server::store::{orders, payments};
use onefare_tests::{Browser, Shop, twelve_months};

const EMAIL: &str = "amal@example.com";

/// Support refunds the only payment in full.
async fn send_back(shop: &Shop) {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let id: String = sqlx::query_scalar("SELECT id FROM payments").fetch_one(&mut *tx).await.unwrap();
    let payment = payments::by_id(&mut tx, &id).await.unwrap().unwrap();
    orders::lock(&mut tx, &payment.order_id).await.unwrap();
    let now = shop.clock.now();
    effects::refund(&mut tx, &payment, 15000, Reason::BySupport, now).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
}

async fn number(shop: &Shop, what: &str, state: &str) -> String {
    let figures = shop.figures().await;
    let name = format!("onefare_attention{{what=\"{what}\",state=\"{state}\"}} ");
    figures
        .lines()
        .find_map(|line| line.strip_prefix(&name))
        .unwrap_or_else(|| panic!("{name} in {figures}"))
        .to_owned()
}

/// The entries of `onefare attention`.
async fn listed(shop: &Shop) -> Vec<AttentionLine> {
    let mut tx = shop.running.app.store.snapshot().await.unwrap();
    let found = list(&mut tx, Addresses::Masked, shop.clock.now(), 10).await.unwrap();
    assert_eq!(found.more, 0);
    found.attention
}

#[tokio::test]
async fn a_held_order_is_told_after_a_restart_and_until_its_money_went_back() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.lie("checkout.sessions.retrieve", "amount_total", 14999, 1000).await;
    assert_eq!(number(&shop, "orders", "held").await, "0");
    shop.at_pay_page(&session, "pay").await;
    shop.until("1".to_owned(), async || number(&shop, "orders", "held").await).await;
    shop.disarm_faults().await;
    // Simulates a server that died right after the commit: it logged no line, and nothing will raise the alarm again.
    let Shop { running, data, clock, .. } = shop;
    running.stop().await;
    let shop = Shop::start_in(data, clock).await;
    let figures = shop.figures().await;
    assert_eq!(shop.alarms_raised().await, 0, "a counter begins anew with its server: {figures}");
    assert_eq!(number(&shop, "orders", "held").await, "1");
    assert_eq!(number(&shop, "payments", "quarantined").await, "1");
    let numbers = shop.texts("SELECT number FROM orders").await;
    let lines = listed(&shop).await;
    let told: Vec<_> = lines.iter().map(|line| (line.what, line.state.as_str())).collect();
    assert_eq!(told, [("orders", "held"), ("payments", "quarantined")]);
    assert!(lines.iter().all(|line| line.order.as_ref() == numbers.first()), "{lines:?}");
    assert!(lines.iter().all(|line| line.email.as_deref() == Some("a***@example.com")), "{lines:?}");
    send_back(&shop).await;
    shop.until_order("refunded").await;
    assert_eq!(number(&shop, "orders", "held").await, "0");
    assert_eq!(number(&shop, "payments", "quarantined").await, "0");
    assert_eq!(listed(&shop).await, []);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_failed_refund_is_told_until_the_money_went_back_after_all() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &page).await.body["status"], "ok");
    shop.lie("refunds.create", "status", "failed", 1).await;
    send_back(&shop).await;
    shop.until("1".to_owned(), async || number(&shop, "refunds", "failed").await).await;
    shop.clock.advance(Duration::from_secs(1));
    send_back(&shop).await;
    shop.until_order("refunded").await;
    assert_eq!(number(&shop, "refunds", "failed").await, "0");
    shop.running.stop().await;
}
