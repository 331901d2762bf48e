use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use tokio::net::TcpListener;
use tokio::sync::Mutex;

use crate::sandbox::trial_run::TrialRun;

/// A shop that remembers its webhook events, and answers with the next status (then 200).
#[derive(Clone, Default)]
struct Shop {
    told: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    statuses: Arc<Mutex<Vec<u16>>>,
}

impl Shop {
    async fn start(&self) -> TrialRun {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/webhooks/mollie", post(take)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        TrialRun::delivering_to(&format!("http://{address}/webhooks/mollie")).await
    }

    async fn bodies(&self) -> Vec<String> {
        self.told.lock().await.iter().map(|(_, body)| body.clone()).collect()
    }
}

async fn take(State(shop): State<Shop>, headers: HeaderMap, body: Bytes) -> StatusCode {
    shop.told.lock().await.push((headers, String::from_utf8(body.to_vec()).expect("text")));
    let status = shop.statuses.lock().await.pop().unwrap_or(200);
    StatusCode::from_u16(status).expect("a status")
}

/// Makes what waits due now, as if its pause were over.
async fn hurry(run: &TrialRun) {
    let mut work = run.sandbox.store.begin().await.expect("a unit of work");
    sqlx::query("UPDATE deliveries SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL")
        .execute(&mut *work.transaction)
        .await
        .expect("an update");
    work.commit().await.expect("a commit");
}

#[tokio::test]
async fn the_shop_is_told_an_id_and_nothing_else() {
    let shop = Shop::default();
    let run = shop.start().await;
    let id = run.payment().await;
    run.end(&id, "paid").await;
    run.sandbox.deliver_due().await.expect("a round");
    let told = shop.told.lock().await.clone();
    assert_eq!(told.len(), 1);
    let (headers, body) = &told[0];
    assert_eq!(*body, format!("id={id}"));
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
    assert!(headers.keys().all(|name| !name.as_str().contains("signature")), "{headers:?}");
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.bodies().await.len(), 1, "told once");
}

#[tokio::test]
async fn what_is_not_taken_is_told_ten_times() {
    let shop = Shop::default();
    let mut run = shop.start().await;
    *shop.statuses.lock().await = vec![500; 20];
    let id = run.payment().await;
    run.end(&id, "failed").await;
    run.sandbox.deliver_due().await.expect("a round");
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.bodies().await.len(), 1, "the first pause is a minute");
    run.restart().await;
    for _ in 0..12 {
        hurry(&run).await;
        run.sandbox.deliver_due().await.expect("a round");
    }
    assert_eq!(shop.bodies().await, vec![format!("id={id}"); 10]);
    let attempts = run.control("GET", "/mollie/events", "").await.json()["events"][0]["attempts"].clone();
    assert_eq!(attempts.as_array().map(Vec::len), Some(10));
}

#[tokio::test]
async fn webhook_events_are_lost_doubled_delayed_and_reordered_as_all_are() {
    let shop = Shop::default();
    let run = shop.start().await;
    let mode = async |body: &str| assert_eq!(run.control("POST", "/webhooks", body).await.status, 200);
    let first = run.payment().await;
    mode(r#"{"mode":"drop"}"#).await;
    run.end(&first, "paid").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert!(shop.bodies().await.is_empty());
    mode(r#"{"mode":"duplicate"}"#).await;
    hurry(&run).await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.bodies().await, vec![format!("id={first}"); 2]);

    mode(r#"{"mode":"delay","delay_ms":60000}"#).await;
    let (second, third) = (run.payment().await, run.payment().await);
    run.end(&second, "canceled").await;
    run.end(&third, "failed").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.bodies().await.len(), 2);
    mode(r#"{"mode":"reorder"}"#).await;
    hurry(&run).await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.bodies().await[2..], [format!("id={third}"), format!("id={second}")]);
}
