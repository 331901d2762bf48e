//! The letters for signing in: the code, and the link that replaces it after too many wrong codes (DESIGN D12). Neither
//! secret appears in the subject or the preview, which locked screens show.

use std::fmt;

use onefare_core::otp::Otp;
use url::Url;

use super::draft::{Block, Button, Draft, Fact, Note, Section, Sign};
use super::line::Line;
use super::texts::{Counted, SignInTexts, Texts};
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The letter with a sign-in code. It has no link, so that customers do not get used to signing in by a press on one in
/// a letter. Its `Debug` form hides the code.
#[derive(Clone, Copy, Debug)]
pub struct SignInCode<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The four digits.
    pub code: &'a Otp,
    /// How many minutes the code is valid.
    pub minutes: u32,
}

/// The letter with a single-use link. Its `Debug` form hides the link.
#[derive(Clone, Copy)]
pub struct SignInLink<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The whole URL, with its secret.
    pub link: &'a Url,
    /// How many minutes the link is valid.
    pub minutes: u32,
}

impl SignInCode<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let (words, why) = (&texts.sign_in_code, &texts.footer.why_sign_in);
        let mut draft = Draft::opened(envelope, Sign::Enter, &words.opening, why, &envelope.values(&[]))?;
        let valid = valid(envelope, &words.valid, self.minutes)?;
        draft.blocks.extend([
            Block::ShortCode(Line::code(self.code.as_str())),
            Block::Section(Section { lines: vec![valid], ..Section::default() }),
            warning(&texts.sign_in),
        ]);
        envelope.seal(draft, &texts.footer)
    }
}

impl SignInLink<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let (words, why) = (&texts.sign_in_link, &texts.footer.why_sign_in);
        let mut draft = Draft::opened(envelope, Sign::Enter, &words.opening, why, &envelope.values(&[]))?;
        let section = Section {
            lines: vec![valid(envelope, &words.valid, self.minutes)?],
            buttons: vec![Button::loud(&words.button, self.link.as_str())],
            ..Section::default()
        };
        draft.blocks.extend([
            Block::Section(section),
            Block::ButtonAddress(Fact::new(&words.copy, Line::code(self.link.as_str()))),
            warning(&texts.sign_in),
        ]);
        envelope.seal(draft, &texts.footer)
    }
}

impl fmt::Debug for SignInLink<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SignInLink")
            .field("envelope", &self.envelope)
            .field("minutes", &self.minutes)
            .finish_non_exhaustive()
    }
}

pub(super) fn valid(envelope: &Envelope<'_>, text: &Counted, minutes: u32) -> Result<Line, LetterError> {
    let count = minutes.to_string();
    Line::sentence(envelope.language, text.form(minutes, envelope.language), &envelope.values(&[("count", &count)]))
}

/// A warning for recipients who did not request the letter.
fn warning(words: &SignInTexts) -> Block {
    Block::Notes(vec![Note::new(&words.warning_title, vec![Line::words(&words.warning)])])
}
