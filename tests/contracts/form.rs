//! Reads a form body back, the way a provider would: brackets become nesting, scalars take the type their schema gives
//! them. It is independent of the library that writes the forms, so that neither verifies itself.

use serde_json::{Map, Value};

/// Decodes a body into nested JSON; every scalar is still text.
pub fn decode(body: &str) -> Value {
    let mut root = Value::Object(Map::new());
    for (key, value) in url::form_urlencoded::parse(body.as_bytes()) {
        let (first, rest) = key.split_once('[').unwrap_or((&key, ""));
        let mut path = vec![first.to_owned()];
        path.extend(
            rest.split('[').filter(|part| !part.is_empty()).map(|part| {
                part.strip_suffix(']').unwrap_or_else(|| panic!("unbalanced brackets in {key}")).to_owned()
            }),
        );
        insert(&mut root, &path, value.into_owned());
    }
    with_lists(root)
}

fn insert(place: &mut Value, path: &[String], text: String) {
    let Some((first, rest)) = path.split_first() else {
        assert!(place.is_null(), "a parameter was sent twice");
        *place = Value::String(text);
        return;
    };
    if place.is_null() {
        *place = Value::Object(Map::new());
    }
    let Value::Object(map) = place else { panic!("{first}: both a value and an object") };
    insert(map.entry(first.clone()).or_insert(Value::Null), rest, text);
}

/// Objects whose keys count 0, 1, 2 … are lists.
fn with_lists(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    let counted = !map.is_empty() && (0..map.len()).all(|index| map.contains_key(&index.to_string()));
    if counted {
        let mut map = map;
        let length = map.len();
        return (0..length).map(|index| with_lists(map.remove(&index.to_string()).unwrap_or_default())).collect();
    }
    Value::Object(map.into_iter().map(|(key, value)| (key, with_lists(value))).collect())
}

/// Gives every scalar the type its schema requires; a value that cannot be read as that type stays text, and so does
/// not fit.
pub fn typed(value: Value, schema: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(key, inner)| {
                let inner_schema = schema["properties"].get(&key).unwrap_or(&schema["additionalProperties"]);
                let inner = typed(inner, inner_schema);
                (key, inner)
            })
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(list) => list.into_iter().map(|inner| typed(inner, &schema["items"])).collect(),
        Value::String(text) => match schema["type"].as_str() {
            Some("integer") => text.parse::<i64>().map_or(Value::String(text), Value::from),
            Some("boolean") => text.parse::<bool>().map_or(Value::String(text), Value::from),
            _ => Value::String(text),
        },
        other => other,
    }
}
