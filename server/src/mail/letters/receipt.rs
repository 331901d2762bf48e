//! The receipt: what was bought and paid, how to begin, whether, when and for how much it renews, how to cancel that,
//! and how to get a refund.
//!
//! It carries no link that grants access: a stranger who reads the letter gets no further than any visitor.

mod subscription;

use chrono::{DateTime, Utc};
use onefare_core::bundle::data_text;
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::payment::Provider;
use onefare_core::price_text::price_text;
use onefare_core::quote::{Product, Quote, Renewal};
use url::Url;

use super::data_plan::DataPlan;
use super::draft::{Block, Button, Draft, Fact, Note, Section, Sign};
use super::line::Line;
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a receipt.
#[derive(Clone, Copy, Debug)]
pub struct Receipt<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// The paid amount; zero for a trial.
    pub amount_paid: Money,
    /// When it was paid, or the trial began.
    pub paid_at: DateTime<Utc>,
    /// The provider of the payment, and thus the payment method.
    pub paid_with: Provider,
    /// What was bought.
    pub purchase: Purchase<'a>,
}

/// What was bought.
#[derive(Clone, Copy, Debug)]
pub enum Purchase<'a> {
    /// A plan or a deal.
    Subscription(Subscription<'a>),
    /// A plan with a trial first.
    Trial {
        /// The first charge: at the end of the trial; of a trial that has become a paid plan the next one.
        first_charge: Renewal,
        /// When it ends, if its renewal is cancelled: then nothing is charged any more.
        ends_at: Option<DateTime<Utc>>,
        /// The panel, in the letter's language.
        manage_url: &'a Url,
    },
    /// Data for an eSIM, which a letter of its own delivers.
    Refill {
        /// The data plan.
        plan: DataPlan<'a>,
        /// The guide to installing an eSIM, in the letter's language.
        tutorial_url: &'a Url,
        /// The panel, which shows the eSIM and its remaining data, in the letter's language.
        panel_url: &'a Url,
    },
}

/// A plan or a deal that was bought.
#[derive(Clone, Copy, Debug)]
pub struct Subscription<'a> {
    /// Months of one term.
    pub months: u32,
    /// Free months on top of the first term.
    pub free_months: u32,
    /// The first instant after the paid time.
    pub ends_at: DateTime<Utc>,
    /// The next charge; absent when nothing renews.
    pub renewal: Option<Renewal>,
    /// Whether it would have renewed, and its buyer cancelled that.
    pub is_cancelled: bool,
    /// Megabytes of the included eSIM.
    pub esim_mb: Option<u32>,
    /// The panel, in the letter's language.
    pub manage_url: &'a Url,
}

impl<'a> Purchase<'a> {
    /// The purchase that a quote for a plan, a trial or a deal describes, made at `paid_at` and paid `until`. `esim_mb` is the data of
    /// the deal's eSIM. `None` for a refill, for a trial that is never charged, and beyond the calendar's and the
    /// money's range.
    #[must_use]
    pub fn of_quote(
        quote: &Quote,
        (paid_at, until): (DateTime<Utc>, DateTime<Utc>),
        esim_mb: Option<u32>,
        manage_url: &'a Url,
    ) -> Option<Self> {
        let renewal = quote.renewal_from(paid_at, Some(until)).ok()?;
        match quote.product() {
            Product::Refill => None,
            Product::Trial => Some(Self::Trial { first_charge: renewal?, ends_at: None, manage_url }),
            Product::Plan | Product::Deal => Some(Self::Subscription(Subscription {
                months: quote.months,
                free_months: quote.extra_months,
                ends_at: until,
                renewal,
                is_cancelled: false,
                esim_mb,
                manage_url,
            })),
        }
    }
}

impl Purchase<'_> {
    /// The purchase as it stands later, for a receipt that is sent again: what was announced on the first day may not hold
    /// any more. `next` is the next charge, `ends_at` the end of a plan whose renewal is cancelled.
    #[must_use]
    pub fn as_it_stands(mut self, next: Option<Renewal>, cancelled_to: Option<DateTime<Utc>>) -> Self {
        match &mut self {
            Self::Subscription(bought) => {
                if let Some(end) = cancelled_to {
                    (bought.ends_at, bought.renewal, bought.is_cancelled) = (end, None, true);
                } else if let Some(next) = next {
                    (bought.ends_at, bought.renewal) = (next.at, Some(next));
                }
            }
            Self::Trial { first_charge, ends_at, .. } => {
                *ends_at = cancelled_to;
                *first_charge = next.unwrap_or(*first_charge);
            }
            Self::Refill { .. } => {}
        }
        self
    }
}

/// A receipt's facts and words, while the letter is written.
struct Writing<'a> {
    facts: &'a Receipt<'a>,
    texts: &'a Texts,
    amount: String,
    paid_on: String,
}

impl Receipt<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let language = self.envelope.language;
        let texts = Texts::of(language)?;
        let writing = Writing {
            facts: self,
            texts: &texts,
            amount: price_text(self.amount_paid, language),
            paid_on: date_text(self.paid_at, language),
        };
        let draft = match self.purchase {
            Purchase::Subscription(bought) => writing.subscription(&bought)?,
            Purchase::Trial { first_charge, ends_at, manage_url } => {
                writing.trial(first_charge, ends_at, manage_url)?
            }
            Purchase::Refill { plan, tutorial_url, panel_url } => writing.refill(&plan, tutorial_url, panel_url)?,
        };
        self.envelope.seal(draft, &texts.footer)
    }
}

impl Writing<'_> {
    fn refill(&self, plan: &DataPlan<'_>, tutorial_url: &Url, panel_url: &Url) -> Result<Draft, LetterError> {
        let (envelope, texts) = (&self.facts.envelope, self.texts);
        let (words, labels) = (&texts.receipt, &texts.labels);
        let values = envelope.values(&[("order", self.facts.order_number), ("amount", &self.amount)]);
        let mut draft = Draft::opened(envelope, Sign::Done, &words.refill, &texts.footer.why_receipt, &values)?;
        let mut rows = plan.facts(texts, envelope.language)?;
        rows.extend([self.order_number(), self.dated(&labels.paid_on), self.paid_with()]);
        draft.blocks.extend([
            Block::Facts { figure: Some(self.figure(&labels.amount_paid)), rows },
            Block::Section(Section {
                title: Some(Line::words(&words.next_title)),
                lines: vec![Line::words(&words.next)],
                buttons: vec![
                    Button::quiet(&texts.esim.panel, panel_url.as_str()),
                    Button::quiet(&words.guide, tutorial_url.as_str()),
                ],
                ..Section::default()
            }),
            Block::Notes(vec![Note::new(&words.once_title, vec![Line::words(&words.once_refill)])]),
        ]);
        Ok(draft)
    }

    fn figure(&self, label: &str) -> Fact {
        Fact::new(label, Line::value(self.facts.envelope.language, &self.amount))
    }

    fn order_number(&self) -> Fact {
        let number = Line::left_to_right(self.facts.envelope.language, self.facts.order_number);
        Fact::new(&self.texts.labels.order_number, number)
    }

    fn dated(&self, label: &str) -> Fact {
        Fact::new(label, Line::value(self.facts.envelope.language, &self.paid_on))
    }

    fn paid_with(&self) -> Fact {
        let (language, labels) = (self.facts.envelope.language, &self.texts.labels);
        let way = match self.facts.paid_with {
            Provider::Stripe => Line::value(language, &labels.by_card),
            Provider::Mollie => Line::left_to_right(language, &labels.by_ideal),
        };
        Fact::new(&labels.paid_with, way)
    }

    /// The eSIM of a deal, as a row.
    fn included_esim(&self, megabytes: u32) -> Fact {
        let language = self.facts.envelope.language;
        Fact::new(&self.texts.labels.included_esim, Line::value(language, &data_text(megabytes, language)))
    }
}
