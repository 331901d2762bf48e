//! The API, the webhook events and the page as a client and a person see them.

mod pages;
mod refusals;
mod webhook_events;

use serde_json::{Value, json};

use crate::sandbox::trial_run::{Answer, TrialRun};

/// Three gigabytes in Spain, as the shop asks for them.
fn order(reference: &str) -> Value {
    json!({ "transactionId": reference, "packageInfoList": [{ "packageCode": "ES_3_15", "count": 1, "price": 21_000 }] })
}

/// What a query by an order's number says.
fn about(order_no: &str) -> Value {
    json!({ "orderNo": order_no, "pager": { "pageNum": 1, "pageSize": 5 } })
}

impl TrialRun {
    /// Makes what is ordered at once.
    async fn at_once(self) -> Self {
        assert_eq!(self.control("POST", "/esims/account", r#"{"making_ms":0}"#).await.status, 200);
        self
    }

    /// A new order; its number.
    async fn esim_order(&self, reference: &str) -> String {
        let answer = self.esims("esim/order", &order(reference)).await;
        answer.obj()["orderNo"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
    }
}

impl Answer {
    /// What a success holds.
    fn obj(&self) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), &body["success"], &body["errorCode"]), (200, &json!(true), &json!("0")));
        body["obj"].clone()
    }

    /// HTTP status and number of a refusal, which always has a sentence and no object.
    fn number(&self) -> (u16, String) {
        let body = self.json();
        assert_eq!((&body["success"], &body["obj"]), (&json!(false), &Value::Null), "{body}");
        assert!(body["errorMsg"].as_str().is_some_and(|text| !text.is_empty()), "{body}");
        (self.status.as_u16(), body["errorCode"].as_str().unwrap_or_default().to_owned())
    }
}
