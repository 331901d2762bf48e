//! A piece of a letter in both forms, so that HTML and plain text cannot say different things.

use onefare_core::language::Language;

use super::LetterError;
use super::html::{Html, Values, isolated_text, phrase_text, plain_in};

/// A line of a letter, as HTML and as plain text.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) html: Html,
    pub(super) text: String,
}

impl Line {
    /// Our own words without values.
    pub(super) fn words(text: &str) -> Self {
        Self { html: Html::escaped(text), text: text.to_owned() }
    }

    /// Our own words with values.
    pub(super) fn sentence(language: Language, text: &str, values: &Values<'_>) -> Result<Self, LetterError> {
        Ok(Self { html: Html::sentence(text, values)?, text: plain_in(language, text, values)? })
    }

    /// A value on its own, isolated: it has its own direction.
    pub(super) fn value(language: Language, value: &str) -> Self {
        Self { html: Html::isolated(value), text: isolated_text(language, value) }
    }

    /// A phrase of the letter's language, whatever script it begins in.
    pub(super) fn phrase(language: Language, phrase: &str) -> Self {
        Self { html: Html::phrase(language, phrase), text: phrase_text(language, phrase) }
    }

    /// A number or name that reads left to right in every language.
    pub(super) fn left_to_right(language: Language, value: &str) -> Self {
        Self { html: Html::left_to_right(value), text: isolated_text(language, value) }
    }

    /// A code to copy or type: without invisible characters around it.
    pub(super) fn code(value: &str) -> Self {
        Self { html: Html::left_to_right(value), text: value.to_owned() }
    }
}
