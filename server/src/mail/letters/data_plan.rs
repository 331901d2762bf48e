//! What letters state about an eSIM data plan.

use onefare_core::bundle::{data_text, days_text};
use onefare_core::language::Language;

use super::LetterError;
use super::draft::Fact;
use super::html::{Values, plain};
use super::line::Line;
use super::texts::Texts;

/// An eSIM data plan as it was sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataPlan<'a> {
    /// The country or region, named in the letter's language.
    pub place: &'a str,
    /// Megabytes as the catalogue counts them: of the whole plan, or of every day when it is `unlimited`.
    pub megabytes: u32,
    /// Whether data continues, slower, once a day's megabytes are used.
    pub unlimited: bool,
    /// Days it is valid, 1 or more.
    pub days: u32,
}

impl DataPlan<'_> {
    /// Its amount of data, as letters, pay pages and our own pages name it: `3 GB`, or for an unlimited plan
    /// `1 GB a day at full speed, then slower`; in plain text.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn data_text(&self, language: Language) -> Result<String, LetterError> {
        self.data(&Texts::of(language)?, language)
    }

    fn data(&self, texts: &Texts, language: Language) -> Result<String, LetterError> {
        let data = data_text(self.megabytes, language);
        if self.unlimited { plain(&texts.data.by_day, &Values::new(&[("data", &data)])) } else { Ok(data) }
    }

    /// Where it works, its amount of data and how long it lasts.
    pub(super) fn facts(&self, texts: &Texts, language: Language) -> Result<Vec<Fact>, LetterError> {
        let data = self.data(texts, language)?;
        let valid = plain(&texts.data.valid, &Values::new(&[("days", &days_text(self.days, language))]))?;
        Ok(vec![
            Fact::new(&texts.labels.destination, Line::value(language, self.place)),
            Fact::new(&texts.labels.data, Line::phrase(language, &data)),
            Fact::new(&texts.labels.valid, Line::phrase(language, &valid)),
        ])
    }
}
