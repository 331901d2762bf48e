//! Webhook events: tell the shop that an order is complete. Unsigned, and without the activation code.

use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::account;
use super::errors::{Refusal, read};
use super::orders::Order;
use crate::ids::new_id;
use crate::sandbox::Sandbox;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

pub const KIND: &str = "esim.event";

/// Body of `/webhook/save`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    pub webhook: String,
}

/// Records that an order is complete, and queues the webhook event if the account has registered a URL.
pub async fn announce(work: &mut Work, order: &Order) -> Result<(), SandboxError> {
    let Some(url) = account::load(work).await?.webhook else { return Ok(()) };
    let id = new_id("hook");
    let content = json!({
        "orderNo": order.order_no,
        "transactionId": order.transaction_id,
        "orderStatus": "GOT_RESOURCE",
    });
    let told = envelope("ORDER_STATUS", work, &content);
    let event = json!({ "id": id, "created": work.seconds(), "url": url, "body": told });
    work.put(KIND, &id, &event).await?;
    work.queue_delivery(Provider::EsimAccess, &id).await
}

fn envelope(kind: &str, work: &Work, content: &Value) -> Value {
    json!({
        "notifyType": kind,
        "notifyId": uuid::Builder::from_random_bytes(rand::random()).into_uuid().simple().to_string(),
        "eventGenerateTime": work.now.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "content": content,
    })
}

/// One delivery attempt.
pub fn delivery(sandbox: &Sandbox, event: &Value) -> RequestBuilder {
    send(sandbox, event["url"].as_str().unwrap_or_default(), &event["body"])
}

fn send(sandbox: &Sandbox, url: &str, body: &Value) -> RequestBuilder {
    sandbox.courier.post(url).header("content-type", "application/json").body(body.to_string())
}

/// Calls the URL being registered. A URL that does not answer is not saved.
pub async fn try_address(sandbox: &Sandbox, body: &[u8]) -> Result<(), Refusal> {
    let address: Address = read(body)?;
    let url = Url::parse(&address.webhook).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.ok_or_else(|| Refusal::parameter("webhook"))?;
    let work = sandbox.store.begin().await?;
    let test = envelope("CHECK_HEALTH", &work, &json!({ "orderNo": "1234567890", "orderStatus": "Test" }));
    drop(work);
    match send(sandbox, url.as_str(), &test).send().await {
        Ok(answer) if answer.status().is_success() => Ok(()),
        _ => Err(Refusal::because("000001", "The webhook does not answer.")),
    }
}
