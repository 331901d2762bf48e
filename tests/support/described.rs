//! Checks the shop's answers against its own description: a status that `/openapi.json` does not list for the call
//! fails the test that saw it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use onefare_server::router::description;
use reqwest::{Method, StatusCode};
use serde_json::Value;

/// A described call.
#[derive(Debug)]
struct Call {
    method: String,
    path: String,
    statuses: BTreeSet<String>,
}

static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
    let description = serde_json::to_value(description()).expect("a description");
    let paths = description["paths"].as_object().expect("paths").clone();
    let calls = |(path, methods): (String, Value)| {
        let methods = methods.as_object().expect("methods").clone();
        methods.into_iter().map(move |(method, call)| Call {
            method,
            path: path.clone(),
            statuses: call["responses"].as_object().expect("responses").keys().cloned().collect(),
        })
    };
    paths.into_iter().flat_map(calls).collect()
});

/// What is wrong with an answer; `None` when its status is described, or the call is not described at all. A range such
/// as `4XX` describes nothing.
#[must_use]
pub fn fault(method: &Method, path: &str, status: StatusCode) -> Option<String> {
    let call =
        CALLS.iter().find(|call| call.method.eq_ignore_ascii_case(method.as_str()) && is_at(&call.path, path))?;
    let described = call.statuses.contains(status.as_str());
    (!described).then(|| format!("{method} {path} answered {status}; described are {:?}", call.statuses))
}

/// Whether an address matches a described path, in which `{name}` stands for any one non-empty segment.
fn is_at(described: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (described.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(word), Some(part)) if word == part || (word.starts_with('{') && !part.is_empty()) => {}
            _ => return false,
        }
    }
}
