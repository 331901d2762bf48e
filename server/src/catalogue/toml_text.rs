//! Writes texts in the price list file's format.

/// Appends a key and a quoted text as one line.
pub(super) fn push(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push_str(&quoted(value));
    text.push('\n');
}

pub(super) fn quoted(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
