//! The page for unknown addresses, which repeats the path as plain text.
//!
//! Anyone can request any number of unknown addresses. The page is therefore drawn once per language and theme, with
//! [`PLACE`] as the path, and the real path replaces it afterwards.

use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, NotFoundPage};

use super::escape::{attribute, script_json};
use super::page_facts::PageFacts;

/// Longest part of an unknown path that the page repeats, in characters.
const SHOWN_PATH: usize = 64;

/// The placeholder for the path in a cached document.
pub const PLACE: &str = "onefare-unknown-path";

/// The text before it in the page's data.
const IN_DATA: &str = "\"path\":\"";

/// A cached document with the path of one address: in the page's data, and wherever React wrote it as text.
#[must_use]
pub fn with_path(document: &str, path: &str) -> String {
    let path = shown(path);
    let json = serde_json::Value::from(path.as_str()).to_string();
    let in_quotes = json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or_default();
    let in_data = script_json(in_quotes).into_owned();
    let as_text = attribute(&path);
    let mut html = String::with_capacity(document.len() + 4 * path.len());
    for (index, part) in document.split(PLACE).enumerate() {
        if index > 0 {
            html.push_str(if html.ends_with(IN_DATA) { &in_data } else { &as_text });
        }
        html.push_str(part);
    }
    html
}

/// Builds the page.
///
/// # Errors
/// Never.
pub fn not_found(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::NotFound(NotFoundPage { path: shown(facts.path) }))
}

/// An unknown path as text: decoded, without control and direction characters, truncated.
fn shown(path: &str) -> String {
    let hidden = |c: &char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned();
    decoded.chars().filter(|c| !hidden(c)).take(SHOWN_PATH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_text_wherever_it_is_put() {
        let document = format!("<script type=json>{{{IN_DATA}{PLACE}\",\"n\":1}}</script><bdi>{PLACE}</bdi>");
        for path in
            ["/a", "/%22%3C/script%3E%3Cb%3E%5C", "/onefare-unknown-path/'&", "/%E2%80%AE\u{202E}%00x", "/\\", "/%22"]
        {
            let html = with_path(&document, path);
            let (data, text) = html.strip_prefix("<script type=json>").unwrap().split_once("</script>").unwrap();
            let data: serde_json::Value = serde_json::from_str(data).unwrap();
            assert_eq!(data["path"], shown(path), "{html}");
            let text = text.strip_prefix("<bdi>").unwrap().strip_suffix("</bdi>").unwrap();
            assert_eq!(text, attribute(&shown(path)), "{html}");
        }
    }
}
