//! When the job runs: once at the first start, then at the set interval; again soon when the supplier was silent; never
//! when the settings disable it.

use std::time::Duration;

use onefare_server::config::EsimImport;
use onefare_tests::{Data, start_of_story};
use serde_json::json;

use super::{DAY, FAILURES, RUNS, Shop, figure, job, next_day, put_on_sale, sold};
use onefare_server::clock::Clock;

/// This long after the beginning of the story, in the form of [`job`].
fn at(passed: Duration) -> String {
    (start_of_story() + passed).timestamp_millis().to_string()
}

fn every(hours: u64) -> EsimImport {
    EsimImport { every: Some(Duration::from_hours(hours)), prices_file: None }
}

fn off() -> EsimImport {
    EsimImport { every: None, prices_file: None }
}

/// The same shop after a restart.
async fn restarted(shop: Shop, esim_import: EsimImport) -> Shop {
    let Shop { running, clock, data, .. } = shop;
    running.stop().await;
    Shop::start_importing(data, clock, esim_import).await
}

#[tokio::test]
async fn a_restart_asks_nobody() {
    let shop = Shop::start().await;
    assert_eq!(job(&shop).await, [format!("{} -", at(DAY))]);
    shop.clock.advance(Duration::from_hours(5));
    let shop = restarted(shop, every(24)).await;
    assert_eq!(job(&shop).await, [format!("{} -", at(DAY))], "it waits as it did");
    assert_eq!(figure(&shop, RUNS).await, 0);
    // An operator who shortens the interval does not have to wait out the longer one.
    let shop = restarted(shop, every(2)).await;
    assert_eq!(job(&shop).await, [format!("{} -", at(Duration::from_hours(7)))]);
    shop.clock.advance(Duration::from_hours(2));
    shop.running.app.wake.notify_waiters();
    shop.imported().await;
    assert_eq!(job(&shop).await, [format!("{} -", at(Duration::from_hours(9)))]);
    assert_eq!(figure(&shop, RUNS).await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn off_asks_nobody_and_ends_what_waits() {
    let shop = Shop::start_importing(Data::new().await, Clock::manual(start_of_story()), off()).await;
    assert!(job(&shop).await.is_empty(), "nothing is planned");
    let shop = restarted(shop, every(24)).await;
    assert_eq!((job(&shop).await.len(), figure(&shop, RUNS).await), (1, 1), "due at once, for the first time ever");
    let shop = restarted(shop, off()).await;
    put_on_sale(&shop, "ES_3_15", false).await;
    next_day(&shop).await;
    assert!(job(&shop).await.is_empty(), "what waited has ended");
    assert_eq!(sold(&shop).await.0, 1, "and has done nothing");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_silent_supplier_is_asked_again_soon() {
    let shop = Shop::start().await;
    put_on_sale(&shop, "ES_3_15", false).await;
    let fault = json!({ "operation": "esim_access.package.list", "kind": "error_500", "times": 2 });
    shop.control("faults", fault).await;
    next_day(&shop).await;
    let failed = job(&shop).await.remove(0);
    assert!(failed.ends_with(" the supplier's packages: unavailable: status 500"), "{failed}");
    assert_eq!((figure(&shop, FAILURES).await, sold(&shop).await.0), (1, 1));
    for failures in [2, 2] {
        shop.clock.advance(Duration::from_secs(3));
        shop.running.app.wake.notify_waiters();
        shop.imported().await;
        assert_eq!(figure(&shop, FAILURES).await, failures);
    }
    assert_eq!(sold(&shop).await.0, 2, "the third time it answered");
    assert_eq!(job(&shop).await, [format!("{} -", at(DAY * 2 + Duration::from_secs(6)))]);
    shop.running.stop().await;
}

#[tokio::test]
async fn new_plans_appear_only_where_the_rules_let_them() {
    let data = Data::new().await;
    let file = data.folder.path().join("esim-prices.toml");
    let rules = include_str!("../../../../server/config/esim-prices.toml");
    std::fs::write(&file, rules.replace("new_plans = true", "new_plans = false")).unwrap();
    let esim_import = EsimImport { prices_file: Some(file), ..every(24) };
    let shop = Shop::start_importing(data, Clock::manual(start_of_story()), esim_import).await;
    for package in ["FI_3_15", "ES_0.5_7", "ES_2_Daily"] {
        put_on_sale(&shop, package, true).await;
    }
    next_day(&shop).await;
    assert_eq!((sold(&shop).await.0, figure(&shop, RUNS).await), (1, 2));
    shop.running.stop().await;
}
