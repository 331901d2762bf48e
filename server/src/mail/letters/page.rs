//! A letter as HTML: tables and inline styles, because mail programs support little else; where they support the style
//! sheet, it looks better.

use onefare_core::language::{Direction, Language};

use super::draft::{Block, Button, Draft, Fact, Link, Note, Section, Sign};
use super::html::Html;
use super::line::Line;
use super::texts::FooterTexts;
use super::{Envelope, LetterError};

/// The HTML of a letter.
pub(super) fn page(envelope: &Envelope<'_>, draft: &Draft, footer: &FooterTexts) -> Result<String, LetterError> {
    let page = Page { language: envelope.language };
    let blocks = draft.blocks.iter().map(|block| page.block(block)).collect::<Result<Vec<_>, _>>()?;
    let (font, leading) = match page.language.direction() {
        Direction::Ltr => ("-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif", "1.55"),
        Direction::Rtl => ("-apple-system,'Segoe UI','Noto Sans Arabic',Tahoma,Arial,sans-serif", "1.75"),
    };
    let parts = [
        ("lang", Html::escaped(page.language.code())),
        ("font", Html::escaped(font)),
        ("leading", Html::escaped(leading)),
        ("subject", Html::escaped(&draft.subject)),
        ("preview", draft.preview.html.clone()),
        ("padding", Html::preview_padding()),
        ("brand", Html::escaped(&envelope.brand.name)),
        ("body", Html::joined(blocks)),
        ("help", envelope.help(footer)?.html),
        ("why", draft.why.html.clone()),
        ("company", Html::isolated(&envelope.company())),
    ];
    Ok(page.fill(include_str!("page/letter.html"), &parts)?.into_string())
}

struct Page {
    language: Language,
}

impl Page {
    /// Every template may name the direction, and the sides on which a line begins and ends: mail programs do not know
    /// `start` and `end`.
    fn fill(&self, template: &str, parts: &[(&str, Html)]) -> Result<Html, LetterError> {
        let [dir, start, end] = match self.language.direction() {
            Direction::Ltr => ["ltr", "left", "right"],
            Direction::Rtl => ["rtl", "right", "left"],
        };
        let sides = [("dir", Html::escaped(dir)), ("start", Html::escaped(start)), ("end", Html::escaped(end))];
        Html::page(template, &[&sides, parts].concat())
    }

    fn block(&self, block: &Block) -> Result<Html, LetterError> {
        match block {
            Block::Head { sign, title, intro } => self.fill(
                include_str!("page/head.html"),
                &[
                    ("sign", Html::escaped(self.sign(*sign))),
                    ("title", title.html.clone()),
                    ("intro", intro.html.clone()),
                ],
            ),
            Block::Facts { figure, rows } => {
                let figure =
                    figure.iter().map(|fact| self.fact(include_str!("page/figure.html"), fact)).collect::<Vec<_>>();
                let rows = rows.iter().map(|fact| self.fact(include_str!("page/row.html"), fact));
                let parts = [("figure", joined(figure)?), ("rows", joined(rows)?)];
                self.fill(include_str!("page/facts.html"), &parts)
            }
            Block::Section(section) => self.section(section),
            Block::ShortCode(code) => self.fill(include_str!("page/short_code.html"), &[("code", code.html.clone())]),
            Block::Picture { title, line, content_id, name } => {
                let (lines, title) = (vec![line.clone()], Some(title.clone()));
                let section = self.section(&Section { title, lines, ..Section::default() })?;
                let parts = [("content_id", Html::escaped(content_id)), ("name", Html::escaped(&name.text))];
                Ok(Html::joined([section, self.fill(include_str!("page/picture.html"), &parts)?]))
            }
            Block::Codes(codes) => self.codes(codes),
            Block::ButtonAddress(address) => self.codes(std::slice::from_ref(address)),
            Block::Steps { title, steps } => {
                let steps = steps.iter().enumerate().map(|(index, step)| {
                    let number = Html::escaped(&(index + 1).to_string());
                    self.fill(include_str!("page/step.html"), &[("number", number), ("step", step.html.clone())])
                });
                let parts = [("title", title.html.clone()), ("steps", joined(steps)?)];
                self.fill(include_str!("page/steps.html"), &parts)
            }
            Block::Notes(notes) => {
                let notes = notes.iter().map(|note| self.note(note));
                self.fill(include_str!("page/notes.html"), &[("notes", joined(notes)?)])
            }
        }
    }

    /// Arrows point in the reading direction, or against it.
    const fn sign(&self, sign: Sign) -> &'static str {
        match (sign, self.language.direction()) {
            (Sign::Done, _) => "\u{2713}",
            (Sign::Wait, _) => "\u{2026}",
            (Sign::Enter, Direction::Ltr) | (Sign::Back, Direction::Rtl) => "\u{2192}",
            (Sign::Enter, Direction::Rtl) | (Sign::Back, Direction::Ltr) => "\u{2190}",
        }
    }

    fn fact(&self, template: &str, Fact { label, value }: &Fact) -> Result<Html, LetterError> {
        self.fill(template, &[("label", label.html.clone()), ("value", value.html.clone())])
    }

    fn section(&self, section: &Section) -> Result<Html, LetterError> {
        let title = section
            .title
            .iter()
            .map(|title| self.fill(include_str!("page/title.html"), &[("title", title.html.clone())]));
        let mut lines = section.lines.iter().map(|line| line.html.clone()).collect::<Vec<_>>();
        if let Some((label, links)) = &section.links {
            lines.push(self.links(label, links)?);
        }
        let lines = lines.into_iter().map(|line| self.fill(include_str!("page/line.html"), &[("line", line)]));
        let buttons = section.buttons.iter().map(|button| self.button(button));
        let parts = [("title", joined(title)?), ("lines", joined(lines)?), ("buttons", joined(buttons)?)];
        self.fill(include_str!("page/section.html"), &parts)
    }

    fn codes(&self, codes: &[Fact]) -> Result<Html, LetterError> {
        let codes = codes.iter().map(|fact| self.fact(include_str!("page/code.html"), fact));
        self.fill(include_str!("page/codes.html"), &[("codes", joined(codes)?)])
    }

    fn links(&self, label: &Line, links: &[Link]) -> Result<Html, LetterError> {
        let links = links.iter().enumerate().map(|(index, link)| {
            let gap = Html::escaped(if index == 0 { " " } else { " · " });
            let parts = [("gap", gap), ("address", Html::escaped(&link.address)), ("name", link.name.html.clone())];
            self.fill(include_str!("page/link.html"), &parts)
        });
        Ok(Html::joined([label.html.clone(), joined(links)?]))
    }

    fn button(&self, Button { link, loud }: &Button) -> Result<Html, LetterError> {
        let template = if *loud { include_str!("page/button.html") } else { include_str!("page/quiet_button.html") };
        self.fill(template, &[("address", Html::escaped(&link.address)), ("name", link.name.html.clone())])
    }

    fn note(&self, note: &Note) -> Result<Html, LetterError> {
        let lines = note
            .lines
            .iter()
            .map(|line| self.fill(include_str!("page/note_line.html"), &[("line", line.html.clone())]));
        let parts = [("title", note.title.html.clone()), ("lines", joined(lines)?)];
        self.fill(include_str!("page/note.html"), &parts)
    }
}

fn joined(parts: impl IntoIterator<Item = Result<Html, LetterError>>) -> Result<Html, LetterError> {
    Ok(Html::joined(parts.into_iter().collect::<Result<Vec<_>, _>>()?))
}
