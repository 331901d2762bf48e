use std::sync::Arc;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Row as _};

use super::queue::{NEWEST_FIRST, OLDEST_FIRST};
use super::sign;
use crate::sandbox::stripe::LATE;
use crate::sandbox::trial_endpoint::Endpoint;
use crate::sandbox::trial_run::{PLAN, SECRET, TrialRun};

async fn deliver(run: &TrialRun) {
    run.sandbox.deliver_due().await.expect("a round");
}

async fn pay(run: &TrialRun) {
    let id = run.session(PLAN).await;
    assert_eq!(run.control("POST", &format!("/sessions/{id}/pay"), "").await.status, 200);
}

/// Each created page runs both queries, however many pages and events existed before.
#[tokio::test]
async fn what_waits_is_found_by_an_index_of_what_waits() {
    let run = TrialRun::new().await;
    let mut work = run.sandbox.store.begin().await.expect("a turn");
    for (sql, index) in [(LATE, "open_sessions"), (OLDEST_FIRST, "deliveries_due"), (NEWEST_FIRST, "deliveries_due")] {
        let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
        let plan = plan.fetch_all(&mut *work.transaction).await.expect("a plan");
        let steps: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        assert!(steps[0].contains(&format!("USING INDEX {index} (")), "{sql}: {steps:?}");
        assert!(!steps.iter().any(|step| step.contains("objects_by_kind")), "{sql}: {steps:?}");
    }
}

/// The expected value was computed with another tool.
#[test]
fn the_signature_is_the_official_one() {
    let signed = sign("whsec_a", 1_700_000_000, "{}");
    // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_a
    assert_eq!(signed, "t=1700000000,v1=04339dc4f01d6541e8d3b7e4bd93cd2d4f680ccb28592270900b08e49cc09e57");
}

#[tokio::test]
async fn events_arrive_signed_and_are_marked_delivered() {
    let endpoint = Endpoint::default();
    let run = TrialRun::delivering_to(&endpoint.start("/hook").await).await;
    pay(&run).await;
    deliver(&run).await;
    let mut types = endpoint.texts("type").await;
    types.sort();
    assert_eq!(types, ["checkout.session.completed", "customer.subscription.created", "invoice.paid"]);
    for (headers, body) in endpoint.got.lock().await.iter() {
        assert_eq!(headers["stripe-signature"], sign(SECRET, run.clock.now().timestamp(), body));
    }
    let waiting = run.read("/v1/events?delivery_success=false").await;
    assert_eq!(waiting["data"].as_array().map(Vec::len), Some(0));
    assert_eq!(run.read("/v1/events").await["data"][0]["pending_webhooks"], 0);
    deliver(&run).await;
    assert_eq!(endpoint.texts("type").await.len(), 3, "delivered once");
}

#[tokio::test]
async fn what_is_not_taken_is_tried_again_also_after_a_restart() {
    let endpoint = Endpoint::default();
    *endpoint.statuses.lock().await = vec![302, 500, 503];
    let mut run = TrialRun::delivering_to(&endpoint.start("/hook").await).await;
    pay(&run).await;
    deliver(&run).await;
    deliver(&run).await;
    assert_eq!(endpoint.texts("type").await.len(), 3, "the first gap is a second");
    run.restart().await;
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    deliver(&run).await;
    assert_eq!(endpoint.texts("type").await.len(), 6);
    let told = run.control("GET", "/events", "").await.json();
    assert_eq!(told["events"][0]["attempts"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn deliveries_can_be_lost_doubled_delayed_and_reordered() {
    let endpoint = Endpoint::default();
    let run = TrialRun::delivering_to(&endpoint.start("/hook").await).await;
    let mode = async |body: &str| assert_eq!(run.control("POST", "/webhooks", body).await.status, 200);
    mode(r#"{"mode":"drop"}"#).await;
    pay(&run).await;
    deliver(&run).await;
    assert!(endpoint.texts("type").await.is_empty());
    mode(r#"{"mode":"duplicate"}"#).await;
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    deliver(&run).await;
    assert_eq!(endpoint.texts("type").await.len(), 6);
    mode(r#"{"mode":"delay","delay_ms":200}"#).await;
    pay(&run).await;
    deliver(&run).await;
    assert_eq!(endpoint.texts("type").await.len(), 6);
    mode(r#"{"mode":"reorder"}"#).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    deliver(&run).await;
    assert_eq!(
        endpoint.texts("type").await[6..],
        ["checkout.session.completed", "invoice.paid", "customer.subscription.created"]
    );
}

#[tokio::test]
async fn the_worker_delivers_by_itself_and_stops_when_told() {
    let endpoint = Endpoint::default();
    let run = TrialRun::delivering_to(&endpoint.start("/hook").await).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let worker = tokio::spawn(Arc::clone(&run.sandbox).run(async move {
        let _ = stopped.await;
    }));
    pay(&run).await;
    for _ in 0..100 {
        if endpoint.texts("type").await.len() == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(endpoint.texts("type").await.len(), 3);
    stop.send(()).expect("a worker");
    tokio::time::timeout(Duration::from_secs(1), worker).await.expect("in time").expect("no panic");
}
