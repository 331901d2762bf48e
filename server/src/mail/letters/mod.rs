//! What the shop writes. A letter needs no picture, no script and no style sheet of its own to be read; what mail
//! programs understand of the rest makes it nicer.
//!
//! To add a letter: its words in every `<language>.json`, a struct for them in `texts.rs`, its middle part as a page
//! fragment, and a file that fills it. To add a language: one JSON file and one line in `texts.rs`.

mod html;
pub mod plan_name;
pub mod receipt;
mod texts;

#[cfg(test)]
pub(super) mod tests;

/// A letter that could not be written: a mistake in the texts, which the tests rule out.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// The file of texts does not have exactly the texts it should.
    #[error("the {language} texts are not as they should be: {source}")]
    Texts {
        /// Which file.
        language: &'static str,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A text names a value nobody gives, or leaves a brace open.
    #[error("nothing is known to put into {{{0}}}")]
    Placeholder(String),
}
