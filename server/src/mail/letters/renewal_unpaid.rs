//! The dunning letters: the charge failed, with the end of the grace period and one action; or the plan ended unpaid.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;
use url::Url;

use super::draft::{Block, Button, Draft, Fact, Section, Sign};
use super::line::Line;
use super::plan_name::plan_name;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a renewal that is unpaid.
#[derive(Clone, Copy, Debug)]
pub struct RenewalUnpaid<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// Months of the term that is unpaid.
    pub months: u32,
    /// What is due.
    pub amount: Money,
    /// When the unpaid term began.
    pub unpaid_since: DateTime<Utc>,
    /// How it stands.
    pub standing: Unpaid<'a>,
}

/// How an unpaid renewal stands.
#[derive(Clone, Copy, Debug)]
pub enum Unpaid<'a> {
    /// The bank declined the card.
    Declined {
        /// Until when the buyer keeps access.
        access_until: DateTime<Utc>,
        /// The panel, which leads to the provider's card page.
        panel_url: &'a Url,
    },
    /// The bank requires the customer to confirm the charge.
    NeedsConfirmation {
        /// Until when the buyer keeps access.
        access_until: DateTime<Utc>,
        /// The invoice's hosted page.
        page_url: &'a str,
    },
    /// It stayed unpaid past the grace period, and the plan ended.
    GivenUp {
        /// The page that sells the plan.
        buy_url: &'a str,
    },
}

impl RenewalUnpaid<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let (unpaid, ended, labels) = (&texts.renewal_unpaid, &texts.renewal_ended, &texts.labels);
        let (opening, until, button) = match self.standing {
            Unpaid::Declined { access_until, panel_url } => {
                (&unpaid.card, Some(access_until), Button::loud(&unpaid.card_button, panel_url.as_str()))
            }
            Unpaid::NeedsConfirmation { access_until, page_url } => {
                (&unpaid.confirm, Some(access_until), Button::loud(&unpaid.confirm_button, page_url))
            }
            Unpaid::GivenUp { buy_url } => (&ended.opening, None, Button::quiet(&ended.again, buy_url)),
        };
        let (amount, date) = (price_text(self.amount, language), date_text(self.unpaid_since, language));
        let until = until.map(|until| date_text(until, language));
        let values = envelope.values(&[
            ("order", self.order_number),
            ("amount", &amount),
            ("date", &date),
            ("until", until.as_deref().unwrap_or_default()),
        ]);
        let mut draft = Draft::opened(envelope, Sign::Wait, opening, &texts.footer.why_order, &values)?;
        let cancel = until.is_some().then(|| Line::sentence(language, &unpaid.cancel, &values)).transpose()?;
        draft.blocks.push(Block::Section(Section { buttons: vec![button], ..Section::default() }));
        let name = plan_name(&envelope.brand.name, self.months, language)?;
        let mut rows = vec![Fact::new(&labels.plan, Line::phrase(language, &name))];
        rows.extend(until.map(|until| Fact::new(&labels.active_until, Line::value(language, &until))));
        rows.push(Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)));
        draft.blocks.push(Block::Facts { figure: None, rows });
        if let Some(cancel) = cancel {
            draft.blocks.push(Block::Section(Section { lines: vec![cancel], ..Section::default() }));
        }
        envelope.seal(draft, &texts.footer)
    }
}
