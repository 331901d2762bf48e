//! Subscriptions: created when a session is paid, changed and cancelled through the API.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::events::{announce, announce_change};
use super::plan_change::{self, PlanChange};
use super::session_request::{CreateSession, Recurring};
use super::{Cause, cards, invoices, periods, renewals, with_nulls};
use crate::ids::new_id;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "subscription";

/// The null fields of a new subscription, which Stripe sends too.
const EMPTY: &[&str] = &[
    "application",
    "application_fee_percent",
    "billing_cycle_anchor_config",
    "billing_thresholds",
    "cancel_at",
    "canceled_at",
    "customer_account",
    "days_until_due",
    "default_payment_method",
    "default_source",
    "ended_at",
    "latest_invoice",
    "next_pending_invoice_item_invoice",
    "on_behalf_of",
    "pause_collection",
    "pending_invoice_item_interval",
    "pending_setup_intent",
    "pending_update",
    "schedule",
    "test_clock",
    "transfer_data",
];

/// What a subscription is made from.
#[derive(Debug)]
pub struct Start<'a> {
    /// The request that made the session.
    pub request: &'a CreateSession,
    /// The session, with its customer.
    pub session: &'a Value,
    /// Its line items.
    pub items: &'a [Value],
}

/// A new subscription, without its invoice.
pub fn describe(work: &Work, start: &Start<'_>) -> Value {
    let id = new_id("sub");
    let (begin, trial_end) = (work.now, start.request.trial_end(work.now));
    let data = start.request.subscription_data.clone().unwrap_or_default();
    let items: Vec<Value> = start
        .items
        .iter()
        .filter(|item| !item["price"]["recurring"].is_null())
        .map(|item| describe_item(&id, item, begin, trial_end))
        .collect();
    with_nulls(
        EMPTY,
        json!({
            "id": id,
            "object": KIND,
            "automatic_tax": { "disabled_reason": null, "enabled": false, "liability": null },
            "billing_cycle_anchor": trial_end.unwrap_or_else(|| begin.timestamp()),
            "billing_mode": { "flexible": { "proration_discounts": "included" }, "type": "flexible" },
            "billing_schedules": [],
            "cancel_at_period_end": false,
            "cancellation_details": { "comment": null, "feedback": null, "reason": null },
            "collection_method": "charge_automatically",
            "created": begin.timestamp(),
            "currency": start.session["currency"],
            "customer": start.session["customer"],
            "default_tax_rates": [],
            "description": data.description,
            // A coupon for one term is used up by the first invoice and listed there.
            "discounts": [],
            "invoice_settings": {
                "account_tax_ids": null, "custom_fields": null, "description": null, "footer": null,
                "issuer": { "type": "self" },
            },
            "items": {
                "object": "list", "data": items, "has_more": false,
                "url": format!("/v1/subscription_items?subscription={id}"),
            },
            "livemode": false,
            "metadata": data.metadata,
            "payment_settings": {
                "payment_method_options": null, "payment_method_types": null, "save_default_payment_method": "off",
            },
            "start_date": begin.timestamp(),
            "status": if trial_end.is_some() { "trialing" } else { "active" },
            "trial_end": trial_end,
            "trial_settings": data.trial_settings.unwrap_or_else(|| json!({
                "end_behavior": { "missing_payment_method": "create_invoice" },
            })),
            "trial_start": trial_end.map(|_| begin.timestamp()),
        }),
    )
}

fn describe_item(subscription: &str, item: &Value, begin: DateTime<Utc>, trial_end: Option<i64>) -> Value {
    let recurring: Option<Recurring> = serde_json::from_value(item["price"]["recurring"].clone()).ok();
    let end = trial_end.unwrap_or_else(|| recurring.map_or(begin, |every| periods::end(begin, &every, 1)).timestamp());
    let mut price = item["price"].clone();
    price["active"] = json!(true);
    json!({
        "id": new_id("si"),
        "object": "subscription_item",
        "billing_thresholds": null,
        "created": begin.timestamp(),
        "current_period_end": end,
        "current_period_start": begin.timestamp(),
        "discounts": [],
        "metadata": item["metadata"],
        "plan": {
            "id": price["id"], "object": "plan", "active": true, "amount": price["unit_amount"],
            "amount_decimal": price["unit_amount_decimal"], "billing_scheme": "per_unit", "created": price["created"],
            "currency": price["currency"], "interval": price["recurring"]["interval"],
            "interval_count": price["recurring"]["interval_count"], "livemode": false, "metadata": {}, "meter": null,
            "nickname": null, "product": price["product"], "tiers_mode": null, "transform_usage": null,
            "trial_period_days": null, "usage_type": "licensed",
        },
        "price": price,
        "quantity": item["quantity"],
        "subscription": subscription,
        "tax_rates": [],
    })
}

#[derive(Debug, Deserialize)]
pub struct UpdateSubscription {
    cancel_at_period_end: Option<bool>,
    cancellation_details: Option<Value>,
    description: Option<String>,
    #[serde(flatten)]
    plan: PlanChange,
    metadata: Option<BTreeMap<String, String>>,
}

/// Reads a subscription as it is by now. One that was to end with its period ends once that is over, and charges
/// nothing; any other is in the period of this moment.
pub async fn find(work: &mut Work, id: &str) -> Result<Option<Value>, SandboxError> {
    let Some(subscription) = work.find(KIND, id).await? else { return Ok(None) };
    if subscription["status"] == "canceled" {
        return Ok(Some(subscription));
    }
    match subscription["cancel_at"].as_i64() {
        Some(at) if at <= work.seconds() => end(work, &Cause::default(), subscription, at).await.map(Some),
        _ => go_on(work, subscription).await.map(Some),
    }
}

/// Charges what was due by now, and puts it into its present period.
async fn go_on(work: &mut Work, before: Value) -> Result<Value, SandboxError> {
    let mut after = before.clone();
    renewals::advance(work, &mut after).await?;
    changed(work, &Cause::default(), &before, after).await
}

/// Stores a changed subscription and announces the change.
async fn changed(work: &mut Work, cause: &Cause, before: &Value, after: Value) -> Result<Value, SandboxError> {
    if after != *before {
        let id = after["id"].as_str().unwrap_or_default();
        work.put(KIND, id, &after).await?;
        let previous = difference(before, &after);
        announce_change(work, cause, "customer.subscription.updated", &after, Some(previous)).await?;
        if after["status"] == "canceled" {
            announce(work, cause, "customer.subscription.deleted", &after).await?;
        }
    }
    Ok(after)
}

/// How an open invoice is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// A working card pays it.
    Pay,
    /// It is voided.
    Void,
}

/// `POST /v1/invoices/{id}/pay`: charges the customer's card.
pub async fn pay_invoice(work: &mut Work, cause: &Cause, id: &str) -> Result<Value, Refusal> {
    let invoice = invoice(work, id).await?;
    match renewals::declined(cards::of(work, cards::holder(&invoice)).await?) {
        Some(refusal) if invoice["status"] == "open" => Err(refusal),
        _ => close_invoice(work, cause, invoice, Closing::Pay).await,
    }
}

/// `POST /v1/invoices/{id}/void`
pub async fn void_invoice(work: &mut Work, cause: &Cause, id: &str) -> Result<Value, Refusal> {
    let invoice = invoice(work, id).await?;
    close_invoice(work, cause, invoice, Closing::Void).await
}

/// Closes an open invoice, as the API and the hosted page do.
pub async fn close_invoice(work: &mut Work, cause: &Cause, mut invoice: Value, how: Closing) -> Result<Value, Refusal> {
    let before = billed(work, &invoice).await?;
    renewals::must_be_open(&invoice)?;
    let (mut after, now) = (before.clone(), work.seconds());
    match how {
        Closing::Pay => renewals::settle(work, cause, &mut after, &mut invoice, now).await?,
        Closing::Void => renewals::void(work, cause, &mut after, &mut invoice).await?,
    }
    changed(work, cause, &before, after).await?;
    Ok(invoice)
}

async fn invoice(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    work.find(invoices::KIND, id).await?.ok_or_else(|| Refusal::no_such(invoices::KIND, id, "id"))
}

/// The subscription of an invoice.
async fn billed(work: &mut Work, invoice: &Value) -> Result<Value, Refusal> {
    let id = invoice["parent"]["subscription_details"]["subscription"].as_str().unwrap_or_default();
    Ok(work.load(KIND, id).await?)
}

/// `GET /v1/subscriptions/{id}`
pub async fn retrieve(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    find(work, id).await?.ok_or_else(|| Refusal::no_such("subscription", id, "id"))
}

/// `GET /v1/subscription_items/{id}`
pub async fn retrieve_item(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    let equal = vec![("$.items.data[0].id", json!(id))];
    let (found, _) = work.list(KIND, &Selection { equal, limit: 1, ..Selection::default() }).await?;
    let item = found.first().map(|subscription| subscription["items"]["data"][0].clone());
    item.ok_or_else(|| Refusal::no_such("subscription_item", id, "id"))
}

/// `POST /v1/subscriptions/{id}`
pub async fn update(work: &mut Work, cause: &Cause, id: &str, change: UpdateSubscription) -> Result<Value, Refusal> {
    let before = alive(work, id).await?;
    let mut after = before.clone();
    if let Some(cancel) = change.cancel_at_period_end {
        after["cancel_at_period_end"] = json!(cancel);
        after["canceled_at"] = if cancel { json!(work.seconds()) } else { Value::Null };
        after["cancellation_details"]["reason"] = if cancel { json!("cancellation_requested") } else { Value::Null };
    }
    plan_change::apply(work, &mut after, &change.plan).await?;
    if let Some(details) = &change.cancellation_details {
        after["cancellation_details"]["comment"] = cleared(details["comment"].as_str());
    }
    if let Some(description) = &change.description {
        after["description"] = cleared(Some(description));
    }
    if let Some(metadata) = change.metadata {
        merge(&mut after["metadata"], metadata);
    }
    if after["cancel_at_period_end"] == true {
        after["cancel_at"] = json!(period_end(&after));
    } else if change.cancel_at_period_end.is_some() {
        after["cancel_at"] = Value::Null;
    }
    Ok(changed(work, cause, &before, after).await?)
}

/// `DELETE /v1/subscriptions/{id}`: ends it now, refunds nothing.
pub async fn cancel(work: &mut Work, cause: &Cause, id: &str) -> Result<Value, Refusal> {
    let mut subscription = alive(work, id).await?;
    let now = work.seconds();
    subscription["canceled_at"] = json!(now);
    subscription["cancellation_details"]["reason"] = json!("cancellation_requested");
    Ok(end(work, cause, subscription, now).await?)
}

async fn end(work: &mut Work, cause: &Cause, mut subscription: Value, at: i64) -> Result<Value, SandboxError> {
    subscription["status"] = json!("canceled");
    subscription["ended_at"] = json!(at);
    for mut invoice in invoices::unpaid(work, &subscription).await? {
        // Its hosted page still accepts a payment; no retry follows.
        invoice["auto_advance"] = json!(false);
        invoice["next_payment_attempt"] = Value::Null;
        invoices::put(work, &invoice).await?;
    }
    let id = subscription["id"].as_str().unwrap_or_default().to_owned();
    work.put(KIND, &id, &subscription).await?;
    announce(work, cause, "customer.subscription.deleted", &subscription).await?;
    Ok(subscription)
}

async fn alive(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    let subscription = retrieve(work, id).await?;
    if subscription["status"] == "canceled" {
        return Err(Refusal::no_such("subscription", id, "id"));
    }
    Ok(subscription)
}

fn period_end(subscription: &Value) -> Option<i64> {
    subscription["items"]["data"].as_array()?.iter().filter_map(|item| item["current_period_end"].as_i64()).max()
}

fn cleared(text: Option<&str>) -> Value {
    text.filter(|text| !text.is_empty()).map_or(Value::Null, |text| json!(text))
}

/// Stripe merges metadata; an empty value removes its key.
fn merge(held: &mut Value, change: BTreeMap<String, String>) {
    let Some(held) = held.as_object_mut() else { return };
    if change.is_empty() {
        held.clear();
    }
    for (name, text) in change {
        if text.is_empty() {
            held.remove(&name);
        } else {
            held.insert(name, json!(text));
        }
    }
}

/// The previous values of the top-level fields that changed.
fn difference(before: &Value, after: &Value) -> Value {
    let (Some(old), Some(new)) = (before.as_object(), after.as_object()) else { return json!({}) };
    old.iter()
        .filter(|(name, value)| new.get(*name) != Some(value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
