use std::time::Duration;

use serde_json::{Value, json};

use super::{changed, order};
use crate::sandbox::trial_run::TrialRun;

#[tokio::test]
async fn a_new_payment_says_what_was_asked_and_where_to_pay() {
    let run = TrialRun::new().await;
    let made = run.mollie("POST", "/v2/payments", &order()).await;
    assert_eq!((made.status.as_u16(), made.header("content-type")), (201, "application/hal+json"));
    let payment = made.json();
    let id = payment["id"].as_str().expect("an id");
    assert!(id.starts_with("tr_"));
    for (name, value) in order().as_object().expect("an object") {
        assert_eq!(&payment[name], value, "{name}");
    }
    for (name, value) in [
        ("resource", json!("payment")),
        ("mode", json!("test")),
        ("status", json!("open")),
        ("createdAt", json!("2026-11-20T12:00:00+00:00")),
        ("expiresAt", json!("2026-11-20T12:15:00+00:00")),
        ("isCancelable", json!(true)),
        ("sequenceType", json!("oneoff")),
        ("webhookUrl", Value::Null),
    ] {
        assert_eq!(payment[name], value, "{name}");
    }
    assert_eq!(payment["_links"]["checkout"]["href"], format!("http://localhost:8090/checkout/{id}"));
    assert_eq!(run.read_payment(id).await, payment);
    assert!(run.told().await.is_empty() && run.ledger().await.is_empty());
}

#[tokio::test]
async fn every_end_has_its_instant_and_its_event_and_only_paid_moves_money() {
    let run = TrialRun::new().await;
    for (status, instant) in
        [("paid", "paidAt"), ("failed", "failedAt"), ("canceled", "canceledAt"), ("expired", "expiredAt")]
    {
        let id = run.payment().await;
        assert_eq!(run.end(&id, status).await.status, 200);
        let payment = run.read_payment(&id).await;
        assert_eq!((&payment["status"], &payment[instant]), (&json!(status), &json!("2026-11-20T12:00:00+00:00")));
        for gone in ["expiresAt", "isCancelable"] {
            assert_eq!(payment.get(gone), None, "{gone} of a {status} payment");
        }
        assert_eq!(payment["_links"].get("checkout"), None);
        assert_eq!(payment.get("amountRemaining").is_some(), status == "paid");
        assert_eq!(run.told().await.last(), Some(&(id.clone(), status.to_owned())));
        for later in ["paid", "open", "pending", "failed", "canceled", "expired"] {
            assert_eq!(run.end(&id, later).await.refused().0, 409, "{status} then {later}");
        }
    }
    let ledger = run.ledger().await;
    assert_eq!(ledger.len(), 1);
    let (provider, amount, ours) = (&ledger[0]["provider"], &ledger[0]["amount"], &ledger[0]["client_reference"]);
    assert_eq!((provider, amount, ours), (&json!("mollie"), &json!(4_999), &json!("pay_1")));
    assert_eq!(run.told().await.len(), 4);
}

#[tokio::test]
async fn open_and_pending_are_told_to_nobody_and_can_be_changed() {
    let run = TrialRun::new().await;
    let id = run.payment().await;
    assert_eq!(run.end(&id, "open").await.status, 200);
    let pending = run.end(&id, "pending").await.json();
    assert_eq!((&pending["status"], &pending["isCancelable"]), (&json!("pending"), &json!(false)));
    assert!(pending["_links"]["checkout"]["href"].is_string());
    assert_eq!(run.end(&id, "open").await.refused().0, 409, "what was begun is not unbegun");
    assert_eq!(run.end(&id, "pending").await.status, 200);
    assert!(run.told().await.is_empty());
    run.clock.advance(Duration::from_secs(3_600));
    assert_eq!(run.end(&id, "paid").await.json()["status"], "paid", "a bank may take its time");
}

#[tokio::test]
async fn what_nobody_paid_expires_after_a_quarter_of_an_hour() {
    let mut run = TrialRun::new().await;
    let (swept, read) = (run.payment().await, run.payment().await);
    run.clock.advance(Duration::from_secs(899));
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(run.read_payment(&read).await["status"], "open");
    run.clock.advance(Duration::from_secs(1));
    let expired = run.read_payment(&read).await;
    assert_eq!((&expired["status"], &expired["expiredAt"]), (&json!("expired"), &json!("2026-11-20T12:15:00+00:00")));
    run.restart().await;
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(run.read_payment(&swept).await["status"], "expired");
    let told = run.told().await;
    assert!(told.contains(&(swept.clone(), "expired".to_owned())), "{told:?}");
    assert_eq!(run.end(&swept, "paid").await.refused().0, 409);
    assert!(run.ledger().await.is_empty());
}

#[tokio::test]
async fn a_payment_is_canceled_while_nothing_was_begun() {
    let run = TrialRun::new().await;
    let id = run.payment().await;
    let path = format!("/v2/payments/{id}");
    let canceled = run.mollie("DELETE", &path, &json!({})).await;
    assert_eq!((canceled.status.as_u16(), &canceled.json()["status"]), (200, &json!("canceled")));
    assert_eq!(run.told().await, [(id.clone(), "canceled".to_owned())]);
    assert_eq!(run.mollie("DELETE", &path, &json!({})).await.refused().0, 422);
    let begun = run.payment().await;
    run.end(&begun, "pending").await;
    assert_eq!(run.mollie("DELETE", &format!("/v2/payments/{begun}"), &json!({})).await.refused().0, 422);
}

#[tokio::test]
async fn what_may_be_left_out_is_and_long_words_are_cut() {
    let run = TrialRun::new().await;
    let mut order = changed("method", Value::Null);
    for gone in ["cancelUrl", "locale", "metadata"] {
        order.as_object_mut().expect("an object").remove(gone);
    }
    order["description"] = json!("ä".repeat(300));
    let made = run.mollie("POST", "/v2/payments", &order).await.json();
    for empty in ["method", "cancelUrl", "locale", "metadata", "webhookUrl", "details"] {
        assert_eq!(made[empty], Value::Null, "{empty}");
    }
    assert_eq!(made["description"], "ä".repeat(255));
    let id = made["id"].as_str().expect("an id");
    let paid = run.end(id, "paid").await.json();
    assert_eq!((&paid["method"], &paid["details"]["consumerBic"]), (&json!("ideal"), &json!("TESTNL99")));
    let listed = run.mollie("POST", "/v2/payments", &changed("method", json!(["ideal"]))).await;
    assert_eq!(listed.json()["method"], "ideal");
}
