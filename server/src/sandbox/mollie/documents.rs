//! Payments and refunds as the API shows them: HAL documents with every field of Mollie's own.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::payments::{Payment, Status};
use super::refunds::Refund;
use crate::sandbox::money::Currency;
use crate::sandbox::settings::{SandboxError, SandboxSettings};

/// The one website profile.
const PROFILE: &str = "pfl_sandbox";

const HAL: &str = "application/hal+json";
const HTML: &str = "text/html";

/// A payment. Unknown values are left out, as Mollie does.
pub fn payment(settings: &SandboxSettings, payment: &Payment, refunds: &[Refund]) -> Result<Value, SandboxError> {
    let currency = payment.currency()?;
    let page = settings.public_page(&format!("/checkout/{}", payment.id));
    let mut document = json!({
        "resource": "payment",
        "id": payment.id,
        "mode": "test",
        "createdAt": instant(payment.created_at),
        "amount": amount(currency, payment.amount),
        "description": payment.description,
        "method": payment.method,
        "metadata": payment.metadata,
        "status": payment.status.code(),
        "locale": payment.locale,
        "profileId": PROFILE,
        "sequenceType": "oneoff",
        "redirectUrl": payment.redirect_url,
        "cancelUrl": payment.cancel_url,
        "webhookUrl": payment.webhook_url,
        "details": null,
        "_links": {
            "self": link(&settings.public_page(&format!("/v2/payments/{}", payment.id)), HAL),
            "dashboard": link(&page, HTML),
            "documentation": link("https://docs.mollie.com/reference/get-payment", HTML),
        },
    });
    if !payment.status.is_final() {
        document["isCancelable"] = json!(payment.is_cancelable());
        document["_links"]["checkout"] = link(&page, HTML);
    }
    if payment.status == Status::Open {
        document["expiresAt"] = json!(instant(payment.expires_at));
    }
    if let (Some(name), Some(at)) = (ended_at(payment.status), payment.ended_at) {
        document[name] = json!(instant(at));
    }
    if payment.status == Status::Paid {
        let returned: i64 = refunds.iter().filter(|refund| refund.status.counts()).map(|refund| refund.amount).sum();
        document["amountRefunded"] = amount(currency, returned);
        let charged_back =
            payment.chargeback.as_ref().filter(|one| one.reversed_at.is_none()).map_or(0, |_| payment.amount);
        document["amountRemaining"] = amount(currency, (payment.amount - returned - charged_back).max(0));
        if payment.chargeback.is_some() {
            document["amountChargedBack"] = amount(currency, charged_back);
            let list = settings.public_page(&format!("/v2/payments/{}/chargebacks", payment.id));
            document["_links"]["chargebacks"] = link(&list, HAL);
        }
        document["countryCode"] = json!("NL");
        // The account of Mollie's own test bank.
        document["details"] = json!({
            "consumerName": "T. TEST",
            "consumerAccount": "NL17RABO0213698412",
            "consumerBic": "TESTNL99",
        });
        document["_links"]["changePaymentState"] = link(&page, HTML);
    }
    if !refunds.is_empty() {
        let list = settings.public_page(&format!("/v2/payments/{}/refunds", payment.id));
        document["_links"]["refunds"] = link(&list, HAL);
    }
    Ok(document)
}

/// The field with the time at which a payment ended in this status.
const fn ended_at(status: Status) -> Option<&'static str> {
    match status {
        Status::Open | Status::Pending => None,
        Status::Paid => Some("paidAt"),
        Status::Failed => Some("failedAt"),
        Status::Canceled => Some("canceledAt"),
        Status::Expired => Some("expiredAt"),
    }
}

/// A refund.
pub fn refund(settings: &SandboxSettings, refund: &Refund) -> Result<Value, SandboxError> {
    let of_payment = settings.public_page(&format!("/v2/payments/{}", refund.payment_id));
    Ok(json!({
        "resource": "refund",
        "id": refund.id,
        "mode": "test",
        "description": refund.description,
        "amount": amount(refund.currency()?, refund.amount),
        "metadata": refund.metadata,
        "paymentId": refund.payment_id,
        "status": refund.status.code(),
        "createdAt": instant(refund.created_at),
        "_links": {
            "self": link(&format!("{of_payment}/refunds/{}", refund.id), HAL),
            "payment": link(&of_payment, HAL),
            "documentation": link("https://docs.mollie.com/reference/get-refund", HTML),
        },
    }))
}

/// A page of refunds, newest first. `from` is its first one, `next` the first of the following page.
pub fn refunds(
    settings: &SandboxSettings,
    payment: &str,
    page: &[Refund],
    (from, next): (Option<&str>, Option<&str>),
    limit: usize,
) -> Result<Value, SandboxError> {
    let address = |from: Option<&str>| {
        let from = from.map(|id| format!("from={id}&")).unwrap_or_default();
        settings.public_page(&format!("/v2/payments/{payment}/refunds?{from}limit={limit}"))
    };
    let shown: Vec<Value> = page.iter().map(|one| refund(settings, one)).collect::<Result<_, _>>()?;
    Ok(json!({
        "count": shown.len(),
        "_embedded": { "refunds": shown },
        "_links": {
            "self": link(&address(from), HAL),
            "previous": null,
            "next": next.map(|id| link(&address(Some(id)), HAL)),
            "documentation": link("https://docs.mollie.com/reference/list-refunds", HTML),
        },
    }))
}

/// The chargebacks of a payment.
pub fn chargebacks(settings: &SandboxSettings, payment: &Payment) -> Result<Value, SandboxError> {
    let of_payment = settings.public_page(&format!("/v2/payments/{}", payment.id));
    let currency = payment.currency()?;
    let shown = payment.chargeback.iter().map(|chargeback| {
        json!({
            "resource": "chargeback",
            "id": chargeback.id,
            "amount": amount(currency, payment.amount),
            "settlementAmount": amount(currency, -payment.amount),
            "reason": { "code": "MD06", "description": "Refund request by end customer" },
            "paymentId": payment.id,
            "createdAt": instant(chargeback.created_at),
            "reversedAt": chargeback.reversed_at.map(instant),
            "_links": {
                "self": link(&format!("{of_payment}/chargebacks/{}", chargeback.id), HAL),
                "payment": link(&of_payment, HAL),
                "documentation": link("https://docs.mollie.com/reference/get-chargeback", HTML),
            },
        })
    });
    let shown: Vec<Value> = shown.collect();
    Ok(json!({
        "count": shown.len(),
        "_embedded": { "chargebacks": shown },
        "_links": {
            "self": link(&format!("{of_payment}/chargebacks"), HAL),
            "previous": null,
            "next": null,
            "documentation": link("https://docs.mollie.com/reference/list-chargebacks", HTML),
        },
    }))
}

fn amount(currency: Currency, amount: i64) -> Value {
    json!({ "currency": currency.code.to_ascii_uppercase(), "value": currency.decimal(amount) })
}

fn link(href: &str, kind: &str) -> Value {
    json!({ "href": href, "type": kind })
}

/// `2026-11-20T12:00:00+00:00`
fn instant(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S+00:00").to_string()
}
