//! The letter before a charge: when it comes, how much it is, and how it is prevented.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;
use onefare_core::subscription::Notice;
use url::Url;

use super::draft::{Block, Button, Draft, Fact, Section, Sign};
use super::line::Line;
use super::plan_name::plan_name;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a charge that comes.
#[derive(Clone, Copy, Debug)]
pub struct ChargeNotice<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// Which notice it is.
    pub notice: Notice,
    /// Months of the term that is charged.
    pub months: u32,
    /// What is charged.
    pub amount: Money,
    /// When.
    pub charged_at: DateTime<Utc>,
    /// The panel, in the letter's language.
    pub manage_url: &'a Url,
}

impl ChargeNotice<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let (words, labels) = (&texts.charge_notice, &texts.labels);
        let opening = match self.notice {
            Notice::TrialEnds => &words.trial,
            Notice::RenewsInAMonth | Notice::RenewsInAWeek => &words.renewal,
        };
        let (amount, date) = (price_text(self.amount, language), date_text(self.charged_at, language));
        let values = envelope.values(&[("order", self.order_number), ("amount", &amount), ("date", &date)]);
        let mut draft = Draft::opened(envelope, Sign::Done, opening, &texts.footer.why_order, &values)?;
        let name = plan_name(&envelope.brand.name, self.months, language)?;
        let rows = vec![
            Fact::new(&labels.plan, Line::phrase(language, &name)),
            Fact::new(&labels.next_charge, Line::sentence(language, &labels.first_charge_value, &values)?),
            Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)),
        ];
        draft.blocks.push(Block::Facts { figure: None, rows });
        draft.blocks.push(Block::Section(Section {
            lines: vec![Line::sentence(language, &words.cancel, &values)?],
            buttons: vec![Button::quiet(&texts.receipt.manage, self.manage_url.as_str())],
            ..Section::default()
        }));
        envelope.seal(draft, &texts.footer)
    }
}
