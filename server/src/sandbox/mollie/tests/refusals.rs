use serde_json::{Value, json};

use super::{changed, order};
use crate::sandbox::trial_run::TrialRun;

#[tokio::test]
async fn only_the_right_key_opens_the_api() {
    let run = TrialRun::new().await;
    let body = order().to_string();
    for headers in [
        &[][..],
        &[("authorization", "Bearer test_other")],
        &[("authorization", "test_trial_run")],
        &[("authorization", "Bearer sk_test_trial_run")],
    ] {
        let answer = run.send("POST", "/v2/payments", &body, headers).await;
        assert_eq!(answer.refused(), (401, "Unauthorized Request".into(), String::new()));
    }
    for (method, path) in [
        ("GET", "/v2/payments/tr_nobody"),
        ("DELETE", "/v2/payments/tr_nobody"),
        ("GET", "/v2/payments/tr_nobody/refunds"),
        ("GET", "/v2/nothing"),
        ("PATCH", "/v2/payments/tr_nobody"),
    ] {
        assert_eq!(run.mollie(method, path, &Value::Null).await.refused().0, 404, "{method} {path}");
    }
    let words = run.mollie("GET", "/v2/payments/tr_nobody", &Value::Null).await.json();
    assert_eq!(words["detail"], "No payment exists with token tr_nobody.");
}

#[tokio::test]
async fn what_is_unknown_wrong_or_missing_is_named() {
    let run = TrialRun::new().await;
    let amount = |currency: &str, value: &str| json!({ "currency": currency, "value": value });
    for (name, value, field) in [
        ("amount", Value::Null, "amount"),
        ("amount", json!("49.99"), "amount"),
        ("amount", json!({ "value": "49.99" }), "amount.currency"),
        ("amount", json!({ "currency": "EUR", "value": 49.99 }), "amount.value"),
        ("amount", json!({ "currency": "EUR", "value": "49.99", "more": 1 }), "amount"),
        ("amount", amount("EUR", "49.9"), "amount.value"),
        ("amount", amount("EUR", "49.990"), "amount.value"),
        ("amount", amount("EUR", "49,99"), "amount.value"),
        ("amount", amount("EUR", "0.00"), "amount"),
        ("amount", amount("EUR", "-1.00"), "amount"),
        ("amount", amount("EUR", "50000.01"), "amount"),
        ("amount", amount("eur", "49.99"), "amount.currency"),
        ("amount", amount("OMR", "49.990"), "amount.currency"),
        ("amount", amount("XXX", "49.99"), "amount.currency"),
        ("amount", amount("USD", "49.99"), "method"),
        ("description", Value::Null, "description"),
        ("description", json!(" "), "description"),
        ("description", json!(7), "description"),
        ("redirectUrl", Value::Null, "redirectUrl"),
        ("redirectUrl", json!("/relative"), "redirectUrl"),
        ("cancelUrl", json!("javascript:alert(1)"), "cancelUrl"),
        ("webhookUrl", json!("http://localhost:8080/webhooks/mollie"), "webhookUrl"),
        ("webhookUrl", json!("http://192.168.1.7/webhooks/mollie"), "webhookUrl"),
        ("webhookUrl", json!("http://[::1]/webhooks/mollie"), "webhookUrl"),
        ("method", json!("creditcard"), "method"),
        ("method", json!([]), "method"),
        ("method", json!({ "id": "ideal" }), "method"),
        ("locale", json!("ar_AE"), "locale"),
        ("locale", json!("nl"), "locale"),
        ("sequenceType", json!("first"), "sequenceType"),
        ("metadata", json!("x".repeat(2_000)), "metadata"),
        ("testmode", json!(true), "testmode"),
        ("profileId", json!("pfl_1"), "profileId"),
        ("issuer", json!("ideal_INGBNL2A"), "issuer"),
    ] {
        let answer = run.mollie("POST", "/v2/payments", &changed(name, value.clone())).await;
        assert_eq!(answer.refused(), (422, "Unprocessable Entity".into(), field.into()), "{name}: {value}");
    }
    let reachable = changed("webhookUrl", json!("https://shop.example.com/webhooks/mollie"));
    assert_eq!(run.mollie("POST", "/v2/payments", &reachable).await.status, 201);
    let most = changed("amount", amount("EUR", "50000.00"));
    assert_eq!(run.mollie("POST", "/v2/payments", &most).await.status, 201);
    for body in ["", "{", "[]", "null"] {
        let sent = run.send("POST", "/v2/payments", body, &[("authorization", "Bearer test_trial_run")]).await;
        assert!((400..=422).contains(&sent.refused().0), "{body}");
    }
    let id = run.payment().await;
    let asked = run.mollie("GET", &format!("/v2/payments/{id}?testmode=true"), &Value::Null).await;
    assert_eq!(asked.refused().0, 400);
    let ended = run.mollie("DELETE", &format!("/v2/payments/{id}"), &json!({ "reason": "x" })).await;
    assert_eq!(ended.refused().2, "reason");
}
