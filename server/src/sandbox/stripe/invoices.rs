//! Invoices and the payments that settle them.

use serde::Deserialize;
use serde_json::{Value, json};

use super::cards::Card;
use super::errors::Refusal;
use super::lists::{self, Page};
use super::payments::{self, Paid, Payment};
use super::subscriptions::Start;
use super::{with_fields, with_nulls};
use crate::ids::{new_id, new_secret};
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

pub const KIND: &str = "invoice";
pub const PAYMENT: &str = "invoice_payment";
/// Which invoice the hosted page with that secret is of.
pub const PAGE: &str = "invoice.page";

/// The null fields of a new invoice, which Stripe sends too.
const EMPTY: &[&str] = &[
    "account_name",
    "account_tax_ids",
    "application",
    "automatically_finalizes_at",
    "custom_fields",
    "customer_account",
    "customer_address",
    "customer_name",
    "customer_phone",
    "customer_shipping",
    "default_payment_method",
    "default_source",
    "due_date",
    "footer",
    "from_invoice",
    "hosted_invoice_url",
    "invoice_pdf",
    "last_finalization_error",
    "latest_revision",
    "next_payment_attempt",
    "number",
    "on_behalf_of",
    "receipt_number",
    "rendering",
    "shipping_cost",
    "shipping_details",
    "statement_descriptor",
    "test_clock",
    "webhooks_delivered_at",
];

/// The first invoice of a subscription, paid at once; over 0 when nothing is due.
pub async fn add_first(
    work: &mut Work,
    start: &Start<'_>,
    subscription: &Value,
    paid: Option<&Paid>,
) -> Result<Value, SandboxError> {
    let (id, now) = (new_id("in"), work.seconds());
    let amounts = amounts(start.session);
    let discount = amounts["discounts"][0].as_str();
    let lines = start.items.iter().map(|item| describe_line(&id, item, subscription, discount, now)).collect();
    let email = &start.session["customer_details"]["email"];
    let part = Part { reason: "subscription_create", period: (now, now), email, amounts: amounts.clone(), lines };
    let invoice = describe(&id, subscription, part, paid.is_some());
    work.put(KIND, &id, &invoice).await?;
    if let Some(paid) = paid {
        add_payment(work, &invoice, &paid.intent).await?;
    }
    Ok(invoice)
}

/// The invoice of a later period of a subscription's item, charged at its beginning. Without a working card it stays open until
/// the retry at `retry`.
pub async fn add_later(
    work: &mut Work,
    subscription: &Value,
    item: &Value,
    (start, end): (i64, i64),
    (card, retry): (Card, i64),
) -> Result<Value, SandboxError> {
    let amount = item["price"]["unit_amount"].as_i64().unwrap_or(0) * item["quantity"].as_i64().unwrap_or(1);
    let payment = Payment::of_term(subscription, amount, start);
    let is_paid = card == Card::Works;
    let intent = if is_paid {
        payments::charge(work, payment).await?.intent
    } else {
        payments::fail(work, &payment, card).await?
    };
    let id = new_id("in");
    let amounts = amounts(&json!({ "amount_subtotal": amount, "amount_total": amount }));
    let mut line = item.clone();
    line["amount_subtotal"] = json!(amount);
    line["currency"] = subscription["currency"].clone();
    line["description"] = subscription["description"].clone();
    let mut line = describe_line(&id, &line, subscription, None, start);
    line["period"] = json!({ "start": start, "end": end });
    let part =
        Part { reason: "subscription_cycle", period: (start, start), email: &Value::Null, amounts, lines: vec![line] };
    let mut invoice = describe(&id, subscription, part, true);
    let secret = new_secret();
    invoice["hosted_invoice_url"] = json!(work.page(&format!("/invoice/{secret}")));
    work.put(PAGE, &secret, &json!(id)).await?;
    if !is_paid {
        invoice["amount_paid"] = json!(0);
        invoice["amount_remaining"] = json!(amount);
        invoice["auto_advance"] = json!(true);
        invoice["next_payment_attempt"] = json!(retry);
        invoice["status"] = json!("open");
        invoice["status_transitions"]["paid_at"] = Value::Null;
    }
    put(work, &invoice).await?;
    add_payment(work, &invoice, &intent).await?;
    Ok(invoice)
}

/// Stores a changed invoice.
pub async fn put(work: &mut Work, invoice: &Value) -> Result<(), SandboxError> {
    work.put(KIND, invoice["id"].as_str().unwrap_or_default(), invoice).await
}

/// The open invoices of a subscription, oldest first.
pub async fn unpaid(work: &mut Work, subscription: &Value) -> Result<Vec<Value>, SandboxError> {
    let of = ("$.parent.subscription_details.subscription", subscription["id"].clone());
    let equal = vec![of, ("$.status", json!("open"))];
    let (mut open, _) = work.list(KIND, &Selection { equal, limit: 100, ..Selection::default() }).await?;
    open.reverse();
    Ok(open)
}

/// The payment intent of an unpaid invoice.
pub async fn intent_of(work: &mut Work, invoice: &Value) -> Result<String, SandboxError> {
    let payment = payment_of(work, invoice).await?;
    Ok(payment["payment"]["payment_intent"].as_str().unwrap_or_default().to_owned())
}

/// Marks an unpaid invoice paid at that second.
pub async fn become_paid(work: &mut Work, invoice: &mut Value, at: i64) -> Result<(), SandboxError> {
    invoice["amount_paid"] = invoice["amount_due"].clone();
    invoice["amount_remaining"] = json!(0);
    invoice["attempt_count"] = json!(invoice["attempt_count"].as_i64().unwrap_or(0) + 1);
    invoice["auto_advance"] = json!(false);
    invoice["next_payment_attempt"] = Value::Null;
    invoice["status"] = json!("paid");
    invoice["status_transitions"]["paid_at"] = json!(at);
    put(work, invoice).await?;
    let mut payment = payment_of(work, invoice).await?;
    payment["amount_paid"] = invoice["amount_paid"].clone();
    payment["status"] = json!("paid");
    payment["status_transitions"]["paid_at"] = json!(at);
    work.put(PAYMENT, payment["id"].as_str().unwrap_or_default(), &payment).await
}

async fn payment_of(work: &mut Work, invoice: &Value) -> Result<Value, SandboxError> {
    let id = invoice["id"].as_str().unwrap_or_default();
    let equal = vec![("$.invoice", json!(id))];
    let (payments, _) = work.list(PAYMENT, &Selection { equal, limit: 1, ..Selection::default() }).await?;
    payments.into_iter().next().ok_or_else(|| SandboxError::Missing { kind: PAYMENT, id: id.to_owned() })
}

/// What differs between invoices.
struct Part<'a> {
    reason: &'static str,
    /// The seconds at which the period of what was used begins and ends; the second is when it was made.
    period: (i64, i64),
    email: &'a Value,
    amounts: Value,
    lines: Vec<Value>,
}

fn describe(id: &str, subscription: &Value, part: Part<'_>, is_charged: bool) -> Value {
    let (start, now) = part.period;
    with_nulls(
        EMPTY,
        with_fields(
            part.amounts,
            json!({
                "id": id,
                "object": KIND,
                "account_country": "AE",
                "attempt_count": i32::from(is_charged),
                "attempted": true,
                "auto_advance": false,
                "automatic_tax": { "disabled_reason": null, "enabled": false, "liability": null, "provider": null, "status": null },
                "billing_reason": part.reason,
                "collection_method": "charge_automatically",
                "created": now,
                "currency": subscription["currency"],
                "customer": subscription["customer"],
                "customer_email": part.email,
                "customer_tax_exempt": "none",
                "customer_tax_ids": [],
                "default_tax_rates": [],
                "description": subscription["description"],
                "effective_at": now,
                "issuer": { "type": "self" },
                "lines": { "object": "list", "data": part.lines, "has_more": false, "url": format!("/v1/invoices/{id}/lines") },
                "livemode": false,
                "metadata": {},
                "parent": {
                    "quote_details": null,
                    "subscription_details": { "metadata": subscription["metadata"], "subscription": subscription["id"] },
                    "type": "subscription_details",
                },
                "payment_settings": { "default_mandate": null, "payment_method_options": null, "payment_method_types": null },
                "period_end": now,
                "period_start": start,
                "status": "paid",
                "status_transitions": {
                    "finalized_at": now, "marked_uncollectible_at": null, "paid_at": now, "voided_at": null,
                },
            }),
        ),
    )
}

/// Its amounts, and the discount that lowered them.
fn amounts(session: &Value) -> Value {
    let (subtotal, total) = (&session["amount_subtotal"], &session["amount_total"]);
    let off = session["total_details"]["amount_discount"].as_i64().unwrap_or(0);
    let discount = (off > 0).then(|| new_id("di"));
    json!({
        "amount_due": total,
        "amount_overpaid": 0,
        "amount_paid": total,
        "amount_remaining": 0,
        "amount_shipping": 0,
        "discounts": discount.iter().collect::<Vec<_>>(),
        "ending_balance": 0,
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "starting_balance": 0,
        "subtotal": subtotal,
        "subtotal_excluding_tax": subtotal,
        "total": total,
        "total_discount_amounts": discount.iter().map(|id| json!({ "amount": off, "discount": id })).collect::<Vec<_>>(),
        "total_excluding_tax": total,
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
    })
}

fn describe_line(invoice: &str, item: &Value, subscription: &Value, discount: Option<&str>, now: i64) -> Value {
    // The subscription item that bills this line, if the line recurs at all.
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

async fn add_payment(work: &mut Work, invoice: &Value, intent: &str) -> Result<(), SandboxError> {
    let id = new_id("inpay");
    let is_paid = invoice["status"] == "paid";
    let payment = json!({
        "id": id,
        "object": PAYMENT,
        "amount_paid": if is_paid { invoice["amount_paid"].clone() } else { Value::Null },
        "amount_requested": invoice["amount_due"],
        "created": invoice["created"],
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": true,
        "livemode": false,
        "payment": { "payment_intent": intent, "type": "payment_intent" },
        "status": if is_paid { "paid" } else { "open" },
        "status_transitions": { "canceled_at": null, "paid_at": invoice["status_transitions"]["paid_at"] },
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
pub struct ListInvoices {
    #[serde(flatten)]
    page: Page,
    status: Option<String>,
    subscription: Option<String>,
}

/// `GET /v1/invoices`
pub async fn list(work: &mut Work, wanted: ListInvoices) -> Result<Value, Refusal> {
    let filters = [("$.status", wanted.status), ("$.parent.subscription_details.subscription", wanted.subscription)];
    let equal = filters.into_iter().filter_map(|(path, value)| Some((path, json!(value?)))).collect();
    lists::page(work, KIND, "/v1/invoices", wanted.page, Selection { equal, ..Selection::default() }).await
}

#[derive(Debug, Deserialize)]
pub struct ListInvoicePayments {
    #[serde(flatten)]
    page: Page,
    invoice: Option<String>,
    payment: Option<PaidBy>,
}

/// The payment intent that paid the invoice.
#[derive(Debug, Deserialize)]
struct PaidBy {
    payment_intent: String,
}

/// `GET /v1/invoice_payments`
pub async fn list_payments(work: &mut Work, wanted: ListInvoicePayments) -> Result<Value, Refusal> {
    let intent = wanted.payment.map(|paid| paid.payment_intent);
    let filters = [("$.invoice", wanted.invoice), ("$.payment.payment_intent", intent)];
    let equal = filters.into_iter().filter_map(|(path, value)| Some((path, json!(value?)))).collect();
    lists::page(work, PAYMENT, "/v1/invoice_payments", wanted.page, Selection { equal, ..Selection::default() }).await
}
