//! The receipt of a charge after the first term: what was charged, since when that is agreed, and when the next one comes.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;

use super::draft::{Block, Draft, Fact, Sign};
use super::line::Line;
use super::plan_name::plan_name;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a later charge.
#[derive(Clone, Copy, Debug)]
pub struct LaterReceipt<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// Months of the term that was charged.
    pub months: u32,
    /// Which payment of the order it is: 2 for the first after the purchase.
    pub number: usize,
    /// What was charged.
    pub amount: Money,
    /// When.
    pub charged_at: DateTime<Utc>,
    /// Whether the card had failed before.
    pub was_unpaid: bool,
    /// When the buyer agreed to the amount.
    pub agreed_at: DateTime<Utc>,
    /// When the provider charges next; absent when it does not.
    pub renews_at: Option<DateTime<Utc>>,
}

impl LaterReceipt<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let labels = &texts.labels;
        let day = |at: DateTime<Utc>| date_text(at, language);
        let (amount, date, agreed) = (price_text(self.amount, language), day(self.charged_at), day(self.agreed_at));
        let number = self.number.to_string();
        let values = envelope.values(&[
            ("order", self.order_number),
            ("amount", &amount),
            ("date", &date),
            ("agreed", &agreed),
            ("number", &number),
        ]);
        let words = &texts.later_receipt;
        let opening = if self.was_unpaid { &words.late } else { &words.on_time };
        let mut draft = Draft::opened(envelope, Sign::Done, opening, &texts.footer.why_order, &values)?;
        let name = plan_name(&envelope.brand.name, self.months, language)?;
        let mut rows = vec![
            Fact::new(&labels.amount_paid, Line::sentence(language, &labels.first_charge_value, &values)?),
            Fact::new(&labels.plan, Line::phrase(language, &name)),
        ];
        if let Some(next) = self.renews_at {
            rows.push(Fact::new(&labels.next_charge, Line::phrase(language, &day(next))));
        }
        rows.push(Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)));
        draft.blocks.push(Block::Facts { figure: None, rows });
        envelope.seal(draft, &texts.footer)
    }
}
