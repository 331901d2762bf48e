//! Webhook events: tell the shop only that something happened to a payment. Unsigned.

use std::time::Duration;

use reqwest::RequestBuilder;
use serde_json::{Value, json};

use super::payments::Payment;
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

pub const KIND: &str = "mollie.event";

/// How long Mollie waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Records that something happened, and queues the webhook event. The status is for people who look at the sandbox; it
/// is not sent.
pub async fn announce(work: &mut Work, payment: &Payment) -> Result<(), SandboxError> {
    let id = new_id("hook");
    let event = json!({
        "id": id,
        "payment": payment.id,
        "status": payment.status,
        "url": payment.webhook_url,
        "created": work.seconds(),
    });
    work.put(KIND, &id, &event).await?;
    work.queue_delivery(Provider::Mollie, &id).await
}

/// One delivery attempt: to the payment's own URL, else to the account's.
pub fn delivery(sandbox: &Sandbox, event: &Value) -> RequestBuilder {
    let own = event["url"].as_str();
    let url = own.unwrap_or(sandbox.settings.mollie.webhook_url.as_str());
    sandbox
        .courier
        .post(url)
        .timeout(PATIENCE)
        .header("user-agent", "Mollie.nl HTTP client/1.0")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("id={}", event["payment"].as_str().unwrap_or_default()))
}
