//! Pages report that they survived a change by others or an error: the shop counts each kind.

use onefare_tests::{Browser, Shop};
use reqwest::StatusCode;
use serde_json::json;

const CALL: &str = "/api/page-recovery";

#[tokio::test]
async fn recoveries_are_counted_by_how_the_page_survived() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let line = |outcome: &str, number: u32| format!("onefare_page_recoveries_total{{outcome=\"{outcome}\"}} {number}");
    let figures = shop.figures().await;
    for outcome in ["repaired", "redrawn", "restored"] {
        assert!(figures.contains(&line(outcome, 0)), "counters exist before anything happens: {figures}");
    }
    for outcome in ["repaired", "repaired", "restored"] {
        let answer = shop.post(&mut browser, CALL, json!({ "outcome": outcome })).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    for wrong in [json!({}), json!({ "outcome": "gone" }), json!({ "outcome": "repaired", "page": "/buy" })] {
        assert_eq!(shop.post(&mut browser, CALL, wrong).await.status, StatusCode::BAD_REQUEST);
    }
    let figures = shop.figures().await;
    for (outcome, number) in [("repaired", 2), ("redrawn", 0), ("restored", 1)] {
        assert!(figures.contains(&line(outcome, number)), "{figures}");
    }
    shop.running.stop().await;
}
