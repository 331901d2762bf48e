//! The letters about another address of an account: a code to each of the two addresses, and a notice to the old one
//! once the account has moved. No code appears in a subject or a preview, which locked screens show.

use onefare_core::otp::Otp;

use super::draft::{Block, Draft, Section, Sign};
use super::line::Line;
use super::sign_in::valid;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The letter with one of the two codes. Its `Debug` form hides the code.
#[derive(Clone, Copy, Debug)]
pub struct EmailCode<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The four digits.
    pub code: &'a Otp,
    /// How many minutes the code is valid.
    pub minutes: u32,
    /// To the old address: the new one. The letter to the new address does not name the old one.
    pub moves_to: Option<&'a str>,
}

/// The notice to the old address of an account that has moved.
#[derive(Clone, Copy, Debug)]
pub struct AccountMoved<'a> {
    /// Sender and recipient: the old address.
    pub envelope: Envelope<'a>,
    /// The address that the account has now.
    pub new_email: &'a str,
}

impl EmailCode<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let words = if self.moves_to.is_some() { &texts.email_code_old } else { &texts.email_code_new };
        let values = envelope.values(&[("new", self.moves_to.unwrap_or_default())]);
        let mut draft = Draft::opened(envelope, Sign::Enter, words, &texts.footer.why_address, &values)?;
        let valid = valid(envelope, &texts.sign_in_code.valid, self.minutes)?;
        draft.blocks.extend([
            Block::ShortCode(Line::code(self.code.as_str())),
            Block::Section(Section { lines: vec![valid], ..Section::default() }),
        ]);
        envelope.seal(draft, &texts.footer)
    }
}

impl AccountMoved<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let values = envelope.values(&[("new", self.new_email)]);
        let draft = Draft::opened(envelope, Sign::Done, &texts.account_moved, &texts.footer.why_address, &values)?;
        envelope.seal(draft, &texts.footer)
    }
}
