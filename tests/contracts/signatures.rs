//! Webhook signatures: our own vectors, those checked against official libraries where they are available, and every
//! single-bit change of a valid message.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use onefare_server::payments::stripe::webhook::{SignatureError, SignatureVerifier};
use proptest::prelude::*;
use secrecy::SecretString;
use serde::Deserialize;

use crate::official::official;

#[derive(Deserialize)]
struct Vectors {
    bodies: BTreeMap<String, String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    body: String,
    header: String,
    secrets: Vec<String>,
    now: i64,
    verdict: String,
}

fn vectors() -> Vectors {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/stripe-signature.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("vectors")
}

fn instant(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).expect("an instant")
}

fn verdict(secrets: &[String], body: &[u8], header: Option<&str>, now: i64) -> &'static str {
    let secrets = secrets.iter().map(|secret| SecretString::from(secret.as_str())).collect();
    let Ok(verifier) = SignatureVerifier::new(secrets) else { return "refused_at_start" };
    match verifier.verify(body, header, instant(now)) {
        Ok(()) => "accepted",
        Err(SignatureError::Missing) => "missing",
        Err(SignatureError::TooLong) => "too_long",
        Err(SignatureError::Malformed) => "malformed",
        Err(SignatureError::NoSupportedSignature) => "no_supported_signature",
        Err(SignatureError::NoMatch) => "no_match",
        Err(SignatureError::OutsideTolerance) => "outside_tolerance",
    }
}

#[test]
fn our_vectors() {
    let vectors = vectors();
    assert!(vectors.cases.len() >= 23, "only {} cases", vectors.cases.len());
    for case in &vectors.cases {
        let found = verdict(&case.secrets, vectors.bodies[&case.body].as_bytes(), Some(&case.header), case.now);
        assert_eq!(found, case.verdict, "{}", case.name);
    }
}

#[test]
fn a_missing_header_is_not_an_empty_signature() {
    assert_eq!(verdict(&["whsec_1".to_owned()], b"{}", None, 0), "missing");
}

#[derive(Deserialize)]
struct OfficialVectors {
    vectors: Vec<OfficialVector>,
}

#[derive(Deserialize)]
struct OfficialVector {
    name: String,
    payload: String,
    header: String,
    secrets: Vec<String>,
    now: i64,
    tolerance_seconds: i64,
    valid: bool,
}

#[test]
fn vectors_checked_against_official_libraries() {
    let Some(file) = official("stripe-webhook-vectors.json") else { return };
    let file: OfficialVectors = serde_json::from_value(file).expect("vectors");
    assert_eq!(file.vectors.len(), 23);
    for vector in &file.vectors {
        assert_eq!(vector.tolerance_seconds, onefare_server::payments::stripe::webhook::TOLERANCE_SECONDS);
        let found = verdict(&vector.secrets, vector.payload.as_bytes(), Some(&vector.header), vector.now);
        assert_eq!(found == "accepted", vector.valid, "{}: {found}", vector.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// No bit of a valid message may be changed.
    #[test]
    fn one_changed_bit_is_noticed(position in any::<prop::sample::Index>(), bit in 0_u8..8) {
        let vectors = vectors();
        let case = &vectors.cases[0];
        let mut body = vectors.bodies[&case.body].clone().into_bytes();
        let index = position.index(body.len());
        body[index] ^= 1 << bit;
        prop_assert_eq!(verdict(&case.secrets, &body, Some(&case.header), case.now), "no_match");
    }

    /// The parser accepts no header that was not made with the secret, and stumbles over none.
    #[test]
    fn made_up_headers_are_refused(header in "(t=[0-9]{1,12},|v1=[0-9a-f]{0,70},|v0=[0-9a-f]{64},|[a-z=,+ -]{0,9}){0,6}") {
        let vectors = vectors();
        let case = &vectors.cases[0];
        let found = verdict(&case.secrets, vectors.bodies[&case.body].as_bytes(), Some(&header), case.now);
        prop_assert_ne!(found, "accepted");
    }

    #[test]
    fn any_text_as_header_is_refused(header in "\\PC{0,300}") {
        prop_assert_ne!(verdict(&["whsec_1".to_owned()], b"{}", Some(&header), 0), "accepted");
    }
}
