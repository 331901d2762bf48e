//! The receipt of a withdrawal: the buyer's statement, word for word, and its time.

use chrono::{DateTime, Utc};
use onefare_core::date_text::instant_text;

use super::draft::{Block, Draft, Fact, Section, Sign};
use super::line::Line;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a withdrawal.
#[derive(Clone, Copy, Debug)]
pub struct WithdrawalReceipt<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// The name that the buyer gave.
    pub name: Option<&'a str>,
    /// Whether a payment was confirmed before it.
    pub was_paid: bool,
    /// When the statement arrived.
    pub stated_at: DateTime<Utc>,
}

impl WithdrawalReceipt<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let (words, labels) = (&texts.withdrawal, &texts.labels);
        let stated_at = instant_text(self.stated_at, language);
        let values = envelope.values(&[("order", self.order_number), ("stated_at", &stated_at)]);
        let mut draft = Draft::opened(envelope, Sign::Done, &words.opening, &texts.footer.why_order, &values)?;
        let mut rows = vec![
            Fact::new(&words.statement, Line::sentence(language, &words.statement_value, &values)?),
            Fact::new(&words.stated_at, Line::value(language, &stated_at)),
            Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)),
            Fact::new(&words.email, Line::left_to_right(language, envelope.to.as_str())),
        ];
        rows.extend(self.name.map(|name| Fact::new(&words.name, Line::value(language, name))));
        draft.blocks.push(Block::Facts { figure: None, rows });
        let next = if self.was_paid { &words.next } else { &words.next_unpaid };
        draft.blocks.push(Block::Section(Section {
            title: Some(Line::words(&words.next_title)),
            lines: vec![Line::sentence(language, next, &values)?],
            ..Section::default()
        }));
        envelope.seal(draft, &texts.footer)
    }
}
