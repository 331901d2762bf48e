use crate::sandbox::trial_endpoint::Endpoint;
use crate::sandbox::trial_run::TrialRun;

async fn start(shop: &Endpoint) -> TrialRun {
    TrialRun::delivering_to(&shop.start("/webhooks/mollie").await).await
}

async fn bodies(shop: &Endpoint) -> Vec<String> {
    shop.got.lock().await.iter().map(|(_, body)| body.clone()).collect()
}

#[tokio::test]
async fn the_shop_is_told_an_id_and_nothing_else() {
    let shop = Endpoint::default();
    let run = start(&shop).await;
    let id = run.payment().await;
    run.end(&id, "paid").await;
    run.sandbox.deliver_due().await.expect("a round");
    let told = shop.got.lock().await.clone();
    assert_eq!(told.len(), 1);
    let (headers, body) = &told[0];
    assert_eq!(*body, format!("id={id}"));
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
    assert!(headers.keys().all(|name| !name.as_str().contains("signature")), "{headers:?}");
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(bodies(&shop).await.len(), 1, "told once");
}

#[tokio::test]
async fn what_is_not_taken_is_told_ten_times() {
    let shop = Endpoint::default();
    let mut run = start(&shop).await;
    *shop.statuses.lock().await = vec![500; 20];
    let id = run.payment().await;
    run.end(&id, "failed").await;
    run.sandbox.deliver_due().await.expect("a round");
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(bodies(&shop).await.len(), 1, "the first pause is a minute");
    run.restart().await;
    for _ in 0..12 {
        run.hurry().await;
        run.sandbox.deliver_due().await.expect("a round");
    }
    assert_eq!(bodies(&shop).await, vec![format!("id={id}"); 10]);
    let attempts = run.control("GET", "/mollie/events", "").await.json()["events"][0]["attempts"].clone();
    assert_eq!(attempts.as_array().map(Vec::len), Some(10));
}

#[tokio::test]
async fn webhook_events_are_lost_doubled_delayed_and_reordered_as_all_are() {
    let shop = Endpoint::default();
    let run = start(&shop).await;
    let mode = async |body: &str| assert_eq!(run.control("POST", "/webhooks", body).await.status, 200);
    let first = run.payment().await;
    mode(r#"{"mode":"drop"}"#).await;
    run.end(&first, "paid").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert!(bodies(&shop).await.is_empty());
    mode(r#"{"mode":"duplicate"}"#).await;
    run.hurry().await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(bodies(&shop).await, vec![format!("id={first}"); 2]);

    mode(r#"{"mode":"delay","delay_ms":60000}"#).await;
    let (second, third) = (run.payment().await, run.payment().await);
    run.end(&second, "canceled").await;
    run.end(&third, "failed").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(bodies(&shop).await.len(), 2);
    mode(r#"{"mode":"reorder"}"#).await;
    run.hurry().await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(bodies(&shop).await[2..], [format!("id={third}"), format!("id={second}")]);
}
