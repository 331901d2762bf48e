//! The page for unknown addresses: it repeats the path as plain text.

use onefare_core::quote::QuoteError;
use onefare_core::wire::page::{Content, NotFoundPage};

use super::registry::PageFacts;

/// Longest part of an unknown path that the page repeats, in characters.
const SHOWN_PATH: usize = 64;

/// Builds the page.
///
/// # Errors
/// Never.
pub fn not_found(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    Ok(Content::NotFound(NotFoundPage { path: shown(facts.path) }))
}

/// An unknown path as text: decoded, without control and direction characters, cut.
fn shown(path: &str) -> String {
    let hidden = |c: &char| {
        c.is_control()
            || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy().into_owned();
    decoded.chars().filter(|c| !hidden(c)).take(SHOWN_PATH).collect()
}
