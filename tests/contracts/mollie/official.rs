//! Our schemas and requests against Mollie's own description, where it is available.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::requests::{over_the_wire, payments, refunds};
use crate::official::{Direction, compare_named, official, official_schema};
use crate::schemas::{compiled, must_fit};

#[test]
fn what_we_send_is_valid_at_mollie() {
    let Some(description) = official("mollie.openapi.json") else { return };
    let payment = compiled(&official_schema(&description, "create-payment-body"));
    let refund = compiled(&official_schema(&description, "create-refund-body"));
    let mut runner = TestRunner::deterministic();
    for _ in 0..256 {
        let new = payments().new_tree(&mut runner).expect("a payment").current();
        must_fit(&payment, &over_the_wire(&new.request().expect("valid")));
        let new = refunds().new_tree(&mut runner).expect("a refund").current();
        must_fit(&refund, &over_the_wire(&new.request().expect("valid")));
    }
    must_fit(&compiled(&official_schema(&description, "cancel-payment-body")), &json!({}));
}

#[test]
fn every_field_we_name_exists_at_mollie() {
    let Some(description) = official("mollie.openapi.json") else { return };
    let schemas = &description["components"]["schemas"];
    let compared: usize = [
        (Direction::Sent, "mollie/payment-create", "create-payment-body"),
        (Direction::Sent, "mollie/payment-cancel", "cancel-payment-body"),
        (Direction::Sent, "mollie/refund-create", "create-refund-body"),
        (Direction::Read, "mollie/payment-answer", "entity-payment-response"),
        (Direction::Read, "mollie/refund-answer", "entity-refund-response"),
        (Direction::Read, "mollie/error", "error-response"),
    ]
    .into_iter()
    .map(|(direction, ours, theirs)| compare_named(direction, ours, theirs, schemas))
    .sum();
    assert!(compared > 40, "only {compared} fields were compared");
}
