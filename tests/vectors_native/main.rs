//! Replays `tests/vectors/*.json` natively; `tests/wasm/vectors.test.mjs` replays the same files through the WASM.
//!
//! A case names a call, its arguments and the expected answer. Both replays compare canonical JSON (keys sorted, absent
//! instead of `null`), byte for byte.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// One file: one rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    rule: String,
    spec: String,
    cases: Vec<Case>,
}

/// One case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    call: String,
    input: Vec<Value>,
    expect: Value,
}

fn replay(rule: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors").join(format!("{rule}.json"));
    let vectors: Vectors = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(vectors.rule, rule);
    assert!(!vectors.spec.is_empty() && vectors.cases.len() >= 10, "{rule}: ten hard cases and where they come from");
    let mut wrong = Vec::new();
    for case in &vectors.cases {
        let got = calls::canonical(calls::call(&case.call, &case.input)).to_string();
        let wanted = calls::canonical(case.expect.clone()).to_string();
        if got != wanted {
            wrong.push(format!("{} ({}): expected {wanted}, got {got}", case.name, case.call));
        }
    }
    println!("{rule}: {} cases", vectors.cases.len());
    assert!(wrong.is_empty(), "{rule}:\n  {}", wrong.join("\n  "));
}

macro_rules! rules {
    ($($rule:ident),+ $(,)?) => {
        $(#[test] fn $rule() { replay(stringify!($rule)); })+

        const RULES: &[&str] = &[$(stringify!($rule)),+];
    };
}

rules!(
    bundle,
    campaign,
    checkout,
    checkout_data,
    countdown,
    currency,
    date_text,
    deal,
    delivery,
    device,
    discount,
    email,
    entitlement,
    language,
    safe_url,
    money,
    onboarding,
    order,
    otp,
    payment,
    percent,
    plan,
    price_text,
    problem,
    provider_amount,
    quote,
    quote_text,
    subscription,
    trial,
    withdrawal,
);

fn names_in(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

#[test]
fn every_file_is_replayed() {
    for name in names_in("vectors", ".json") {
        // Signatures are the server's: tests/contracts/signatures.rs replays them.
        assert!(RULES.contains(&name.as_str()) || name == "stripe-signature", "{name} is not replayed");
    }
}

/// Files whose calls are in another file's vectors, that of their caller, each with one of these calls.
const BESIDE: [(&str, &str, &str); 6] = [
    ("attribution", "checkout", "checkout_read"),
    ("billing_cycle", "plan", "plan_words"),
    ("esim_product_id", "checkout_data", "structured_data"),
    ("price_book", "plan", "plan_faults"),
    ("rounding", "money", "money_less"),
    ("typed_text", "discount", "fold_code"),
];

#[test]
fn every_rule_has_a_file() {
    for rule in names_in("../core/src", ".rs") {
        // The shop's other messages are checked beside the refusals.
        let elsewhere = ["lib", "message"].contains(&rule.as_str());
        let beside = BESIDE.iter().any(|(file, ..)| *file == rule);
        assert!(elsewhere || beside || RULES.contains(&rule.as_str()), "core/src/{rule}.rs has no vectors");
    }
    for (file, rule, call) in BESIDE {
        let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../vectors/{rule}.json"));
        let text = fs::read_to_string(vectors).unwrap();
        assert!(text.contains(&format!("\"call\":\"{call}\"")), "core/src/{file}.rs has no vectors in {rule}.json");
    }
}
