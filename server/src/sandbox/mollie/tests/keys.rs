use std::time::Duration;

use serde_json::{Value, json};

use super::{changed, order};
use crate::sandbox::trial_run::{Answer, PLAN, TrialRun};

async fn create(run: &TrialRun, body: &Value, key: &str) -> Answer {
    run.mollie_keyed("POST", "/v2/payments", body, Some(key)).await
}

#[tokio::test]
async fn the_first_answer_is_given_again_for_an_hour() {
    let mut run = TrialRun::new().await;
    let first = create(&run, &order(), "pay_1-payment").await;
    assert_eq!((first.status.as_u16(), first.header("idempotent-replayed")), (201, ""));
    run.restart().await;
    let again = create(&run, &order(), "pay_1-payment").await;
    assert_eq!((again.status.as_u16(), again.header("idempotent-replayed")), (201, "true"));
    assert_eq!(again.text, first.text);
    run.clock.advance(Duration::from_secs(3_599));
    assert_eq!(create(&run, &order(), "pay_1-payment").await.text, first.text);
    run.clock.advance(Duration::from_secs(2));
    assert_ne!(create(&run, &order(), "pay_1-payment").await.text, first.text);
}

#[tokio::test]
async fn a_key_stands_for_one_request_of_one_provider() {
    let run = TrialRun::new().await;
    assert_eq!(create(&run, &order(), "key-1").await.status, 201);
    let other = create(&run, &changed("description", json!("Something else")), "key-1").await;
    assert_eq!(other.refused(), (400, "Bad Request".into(), String::new()));
    assert_eq!(create(&run, &changed("locale", json!("ar_AE")), "key-2").await.status, 422);
    assert_eq!(create(&run, &order(), "key-2").await.status, 201, "a refusal is not kept");
    assert_eq!(run.keyed("POST", "/v1/checkout/sessions", PLAN, Some("key-1")).await.status, 200);
    assert_eq!(create(&run, &order(), &"k".repeat(256)).await.refused().0, 400);
}

#[tokio::test]
async fn a_key_in_flight_is_a_conflict() {
    let run = TrialRun::new().await;
    let fault = r#"{"operation":"mollie.payments.create","kind":"timeout_after","delay_ms":400}"#;
    assert_eq!(run.control("POST", "/faults", fault).await.status, 200);
    let body = order();
    let second = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        create(&run, &body, "key-1").await
    };
    let (slow, second) = tokio::join!(create(&run, &body, "key-1"), second);
    assert_eq!((slow.status.as_u16(), second.refused().0), (201, 409));
    assert_eq!(create(&run, &body, "key-1").await.text, slow.text, "it was done before the silence");
}

#[tokio::test]
async fn faults_reach_mollie_alone_or_both() {
    let run = TrialRun::new().await;
    let arm = async |fault: &str| assert_eq!(run.control("POST", "/faults", fault).await.status, 200);
    arm(r#"{"operation":"mollie.*","kind":"error_500","kept":true}"#).await;
    assert_eq!(run.api("POST", "/v1/checkout/sessions", PLAN).await.status, 200);
    assert_eq!(create(&run, &order(), "a").await.refused().0, 500);
    let kept = create(&run, &order(), "a").await;
    assert_eq!((kept.status.as_u16(), kept.header("idempotent-replayed")), (500, "true"));
    arm(r#"{"operation":"*","kind":"timeout_before","delay_ms":20}"#).await;
    assert_eq!(create(&run, &order(), "b").await.status, 500);
    let id = create(&run, &order(), "b").await.json()["id"].as_str().expect("an id").to_owned();
    for (field, value, pointer) in [
        ("status", json!("paid"), "/status"),
        ("mode", json!("live"), "/mode"),
        ("amount.value", json!("0.01"), "/amount/value"),
        ("metadata.order_id", json!("ord_2"), "/metadata/order_id"),
        ("_links.checkout.href", json!("https://evil.example/"), "/_links/checkout/href"),
    ] {
        arm(&json!({ "operation": "mollie.payments.get", "kind": "lie", "field": field, "value": value }).to_string())
            .await;
        assert_eq!(run.read_payment(&id).await.pointer(pointer), Some(&value));
        assert_ne!(run.read_payment(&id).await.pointer(pointer), Some(&value), "a lie is told once");
    }
}
