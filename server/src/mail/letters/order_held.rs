//! The letter about a held order: why nothing is delivered, that no other payment is needed, and what happens next.

use super::draft::{Block, Draft, Fact, Note, Section, Sign};
use super::line::Line;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a held order. The paid amount is not among them: a person has to establish it.
#[derive(Clone, Copy, Debug)]
pub struct OrderHeld<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
}

impl OrderHeld<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let words = &texts.order_held;
        let values = envelope.values(&[("order", self.order_number)]);
        let mut draft = Draft::opened(envelope, Sign::Wait, &words.opening, &texts.footer.why_order, &values)?;
        let number = Fact::new(&texts.labels.order_number, Line::left_to_right(language, self.order_number));
        draft.blocks.extend([
            Block::Facts { figure: None, rows: vec![number] },
            Block::Notes(vec![Note::new(&words.once_title, vec![Line::words(&words.once)])]),
            Block::Section(Section {
                title: Some(Line::words(&words.next_title)),
                lines: vec![Line::words(&words.next)],
                ..Section::default()
            }),
        ]);
        envelope.seal(draft, &texts.footer)
    }
}
