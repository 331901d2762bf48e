//! The letter about a change of plan: the new plan, when it starts, and its price.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;

use super::draft::{Block, Draft, Fact, Sign};
use super::line::Line;
use super::plan_name::{counted, plan_name};
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a change of plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanChange<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// Months between two charges of the new plan.
    pub months: u32,
    /// The amount of each charge.
    pub amount: Money,
    /// The first charge.
    pub charged_at: DateTime<Utc>,
    /// Whether it is the plan in use: an earlier change was taken back.
    pub is_kept: bool,
}

impl PlanChange<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let labels = &texts.labels;
        let (amount, date) = (price_text(self.amount, language), date_text(self.charged_at, language));
        let every = counted(&texts.plan.every, self.months, language)?;
        let values =
            envelope.values(&[("order", self.order_number), ("amount", &amount), ("date", &date), ("every", &every)]);
        let opening = if self.is_kept { &texts.plan_kept } else { &texts.plan_change };
        let mut draft = Draft::opened(envelope, Sign::Done, opening, &texts.footer.why_order, &values)?;
        let name = plan_name(&envelope.brand.name, self.months, language)?;
        let rows = vec![
            Fact::new(&labels.plan, Line::phrase(language, &name)),
            Fact::new(&labels.next_charge, Line::sentence(language, &labels.first_charge_value, &values)?),
            Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)),
        ];
        draft.blocks.push(Block::Facts { figure: None, rows });
        envelope.seal(draft, &texts.footer)
    }
}
