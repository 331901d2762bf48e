//! The letter with an eSIM: every way to install it, with the QR code as a picture inside the letter.
//!
//! The code is a bearer secret: it appears only in the letter's body, neither in the subject nor in a header.

use onefare_core::delivery::{Installation, Platform};
use url::Url;

use super::data_plan::DataPlan;
use super::draft::{Block, Button, Draft, Fact, Note, Section, Sign};
use super::line::Line;
use super::texts::{EsimTexts, Texts};
use super::{Envelope, LetterError};
use crate::mail::qr_code::qr_code;
use crate::mail::{Letter, Picture};

/// The facts of the letter. Its `Debug` form hides the code.
#[derive(Clone, Copy, Debug)]
pub struct EsimReady<'a> {
    /// Sender and recipient.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
    /// What was bought.
    pub plan: DataPlan<'a>,
    /// The means of installation that are known.
    pub installation: &'a Installation,
    /// The guide to installing an eSIM, in the letter's language.
    pub tutorial_url: &'a Url,
    /// The panel, which shows the eSIM and its remaining data, in the letter's language.
    pub panel_url: &'a Url,
}

impl EsimReady<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// [`LetterError::NothingToInstall`] when there is neither a code nor a link nor a part to type; see
    /// [`LetterError`] for the rest.
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let texts = Texts::of(self.envelope.language)?;
        let values = self.envelope.values(&[("order", self.order_number)]);
        let opening = &texts.esim.ready;
        let mut draft = Draft::opened(&self.envelope, Sign::Done, opening, &texts.footer.why_order, &values)?;
        draft.blocks.push(self.facts(&texts)?);
        let head = draft.blocks.len();
        draft.blocks.extend(self.buttons(&texts.esim));
        self.scan(&texts.esim, &mut draft)?;
        self.type_in(&texts, &mut draft.blocks);
        if draft.blocks.len() == head {
            return Err(LetterError::NothingToInstall);
        }
        self.guide(&texts.esim, &mut draft.blocks);
        self.envelope.seal(draft, &texts.footer)
    }

    fn facts(&self, texts: &Texts) -> Result<Block, LetterError> {
        let mut rows = self.plan.facts(texts, self.envelope.language)?;
        let number = Line::left_to_right(self.envelope.language, self.order_number);
        rows.push(Fact::new(&texts.labels.order_number, number));
        Ok(Block::Facts { figure: None, rows })
    }

    /// These come first: a reader on the phone itself cannot scan the code.
    fn buttons(&self, words: &EsimTexts) -> Option<Block> {
        let (title, line, buttons) = if self.installation.code().is_some() {
            let button = |name: &str, platform| Some(Button::loud(name, &self.installation.link(platform)?));
            let both = [(&words.install_apple, Platform::Apple), (&words.install_android, Platform::Android)];
            let buttons = both.into_iter().filter_map(|(name, platform)| button(name, platform)).collect();
            (&words.install_title, &words.install, buttons)
        } else {
            // Without a code both systems have the same link.
            let link = self.installation.link(Platform::Apple)?;
            (&words.open_title, &words.open, vec![Button::loud(&words.open_button, &link)])
        };
        let (title, lines) = (Some(Line::words(title)), vec![Line::words(line)]);
        Some(Block::Section(Section { title, lines, buttons, ..Section::default() }))
    }

    fn scan(&self, words: &EsimTexts, draft: &mut Draft) -> Result<(), LetterError> {
        let Some(code) = self.installation.code() else { return Ok(()) };
        // The letter's id and a host of ours: unique for all time, as a content id must be.
        let host = self.tutorial_url.domain().unwrap_or("localhost");
        let content_id = format!("{}.qr@{host}", self.envelope.letter_id);
        let png = qr_code(&code.full_text())?;
        draft.pictures.push(Picture { content_id: content_id.clone(), file_name: "esim.png", png });
        let [title, line, name] = [&words.scan_title, &words.scan, &words.picture].map(|text| Line::words(text));
        draft.blocks.push(Block::Picture { title, line, content_id, name });
        Ok(())
    }

    fn type_in(&self, texts: &Texts, blocks: &mut Vec<Block>) {
        let (words, labels) = (&texts.esim, &texts.labels);
        let whole = self.installation.code().map(|code| code.typed_text());
        let codes: Vec<_> = [
            (&labels.smdp_address, self.installation.smdp_address()),
            (&labels.activation_code, self.installation.matching_id()),
            (&labels.whole_code, whole.as_deref()),
        ]
        .into_iter()
        .filter_map(|(label, code)| Some(Fact::new(label, Line::code(code?))))
        .collect();
        if codes.is_empty() {
            return;
        }
        blocks.extend([
            Block::Section(Section {
                title: Some(Line::words(&words.type_title)),
                lines: vec![Line::words(&words.type_in)],
                ..Section::default()
            }),
            Block::Codes(codes),
        ]);
    }

    fn guide(&self, words: &EsimTexts, blocks: &mut Vec<Block>) {
        let steps = |title: &str, steps: &[String]| Block::Steps {
            title: Line::words(title),
            steps: steps.iter().map(|step| Line::words(step)).collect(),
        };
        let buttons = vec![
            Button::quiet(&words.panel, self.panel_url.as_str()),
            Button::quiet(&words.guide, self.tutorial_url.as_str()),
        ];
        let mut notes = vec![Note::new(&words.secret_title, vec![Line::words(&words.secret)])];
        if self.installation.code().is_some_and(|code| code.confirmation_required()) {
            notes.insert(0, Note::new(&words.confirmation_title, vec![Line::words(&words.confirmation)]));
        }
        blocks.extend([
            steps(&words.apple_title, &words.apple),
            steps(&words.android_title, &words.android),
            Block::Section(Section { buttons, ..Section::default() }),
            Block::Notes(notes),
        ]);
    }
}
