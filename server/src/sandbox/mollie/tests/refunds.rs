use std::time::Duration;

use serde_json::{Value, json};

use crate::sandbox::trial_run::{Answer, TrialRun};

fn part(value: &str) -> Value {
    json!({ "amount": { "currency": "EUR", "value": value }, "metadata": { "refund_id": "ref_1" } })
}

async fn paid(run: &TrialRun) -> String {
    let id = run.payment().await;
    run.end(&id, "paid").await;
    id
}

async fn refund(run: &TrialRun, id: &str, body: &Value) -> Answer {
    run.mollie("POST", &format!("/v2/payments/{id}/refunds"), body).await
}

fn movements(ledger: &[Value]) -> Vec<(Value, Value)> {
    ledger.iter().map(|row| (row["movement"].clone(), row["amount"].clone())).collect()
}

#[tokio::test]
async fn a_payment_is_refunded_in_parts_and_no_further() {
    let run = TrialRun::new().await;
    let id = paid(&run).await;
    let first = refund(&run, &id, &part("20.00")).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let first = first.json();
    assert_eq!((&first["status"], &first["paymentId"]), (&json!("pending"), &json!(id)));
    assert_eq!(
        (&first["metadata"]["refund_id"], &first["description"]),
        (&json!("ref_1"), &json!("Northquay VPN, 12 months"))
    );
    let payment = run.read_payment(&id).await;
    assert_eq!((&payment["status"], &payment["amountRefunded"]["value"]), (&json!("paid"), &json!("20.00")));
    assert_eq!(payment["amountRemaining"]["value"], "29.99");

    assert_eq!(refund(&run, &id, &part("20.00")).await.refused().0, 409, "sent twice");
    assert_eq!(
        refund(&run, &id, &part("30.00")).await.refused(),
        (422, "Unprocessable Entity".into(), "amount".into())
    );
    let dollars = json!({ "amount": { "currency": "USD", "value": "1.00" } });
    assert_eq!(refund(&run, &id, &dollars).await.refused().2, "amount.currency");
    assert_eq!(refund(&run, &id, &json!({})).await.refused().2, "amount");
    assert_eq!(
        refund(&run, &id, &json!({ "amount": part("1.00")["amount"], "reason": "x" })).await.refused().2,
        "reason"
    );

    assert_eq!(movements(&run.ledger().await).len(), 1, "the bank takes its time");
    run.clock.advance(Duration::from_secs(5));
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(run.told().await.last(), Some(&(id.clone(), "paid".to_owned())), "told, although the status stays");
    let path = format!("/v2/payments/{id}/refunds/{}", first["id"].as_str().expect("an id"));
    assert_eq!(run.mollie("GET", &path, &Value::Null).await.json()["status"], "refunded");

    assert_eq!(refund(&run, &id, &part("29.99")).await.status, 201);
    run.clock.advance(Duration::from_secs(5));
    run.sandbox.deliver_due().await.expect("a round");
    let expected = [(json!("charge"), json!(4_999)), (json!("refund"), json!(2_000)), (json!("refund"), json!(2_999))];
    assert_eq!(movements(&run.ledger().await), expected);
    assert_eq!(refund(&run, &id, &part("0.01")).await.refused().0, 422);
}

#[tokio::test]
async fn only_what_was_paid_goes_back() {
    let run = TrialRun::new().await;
    let id = run.payment().await;
    assert_eq!(refund(&run, &id, &part("1.00")).await.refused().0, 422);
    assert_eq!(run.control("POST", &format!("/payments/{id}/refund"), "").await.refused().0, 422);
    assert_eq!(refund(&run, "tr_nobody", &part("1.00")).await.refused().0, 404);
}

#[tokio::test]
async fn a_refund_that_fails_can_be_sent_again() {
    let run = TrialRun::new().await;
    let id = paid(&run).await;
    let made = run.control("POST", &format!("/payments/{id}/refund"), "").await.json();
    assert_eq!(made["amount"]["value"], "49.99");
    let move_to = async |status: &str| {
        run.control("POST", &format!("/refunds/{}/{status}", made["id"].as_str().expect("an id")), "").await
    };
    assert_eq!(move_to("queued").await.json()["status"], "queued");
    run.clock.advance(Duration::from_secs(60));
    run.sandbox.deliver_due().await.expect("a round");
    assert_eq!(run.told().await.len(), 1, "what is held goes nowhere");
    assert_eq!(move_to("processing").await.json()["status"], "processing");
    assert_eq!(move_to("failed").await.json()["status"], "failed");
    assert_eq!(run.told().await.len(), 3);
    assert_eq!(run.read_payment(&id).await["amountRemaining"]["value"], "49.99");
    assert_eq!(move_to("refunded").await.refused().0, 409);
    assert_eq!(move_to("lost").await.refused().0, 422);
    assert_eq!(run.ledger().await.len(), 1);
    assert_eq!(refund(&run, &id, &part("49.99")).await.status, 201);
}

#[tokio::test]
async fn refunds_are_listed_newest_first_in_pages() {
    let run = TrialRun::new().await;
    let id = paid(&run).await;
    let mut made = Vec::new();
    for value in ["1.00", "2.00", "3.00"] {
        made.insert(0, refund(&run, &id, &part(value)).await.json()["id"].clone());
    }
    let path = format!("/v2/payments/{id}/refunds");
    let ids = |list: &Value| -> Vec<Value> {
        list["_embedded"]["refunds"].as_array().expect("a list").iter().map(|it| it["id"].clone()).collect()
    };
    let all = run.mollie("GET", &path, &Value::Null).await.json();
    assert_eq!((ids(&all), &all["count"], &all["_links"]["next"]), (made.clone(), &json!(3), &Value::Null));
    let first = run.mollie("GET", &format!("{path}?limit=2"), &Value::Null).await.json();
    assert_eq!(ids(&first), made[..2]);
    let next = first["_links"]["next"]["href"].as_str().expect("a link");
    let second = run.mollie("GET", next.trim_start_matches("http://localhost:8090"), &Value::Null).await.json();
    assert_eq!(ids(&second), made[2..]);
    for query in ["limit=0", "limit=251", "limit=x", "nonsense=1"] {
        assert_eq!(run.mollie("GET", &format!("{path}?{query}"), &Value::Null).await.refused().0, 400, "{query}");
    }
    assert_eq!(run.mollie("GET", &format!("{path}?from=re_nobody"), &Value::Null).await.refused().0, 404);
    let foreign = paid(&run).await;
    let elsewhere = format!("/v2/payments/{foreign}/refunds/{}", made[0].as_str().expect("an id"));
    assert_eq!(run.mollie("GET", &elsewhere, &Value::Null).await.refused().0, 404);
}
