//! The letter to the owner of a deleted account: what is gone, what the shop must keep by law, what continues.

use super::draft::{Block, Draft, Note, Sign};
use super::line::Line;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// A deleted account.
#[derive(Clone, Copy, Debug)]
pub struct AccountDeleted<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
}

impl AccountDeleted<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let (words, values) = (&texts.account_deleted, envelope.values(&[]));
        let mut draft = Draft::opened(envelope, Sign::Done, &words.opening, &texts.footer.why_account, &values)?;
        let note = |title: &str, text: &str| {
            Ok::<_, LetterError>(Note::new(title, vec![Line::sentence(envelope.language, text, &values)?]))
        };
        draft.blocks.push(Block::Notes(vec![
            note(&words.kept_title, &words.kept)?,
            note(&words.runs_title, &words.runs)?,
            note(&words.not_you_title, &words.not_you)?,
        ]));
        envelope.seal(draft, &texts.footer)
    }
}
