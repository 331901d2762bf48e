//! The letters about a subscription that is charged no more: its renewal is cancelled, or its trial has ended.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;

use super::draft::{Block, Draft, Fact, Note, Sign};
use super::line::Line;
use super::plan_name::plan_name;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a cancellation.
#[derive(Clone, Copy, Debug)]
pub struct Cancellation<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// Months of one term of the plan.
    pub months: u32,
    /// What is charged no more.
    pub of: Cancelled,
    /// When the provider confirmed it; of one that was charged late, when the buyer cancelled.
    pub cancelled_at: DateTime<Utc>,
    /// The first instant after the usable time.
    pub ends_at: DateTime<Utc>,
}

/// What is charged no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// A trial: it ends by itself, and its plan is never charged.
    Trial,
    /// A subscription: the term that is paid for is its last.
    Subscription,
    /// A subscription for which the provider charged the next term all the same: that charge is refunded.
    ChargedLate {
        /// The refunded amount.
        amount: Money,
        /// When it was charged.
        on: DateTime<Utc>,
    },
    /// A subscription with an unpaid renewal: it ends immediately, and the invoice is void.
    Unpaid {
        /// The amount of the void invoice.
        amount: Money,
    },
    /// A trial that our support ended at once.
    EndedTrial,
    /// A trial that ended at once because its address had had one.
    SecondTrial,
    /// A trial that ended at once because its buyer had withdrawn before it began.
    WithdrawnTrial,
}

impl Cancellation<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let (envelope, language) = (&self.envelope, self.envelope.language);
        let texts = Texts::of(language)?;
        let labels = &texts.labels;
        let opening = match self.of {
            Cancelled::Trial => &texts.cancellation.trial,
            Cancelled::Subscription => &texts.cancellation.subscription,
            Cancelled::ChargedLate { .. } => &texts.cancellation.late,
            Cancelled::Unpaid { .. } => &texts.cancellation.unpaid,
            Cancelled::EndedTrial => &texts.cancellation.ended,
            Cancelled::SecondTrial => &texts.cancellation.second,
            Cancelled::WithdrawnTrial => &texts.cancellation.withdrawn,
        };
        let (date, end) = (date_text(self.cancelled_at, language), date_text(self.ends_at, language));
        let (amount, charged_on) = match self.of {
            Cancelled::ChargedLate { amount, on } => (price_text(amount, language), date_text(on, language)),
            Cancelled::Unpaid { amount } => (price_text(amount, language), String::new()),
            _ => Default::default(),
        };
        let facts = [("order", self.order_number), ("end", &*end), ("amount", &*amount), ("date", &*charged_on)];
        let values = envelope.values(&facts);
        let mut draft = Draft::opened(envelope, Sign::Done, opening, &texts.footer.why_order, &values)?;
        let dated = |label: &str, date: &str| Fact::new(label, Line::value(language, date));
        let name = plan_name(&envelope.brand.name, self.months, language)?;
        let mut rows = vec![Fact::new(&labels.plan, Line::phrase(language, &name))];
        rows.extend(match self.of {
            Cancelled::Trial => vec![dated(&labels.free_until, &end), dated(&labels.cancelled_on, &date)],
            Cancelled::Subscription => vec![dated(&labels.active_until, &end), dated(&labels.cancelled_on, &date)],
            Cancelled::ChargedLate { .. } => vec![
                Fact::new(&labels.amount_refunded, Line::value(language, &amount)),
                dated(&labels.ended_on, &end),
                dated(&labels.cancelled_on, &date),
            ],
            Cancelled::Unpaid { .. } => vec![dated(&labels.ended_on, &end), dated(&labels.cancelled_on, &date)],
            Cancelled::EndedTrial | Cancelled::SecondTrial | Cancelled::WithdrawnTrial => {
                vec![dated(&labels.ended_on, &end)]
            }
        });
        rows.push(Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)));
        draft.blocks.push(Block::Facts { figure: None, rows });
        if matches!(self.of, Cancelled::ChargedLate { .. }) {
            let when = Note::new(&texts.refund.when_title, vec![Line::words(&texts.refund.card)]);
            draft.blocks.push(Block::Notes(vec![when]));
        }
        envelope.seal(draft, &texts.footer)
    }
}
