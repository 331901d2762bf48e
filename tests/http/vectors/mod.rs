//! The rules' vectors through HTTP: the shop gives the same answer as the rule does natively.
//!
//! [`reach`] states for every call of every file whether a request reaches it. A new call, page or vector file fails a
//! test here until that list contains it.

mod addresses;
mod bundles;
mod codes;
mod deals;
mod esim;
mod joining;
mod prices;
mod reach;
mod sold;
mod terms;
mod typed;
mod withdrawing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use onefare_tests::{Answer, Shop, page_data};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use reach::{CALLS, REACH, Why};

/// One case of a vector file.
#[derive(Clone, Debug, Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    call: String,
    #[serde(default)]
    input: Vec<Value>,
    #[serde(default)]
    expect: Value,
}

impl Case {
    /// A text argument; `None` for `null`.
    fn text(&self, index: usize) -> Option<&str> {
        self.input.get(index).and_then(Value::as_str)
    }

    /// The outcome's value; `None` when the case is refused.
    fn value(&self) -> Option<&Value> {
        self.expect.get("value")
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

fn file(rule: &str) -> Vec<Case> {
    #[derive(Deserialize)]
    struct Vectors {
        cases: Vec<Case>,
    }
    let text = fs::read_to_string(folder().join(format!("{rule}.json"))).unwrap();
    serde_json::from_str::<Vectors>(&text).unwrap().cases
}

/// The cases of a call that [`reach`] lists as replayed.
fn cases(rule: &str, call: &str) -> Vec<Case> {
    let known = REACH.iter().any(|reach| reach.rule == rule && reach.replayed.contains(&call));
    assert!(known, "{rule}, {call}: not replayed, says reach.rs");
    file(rule).into_iter().filter(|case| case.call == call).collect()
}

/// The code of a refusal, whose sentence and field must match the vectors.
fn refusal(answer: &Answer) -> String {
    let texts = |call| -> BTreeMap<String, Value> {
        cases("problem", call).into_iter().map(|case| (case.text(0).unwrap().to_owned(), case.expect)).collect()
    };
    assert!(answer.status.is_client_error(), "{answer:?}");
    let code = answer.body["code"].as_str().unwrap_or_else(|| panic!("no code: {answer:?}"));
    assert_eq!(texts("problem_message").get(code), Some(&answer.body["message"]), "{answer:?}");
    if let Some(field) = texts("problem_field").get(code) {
        assert_eq!(field, &answer.body["field"], "{answer:?}");
    }
    code.to_owned()
}

/// The data from which a page was rendered.
async fn page(shop: &Shop, path: &str) -> Value {
    let answer = shop.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    page_data(&answer.text)
}

#[test]
fn every_call_of_every_file_is_replayed_or_has_a_reason() {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let rules: BTreeSet<String> = files.map(|name| name.strip_suffix(".json").unwrap().to_owned()).collect();
    let known: BTreeSet<String> = REACH.iter().map(|reach| reach.rule.to_owned()).collect();
    assert_eq!(rules, known, "tests/vectors and reach.rs name the same files");
    for reach in REACH {
        let in_file: BTreeSet<String> = file(reach.rule).into_iter().map(|case| case.call).collect();
        let named: Vec<&str> =
            reach.others.iter().flat_map(|(calls, _)| *calls).chain(reach.replayed).copied().collect();
        assert_eq!(named.len(), in_file.len(), "{}: each call once", reach.rule);
        assert_eq!(named.iter().map(|call| (*call).to_owned()).collect::<BTreeSet<_>>(), in_file, "{}", reach.rule);
    }
}

#[test]
fn what_is_called_replayed_is_replayed() {
    let sources = [
        include_str!("mod.rs"),
        include_str!("addresses.rs"),
        include_str!("bundles.rs"),
        include_str!("codes.rs"),
        include_str!("deals.rs"),
        include_str!("esim.rs"),
        include_str!("joining.rs"),
        include_str!("prices.rs"),
        include_str!("terms.rs"),
        include_str!("typed.rs"),
        include_str!("withdrawing.rs"),
    ];
    for reach in REACH.iter().filter(|reach| reach.rule != "problem") {
        for call in reach.replayed {
            let asks = format!("cases(\"{}\", \"{call}\")", reach.rule);
            assert!(sources.iter().any(|source| source.contains(&asks)), "nothing has {asks}");
        }
    }
}

#[tokio::test]
async fn the_calls_are_those_that_the_vectors_know() {
    let shop = Shop::start().await;
    let description = shop.get("/openapi.json").await.body;
    let calls: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    assert_eq!(calls, CALLS, "reach.rs must say which vectors a new call reaches");
    for (_, why) in REACH.iter().flat_map(|reach| reach.others) {
        if let Why::Inside(reason) = why {
            assert!(!reason.is_empty());
        }
    }
    shop.running.stop().await;
}
