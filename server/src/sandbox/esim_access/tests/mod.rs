//! The API, the webhook events and the page as a client and a person see them.

mod pages;
mod refusals;
mod webhook_events;

use serde_json::{Value, json};

use crate::sandbox::trial_run::{Answer, TrialRun};

/// Three gigabytes in Spain, as the shop orders them.
fn order(reference: &str) -> Value {
    json!({ "transactionId": reference, "packageInfoList": [{ "packageCode": "ES_3_15", "count": 1, "price": 21_000 }] })
}

/// A query by order number.
fn about(order_no: &str) -> Value {
    json!({ "orderNo": order_no, "pager": { "pageNum": 1, "pageSize": 5 } })
}

impl TrialRun {
    /// Makes orders complete at once.
    async fn at_once(self) -> Self {
        assert_eq!(self.control("POST", "/esims/account", r#"{"making_ms":0}"#).await.status, 200);
        self
    }

    /// Places an order; returns its number.
    async fn esim_order(&self, reference: &str) -> String {
        let answer = self.esims("esim/order", &order(reference)).await;
        answer.obj()["orderNo"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
    }
}

impl Answer {
    /// The object of a success.
    fn obj(&self) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), &body["success"], &body["errorCode"]), (200, &json!(true), &json!("0")));
        body["obj"].clone()
    }

    /// HTTP status and code of a refusal, which always has a sentence and no object.
    fn number(&self) -> (u16, String) {
        let body = self.json();
        assert_eq!((&body["success"], &body["obj"]), (&json!(false), &Value::Null), "{body}");
        assert!(body["errorMsg"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        (self.status.as_u16(), body["errorCode"].as_str().unwrap_or_default().to_owned())
    }
}
