//! Every export: the twin of `tests/parity/exports.mjs`, through the calls that also replay the vectors.

use std::panic;
use std::sync::Once;

use serde::Deserialize;
use serde_json::{Value, json};

/// Refusals come by the million, so their panics are not printed.
static QUIET: Once = Once::new();

/// A request: one call of the binding.
#[derive(Deserialize)]
struct Request {
    call: String,
    input: Vec<Value>,
}

/// The calls panic on an argument of the wrong kind, where the binding throws. The rules themselves never panic: a rule
/// that did would trap in the WASM, which ends the comparison.
pub fn answer(request: Value) -> Value {
    let Request { call, input } = serde_json::from_value(request).unwrap();
    QUIET.call_once(|| panic::set_hook(Box::new(|_| ())));
    panic::catch_unwind(|| calls::call(&call, &input)).unwrap_or_else(|_| json!({ "refused": true }))
}
