//! Texts as the price list file writes them.

/// A key and a quoted text on a line.
pub(super) fn push(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push_str(&quoted(value));
    text.push('\n');
}

pub(super) fn quoted(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}
