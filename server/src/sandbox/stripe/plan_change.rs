//! `POST /v1/subscriptions/{id}` with `items`: a new price from the end of a trial.
//!
//! At Stripe a price with another interval starts a new period, which is invoiced at once unless a trial is set with
//! it. The sandbox makes no such invoice, so it accepts a new price only together with `trial_end` and without
//! prorations.

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::products;
use super::session_request::Recurring;
use super::session_rules::{check_amount, check_interval, find_currency};
use crate::ids::new_id;
use crate::sandbox::store::Work;

/// Longest time before the next charge, in days.
const DAYS_LIMIT: i64 = 730;

/// The part of a request about prices and the next charge.
#[derive(Debug, Default, Deserialize)]
pub struct PlanChange {
    items: Option<Vec<ItemChange>>,
    proration_behavior: Option<String>,
    trial_end: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct ItemChange {
    id: String,
    price_data: ItemPrice,
    quantity: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct ItemPrice {
    currency: String,
    product: String,
    recurring: Recurring,
    tax_behavior: Option<String>,
    unit_amount: Option<i64>,
}

/// Applies the change to a subscription.
pub async fn apply(work: &mut Work, subscription: &mut Value, change: &PlanChange) -> Result<(), Refusal> {
    if change.items.is_none() && change.trial_end.is_none() {
        return Ok(());
    }
    if change.proration_behavior.as_deref() != Some("none") {
        return Err(Refusal::param("proration_behavior", "The sandbox makes no prorations: send `none`."));
    }
    let Some(trial_end) = change.trial_end else {
        return Err(Refusal::param("trial_end", "The sandbox makes no invoice for a new price: send `trial_end`."));
    };
    check_trial_end(trial_end, work.seconds())?;
    for (place, item) in change.items.iter().flatten().enumerate() {
        change_item(work, subscription, item, &format!("items[{place}]")).await?;
    }
    delay_charges(subscription, trial_end, work.seconds());
    Ok(())
}

fn check_trial_end(trial_end: i64, now: i64) -> Result<(), Refusal> {
    if trial_end <= now {
        return Err(Refusal::param("trial_end", "`trial_end` must be a timestamp in the future."));
    }
    if trial_end > now + DAYS_LIMIT * 86_400 {
        let message = format!("The maximum number of trial period days is {DAYS_LIMIT} (2 years).");
        return Err(Refusal::param("trial_end", message));
    }
    Ok(())
}

async fn change_item(work: &mut Work, subscription: &mut Value, item: &ItemChange, path: &str) -> Result<(), Refusal> {
    let asked = &item.price_data;
    if work.find(products::KIND, &asked.product).await?.is_none() {
        return Err(Refusal::no_such("product", &asked.product, &format!("{path}[price_data][product]")));
    }
    let currency = find_currency(&asked.currency, &format!("{path}[price_data][currency]"))?;
    if subscription["currency"] != currency.code {
        let message = "The price must have the currency of the subscription.";
        return Err(Refusal::param(format!("{path}[price_data][currency]"), message));
    }
    let amount_path = format!("{path}[price_data][unit_amount]");
    let amount = asked.unit_amount.ok_or_else(|| Refusal::missing(&amount_path))?;
    check_amount(amount, currency, 0, &amount_path)?;
    check_interval(&asked.recurring, &format!("{path}[price_data][recurring][interval_count]"))?;
    if item.quantity.is_some_and(|quantity| quantity < 1) {
        return Err(Refusal::param(format!("{path}[quantity]"), "This value must be greater than or equal to 1."));
    }
    let now = work.seconds();
    let held =
        subscription["items"]["data"].as_array_mut().and_then(|all| all.iter_mut().find(|one| one["id"] == item.id));
    let held = held.ok_or_else(|| Refusal::no_such("subscription item", &item.id, &format!("{path}[id]")))?;
    let id = new_id("price");
    for (holder, amount_name) in [("price", "unit_amount"), ("plan", "amount")] {
        let price = &mut held[holder];
        price["id"] = json!(id);
        price["created"] = json!(now);
        price["product"] = json!(asked.product);
        price[amount_name] = json!(amount);
        price[format!("{amount_name}_decimal")] = json!(amount.to_string());
    }
    held["price"]["recurring"]["interval"] = json!(asked.recurring.interval);
    held["price"]["recurring"]["interval_count"] = json!(asked.recurring.interval_count);
    held["price"]["tax_behavior"] = json!(asked.tax_behavior.as_deref().unwrap_or("unspecified"));
    held["plan"]["interval"] = json!(asked.recurring.interval);
    held["plan"]["interval_count"] = json!(asked.recurring.interval_count);
    if let Some(quantity) = item.quantity {
        held["quantity"] = json!(quantity);
    }
    Ok(())
}

/// The next charge comes at the end of the trial, from which periods are counted.
fn delay_charges(subscription: &mut Value, trial_end: i64, now: i64) {
    subscription["status"] = json!("trialing");
    subscription["trial_start"] = json!(subscription["trial_start"].as_i64().unwrap_or(now));
    subscription["trial_end"] = json!(trial_end);
    subscription["billing_cycle_anchor"] = json!(trial_end);
    for item in subscription["items"]["data"].as_array_mut().into_iter().flatten() {
        item["current_period_end"] = json!(trial_end);
    }
}
