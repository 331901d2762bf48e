//! Our schemas against the providers' own descriptions, where these are available.

use std::io::Write as _;
use std::path::PathBuf;

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_server::payments::stripe::answers::{Coupon, Session};
use onefare_server::payments::stripe::portal::{CreatePortalSession, PortalSession};
use onefare_server::payments::stripe::refunds::{Refund, RefundStatus};
use onefare_server::payments::stripe::subscriptions::{Subscription, UpdateSubscription};
use onefare_server::payments::stripe::webhook::Event;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::requests::{checkouts, one_offs, over_the_wire, refunds};
use crate::schemas::{compiled, load, must_fit};

/// A file of the official descriptions: in `$ONEFARE_SHARED/integrations`, else in `../shared/integrations` beside the
/// project. `None`, with a printed note, when there is none.
pub fn official(file: &str) -> Option<Value> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("ONEFARE_SHARED").map_or(beside, PathBuf::from);
    let path = shared.join("integrations").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Bypasses the test harness, which hides the output of passing tests.
        let word = format!("SKIPPED: {file} is not at hand; set ONEFARE_SHARED to the folder holding integrations/\n");
        let _ = std::io::stderr().write_all(word.as_bytes());
        return None;
    };
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Our request schemas, and the official schema that each must stay within.
const REQUESTS: [(&str, &str); 9] = [
    ("stripe/checkout-session-create", "PostCheckoutSessionsBody"),
    ("stripe/checkout-session-one-off", "PostCheckoutSessionsBody"),
    ("stripe/checkout-session-expire", "PostCheckoutSessionsSessionExpireBody"),
    ("stripe/coupon-create", "PostCouponsBody"),
    ("stripe/refund-create", "PostRefundsBody"),
    ("stripe/portal-session-create", "PostBillingPortalSessionsBody"),
    ("stripe/subscription-update", "PostSubscriptionsSubscriptionExposedIdBody"),
    ("stripe/subscription-plan", "PostSubscriptionsSubscriptionExposedIdBody"),
    ("stripe/product-create", "PostProductsBody"),
];

/// Our schemas of answers and the official object each reads from.
const ANSWERS: [(&str, &str); 9] = [
    ("stripe/checkout-session-answer", "checkout.session"),
    ("stripe/coupon-answer", "coupon"),
    ("stripe/invoice-payment-answer", "invoice_payment"),
    ("stripe/portal-session-answer", "billing_portal.session"),
    ("stripe/product-answer", "product"),
    ("stripe/refund-answer", "refund"),
    ("stripe/subscription-answer", "subscription"),
    ("stripe/event", "event"),
    ("stripe/error", "error"),
];

/// One schema of a description, with everything it references.
pub fn official_schema(description: &Value, name: &str) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/components/schemas/{name}"),
        "components": description["components"],
    })
}

#[test]
fn what_we_send_is_valid_at_stripe() {
    let Some(description) = official("stripe.openapi.json") else { return };
    let session = compiled(&official_schema(&description, "PostCheckoutSessionsBody"));
    let coupon = compiled(&official_schema(&description, "PostCouponsBody"));
    let mut runner = TestRunner::deterministic();
    for _ in 0..256 {
        let checkout = checkouts().new_tree(&mut runner).expect("a checkout").current();
        let request = checkout.session().expect("valid");
        must_fit(&session, &over_the_wire(&request, &load("stripe/checkout-session-create")));
        let once = one_offs().new_tree(&mut runner).expect("a checkout").current().session().expect("valid");
        must_fit(&session, &over_the_wire(&once, &load("stripe/checkout-session-one-off")));
        if let Some(request) = checkout.coupon().expect("valid") {
            must_fit(&coupon, &over_the_wire(&request, &load("stripe/coupon-create")));
        }
    }
    let refund = compiled(&official_schema(&description, "PostRefundsBody"));
    for _ in 0..64 {
        let request = refunds().new_tree(&mut runner).expect("a refund").current().request().expect("valid");
        must_fit(&refund, &over_the_wire(&request, &load("stripe/refund-create")));
    }
    must_fit(&compiled(&official_schema(&description, "PostCheckoutSessionsSessionExpireBody")), &json!({}));
    let update = compiled(&official_schema(&description, "PostSubscriptionsSubscriptionExposedIdBody"));
    for change in [UpdateSubscription::cancel_at_period_end(), UpdateSubscription::renew_after_all()] {
        must_fit(&update, &over_the_wire(&change, &load("stripe/subscription-update")));
    }
    let portal = compiled(&official_schema(&description, "PostBillingPortalSessionsBody"));
    for language in Language::ALL {
        let visit = CreatePortalSession::new("cus_1", "https://shop.example/panel", language);
        must_fit(&portal, &over_the_wire(&visit, &load("stripe/portal-session-create")));
        let offering = visit.offering(Some("bpc_1"));
        must_fit(&portal, &over_the_wire(&offering, &load("stripe/portal-session-create")));
    }
}

#[test]
fn every_field_we_name_exists_at_stripe() {
    let Some(description) = official("stripe.openapi.json") else { return };
    let schemas = &description["components"]["schemas"];
    let mut compared = 0;
    for (direction, pairs) in [(Direction::Sent, &REQUESTS[..]), (Direction::Read, &ANSWERS[..])] {
        for (ours, theirs) in pairs {
            compared += compare_named(direction, ours, theirs, schemas);
        }
    }
    assert!(compared > 50, "only {compared} fields were compared");
}

/// The direction of an object. A request need not use every option; a reader must accept them all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Sent,
    Read,
}

/// Compares one of our schemas with the named official one; returns the number of compared fields.
pub fn compare_named(direction: Direction, ours: &str, theirs: &str, all: &Value) -> usize {
    assert!(all[theirs].is_object(), "no {theirs}");
    let whole = load(ours);
    compare(direction, (&whole, &whole), (&all[theirs], all), ours)
}

/// Walks two schemas together, each with its definitions: each property of ours must be one of theirs, of a type they
/// allow and with values they list.
fn compare(
    direction: Direction,
    (ours, whole): (&Value, &Value),
    (theirs, all): (&Value, &Value),
    place: &str,
) -> usize {
    let (ours, theirs) = (resolved(ours, &whole["$defs"]), resolved(theirs, all));
    let mut compared = 0;
    if let Some(properties) = ours["properties"].as_object() {
        for (name, inner) in properties {
            let place = format!("{place}.{name}");
            let found = theirs["properties"].get(name).or_else(|| free(theirs));
            let found = found.unwrap_or_else(|| panic!("{place} does not exist at the provider"));
            let (inner, found) = (resolved(inner, &whole["$defs"]), resolved(found, all));
            assert_types(direction, inner, found, &place);
            compared += 1 + compare(direction, (inner, whole), (found, all), &place);
        }
    }
    if ours["items"].is_object() {
        compared += compare(direction, (&ours["items"], whole), (&theirs["items"], all), &format!("{place}[]"));
    }
    if let (Some(values), Some(known)) = (ours["enum"].as_array(), theirs["enum"].as_array()) {
        for value in values {
            assert!(known.contains(value), "{place}: {value} is not a value at the provider");
        }
    }
    compared
}

/// The schema of free-form property names, where the official one allows them.
fn free(theirs: &Value) -> Option<&Value> {
    match &theirs["additionalProperties"] {
        Value::Bool(true) => Some(&Value::Null),
        schema => schema.as_object().map(|_| schema),
    }
}

fn resolved<'a>(schema: &'a Value, all: &'a Value) -> &'a Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return resolved(&all[name], all);
    }
    // `allOf` begins with the referenced schema; its other entries only narrow or describe it.
    if let Some(first) = schema["allOf"].get(0) {
        return resolved(first, all);
    }
    // "Text, a number or a map": our metadata is a map. "One or a list of them": we send one.
    if let Some(choices) = schema["oneOf"].as_array() {
        let map = choices.iter().find(|choice| choice["type"] == "object");
        return resolved(map.unwrap_or(&choices[0]), all);
    }
    match schema["anyOf"].as_array() {
        // "A map, or an empty text to clear it": we never clear.
        Some(choices) if choices.iter().any(|choice| choice["enum"] == json!([""])) => &choices[0],
        _ => schema,
    }
}

fn assert_types(direction: Direction, ours: &Value, theirs: &Value, place: &str) {
    let list = |schema: &Value| match &schema["type"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        _ => vec![],
    };
    let (ours, theirs) = (list(ours), list(theirs));
    let null = "null".to_owned();
    let nulls_fit = direction == Direction::Sent || theirs.contains(&null) <= ours.contains(&null);
    let same_kind = ours.iter().filter(|kind| **kind != null).all(|kind| theirs.contains(kind));
    assert!(theirs.is_empty() || ours.is_empty() || (same_kind && nulls_fit), "{place}: {ours:?} / {theirs:?}");
}

#[test]
fn every_example_of_stripes_is_understood() {
    let Some(fixtures) = official("stripe.fixtures.json") else { return };
    let resources = fixtures["resources"].as_object().expect("resources");

    let session = &resources["checkout.session"];
    must_fit(&compiled(&load("stripe/checkout-session-answer")), session);
    let session: Session = serde_json::from_value(session.clone()).expect("a session");
    assert_eq!(session.email(), Some("example@example.com"));

    let event = resources["event"].clone();
    must_fit(&compiled(&load("stripe/event")), &event);
    for (kind, resource) in resources {
        let mut event = event.clone();
        event["data"]["object"] = resource.clone();
        event["type"] = json!(format!("{kind}.updated"));
        let read = Event::parse(event.to_string().as_bytes()).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(read.data.object.id.as_deref(), resource["id"].as_str());
    }
    let usd = |minor| Money::new(minor, Currency::Usd).ok();
    let refund = &resources["refund"];
    must_fit(&compiled(&load("stripe/refund-answer")), refund);
    let refund: Refund = serde_json::from_value(refund.clone()).expect("a refund");
    assert_eq!((refund.money(), &refund.status), (usd(100), &Some(RefundStatus::Succeeded)));
    must_fit(&compiled(&load("stripe/invoice-payment-answer")), &resources["invoice_payment"]);
    let visit = &resources["billing_portal.session"];
    must_fit(&compiled(&load("stripe/portal-session-answer")), visit);
    let visit: PortalSession = serde_json::from_value(visit.clone()).expect("a visit");
    assert!(visit.customer.starts_with("cus_") && !format!("{visit:?}").contains("http"), "{visit:?}");
    let subscription = &resources["subscription"];
    must_fit(&compiled(&load("stripe/subscription-answer")), subscription);
    let subscription: Subscription = serde_json::from_value(subscription.clone()).expect("a subscription");
    let item = subscription.only_item().expect("one item");
    let price = usd(2_000).expect("a small amount");
    assert!(item.price.is_for(price, 1) && !item.price.is_for(price, 12), "{item:?}");
    if let Some(coupon) = resources.get("coupon") {
        let _: Coupon = serde_json::from_value(coupon.clone()).expect("a coupon");
    }
}
