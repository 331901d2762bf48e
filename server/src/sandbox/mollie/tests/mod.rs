//! The API and the page as a client and a buyer see them.

mod keys;
mod pages;
mod payments;
mod refunds;
mod refusals;
mod webhook_events;

use serde_json::{Value, json};

use crate::sandbox::trial_run::{Answer, TrialRun};

/// A payment as the shop creates it.
fn order() -> Value {
    json!({
        "amount": { "currency": "EUR", "value": "49.99" },
        "description": "Northquay VPN, 12 months",
        "method": "ideal",
        "redirectUrl": "http://localhost:8080/payment-status?hash=h4sh",
        "cancelUrl": "http://localhost:8080/callback-cancel-mollie?hash=h4sh",
        "locale": "nl_NL",
        "metadata": { "order_id": "ord_1", "payment_id": "pay_1" },
    })
}

/// The payment with one parameter changed, or removed by `null`.
fn changed(name: &str, value: Value) -> Value {
    let mut order = order();
    order[name] = value;
    if order[name].is_null() {
        order.as_object_mut().expect("an object").remove(name);
    }
    order
}

impl TrialRun {
    /// Creates a payment; returns its id.
    async fn payment(&self) -> String {
        let made = self.mollie("POST", "/v2/payments", &order()).await;
        assert_eq!(made.status, 201, "{}", made.text);
        made.json()["id"].as_str().expect("an id").to_owned()
    }

    async fn read_payment(&self, id: &str) -> Value {
        let answer = self.mollie("GET", &format!("/v2/payments/{id}"), &Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// Ends a payment as the person on the page would.
    async fn end(&self, id: &str, status: &str) -> Answer {
        self.control("POST", &format!("/payments/{id}/{status}"), "").await
    }

    /// The shop's webhook events, oldest first: payment and status.
    async fn told(&self) -> Vec<(String, String)> {
        let told = self.control("GET", "/mollie/events", "").await.json();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let events = told["events"].as_array().expect("a list").clone();
        events.iter().rev().map(|it| (text(&it["event"]["payment"]), text(&it["event"]["status"]))).collect()
    }
}

impl Answer {
    /// `(status, title, field)` of a refusal, which always has a sentence and a link.
    fn refused(&self) -> (u16, String, String) {
        let body = self.json();
        assert_eq!(body["status"], self.status.as_u16());
        assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{body}");
        assert!(body["_links"]["documentation"]["href"].is_string(), "{body}");
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        (self.status.as_u16(), text("title"), text("field"))
    }
}
