//! The receipt: what was paid and for how long, how to begin, when and for how much it renews, how to stop that, and
//! how to get the money back.
//!
//! It carries no link that opens anything by itself: whoever finds the letter finds only our front door.

use onefare_core::email::Email;
use onefare_core::language::{Direction, Language};
use onefare_core::wire::page::Brand;
use url::Url;

use super::LetterError;
use super::html::{Html, Values, isolated_text, phrase_text, plain, plain_in};
use super::plan_name::plan_name;
use super::texts::Texts;
use crate::mail::Letter;

/// The facts of a receipt. Prices and days come as the rules write them in `language`.
#[derive(Clone, Debug)]
pub struct Receipt<'a> {
    /// Who sells.
    pub brand: &'a Brand,
    /// The order's language.
    pub language: Language,
    /// The buyer.
    pub to: &'a Email,
    /// Our id of this letter, the same in every attempt.
    pub letter_id: &'a str,
    /// The short order number.
    pub order_number: &'a str,
    /// Length of a term.
    pub months: u32,
    /// What was paid.
    pub amount_paid: &'a str,
    /// When.
    pub paid_on: &'a str,
    /// When the paid term ends.
    pub term_end: &'a str,
    /// What every later term costs.
    pub renewal_amount: &'a str,
    /// When the next payment is due.
    pub renewal_on: &'a str,
    /// The panel, in the order's language.
    pub manage_url: &'a Url,
}

/// The receipt's facts and words, on the way to becoming a letter.
struct Draft<'a> {
    facts: &'a Receipt<'a>,
    texts: Texts,
    plan: String,
    every: String,
    days: String,
}

impl Receipt<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let texts = Texts::of(self.language)?;
        let count = self.months.to_string();
        let every = texts.plan.every.form(self.months, self.language);
        let every = plain(every, &Values::new(&[("count", &count)]))?;
        let plan = plan_name(&self.brand.name, self.months, self.language)?;
        let days = self.brand.claims.guarantee_days.to_string();
        let draft = Draft { facts: self, texts, plan, every, days };
        Ok(Letter {
            to: self.to.clone(),
            subject: draft.line(&draft.texts.receipt.subject)?,
            html: draft.html()?,
            text: draft.text()?,
            language: self.language,
            message_id: self.letter_id.to_owned(),
        })
    }
}

impl Draft<'_> {
    /// Every value a sentence may name.
    fn values(&self) -> Values<'_> {
        let facts = self.facts;
        Values::new(&[
            ("brand", &facts.brand.name),
            ("order", facts.order_number),
            ("amount", facts.amount_paid),
            ("end", facts.term_end),
            ("email", facts.to.as_str()),
            ("every", &self.every),
            ("support", &facts.brand.support_email),
            ("count", &self.days),
        ])
    }

    /// The renewal sentence speaks of another amount than the rest.
    fn renewal_values(&self) -> Values<'_> {
        Values::new(&[("date", self.facts.renewal_on), ("amount", self.facts.renewal_amount), ("every", &self.every)])
    }

    fn line(&self, text: &str) -> Result<String, LetterError> {
        plain_in(self.facts.language, text, &self.values())
    }

    fn guarantee_title(&self) -> &str {
        self.texts.receipt.guarantee_title.form(self.facts.brand.claims.guarantee_days, self.facts.language)
    }

    fn guarantee(&self) -> &str {
        self.texts.receipt.guarantee.form(self.facts.brand.claims.guarantee_days, self.facts.language)
    }

    /// Where the app is to be had; a shop may lack one of them.
    fn apps(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let brand = self.facts.brand;
        let links = [
            ("iOS", brand.link_ios.as_str()),
            ("Android", &brand.link_android),
            ("Windows", &brand.link_windows),
            ("macOS", &brand.link_macos),
        ];
        links.into_iter().filter(|(_, address)| address.starts_with("https://"))
    }

    fn company(&self) -> String {
        let brand = self.facts.brand;
        let parts = [&brand.legal_entity, &brand.address, &brand.registration, &brand.vat];
        parts.map(String::as_str).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    fn html(&self) -> Result<String, LetterError> {
        let (facts, words) = (self.facts, &self.texts.receipt);
        let sentence = |text: &str| Html::sentence(text, &self.values());
        let (dir, start, end) = self.sides();
        let row = |label: &str, value: Html| {
            let parts =
                [("label", Html::escaped(label)), ("value", value), ("start", start.clone()), ("end", end.clone())];
            Html::page(include_str!("receipt_row.html"), &parts)
        };
        let rows = [
            row(&words.plan, Html::phrase(facts.language, &self.plan))?,
            row(&words.active_until, Html::isolated(facts.term_end))?,
            row(&words.order_number, Html::left_to_right(facts.order_number))?,
            row(&words.paid_on, Html::isolated(facts.paid_on))?,
        ];
        let body = Html::page(
            include_str!("receipt.html"),
            &[
                ("dir", dir.clone()),
                ("start", start.clone()),
                ("title", sentence(&words.title)?),
                ("intro", sentence(&words.intro)?),
                ("amount_label", Html::escaped(&words.amount)),
                ("amount", Html::isolated(facts.amount_paid)),
                ("rows", Html::joined(rows)),
                ("start_title", Html::escaped(&words.start_title)),
                ("start_text", sentence(&words.start)?),
                ("apps_label", Html::escaped(&words.apps)),
                ("apps", self.app_links()?),
                ("manage_url", Html::escaped(facts.manage_url.as_str())),
                ("manage", Html::escaped(&words.manage)),
                ("renewal_title", Html::escaped(&words.renewal_title)),
                ("renewal", Html::sentence(&words.renewal, &self.renewal_values())?),
                ("cancel", sentence(&words.cancel)?),
                ("guarantee_title", sentence(self.guarantee_title())?),
                ("guarantee", sentence(self.guarantee())?),
            ],
        )?;
        let (font, leading) = match facts.language.direction() {
            Direction::Ltr => ("-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif", "1.55"),
            Direction::Rtl => ("-apple-system,'Segoe UI','Noto Sans Arabic',Tahoma,Arial,sans-serif", "1.75"),
        };
        let letter = Html::page(
            include_str!("letter.html"),
            &[
                ("lang", Html::escaped(facts.language.code())),
                ("dir", dir),
                ("start", start),
                ("font", Html::escaped(font)),
                ("leading", Html::escaped(leading)),
                ("subject", Html::escaped(&self.line(&words.subject)?)),
                ("preview", sentence(&words.preview)?),
                ("brand", Html::escaped(&facts.brand.name)),
                ("body", body),
                ("help", sentence(&self.texts.footer.help)?),
                ("why", sentence(&self.texts.footer.why)?),
                ("company", Html::isolated(&self.company())),
            ],
        )?;
        Ok(letter.into_string())
    }

    /// `dir`, and the sides a line begins and ends on: mail programs know no `start` and `end`.
    fn sides(&self) -> (Html, Html, Html) {
        let [dir, start, end] = match self.facts.language.direction() {
            Direction::Ltr => ["ltr", "left", "right"],
            Direction::Rtl => ["rtl", "right", "left"],
        };
        (Html::escaped(dir), Html::escaped(start), Html::escaped(end))
    }

    fn app_links(&self) -> Result<Html, LetterError> {
        let template = "{gap}<a class=\"pine\" href=\"{address}\" style=\"color:#0b6b57;font-weight:600\">{name}</a>";
        let links = self.apps().enumerate().map(|(index, (name, address))| {
            let gap = if index == 0 { "" } else { " · " };
            let parts =
                [("gap", Html::escaped(gap)), ("address", Html::escaped(address)), ("name", Html::left_to_right(name))];
            Html::page(template, &parts)
        });
        Ok(Html::joined(links.collect::<Result<Vec<_>, _>>()?))
    }

    fn text(&self) -> Result<String, LetterError> {
        let (facts, words) = (self.facts, &self.texts.receipt);
        let isolated = |value: &str| isolated_text(facts.language, value);
        let pair = |label: &str, value: &str| format!("{label}: {}", isolated(value));
        let details = [
            pair(&words.amount, facts.amount_paid),
            format!("{}: {}", words.plan, phrase_text(facts.language, &self.plan)),
            pair(&words.active_until, facts.term_end),
            pair(&words.order_number, facts.order_number),
            pair(&words.paid_on, facts.paid_on),
        ];
        let apps: Vec<_> = self.apps().map(|(name, address)| format!("{}: {address}", isolated(name))).collect();
        let paragraphs = [
            facts.brand.name.clone(),
            self.line(&words.title)?.to_uppercase(),
            self.line(&words.intro)?,
            details.join("\n"),
            format!("{}\n{}\n{}\n{}", words.start_title, self.line(&words.start)?, words.apps, apps.join("\n")),
            format!("{}: {}", words.manage, facts.manage_url),
            format!(
                "{}\n{}\n{}",
                words.renewal_title,
                plain_in(facts.language, &words.renewal, &self.renewal_values())?,
                self.line(&words.cancel)?
            ),
            format!("{}\n{}", self.line(self.guarantee_title())?, self.line(self.guarantee())?),
            format!(
                "-- \n{}\n{}\n{}",
                self.line(&self.texts.footer.help)?,
                self.line(&self.texts.footer.why)?,
                isolated(&self.company())
            ),
        ];
        Ok(paragraphs.join("\n\n") + "\n")
    }
}
