//! The letter about a refund: how much, why, and when the money arrives.

use chrono::{DateTime, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::payment::Provider;
use onefare_core::price_text::price_text;

use super::draft::{Block, Draft, Fact, Note, Sign};
use super::line::Line;
use super::texts::{Opening, Texts};
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a refund.
#[derive(Clone, Copy, Debug)]
pub struct Refund<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// The refunded amount.
    pub amount: Money,
    /// What was paid with the payment.
    pub paid: Money,
    /// When it was decided.
    pub refunded_at: DateTime<Utc>,
    /// Why.
    pub reason: RefundReason,
    /// What ends with the refund; `None` where the buyer keeps what was bought, or never had it.
    pub ended: Option<Ended>,
    /// The provider of the payment, and thus the way of the refund.
    pub paid_with: Provider,
}

/// Why a payment is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundReason {
    /// The order was paid twice; the order itself remains.
    SecondPayment,
    /// What was ordered could not be delivered.
    NotDelivered,
    /// The buyer had withdrawn before the payment arrived; nothing was delivered.
    Withdrawn,
    /// Our support decided it.
    BySupport,
    /// Our support decided to refund a part; the buyer keeps what was bought.
    PartBySupport,
    /// Our support decided to refund what was left after earlier parts.
    RestBySupport,
}

/// What ends when all of an order's money is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A plan or a deal.
    Subscription,
    /// Data for an eSIM.
    Esim,
}

impl Refund<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let language = envelope.language;
        let texts = Texts::of(language)?;
        let (words, labels) = (&texts.refund, &texts.labels);
        let (amount, date) = (price_text(self.amount, language), date_text(self.refunded_at, language));
        let reason = match self.reason {
            RefundReason::SecondPayment => &words.second_payment,
            RefundReason::NotDelivered => &words.not_delivered,
            RefundReason::Withdrawn => &words.withdrawn,
            RefundReason::BySupport => &words.by_support,
            RefundReason::PartBySupport => &words.part_by_support,
            RefundReason::RestBySupport => &words.rest_by_support,
        };
        let is_part = self.reason == RefundReason::PartBySupport;
        let opening = Opening {
            subject: words.subject.clone(),
            preview: words.preview.clone(),
            title: if is_part { &words.part_title } else { &words.title }.clone(),
            intro: reason.clone(),
        };
        let paid = price_text(self.paid, language);
        let values = envelope.values(&[("order", self.order_number), ("amount", &amount), ("paid", &paid)]);
        let mut draft = Draft::opened(envelope, Sign::Back, &opening, &texts.footer.why_order, &values)?;
        let when = match self.paid_with {
            Provider::Stripe => &words.card,
            Provider::Mollie => &words.ideal,
        };
        let ended = self.ended.map(|ended| match ended {
            Ended::Subscription => &words.ended_subscription,
            Ended::Esim => &words.ended_esim,
        });
        let mut notes: Vec<Note> =
            ended.map(|ended| Note::new(&words.ended_title, vec![Line::words(ended)])).into_iter().collect();
        notes.push(Note::new(&words.when_title, vec![Line::words(when)]));
        draft.blocks.extend([
            Block::Facts {
                figure: Some(Fact::new(&labels.amount_refunded, Line::value(language, &amount))),
                rows: vec![
                    Fact::new(&labels.order_number, Line::left_to_right(language, self.order_number)),
                    Fact::new(&labels.refunded_on, Line::value(language, &date)),
                ],
            },
            Block::Notes(notes),
        ]);
        envelope.seal(draft, &texts.footer)
    }
}
