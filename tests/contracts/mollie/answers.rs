//! The client understands Mollie's answers, also with unknown fields and values.

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_server::payments::mollie::answers::{FailureReason, Mode, Payment, PaymentStatus};
use onefare_server::payments::mollie::refunds::{Refund, RefundStatus};
use serde_json::{Value, json};

use crate::schemas::{compiled, load, must_fit};

fn payment() -> Value {
    json!({
        "resource": "payment", "id": "tr_1", "mode": "test", "status": "open",
        "amount": { "currency": "EUR", "value": "49.99" }, "method": "ideal", "isCancelable": false,
        "expiresAt": "2026-11-20T12:15:00+00:00", "metadata": { "order_id": "ord_1", "payment_id": "pay_1" },
        "details": { "consumerName": "L. Amal", "consumerAccount": "NL17RABO0213698412" },
        "_links": {
            "self": { "href": "https://api.mollie.com/v2/payments/tr_1", "type": "application/hal+json" },
            "checkout": { "href": "https://www.mollie.com/checkout/tr_1", "type": "text/html" },
            "dashboard": { "href": "https://my.mollie.com/dashboard/payments/tr_1", "type": "text/html" }
        }
    })
}

fn read(changes: Value) -> Payment {
    let mut value = payment();
    for (key, change) in changes.as_object().expect("an object") {
        value[key] = change.clone();
    }
    must_fit(&compiled(&load("mollie/payment-answer")), &value);
    serde_json::from_value(value).expect("a payment")
}

#[test]
fn a_payment_is_read_whole() {
    let eur = |minor| Money::new(minor, Currency::Eur).ok();
    let amount = |value: &str| json!({ "currency": "EUR", "value": value });
    let payment = read(json!({
        "status": "paid", "amountRefunded": amount("10.00"), "amountRemaining": amount("39.99"),
        "amountChargedBack": amount("0.01")
    }));
    assert_eq!(payment.id, "tr_1");
    assert_eq!((&payment.status, &payment.mode), (&PaymentStatus::Paid, &Mode::Test));
    assert_eq!(payment.amount.money(), eur(4_999));
    assert_eq!(payment.amount_refunded.as_ref().and_then(|it| it.money()), eur(1_000));
    assert_eq!(payment.amount_remaining.as_ref().and_then(|it| it.money()), eur(3_999));
    assert_eq!(payment.amount_charged_back.as_ref().and_then(|it| it.money()), eur(1));
    assert_eq!(payment.expires_at.map(|at| at.timestamp()), Some(1_795_176_900));
    assert_eq!((payment.metadata("order_id"), payment.metadata("payment_id")), (Some("ord_1"), Some("pay_1")));
    assert_eq!(payment.dashboard(), Some("https://my.mollie.com/dashboard/payments/tr_1"));
    assert_eq!((payment.method.as_deref(), payment.is_cancelable), (Some("ideal"), Some(false)));
}

#[test]
fn a_payment_in_a_log_gives_nobody_away() {
    let text = format!("{:?}", read(json!({})));
    for secret in ["Amal", "NL17RABO", "tr_1", "mollie.com", "pay_1", "ord_1"] {
        assert!(!text.contains(secret), "{text}");
    }
    assert!(text.contains("49.99"), "{text}");
}

#[test]
fn known_and_unknown_words_are_spelt_as_mollie_spells_them() {
    for text in ["open", "pending", "authorized", "paid", "failed", "canceled", "expired", "frozen"] {
        assert_eq!(read(json!({ "status": text })).status.as_str(), text);
    }
    for text in ["test", "live", "rehearsal"] {
        assert_eq!(read(json!({ "mode": text })).mode.as_str(), text);
    }
    assert_eq!(read(json!({ "status": "frozen" })).status, PaymentStatus::Other("frozen".to_owned()));
    for text in ["insufficient_funds", "authentication_unavailable_acs", "unknown_reason", "bad_weather"] {
        let payment = read(json!({ "status": "failed", "details": { "failureReason": text } }));
        assert_eq!(payment.failure_reason().map(FailureReason::as_str), Some(text));
    }
    let reason = json!({ "code": "insufficient_funds", "message": "L. Amal has too little" });
    let payment = read(json!({ "statusReason": reason }));
    assert_eq!(payment.status_reason.as_ref().map(|reason| reason.code.as_str()), Some("insufficient_funds"));
    assert!(!format!("{payment:?}").contains("Amal"));
}

#[test]
fn absent_parts_and_strangers_metadata_are_understood() {
    let payment = read(json!({
        "method": null, "isCancelable": null, "expiresAt": null, "details": null, "statusReason": null, "novelty": [1]
    }));
    assert_eq!((payment.method.as_deref(), payment.expires_at, payment.failure_reason()), (None, None, None));
    for metadata in [json!(null), json!("a word"), json!(7), json!(["a", "b"]), json!({ "order_id": 7 })] {
        assert_eq!(read(json!({ "metadata": metadata })).metadata("order_id"), None);
    }
    let least =
        json!({ "id": "tr_1", "mode": "test", "status": "open", "amount": { "currency": "EUR", "value": "1.00" } });
    let least: Payment = serde_json::from_value(least).expect("a payment");
    assert_eq!((least.dashboard(), least.metadata("order_id")), (None, None));
}

#[test]
fn an_amount_that_is_none_is_no_money() {
    for (value, currency) in [("49.9", "EUR"), ("49,99", "EUR"), ("", "EUR"), ("49.99", "XXX"), ("1e3", "EUR")] {
        let payment = read(json!({ "amount": { "value": value, "currency": currency } }));
        assert_eq!(payment.amount.money(), None, "{value} {currency}");
    }
}

#[test]
fn a_refund_is_read() {
    let value = |status: &str| {
        json!({
            "id": "re_1", "paymentId": "tr_1", "mode": "live", "status": status,
            "amount": { "currency": "EUR", "value": "10.00" }, "metadata": { "refund_id": "ref_1" }
        })
    };
    must_fit(&compiled(&load("mollie/refund-answer")), &value("queued"));
    for text in ["queued", "pending", "processing", "refunded", "failed", "canceled", "thawed"] {
        let refund: Refund = serde_json::from_value(value(text)).expect("a refund");
        assert_eq!(refund.status.as_str(), text);
        assert_eq!((refund.metadata("refund_id"), refund.payment_id.as_str()), (Some("ref_1"), "tr_1"));
    }
    let refund: Refund = serde_json::from_value(value("refunded")).expect("a refund");
    assert_eq!((&refund.status, &refund.mode), (&RefundStatus::Refunded, &Mode::Live));
    assert!(!format!("{refund:?}").contains("ref_1"));
}
