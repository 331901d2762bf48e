//! What every letter needs beside its subject matter.

use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::wire::brand::Brand;

use super::LetterError;
use super::draft::Draft;
use super::html::Values;
use super::line::Line;
use super::page::page;
use super::plain_text::plain_text;
use super::texts::FooterTexts;
use crate::mail::Letter;

/// Sender, recipient and language.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// The seller.
    pub brand: &'a Brand,
    /// The language of the order, or of the page that was used.
    pub language: Language,
    /// The recipient.
    pub to: &'a Email,
    /// Our id of this letter, the same in every attempt to send it: ASCII letters, digits, `_`, `-` and `.`.
    pub letter_id: &'a str,
}

impl<'a> Envelope<'a> {
    /// The values that every sentence may name, and those of one letter.
    pub(super) fn values(&self, more: &[(&'a str, &'a str)]) -> Values<'a> {
        let brand = self.brand;
        let own =
            [("brand", brand.name.as_str()), ("support", brand.support_email.as_str()), ("email", self.to.as_str())];
        Values::new(&[&own, more].concat())
    }

    pub(super) fn help(&self, footer: &FooterTexts) -> Result<Line, LetterError> {
        Line::sentence(self.language, &footer.help, &self.values(&[]))
    }

    /// The company behind the shop, in one line.
    pub(super) fn company(&self) -> String {
        let brand = self.brand;
        let parts = [&brand.legal_entity, &brand.address, &brand.registration, &brand.vat];
        parts.map(String::as_str).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// Renders HTML and plain text.
    pub(super) fn seal(&self, draft: Draft, footer: &FooterTexts) -> Result<Letter, LetterError> {
        Ok(Letter {
            to: self.to.clone(),
            html: page(self, &draft, footer)?,
            text: plain_text(self, &draft, footer)?,
            subject: draft.subject,
            language: self.language,
            message_id: self.letter_id.to_owned(),
            pictures: draft.pictures,
        })
    }
}
