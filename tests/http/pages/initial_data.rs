//! Initial data is serialised once and cached: it must never be older than the prices and codes.

use std::time::Duration;

use onefare_core::discount::FoldedCode;
use onefare_tests::Shop;
use serde_json::Value;

async fn initial_data(shop: &Shop, code: &str) -> Value {
    shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body
}

#[tokio::test]
async fn a_changed_price_is_told_at_once() {
    let shop = Shop::start().await;
    let before = initial_data(&shop, "").await;
    assert_eq!(before, initial_data(&shop, "").await);
    shop.apply_catalogue(|text| text.replace("59.97", "61.50")).await;
    let after = initial_data(&shop, "").await;
    assert_eq!(before["price_book"].as_i64().unwrap() + 1, after["price_book"].as_i64().unwrap());
    assert!(after.to_string().contains("6150") && !before.to_string().contains("6150"));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_ends_at_its_instant_and_when_it_is_used_up() {
    let shop = Shop::start().await;
    let soon = "\n[[code]]\ncode = \"SOON\"\npercent = \"10\"\nterm = \"every\"\nends = \"2026-11-20T13:00:00Z\"\n";
    let once = "\n[[code]]\ncode = \"ONCE\"\npercent = \"10\"\nterm = \"every\"\nusage_limit = 1\n";
    shop.apply_catalogue(|text| format!("{text}{soon}{once}")).await;
    for _ in 0..2 {
        let applied = initial_data(&shop, "soon").await;
        assert_eq!(applied["code_state"], "applied");
        assert_eq!(applied["expire_date"], "2026-11-20T13:00:00Z");
        assert_eq!(initial_data(&shop, "ONCE").await["code_state"], "applied");
        assert_eq!(initial_data(&shop, "NOBODYKNOWS").await["code_state"], "unknown");
        let plain = initial_data(&shop, "").await;
        assert_eq!((plain.get("code_state"), plain.get("expire_date")), (None, Some(&Value::Null)));
        assert_eq!(initial_data(&shop, "ONCE").await.get("expire_date"), Some(&Value::Null), "a code without an end");
    }
    shop.clock.advance(Duration::from_secs(3600));
    let ended = initial_data(&shop, "SOON").await;
    assert_eq!((ended["code_state"].as_str(), ended.get("expire_date")), (Some("expired"), Some(&Value::Null)));

    let mut tx = shop.running.app.store.begin().await.unwrap();
    onefare_server::store::discount_codes::set_used(&mut tx, &FoldedCode::parse("once").unwrap(), 1).await.unwrap();
    tx.commit().await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    assert_eq!(initial_data(&shop, "ONCE").await["code_state"], "used_up");
    shop.running.stop().await;
}
