//! A letter as plain text: paragraphs with a blank line between them.

use onefare_core::language::Language;

use super::draft::{Block, Draft, Fact, Section};
use super::html::isolated_text;
use super::line::Line;
use super::texts::FooterTexts;
use super::{Envelope, LetterError};

pub(super) fn plain_text(envelope: &Envelope<'_>, draft: &Draft, footer: &FooterTexts) -> Result<String, LetterError> {
    let mut paragraphs = vec![envelope.brand.name.clone()];
    let colon = colon(envelope.language);
    paragraphs.extend(draft.blocks.iter().flat_map(|one| block(one, colon)));
    paragraphs.push(format!(
        "-- \n{}\n{}\n{}",
        envelope.help(footer)?.text,
        draft.why.text,
        isolated_text(envelope.language, &envelope.company())
    ));
    Ok(paragraphs.join("\n\n") + "\n")
}

/// The separator between a label and its value.
const fn colon(language: Language) -> &'static str {
    match language {
        Language::Fr => "\u{A0}:",
        Language::En | Language::Nl | Language::De | Language::Ar => ":",
    }
}

fn block(block: &Block, colon: &str) -> Vec<String> {
    match block {
        Block::Head { title, intro, .. } => vec![title.text.clone(), intro.text.clone()],
        Block::Facts { figure, rows } => vec![joined(figure.iter().chain(rows).map(|fact| pair(fact, colon)))],
        Block::Section(parts) => section(parts, colon),
        Block::ShortCode(code) => vec![code.text.clone()],
        Block::Picture { .. } | Block::ButtonAddress(_) => vec![],
        // On its own line a code can be copied whole, and no neighbour changes its order.
        Block::Codes(codes) => {
            codes.iter().map(|Fact { label, value }| format!("{}{colon}\n{}", label.text, value.text)).collect()
        }
        Block::Steps { title, steps } => {
            let numbered = steps.iter().enumerate().map(|(index, step)| format!("{}. {}", index + 1, step.text));
            vec![joined(std::iter::once(title.text.clone()).chain(numbered))]
        }
        Block::Notes(notes) => {
            notes.iter().map(|note| joined(std::iter::once(&note.title).chain(&note.lines).map(text))).collect()
        }
    }
}

/// The lines of a section follow its heading directly; each button has a paragraph of its own.
fn section(section: &Section, colon: &str) -> Vec<String> {
    let mut lines: Vec<String> = section.title.iter().chain(&section.lines).map(text).collect();
    if let Some((label, links)) = &section.links {
        lines.push(label.text.clone());
        lines.extend(links.iter().map(|link| format!("{}{colon} {}", link.name.text, link.address)));
    }
    let head = if lines.is_empty() { None } else { Some(joined(lines)) };
    let buttons =
        section.buttons.iter().map(|button| format!("{}{colon}\n{}", button.link.name.text, button.link.address));
    head.into_iter().chain(buttons).collect()
}

fn pair(Fact { label, value }: &Fact, colon: &str) -> String {
    format!("{}{colon} {}", label.text, value.text)
}

fn text(line: &Line) -> String {
    line.text.clone()
}

fn joined(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().collect::<Vec<_>>().join("\n")
}
