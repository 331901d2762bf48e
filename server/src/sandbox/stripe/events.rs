//! Events: snapshots of what happened, queued for delivery.

use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::lists::{self, Page};
use super::{API_VERSION, Cause};
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};
use crate::sandbox::webhooks::sign;

pub const KIND: &str = "event";

/// Stores an event and queues its delivery.
pub async fn announce(work: &mut Work, cause: &Cause, name: &str, object: &Value) -> Result<(), SandboxError> {
    announce_change(work, cause, name, object, None).await
}

/// The same, with the previous values of the changed fields.
pub async fn announce_change(
    work: &mut Work,
    cause: &Cause,
    name: &str,
    object: &Value,
    previous: Option<Value>,
) -> Result<(), SandboxError> {
    let id = new_id("evt");
    let mut data = json!({ "object": object });
    if let Some(previous) = previous {
        data["previous_attributes"] = previous;
    }
    let event = json!({
        "id": id,
        "object": "event",
        "api_version": API_VERSION,
        "created": work.seconds(),
        "data": data,
        "livemode": false,
        "pending_webhooks": 1,
        "request": { "id": cause.request_id, "idempotency_key": cause.idempotency_key },
        "type": name,
    });
    work.put(KIND, &id, &event).await?;
    work.queue_delivery(Provider::Stripe, &id).await
}

/// One delivery attempt, signed at this moment.
pub fn delivery(sandbox: &Sandbox, event: &Value) -> RequestBuilder {
    let body = event.to_string();
    let account = &sandbox.settings.stripe;
    let signature = sign(&account.webhook_secret, sandbox.settings.clock.now().timestamp(), &body);
    sandbox
        .courier
        .post(account.webhook_url.clone())
        .header("user-agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
        .header("content-type", "application/json; charset=utf-8")
        .header("stripe-signature", signature)
        .body(body)
}

/// Records that an event was accepted.
pub async fn delivered(work: &mut Work, mut event: Value) -> Result<(), SandboxError> {
    event["pending_webhooks"] = json!(0);
    let id = event["id"].as_str().unwrap_or_default().to_owned();
    work.put(KIND, &id, &event).await
}

#[derive(Debug, Deserialize)]
pub struct ListEvents {
    #[serde(flatten)]
    page: Page,
    delivery_success: Option<bool>,
    #[serde(rename = "type")]
    name: Option<String>,
    types: Option<Vec<String>>,
}

/// `GET /v1/events`
pub async fn list(work: &mut Work, wanted: ListEvents) -> Result<Value, Refusal> {
    let patterns = match (wanted.name, wanted.types) {
        (Some(_), Some(_)) => {
            return Err(Refusal::invalid("You may only specify one of these parameters: type, types."));
        }
        (None, Some(types)) if types.len() > 20 => {
            return Err(Refusal::param("types", "You can filter by at most 20 types."));
        }
        (name, types) => name.map(|name| vec![name]).or(types),
    };
    let selection = Selection {
        like: patterns.map(|it| ("$.type", it)),
        delivered: wanted.delivery_success,
        ..Selection::default()
    };
    lists::page(work, KIND, "/v1/events", wanted.page, selection).await
}
