//! Our schemas, compiled, with a readable complaint when a value does not fit one.

use std::path::PathBuf;

use jsonschema::Validator;
use serde_json::Value;

/// The folder of this test target.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("contracts")
}

/// One of our schemas, such as `stripe/coupon-create`.
pub fn load(name: &str) -> Value {
    let path = folder().join("schemas").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The compiled schema.
pub fn compiled(schema: &Value) -> Validator {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("not a schema: {error}"))
}

/// All of the schema's complaints about a value, one a line; empty when it fits.
pub fn complaints(validator: &Validator, value: &Value) -> String {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Fails unless the value fits.
pub fn must_fit(validator: &Validator, value: &Value) {
    let complaints = complaints(validator, value);
    assert!(complaints.is_empty(), "{complaints}\nin {value:#}");
}
