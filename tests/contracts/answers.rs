//! The client understands Stripe's answers, also with unknown fields and values.

use onefare_core::payment::{FundsStatus, SessionFacts, SessionStatus as Progress};
use onefare_server::payments::stripe::answers::{Coupon, PaymentStatus, Session, SessionMode, SessionStatus};
use onefare_server::payments::stripe::webhook::{Event, EventKind};
use serde_json::{Value, json};

use crate::schemas::{compiled, load, must_fit};

fn session() -> Value {
    json!({
        "id": "cs_test_1", "object": "checkout.session", "url": "https://checkout.stripe.com/c/pay/cs_test_1",
        "status": "open", "payment_status": "unpaid", "amount_total": 14999, "currency": "aed", "livemode": false,
        "mode": "subscription", "client_reference_id": "pay_1", "metadata": { "order_id": "ord_1" },
        "subscription": "sub_1", "customer": "cus_1", "customer_email": "a@example.com",
        "customer_details": { "email": "b@example.com" }, "expires_at": 1_793_000_000
    })
}

fn read(changes: Value) -> Session {
    let mut value = session();
    for (key, change) in changes.as_object().expect("an object") {
        value[key] = change.clone();
    }
    must_fit(&compiled(&load("stripe/checkout-session-answer")), &value);
    serde_json::from_value(value).expect("a session")
}

#[test]
fn a_session_is_read_whole() {
    let session = read(json!({}));
    assert_eq!(session.id, "cs_test_1");
    assert_eq!(session.status, Some(SessionStatus::Open));
    assert_eq!(session.payment_status, PaymentStatus::Unpaid);
    assert_eq!(session.mode, SessionMode::Subscription);
    assert_eq!((session.amount_total, session.currency.as_deref()), (Some(14_999), Some("aed")));
    assert_eq!(session.client_reference_id.as_deref(), Some("pay_1"));
    assert_eq!(session.metadata("order_id"), Some("ord_1"));
    assert_eq!(session.subscription.as_ref().map(|link| link.id()), Some("sub_1"));
    assert_eq!(session.email(), Some("b@example.com"));
}

#[test]
fn a_session_in_a_log_gives_nobody_away() {
    let text = format!("{:?}", read(json!({})));
    for secret in ["a@example.com", "b@example.com", "cs_test_1", "checkout.stripe.com", "pay_1", "ord_1"] {
        assert!(!text.contains(secret), "{text}");
    }
    assert!(text.contains("14999"), "{text}");
}

#[test]
fn values_of_tomorrow_are_kept_not_refused() {
    let session = read(json!({ "status": "frozen", "payment_status": "held", "mode": "barter", "novelty": [1, 2] }));
    assert_eq!(session.status, Some(SessionStatus::Other("frozen".to_owned())));
    assert_eq!(session.payment_status.as_str(), "held");
    assert_eq!(session.mode.as_str(), "barter");
}

#[test]
fn absent_and_expanded_parts_are_understood() {
    let session = read(json!({
        "status": null, "url": null, "amount_total": null, "currency": null, "metadata": null, "customer": null,
        "customer_details": null, "subscription": { "id": "sub_2", "object": "subscription", "items": {} }
    }));
    assert_eq!(session.status, None);
    assert_eq!(session.subscription.as_ref().map(|link| link.id()), Some("sub_2"));
    assert_eq!(session.email(), Some("a@example.com"));
}

#[test]
fn known_values_are_spelt_as_stripe_spells_them() {
    for text in ["paid", "unpaid", "no_payment_required", "anything"] {
        assert_eq!(read(json!({ "payment_status": text })).payment_status.as_str(), text);
    }
    for text in ["open", "complete", "expired", "anything"] {
        assert_eq!(read(json!({ "status": text })).status.expect("a status").as_str(), text);
    }
    for text in ["subscription", "payment", "setup", "anything"] {
        assert_eq!(read(json!({ "mode": text })).mode.as_str(), text);
    }
}

#[test]
fn a_coupon_is_read() {
    let value = json!({ "id": "once_1", "amount_off": 3000, "currency": "aed", "valid": true, "duration": "once" });
    must_fit(&compiled(&load("stripe/coupon-answer")), &value);
    let coupon: Coupon = serde_json::from_value(value).expect("a coupon");
    assert_eq!((coupon.amount_off, coupon.currency.as_deref()), (Some(3000), Some("aed")));
}

#[test]
fn events_lead_back_to_our_payment() {
    let event = |kind: &str, object: Value| {
        let value = json!({
            "id": "evt_1", "object": "event", "type": kind, "created": 1_793_000_000, "livemode": false,
            "api_version": "2026-10-28.endive", "data": { "object": object }
        });
        must_fit(&compiled(&load("stripe/event")), &value);
        Event::parse(value.to_string().as_bytes()).expect("an event")
    };
    let completed = event("checkout.session.completed", session());
    assert_eq!(completed.kind, EventKind::SessionCompleted);
    assert!(completed.kind.concerns_session());
    assert_eq!(completed.payment_id(), Some("pay_1"));
    assert_eq!(completed.data.object.id.as_deref(), Some("cs_test_1"));
    assert_eq!(completed.data.object.order_id.as_deref(), Some("ord_1"));

    let renewed = event("invoice.paid", json!({ "id": "in_1", "metadata": { "payment_id": "pay_2" } }));
    assert_eq!(renewed.kind, EventKind::Other("invoice.paid".to_owned()));
    assert_eq!(renewed.payment_id(), Some("pay_2"));

    let strange = event("moon.rose", json!({ "metadata": ["not", "a", "map"], "id": 7 }));
    assert_eq!(strange.kind.as_str(), "moon.rose");
    assert_eq!(strange.payment_id(), None);
    for kind in ["checkout.session.expired", "checkout.session.async_payment_failed"] {
        assert_eq!(event(kind, session()).kind.as_str(), kind);
    }
}

#[test]
fn a_body_that_is_no_event_is_refused() {
    for body in ["", "{}", "[]", "null", "{\"id\":\"evt_1\"}", "{\"id\":1,\"type\":\"a\"}"] {
        assert!(Event::parse(body.as_bytes()).is_err(), "accepted {body}");
    }
}

#[test]
fn the_rules_get_every_status_in_their_own_words() {
    let statuses = [
        ("open", Progress::Open),
        ("complete", Progress::Complete),
        ("expired", Progress::Expired),
        ("frozen", Progress::Unknown),
    ];
    for (text, expected) in statuses {
        assert_eq!(SessionFacts::from(&read(json!({ "status": text }))).status, expected);
    }
    assert_eq!(SessionFacts::from(&read(json!({ "status": null }))).status, Progress::Unknown);
    let funds = [
        ("paid", FundsStatus::Paid),
        ("unpaid", FundsStatus::Unpaid),
        ("no_payment_required", FundsStatus::NothingDue),
        ("held", FundsStatus::Unknown),
    ];
    for (text, expected) in funds {
        assert_eq!(SessionFacts::from(&read(json!({ "payment_status": text }))).funds, expected);
    }
    let facts = SessionFacts::from(&read(json!({})));
    assert_eq!(facts.reference, "cs_test_1");
    assert_eq!((facts.amount_total, facts.currency.as_deref()), (Some(14_999), Some("aed")));
    assert_eq!((facts.client_reference.as_deref(), facts.order_id.as_deref()), (Some("pay_1"), Some("ord_1")));
    assert!(!facts.livemode);
    assert!(SessionFacts::from(&read(json!({ "livemode": true }))).livemode);
    for (mode, renews) in [("subscription", Some(true)), ("payment", Some(false)), ("setup", None), ("rent", None)] {
        assert_eq!(SessionFacts::from(&read(json!({ "mode": mode }))).renews, renews);
    }
}
