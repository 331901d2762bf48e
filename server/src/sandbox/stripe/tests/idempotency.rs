use std::time::Duration;

use crate::sandbox::trial_run::{PLAN, TrialRun};

const PATH: &str = "/v1/checkout/sessions";

#[tokio::test]
async fn the_first_answer_is_given_again_even_after_a_restart() {
    let mut run = TrialRun::new().await;
    let first = run.keyed("POST", PATH, PLAN, Some("key-1")).await;
    assert_eq!(first.header("idempotent-replayed"), "");
    run.restart().await;
    let again = run.keyed("POST", PATH, PLAN, Some("key-1")).await;
    assert_eq!((again.status.as_u16(), again.header("idempotent-replayed")), (200, "true"));
    assert_eq!(again.header("original-request"), first.header("request-id"));
    assert_eq!(again.text, first.text);
    assert_eq!(run.read(PATH).await["data"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn another_order_is_the_same_request_but_other_parameters_are_not() {
    let run = TrialRun::new().await;
    let first = run.keyed("POST", PATH, PLAN, Some("key-1")).await;
    let mut pairs: Vec<&str> = PLAN.split('&').collect();
    pairs.reverse();
    let again = run.keyed("POST", PATH, &pairs.join("&"), Some("key-1")).await;
    assert_eq!(again.text, first.text);
    let other = run.keyed("POST", PATH, &PLAN.replace("14999", "15999"), Some("key-1")).await;
    assert_eq!(other.refusal(), (400, "idempotency_error".into(), String::new()));
}

#[tokio::test]
async fn a_refusal_is_not_kept_and_a_key_lives_a_day() {
    let run = TrialRun::new().await;
    let refused = run.keyed("POST", PATH, &format!("{PLAN}&nonsense=1"), Some("key-1")).await;
    assert_eq!(refused.status, 400);
    let first = run.keyed("POST", PATH, PLAN, Some("key-1")).await;
    assert_eq!(first.status, 200);
    run.clock.advance(Duration::from_secs(24 * 3_600 - 1));
    assert_eq!(run.keyed("POST", PATH, PLAN, Some("key-1")).await.text, first.text);
    run.clock.advance(Duration::from_secs(2));
    assert_ne!(run.keyed("POST", PATH, PLAN, Some("key-1")).await.text, first.text);
}

#[tokio::test]
async fn a_key_in_flight_is_a_conflict() {
    let run = TrialRun::new().await;
    let fault = r#"{"operation":"checkout.sessions.create","kind":"timeout_after","delay_ms":400}"#;
    assert_eq!(run.control("POST", "/faults", fault).await.status, 200);
    let slow = run.keyed("POST", PATH, PLAN, Some("key-1"));
    let second = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        run.keyed("POST", PATH, PLAN, Some("key-1")).await
    };
    let (slow, second) = tokio::join!(slow, second);
    assert_eq!(slow.status, 200);
    assert_eq!(second.refusal(), (409, "idempotency_key_in_use".into(), String::new()));
    assert_eq!(run.keyed("POST", PATH, PLAN, Some("key-1")).await.text, slow.text);
}

#[tokio::test]
async fn faults_fail_lie_and_end() {
    let run = TrialRun::new().await;
    let create = |key| run.keyed("POST", PATH, PLAN, Some(key));
    run.control("POST", "/faults", r#"{"operation":"checkout.sessions.create","kind":"error_500","times":2}"#).await;
    assert_eq!(create("a").await.status, 500);
    assert_eq!(create("a").await.status, 500);
    assert_eq!(create("a").await.status, 200, "nothing was done, so the key is free");
    run.control("POST", "/faults", r#"{"operation":"*","kind":"error_500","kept":true}"#).await;
    assert_eq!(create("b").await.status, 500);
    let kept = create("b").await;
    assert_eq!((kept.status.as_u16(), kept.header("idempotent-replayed")), (500, "true"));
    run.control("POST", "/faults", r#"{"operation":"*","kind":"error_500","kept":true}"#).await;
    assert_eq!(create("a").await.status, 200, "what is kept for a key stays");
    let lie = r#"{"operation":"checkout.sessions.retrieve","kind":"lie","field":"amount_total","value":1}"#;
    run.control("POST", "/faults", lie).await;
    let id = run.session(PLAN).await;
    assert_eq!(run.read(&format!("{PATH}/{id}")).await["amount_total"], 1);
    assert_eq!(run.read(&format!("{PATH}/{id}")).await["amount_total"], 14_999);
    run.control("POST", "/faults", r#"{"operation":"*","kind":"timeout_before","delay_ms":50}"#).await;
    assert_eq!(create("c").await.status, 500);
    run.control("POST", "/faults", r#"{"operation":"*","kind":"error_500","times":9}"#).await;
    run.control("DELETE", "/faults", "").await;
    assert_eq!(create("c").await.status, 200);
    assert_eq!(run.control("POST", "/faults", r#"{"operation":"*","kind":"explode"}"#).await.status, 422);
}
