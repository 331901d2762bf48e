use serde_json::{Value, json};

use crate::sandbox::trial_endpoint::Endpoint;
use crate::sandbox::trial_run::TrialRun;

async fn events(shop: &Endpoint) -> Vec<Value> {
    shop.got.lock().await.iter().map(|(_, body)| serde_json::from_str(body).expect("JSON")).collect()
}

async fn saved(shop: &Endpoint) -> TrialRun {
    let run = TrialRun::new().await.at_once().await;
    let saved = run.esims("webhook/save", &json!({ "webhook": shop.start("/told/t0ken").await })).await;
    assert_eq!(saved.obj(), json!({}));
    run
}

#[tokio::test]
async fn an_address_is_tried_before_it_is_saved() {
    let shop = Endpoint::default();
    *shop.statuses.lock().await = vec![500];
    let run = TrialRun::new().await.at_once().await;
    let address = shop.start("/told/t0ken").await;
    let refused = run.esims("webhook/save", &json!({ "webhook": address })).await;
    assert_eq!(refused.number().1, "000001");
    run.esim_order("a").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.texts("notifyType").await, ["CHECK_HEALTH"], "nobody is told at an address that was not saved");
    run.esims("webhook/save", &json!({ "webhook": address })).await.obj();
    let told = events(&shop).await;
    assert_eq!(told[1]["content"], json!({ "orderNo": "1234567890", "orderStatus": "Test" }));
}

#[tokio::test]
async fn the_shop_is_told_that_an_order_is_made_and_not_the_code() {
    let shop = Endpoint::default();
    let run = saved(&shop).await;
    let number = run.esim_order("a").await;
    run.sandbox.deliver_due().await.expect("a round");
    run.sandbox.deliver_due().await.expect("a round");
    let told = events(&shop).await;
    assert_eq!(told.len(), 2, "told once");
    assert_eq!(told[1]["notifyType"], "ORDER_STATUS");
    let content = json!({ "orderNo": number, "transactionId": "a", "orderStatus": "GOT_RESOURCE" });
    assert_eq!(told[1]["content"], content);
    assert_eq!(told[1]["notifyId"].as_str().map(str::len), Some(32));
    assert!(!told[1].to_string().contains("LPA:"));
}

#[tokio::test]
async fn what_takes_its_time_is_told_when_it_is_made() {
    let shop = Endpoint::default();
    let run = saved(&shop).await;
    run.control("POST", "/esims/script", r#"{"deed":"slow","making_ms":50}"#).await;
    run.esim_order("a").await;
    let wait = run.sandbox.deliver_due().await.expect("a round");
    assert!(wait.as_millis() <= 50, "the sandbox looks again in time: {wait:?}");
    assert_eq!(shop.texts("notifyType").await, ["CHECK_HEALTH"]);
    tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.texts("notifyType").await, ["CHECK_HEALTH", "ORDER_STATUS"]);
}

#[tokio::test]
async fn webhook_events_are_lost_doubled_and_reordered_as_all_are_and_given_up() {
    let shop = Endpoint::default();
    let run = saved(&shop).await;
    let mode = async |body: &str| assert_eq!(run.control("POST", "/webhooks", body).await.status, 200);
    mode(r#"{"mode":"drop"}"#).await;
    run.esim_order("lost").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.texts("notifyType").await.len(), 1);
    mode(r#"{"mode":"duplicate"}"#).await;
    run.esim_order("doubled").await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(shop.texts("notifyType").await.len(), 3);
    mode(r#"{"mode":"reorder"}"#).await;
    for reference in ["first", "second"] {
        run.esim_order(reference).await;
    }
    run.sandbox.deliver_due().await.expect("a round");
    let told = events(&shop).await;
    let references: Vec<&Value> = told[3..].iter().map(|body| &body["content"]["transactionId"]).collect();
    assert_eq!(references, ["second", "first"]);
    // The shop refuses the event: three attempts, and no more.
    mode(r#"{"mode":"normal"}"#).await;
    *shop.statuses.lock().await = vec![500; 20];
    run.esim_order("refused").await;
    for _ in 0..6 {
        run.hurry().await;
        run.sandbox.deliver_due().await.expect("a round");
    }
    let tried = events(&shop).await.iter().filter(|body| body["content"]["transactionId"] == "refused").count();
    assert_eq!(tried, 3);
}
