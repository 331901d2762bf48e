//! Text escaped for its context.

use std::borrow::Cow;

/// Text for an element or for an attribute in double quotes.
#[must_use]
pub fn attribute(text: &str) -> Cow<'_, str> {
    replace(text, &['&', '<', '>', '"', '\''], |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    })
}

/// JSON for a script element: nothing in it can end the element, begin a comment or upset a script parser. The
/// characters occur in JSON only inside strings, so the meaning stays the same.
#[must_use]
pub fn script_json(json: &str) -> Cow<'_, str> {
    replace(json, &['<', '>', '&', '\u{2028}', '\u{2029}'], |c| match c {
        '<' => Some("\\u003c"),
        '>' => Some("\\u003e"),
        '&' => Some("\\u0026"),
        '\u{2028}' => Some("\\u2028"),
        '\u{2029}' => Some("\\u2029"),
        _ => None,
    })
}

/// Most texts need no escaping, and searching for one character at a time finds that out many bytes at once.
fn replace<'a>(text: &'a str, replaced: &[char], replacement: impl Fn(char) -> Option<&'static str>) -> Cow<'a, str> {
    if !replaced.iter().any(|c| text.contains(*c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match replacement(c) {
            Some(escaped) => safe.push_str(escaped),
            None => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        assert_eq!(attribute(r#"<a b="c" d='e'>&"#), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
        assert!(matches!(attribute("plain شمال"), Cow::Borrowed(_)));
        let json = serde_json::json!({ "a": "</script><!-- <script>&\u{2028}\u{2029}" }).to_string();
        let safe = script_json(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{safe}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&safe).unwrap(),
            serde_json::from_str::<serde_json::Value>(&json).unwrap()
        );
    }
}
