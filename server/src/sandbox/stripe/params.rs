//! The strict part: every parameter is known and has its type and limits, or the request is refused as Stripe does.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::errors::Refusal;
use super::form::{Node, as_list};

/// Stripe's limits on metadata.
const METADATA_KEYS: usize = 50;
const METADATA_KEY_LENGTH: usize = 40;
const METADATA_VALUE_LENGTH: usize = 500;

/// What a parameter may hold.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Text of at most this many characters, not empty.
    Text(usize),
    /// The same, where an empty value clears the old one.
    Clearable(usize),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number; instants are Unix seconds.
    Integer,
    /// A decimal number, kept as text to avoid rounding.
    Decimal,
    /// `true` or `false`.
    Flag,
    /// Free names and texts.
    Metadata,
    /// Named parameters.
    Group(&'static [Field]),
    /// Any number of values of one kind.
    List(&'static Kind),
    /// A number where a list filter may also be a range: `created=1` or `created[gte]=1`.
    Range,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether its group must have it.
    pub required: bool,
}

/// An optional parameter.
pub const fn optional(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: false }
}

/// A required parameter.
pub const fn required(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: true }
}

/// Turns a decoded form into a typed object, or refuses it.
pub fn check(fields: &'static [Field], form: &BTreeMap<String, Node>) -> Result<Value, Refusal> {
    group(fields, form, "")
}

fn group(fields: &'static [Field], form: &BTreeMap<String, Node>, path: &str) -> Result<Value, Refusal> {
    let mut object = Map::new();
    for (name, node) in form {
        let path = nested(path, name);
        let field = fields.iter().find(|field| field.name == name).ok_or_else(|| Refusal::unknown(&path))?;
        object.insert(name.clone(), value(field.kind, node, &path)?);
    }
    if let Some(field) = fields.iter().find(|field| field.required && !form.contains_key(field.name)) {
        return Err(Refusal::missing(&nested(path, field.name)));
    }
    Ok(Value::Object(object))
}

fn value(kind: Kind, node: &Node, path: &str) -> Result<Value, Refusal> {
    match (kind, node) {
        (Kind::Group(fields), Node::Branch(branch)) => group(fields, branch, path),
        (Kind::List(item), Node::Branch(branch)) => list(*item, branch, path),
        (Kind::Metadata, Node::Branch(branch)) => metadata(branch, path),
        (Kind::Range, Node::Branch(branch)) => group(RANGE, branch, path),
        (Kind::Metadata, Node::Text(text)) if text.is_empty() => Ok(json!({})),
        (Kind::Clearable(_), Node::Text(text)) if text.is_empty() => Ok(json!("")),
        (Kind::Group(_), Node::Text(_)) => Err(Refusal::param(path, "Invalid object")),
        (Kind::List(_), Node::Text(_)) => Err(Refusal::param(path, "Invalid array")),
        (Kind::Metadata, Node::Text(_)) => Err(Refusal::param(path, "Invalid hash")),
        (_, Node::Branch(_)) => Err(Refusal::param(path, format!("Invalid string: {path} is an object"))),
        (_, Node::Text(text)) if text.is_empty() => Err(empty(path)),
        (Kind::Text(most) | Kind::Clearable(most), Node::Text(text)) => limited(text, most, path),
        (Kind::Choice(words), Node::Text(text)) => choice(words, text, path),
        (Kind::Integer | Kind::Range, Node::Text(text)) => integer(text, path),
        (Kind::Decimal, Node::Text(text)) => decimal(text, path),
        (Kind::Flag, Node::Text(text)) => match text.as_str() {
            "true" => Ok(json!(true)),
            "false" => Ok(json!(false)),
            _ => Err(Refusal::param(path, format!("Invalid boolean: {text}"))),
        },
    }
}

const RANGE: &[Field] = &[
    optional("gt", Kind::Integer),
    optional("gte", Kind::Integer),
    optional("lt", Kind::Integer),
    optional("lte", Kind::Integer),
];

fn list(kind: Kind, branch: &BTreeMap<String, Node>, path: &str) -> Result<Value, Refusal> {
    let items = as_list(branch).ok_or_else(|| Refusal::param(path, "Invalid array"))?;
    items.into_iter().map(|(place, node)| value(kind, node, &nested(path, place))).collect()
}

fn metadata(branch: &BTreeMap<String, Node>, path: &str) -> Result<Value, Refusal> {
    if branch.len() > METADATA_KEYS {
        return Err(Refusal::param(path, format!("Metadata can have at most {METADATA_KEYS} keys.")));
    }
    let mut object = Map::new();
    for (name, node) in branch {
        let path = nested(path, name);
        if name.chars().count() > METADATA_KEY_LENGTH {
            return Err(Refusal::param(path, format!("Metadata keys can be up to {METADATA_KEY_LENGTH} characters.")));
        }
        let Node::Text(text) = node else {
            return Err(Refusal::param(
                path,
                "Metadata values must be strings, but you passed in a value of type hash",
            ));
        };
        object.insert(name.clone(), limited(text, METADATA_VALUE_LENGTH, &path)?);
    }
    Ok(Value::Object(object))
}

fn limited(text: &str, most: usize, path: &str) -> Result<Value, Refusal> {
    if text.chars().count() > most {
        return Err(Refusal::param(path, format!("Invalid string: must be at most {most} characters")));
    }
    Ok(json!(text))
}

fn choice(words: &'static [&'static str], text: &str, path: &str) -> Result<Value, Refusal> {
    if words.contains(&text) {
        return Ok(json!(text));
    }
    Err(Refusal::param(path, format!("Invalid {path}: must be one of {}", words.join(", "))))
}

fn integer(text: &str, path: &str) -> Result<Value, Refusal> {
    text.parse::<i64>()
        .map(|number| json!(number))
        .map_err(|_| Refusal::param(path, format!("Invalid integer: {text}")).code("parameter_invalid_integer"))
}

fn decimal(text: &str, path: &str) -> Result<Value, Refusal> {
    text.parse::<rust_decimal::Decimal>()
        .map(|number| json!(number.to_string()))
        .map_err(|_| Refusal::param(path, format!("Invalid decimal: {text}")))
}

fn empty(path: &str) -> Refusal {
    Refusal::param(
        path,
        format!(
            "You passed an empty string for '{path}'. We assume empty values are an attempt to unset a parameter; \
             however '{path}' cannot be unset. You should remove '{path}' from your request or supply a non-empty value."
        ),
    )
    .code("parameter_invalid_empty")
}

fn nested(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}[{name}]") }
}
