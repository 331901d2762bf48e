//! Refusals and mistakes of the supplier, and their consequences.

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_server::store::esims::EsimState;
use onefare_tests::Log;
use serde_json::json;

use super::{SPAIN, ask_again, bought, number_of, order, paid, quick, until, until_esim, until_idle};

#[tokio::test]
async fn what_is_not_to_be_had_is_paid_back() {
    let log = Log::listen();
    let shop = quick().await;
    for (number, code) in (1..).zip(["200011", "310241", "310243"]) {
        shop.control("esims/script", json!({ "deed": "refuse", "code": code })).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let esim = until(&shop, &id, OrderState::RefundDue).await;
        assert_eq!(esim.state, EsimState::Refused);
        assert_eq!(esim.failure.as_deref(), Some(if code == "200011" { "out_of_stock" } else { "package_gone" }));
        let told = log.take();
        for word in ["alarm=\"refund_due\"", number_of(&id).as_str()] {
            assert!(told.contains(word), "{word} in {told}");
        }
    }
    assert!(bought(&shop).await.is_empty());
    // Cancelled after it was accepted.
    shop.control("esims/script", json!({ "deed": "cancelled" })).await;
    let id = paid(&shop, "ord_9", SPAIN).await;
    let esim = until(&shop, &id, OrderState::RefundDue).await;
    assert_eq!((esim.state, esim.failure.as_deref()), (EsimState::Refused, Some("CANCEL")));
    assert_eq!(shop.rows("deliveries").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dearer_package_is_paid_back_and_a_cheaper_one_bought() {
    let shop = quick().await;
    shop.control("esims/prices", json!({ "package": "ES_3_15", "price": 21_001 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::RefundDue).await;
    assert_eq!(esim.failure.as_deref(), Some("price_changed"));
    assert!(bought(&shop).await.is_empty());
    shop.control("esims/prices", json!({ "package": "ES_3_15", "price": 20_999 })).await;
    let id = paid(&shop, "ord_2", SPAIN).await;
    until(&shop, &id, OrderState::Delivered).await;
    assert_eq!(bought(&shop).await[0]["amount"], json!(20_999));
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_wrong_or_used_is_handed_over() {
    let shop = quick().await;
    until(&shop, &paid(&shop, "ord_0", SPAIN).await, OrderState::Delivered).await;
    let deeds = [
        (json!({ "deed": "wrong_plan", "package": "ES_1_7" }), EsimState::Wrong, "package"),
        (json!({ "deed": "wrong_plan", "package": "FR_3_15" }), EsimState::Wrong, "package"),
        (json!({ "deed": "wrong_volume", "volume": 1_073_741_824 }), EsimState::Wrong, "volume"),
        (json!({ "deed": "wrong_days", "days": 30 }), EsimState::Wrong, "days"),
        (json!({ "deed": "used_code" }), EsimState::Used, "installed before"),
        (json!({ "deed": "duplicate_code" }), EsimState::Used, "another order has it"),
    ];
    for (number, (deed, state, why)) in (1..).zip(deeds) {
        if state == EsimState::Used && why != "installed before" {
            // The supplier repeats its newest eSIM, so that one must have been delivered.
            until(&shop, &paid(&shop, "ord_90", SPAIN).await, OrderState::Delivered).await;
        }
        shop.control("esims/script", deed.clone()).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let esim = until(&shop, &id, OrderState::Stalled).await;
        assert_eq!((esim.state, esim.failure.as_deref()), (state, Some(why)), "{deed}");
        assert!(esim.sealed_code.is_none(), "{deed}");
    }
    assert_eq!(shop.rows("deliveries").await, 2);
    // A mistake that the supplier corrects later still leads to a delivery.
    let query = "esim_access.esim.query";
    shop.control("esims/script", json!({ "deed": "slow", "making_ms": 600_000 })).await;
    let id = paid(&shop, "ord_99", SPAIN).await;
    let order_no = until_esim(&shop, &id, |esim| esim.order_no.is_some()).await.order_no.expect("a number");
    // The shop has polled once; the next poll gets the false answer.
    until_idle(&shop).await;
    let lie = json!({ "operation": query, "kind": "lie", "field": "obj.esimList.0.totalDuration", "value": 1 });
    shop.control("faults", lie).await;
    shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
    until(&shop, &id, OrderState::Stalled).await;
    ask_again(&shop, &id).await;
    assert_eq!(until(&shop, &id, OrderState::Delivered).await.failure, None);
    shop.running.stop().await;
}

#[tokio::test]
async fn without_balance_an_order_waits_for_an_operator() {
    let log = Log::listen();
    let shop = quick().await;
    shop.control("esims/account", json!({ "balance": 20_999 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    until_esim(&shop, &id, |esim| esim.asked_at.is_some()).await;
    let mut told = String::new();
    for _ in 0..600 {
        told += &log.take();
        if told.contains("alarm=\"esim_supplier\"") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(told.contains("alarm=\"esim_supplier\"") && told.contains("200007"), "{told}");
    assert_eq!(order(&shop, &id).await.state, OrderState::Paid, "the buyer still gets what was paid for");
    shop.control("esims/account", json!({ "balance": 21_000 })).await;
    shop.pass(600).await;
    until(&shop, &id, OrderState::Delivered).await;
    shop.running.stop().await;
}
