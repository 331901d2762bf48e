//! Our schemas and requests against the supplier's API description, where it is available.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

use super::requests::{orders, others, over_the_wire};
use crate::official::{Direction, compare_named, official, official_schema};
use crate::schemas::{compiled, must_fit};

const FILE: &str = "esimaccess.openapi.json";

/// Our request schemas and the supplier's.
const REQUESTS: [(&str, &str); 6] = [
    ("package-list", "PackageListRequest"),
    ("order", "OrderRequest"),
    ("query", "QueryRequest"),
    ("usage", "UsageRequest"),
    ("cancel", "ProfileRef"),
    ("webhook-save", "WebhookSaveRequest"),
];

#[test]
fn what_we_send_is_valid_at_esim_access() {
    let Some(description) = official(FILE) else { return };
    let theirs = |ours: &str| {
        let named = REQUESTS.iter().find(|(name, _)| *name == ours).expect("a pair");
        compiled(&official_schema(&description, named.1))
    };
    let (order, mut runner) = (theirs("order"), TestRunner::deterministic());
    for _ in 0..256 {
        let new = orders().new_tree(&mut runner).expect("an order").current();
        must_fit(&order, &over_the_wire(&new.request().expect("valid")));
    }
    for (ours, sent) in others() {
        must_fit(&theirs(ours), &sent);
    }
}

#[test]
fn every_field_we_name_exists_at_esim_access() {
    let Some(description) = official(FILE) else { return };
    let schemas = &description["components"]["schemas"];
    let answers = [
        ("envelope", "Envelope"),
        ("package", "Package"),
        ("order-answer", "OrderResult"),
        ("query-answer", "QueryResult"),
        ("usage-answer", "Usage"),
        ("balance-answer", "Balance"),
        ("webhook-event", "Notification"),
    ];
    let sent = REQUESTS.iter().map(|pair| (Direction::Sent, pair));
    let compared: usize = sent
        .chain(answers.iter().map(|pair| (Direction::Read, pair)))
        .map(|(direction, (ours, theirs))| compare_named(direction, &format!("esim-access/{ours}"), theirs, schemas))
        .sum();
    assert!(compared > 45, "only {compared} fields were compared");
}
