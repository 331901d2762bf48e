//! Invoices and the payments that settle them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::lists::{self, Page};
use super::payments::Paid;
use super::subscriptions::Start;
use crate::ids::new_id;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "invoice";
pub const PAYMENT: &str = "invoice_payment";

/// The invoice a subscription begins with, paid at once; over 0 when nothing is due.
pub async fn add_first(
    work: &mut Work,
    start: &Start<'_>,
    subscription: &Value,
    paid: Option<&Paid>,
) -> Result<Value, SandboxError> {
    let id = new_id("in");
    let now = work.seconds();
    let (subtotal, total) = (&start.session["amount_subtotal"], &start.session["amount_total"]);
    let off = start.session["total_details"]["amount_discount"].as_i64().unwrap_or(0);
    let discount = (off > 0).then(|| new_id("di"));
    let lines: Vec<Value> =
        start.items.iter().map(|item| describe_line(&id, item, subscription, discount.as_deref(), now)).collect();
    let invoice = json!({
        "id": id,
        "object": KIND,
        "account_country": "AE",
        "account_name": null,
        "account_tax_ids": null,
        "amount_due": total,
        "amount_overpaid": 0,
        "amount_paid": total,
        "amount_remaining": 0,
        "amount_shipping": 0,
        "application": null,
        "attempt_count": i32::from(paid.is_some()),
        "attempted": true,
        "auto_advance": false,
        "automatic_tax": { "disabled_reason": null, "enabled": false, "liability": null, "provider": null, "status": null },
        "automatically_finalizes_at": null,
        "billing_reason": "subscription_create",
        "collection_method": "charge_automatically",
        "created": now,
        "currency": start.session["currency"],
        "custom_fields": null,
        "customer": start.session["customer"],
        "customer_account": null,
        "customer_address": null,
        "customer_email": start.session["customer_details"]["email"],
        "customer_name": null,
        "customer_phone": null,
        "customer_shipping": null,
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_payment_method": null,
        "default_source": null,
        "default_tax_rates": [],
        "description": subscription["description"],
        "discounts": discount.iter().collect::<Vec<_>>(),
        "due_date": null,
        "effective_at": now,
        "ending_balance": 0,
        "footer": null,
        "from_invoice": null,
        "hosted_invoice_url": null,
        "invoice_pdf": null,
        "issuer": { "type": "self" },
        "last_finalization_error": null,
        "latest_revision": null,
        "lines": { "object": "list", "data": lines, "has_more": false, "url": format!("/v1/invoices/{id}/lines") },
        "livemode": false,
        "metadata": {},
        "next_payment_attempt": null,
        "number": null,
        "on_behalf_of": null,
        "parent": {
            "quote_details": null,
            "subscription_details": { "metadata": subscription["metadata"], "subscription": subscription["id"] },
            "type": "subscription_details",
        },
        "payment_settings": { "default_mandate": null, "payment_method_options": null, "payment_method_types": null },
        "period_end": now,
        "period_start": now,
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "receipt_number": null,
        "rendering": null,
        "shipping_cost": null,
        "shipping_details": null,
        "starting_balance": 0,
        "statement_descriptor": null,
        "status": "paid",
        "status_transitions": {
            "finalized_at": now, "marked_uncollectible_at": null, "paid_at": now, "voided_at": null,
        },
        "subtotal": subtotal,
        "subtotal_excluding_tax": subtotal,
        "test_clock": null,
        "total": total,
        "total_discount_amounts": discount.iter().map(|id| json!({ "amount": off, "discount": id })).collect::<Vec<_>>(),
        "total_excluding_tax": total,
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
        "webhooks_delivered_at": null,
    });
    work.put(KIND, &id, &invoice).await?;
    if let Some(paid) = paid {
        add_payment(work, &invoice, paid).await?;
    }
    Ok(invoice)
}

fn describe_line(invoice: &str, item: &Value, subscription: &Value, discount: Option<&str>, now: i64) -> Value {
    // The item of the subscription that bills this line, if the line recurs at all.
    let billed = subscription["items"]["data"]
        .as_array()
        .and_then(|items| items.iter().find(|billed| billed["price"]["id"] == item["price"]["id"]));
    let end = billed.and_then(|billed| billed["current_period_end"].as_i64()).unwrap_or(now);
    let off = item["amount_discount"].as_i64().unwrap_or(0);
    let parent = match billed {
        Some(billed) => json!({
            "invoice_item_details": null,
            "subscription_item_details": {
                "invoice_item": null, "proration": false, "proration_details": { "credited_items": null },
                "subscription": subscription["id"], "subscription_item": billed["id"],
            },
            "type": "subscription_item_details",
        }),
        None => json!({
            "invoice_item_details": {
                "invoice_item": new_id("ii"), "proration": false, "proration_details": { "credited_items": null },
                "subscription": subscription["id"],
            },
            "subscription_item_details": null,
            "type": "invoice_item_details",
        }),
    };
    json!({
        "id": new_id("il"),
        "object": "line_item",
        "amount": item["amount_subtotal"],
        "currency": item["currency"],
        "description": item["description"],
        "discount_amounts": discount.filter(|_| off > 0).map(|id| json!({ "amount": off, "discount": id })).into_iter().collect::<Vec<_>>(),
        "discountable": true,
        "discounts": [],
        "invoice": invoice,
        "livemode": false,
        "metadata": item["metadata"],
        "parent": parent,
        "period": { "start": now, "end": end },
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": { "price": item["price"]["id"], "product": item["price"]["product"] },
            "type": "price_details",
            "unit_amount_decimal": item["price"]["unit_amount_decimal"],
        },
        "quantity": item["quantity"],
        "subscription": subscription["id"],
        "subtotal": item["amount_subtotal"],
        "taxes": [],
    })
}

async fn add_payment(work: &mut Work, invoice: &Value, paid: &Paid) -> Result<(), SandboxError> {
    let id = new_id("inpay");
    let now = work.seconds();
    let payment = json!({
        "id": id,
        "object": PAYMENT,
        "amount_paid": invoice["amount_paid"],
        "amount_requested": invoice["amount_due"],
        "created": now,
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": true,
        "livemode": false,
        "payment": { "payment_intent": paid.intent, "type": "payment_intent" },
        "status": "paid",
        "status_transitions": { "canceled_at": null, "paid_at": now },
    });
    work.put(PAYMENT, &id, &payment).await
}

/// The payments of an invoice as the list `invoice.payments`.
pub async fn payments_of(work: &mut Work, invoice: &str) -> Result<Value, SandboxError> {
    let selection = Selection { equal: vec![("$.invoice", json!(invoice))], limit: 100, ..Selection::default() };
    let (data, has_more) = work.list(PAYMENT, &selection).await?;
    let url = format!("/v1/invoice_payments?invoice={invoice}");
    Ok(json!({ "object": "list", "data": data, "has_more": has_more, "url": url }))
}

#[derive(Debug, Deserialize)]
pub struct ListInvoicePayments {
    #[serde(flatten)]
    page: Page,
    invoice: Option<String>,
}

/// `GET /v1/invoice_payments`
pub async fn list_payments(work: &mut Work, wanted: ListInvoicePayments) -> Result<Value, Refusal> {
    let equal = wanted.invoice.map(|id| ("$.invoice", json!(id))).into_iter().collect();
    lists::page(work, PAYMENT, "/v1/invoice_payments", wanted.page, Selection { equal, ..Selection::default() }).await
}
