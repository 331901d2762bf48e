//! The receipts of plans, trials and deals.

use chrono::{DateTime, Utc};
use onefare_core::bundle::data_text;
use onefare_core::date_text::date_text;
use onefare_core::price_text::price_text;
use onefare_core::quote::Renewal;
use url::Url;

use super::{Subscription, Writing};
use crate::mail::letters::LetterError;
use crate::mail::letters::draft::{Block, Button, Draft, Fact, Link, Note, Section, Sign};
use crate::mail::letters::html::{Values, plain};
use crate::mail::letters::line::Line;
use crate::mail::letters::plan_name::{counted, plan_name};

impl Writing<'_> {
    /// A plan or a deal.
    pub(super) fn subscription(&self, bought: &Subscription<'_>) -> Result<Draft, LetterError> {
        let Subscription { months, free_months, ends_at, renewal, is_cancelled, esim_mb, manage_url } = *bought;
        let (envelope, texts) = (&self.facts.envelope, self.texts);
        let (language, labels) = (envelope.language, &texts.labels);
        let end = date_text(ends_at, language);
        let values = envelope.values(&[("order", self.facts.order_number), ("amount", &self.amount), ("end", &end)]);
        let opening = &texts.receipt.subscription;
        let mut draft = Draft::opened(envelope, Sign::Done, opening, &texts.footer.why_receipt, &values)?;

        let mut rows = vec![self.plan(months)?];
        if free_months > 0 {
            rows.push(Fact::new(&labels.term, Line::phrase(language, &self.term(months, free_months)?)));
        }
        rows.push(Fact::new(&labels.active_until, Line::value(language, &end)));
        rows.extend(esim_mb.map(|megabytes| self.included_esim(megabytes)));
        rows.extend([self.order_number(), self.dated(&labels.paid_on), self.paid_with()]);
        let renewal =
            if is_cancelled { self.cancelled_note(ends_at)? } else { self.renewal_note(renewal, ends_at, &values)? };
        let mut notes = vec![renewal];
        notes.extend(esim_mb.map(|megabytes| self.esim_note(megabytes)).transpose()?);
        notes.push(self.guarantee()?);
        draft.blocks.extend([
            Block::Facts { figure: Some(self.figure(&labels.amount_paid)), rows },
            self.start(manage_url)?,
            Block::Notes(notes),
        ]);
        Ok(draft)
    }

    /// A plan with a trial first.
    pub(super) fn trial(
        &self,
        first_charge: Renewal,
        ends_at: Option<DateTime<Utc>>,
        manage_url: &Url,
    ) -> Result<Draft, LetterError> {
        let (envelope, texts) = (&self.facts.envelope, self.texts);
        let (language, words, labels) = (envelope.language, &texts.receipt, &texts.labels);
        let end = date_text(ends_at.unwrap_or(first_charge.at), language);
        let values = envelope.values(&[("order", self.facts.order_number), ("end", &end)]);
        let mut draft = Draft::opened(envelope, Sign::Done, &words.trial, &texts.footer.why_receipt, &values)?;

        let price = price_text(first_charge.amount, language);
        let every = counted(&texts.plan.every, first_charge.every_months, language)?;
        let charge = Values::new(&[("date", &end), ("amount", &price), ("every", &every)]);
        let say = |text: &str| Line::sentence(language, text, &charge);
        let mut rows = vec![
            self.plan(first_charge.every_months)?,
            Fact::new(&labels.free_until, Line::value(language, &end)),
            Fact::new(&labels.first_charge, say(&labels.first_charge_value)?),
            self.order_number(),
            self.dated(&labels.ordered_on),
            self.paid_with(),
        ];
        let when = match ends_at {
            Some(end) => {
                rows.remove(2);
                self.cancelled_note(end)?
            }
            None => Note::new(&words.trial_title, vec![say(&words.trial_charge)?, say(&words.trial_cancel)?]),
        };
        draft.blocks.extend([
            Block::Facts { figure: Some(self.figure(&labels.charged_today)), rows },
            self.start(manage_url)?,
            Block::Notes(vec![when, self.guarantee()?]),
        ]);
        Ok(draft)
    }

    fn plan(&self, months: u32) -> Result<Fact, LetterError> {
        let envelope = &self.facts.envelope;
        let name = plan_name(&envelope.brand.name, months, envelope.language)?;
        Ok(Fact::new(&self.texts.labels.plan, Line::phrase(envelope.language, &name)))
    }

    /// `12 months + 4 free months`.
    fn term(&self, months: u32, free_months: u32) -> Result<String, LetterError> {
        let (plan, language) = (&self.texts.plan, self.facts.envelope.language);
        let length = counted(&plan.length, months, language)?;
        let free = counted(&plan.free, free_months, language)?;
        plain(&plan.term, &Values::new(&[("length", &length), ("free", &free)]))
    }

    fn start(&self, manage_url: &Url) -> Result<Block, LetterError> {
        let (envelope, words) = (&self.facts.envelope, &self.texts.receipt);
        Ok(Block::Section(Section {
            title: Some(Line::words(&words.start_title)),
            lines: vec![Line::sentence(envelope.language, &words.start, &envelope.values(&[]))?],
            links: Some((Line::words(&words.apps), self.apps())),
            buttons: vec![Button::loud(&words.manage, manage_url.as_str())],
        }))
    }

    /// The app's stores; a shop may lack some of them.
    fn apps(&self) -> Vec<Link> {
        let (brand, language) = (self.facts.envelope.brand, self.facts.envelope.language);
        let links = [
            ("iOS", &brand.link_ios),
            ("Android", &brand.link_android),
            ("Windows", &brand.link_windows),
            ("macOS", &brand.link_macos),
        ];
        let secure = links.into_iter().filter(|(_, address)| address.starts_with("https://"));
        secure
            .map(|(name, address)| Link { name: Line::left_to_right(language, name), address: address.clone() })
            .collect()
    }

    fn renewal_note(
        &self,
        renewal: Option<Renewal>,
        ends_at: DateTime<Utc>,
        values: &Values<'_>,
    ) -> Result<Note, LetterError> {
        let (language, words) = (self.facts.envelope.language, &self.texts.receipt);
        let Some(renewal) = renewal else {
            let end = date_text(ends_at, language);
            let once = Line::sentence(language, &words.once, &Values::new(&[("end", &end)]))?;
            return Ok(Note::new(&words.once_title, vec![once]));
        };
        // This sentence names another amount than the rest.
        let (date, amount) = (date_text(renewal.at, language), price_text(renewal.amount, language));
        let every = counted(&self.texts.plan.every, renewal.every_months, language)?;
        let charge = Values::new(&[("date", &date), ("amount", &amount), ("every", &every)]);
        let lines =
            vec![Line::sentence(language, &words.renewal, &charge)?, Line::sentence(language, &words.cancel, values)?];
        Ok(Note::new(&words.renewal_title, lines))
    }

    /// What a copy says instead of the renewal that was announced and then cancelled.
    fn cancelled_note(&self, ends_at: DateTime<Utc>) -> Result<Note, LetterError> {
        let (language, words) = (self.facts.envelope.language, &self.texts.receipt);
        let end = date_text(ends_at, language);
        let line = Line::sentence(language, &words.cancelled, &Values::new(&[("end", &end)]))?;
        Ok(Note::new(&words.once_title, vec![line]))
    }

    fn esim_note(&self, megabytes: u32) -> Result<Note, LetterError> {
        let (language, words) = (self.facts.envelope.language, &self.texts.receipt);
        let data = data_text(megabytes, language);
        let line = Line::sentence(language, &words.esim, &Values::new(&[("data", &data)]))?;
        Ok(Note::new(&words.esim_title, vec![line]))
    }

    fn guarantee(&self) -> Result<Note, LetterError> {
        let (envelope, words) = (&self.facts.envelope, &self.texts.receipt);
        let language = envelope.language;
        let count = envelope.brand.claims.guarantee_days;
        let days = count.to_string();
        let say = |text: &str| Line::sentence(language, text, &envelope.values(&[("count", &days)]));
        let title = say(words.guarantee_title.form(count, language))?;
        Ok(Note { title, lines: vec![say(words.guarantee.form(count, language))?] })
    }
}
