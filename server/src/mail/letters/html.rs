//! Puts values into texts and pages, so that no value can become markup or disturb the reading order of its neighbours.
//!
//! Own code rather than a template library: the only construct is `{name}`, and what matters is that only [`Html`] can
//! enter a page, which the compiler checks.

use onefare_core::language::{Direction, Language};

use super::LetterError;

const ISOLATE: char = '\u{2068}';
const ISOLATE_RIGHT_TO_LEFT: char = '\u{2067}';
const ISOLATE_END: char = '\u{2069}';

/// More characters than the longest known preview.
const PREVIEW_PADDING: usize = 150;

/// Text that is safe in a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Html(String);

/// The named values of a text.
#[derive(Clone, Debug)]
pub(super) struct Values<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Values<'a> {
    pub(super) fn new(values: &[(&'a str, &'a str)]) -> Self {
        Self(values.to_vec())
    }

    fn get(&self, name: &str) -> Result<&'a str, LetterError> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).ok_or_else(|| LetterError::Placeholder(name.to_owned()))
    }
}

impl Html {
    /// Any text, escaped for content and quoted attributes.
    pub(super) fn escaped(text: &str) -> Self {
        let mut safe = String::with_capacity(text.len());
        for character in text.chars() {
            match character {
                '&' => safe.push_str("&amp;"),
                '<' => safe.push_str("&lt;"),
                '>' => safe.push_str("&gt;"),
                '"' => safe.push_str("&quot;"),
                '\'' => safe.push_str("&#39;"),
                other => safe.push(other),
            }
        }
        Self(safe)
    }

    /// A value on its own, isolated: it has its own direction.
    pub(super) fn isolated(text: &str) -> Self {
        Self(format!("<bdi>{}</bdi>", Self::escaped(text).0))
    }

    /// A phrase of the letter's language, whatever script it begins in.
    pub(super) fn phrase(language: Language, text: &str) -> Self {
        Self(format!("<bdi dir=\"{}\">{}</bdi>", language.direction().code(), Self::escaped(text).0))
    }

    /// A number, code or address that reads left to right in every language.
    pub(super) fn left_to_right(text: &str) -> Self {
        Self(format!("<bdi dir=\"ltr\">{}</bdi>", Self::escaped(text).0))
    }

    /// A translated sentence with its values, each isolated.
    pub(super) fn sentence(text: &str, values: &Values<'_>) -> Result<Self, LetterError> {
        fill(text, |piece| Ok(Self::escaped(piece).0), |name| Ok(Self::isolated(values.get(name)?).0)).map(Self)
    }

    /// A template of ours with its parts.
    pub(super) fn page(template: &str, parts: &[(&str, Self)]) -> Result<Self, LetterError> {
        let part = |name: &str| {
            let found = parts.iter().find(|(known, _)| *known == name);
            found.map(|(_, part)| part.0.clone()).ok_or_else(|| LetterError::Placeholder(name.to_owned()))
        };
        fill(template, |piece| Ok(piece.to_owned()), part).map(Self)
    }

    /// Several parts, concatenated.
    pub(super) fn joined(parts: impl IntoIterator<Item = Self>) -> Self {
        Self(parts.into_iter().map(|part| part.0).collect())
    }

    /// Fills the rest of the line that mail programs and locked screens show behind the preview: otherwise they fill it
    /// with the beginning of the letter.
    pub(super) fn preview_padding() -> Self {
        Self("&#847;&zwnj;&nbsp;".repeat(PREVIEW_PADDING))
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

/// A translated sentence with its values, as plain text of a left-to-right language or where the direction does not
/// matter.
pub(super) fn plain(text: &str, values: &Values<'_>) -> Result<String, LetterError> {
    fill(text, |piece| Ok(piece.to_owned()), |name| values.get(name).map(str::to_owned))
}

/// The same for a letter: in right-to-left text an isolate wraps each value, or its hyphens and points would change
/// sides.
pub(super) fn plain_in(language: Language, text: &str, values: &Values<'_>) -> Result<String, LetterError> {
    let value = |name: &str| values.get(name).map(|value| isolated_text(language, value));
    fill(text, |piece| Ok(piece.to_owned()), value)
}

/// A value on its own, in plain text.
pub(super) fn isolated_text(language: Language, value: &str) -> String {
    match language.direction() {
        Direction::Ltr => value.to_owned(),
        Direction::Rtl => format!("{ISOLATE}{value}{ISOLATE_END}"),
    }
}

/// A phrase of the letter's language in plain text, whatever script it begins in.
pub(super) fn phrase_text(language: Language, phrase: &str) -> String {
    match language.direction() {
        Direction::Ltr => phrase.to_owned(),
        Direction::Rtl => format!("{ISOLATE_RIGHT_TO_LEFT}{phrase}{ISOLATE_END}"),
    }
}

/// Walks a text: passes the pieces between placeholders to `piece`, and each `{name}` to `value`. A brace without a
/// name, as in a style sheet, belongs to a piece.
fn fill(
    text: &str,
    piece: impl Fn(&str) -> Result<String, LetterError>,
    value: impl Fn(&str) -> Result<String, LetterError>,
) -> Result<String, LetterError> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(&piece(before)?);
        let name_length = after.bytes().take_while(|byte| byte.is_ascii_lowercase() || *byte == b'_').count();
        if name_length > 0 && after.as_bytes().get(name_length) == Some(&b'}') {
            let (name, tail) = after.split_at(name_length);
            filled.push_str(&value(name)?);
            rest = tail.get(1..).unwrap_or_default();
        } else {
            filled.push_str(&piece("{")?);
            rest = after;
        }
    }
    filled.push_str(&piece(rest)?);
    Ok(filled)
}
