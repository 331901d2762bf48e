//! Losses on the way: answers, webhook events, the process itself.

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_server::esims::Ordered;
use onefare_server::esims::esim_access::requests::NewOrder;
use onefare_tests::Shop;
use serde_json::json;

use super::{SPAIN, bought, order, paid, quick, until, until_esim};

#[tokio::test]
async fn silence_never_buys_twice() {
    let shop = quick().await;
    for (number, kind) in (1..).zip(["timeout_after", "timeout_before", "error_500"]) {
        // A delay beyond the client's timeout would be too long for a test, so the answer is made invalid instead.
        let fault = match kind {
            "timeout_after" => {
                json!({ "operation": "esim_access.esim.order", "kind": "lie", "field": "obj.orderNo", "value": 7 })
            }
            kind => json!({ "operation": "esim_access.esim.order", "kind": kind, "delay_ms": 10 }),
        };
        shop.control("faults", fault).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let asked = until_esim(&shop, &id, |esim| esim.asked_at.is_some()).await;
        for _ in 0..40 {
            if order(&shop, &id).await.state == OrderState::Delivered {
                break;
            }
            shop.clock.advance(Duration::from_secs(2));
            shop.running.app.wake.notify_one();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let esim = until(&shop, &id, OrderState::Delivered).await;
        assert_eq!(esim.transaction_id, asked.transaction_id);
        assert_eq!(bought(&shop).await.len(), number, "{kind}");
    }
    let rows = shop.sandbox_has("esims/ledger").await;
    assert_eq!(rows["rows"].as_array().map(Vec::len), Some(3));
    shop.running.stop().await;
}

/// The server died after the supplier had accepted the order and before it had stored the number; the supplier already
/// lists the order, or does not yet.
#[tokio::test]
async fn an_order_that_was_placed_before_a_crash_is_found() {
    for making_ms in [0, 600_000] {
        let shop = quick().await;
        let app = &shop.running.app;
        let (id, now) = ("ord_1", shop.clock.now());
        // Keeps the delivery from running before everything is as the crash left it.
        shop.control("faults", json!({ "operation": "esim_access.esim.order", "kind": "error_500", "times": 1_000 }))
            .await;
        paid(&shop, id, SPAIN).await;
        let esim = until_esim(&shop, id, |esim| esim.asked_at.is_some()).await;
        shop.disarm_faults().await;
        shop.control("esims/account", json!({ "making_ms": making_ms })).await;
        let asked = NewOrder {
            transaction_id: esim.transaction_id.clone(),
            package_code: esim.wanted.package.clone(),
            price_usd_10000: esim.wanted.price,
            daily_for: None,
        };
        let Ok(Ordered::Accepted { order_no }) = app.esims.order(&asked).await else { panic!("not accepted") };
        assert!(shop.clock.now() >= now);
        shop.clock.advance(Duration::from_secs(60));
        app.wake.notify_one();
        let esim = until_esim(&shop, id, |esim| esim.order_no.is_some()).await;
        assert_eq!(esim.order_no.as_deref(), Some(order_no.as_str()));
        if making_ms > 0 {
            shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
        }
        until(&shop, id, OrderState::Delivered).await;
        assert_eq!(bought(&shop).await.len(), 1);
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn with_every_webhook_lost_the_shop_asks_until_the_esim_is_made() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control("esims/account", json!({ "making_ms": 400 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    until_esim(&shop, &id, |esim| esim.order_no.is_some()).await;
    let started = shop.clock.now();
    for _ in 0..50 {
        if order(&shop, &id).await.state == OrderState::Delivered {
            break;
        }
        shop.clock.advance(Duration::from_secs(1));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    until(&shop, &id, OrderState::Delivered).await;
    assert!((shop.clock.now() - started).num_seconds() < 60, "within a minute of shop time");
    assert_eq!(shop.rows("webhook_events").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_webhook_delivers_without_waiting() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 600_000 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let order_no = until_esim(&shop, &id, |esim| esim.order_no.is_some()).await.order_no.expect("a number");
    assert_eq!(order(&shop, &id).await.state, OrderState::Paid);
    // The shop's clock stands still: only the webhook event can wake the delivery.
    shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
    until(&shop, &id, OrderState::Delivered).await;
    let told = shop.sandbox_has("esims/events").await;
    assert_eq!(told["events"][0]["event"]["body"]["content"]["orderNo"], json!(order_no));
    shop.running.stop().await;
}
