//! The parts of a letter. Each is written once and rendered twice: by [`super::page`] as HTML, by [`super::plain_text`]
//! as plain text.

use super::line::Line;
use super::texts::Opening;
use super::{Envelope, LetterError};
use crate::mail::Picture;
use crate::mail::letters::html::{Values, plain_in};

/// A letter before it is rendered.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) subject: String,
    /// What mail programs show beside the subject.
    pub(super) preview: Line,
    pub(super) blocks: Vec<Block>,
    /// Why the recipient receives the letter.
    pub(super) why: Line,
    pub(super) pictures: Vec<Picture>,
}

/// A part of a letter.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// What the letter is about.
    Head { sign: Sign, title: Line, intro: Line },
    /// The one figure that matters, then its details.
    Facts { figure: Option<Fact>, rows: Vec<Fact> },
    /// A heading with what it introduces.
    Section(Section),
    /// A code of few digits, to be typed.
    ShortCode(Line),
    /// A picture inside the letter, and its purpose. Plain text omits it.
    Picture { title: Line, line: Line, content_id: String, name: Line },
    /// Codes to be copied, each under its name.
    Codes(Vec<Fact>),
    /// A button's address, for readers who cannot press it. Plain text has it already.
    ButtonAddress(Fact),
    /// Instructions, in order.
    Steps { title: Line, steps: Vec<Line> },
    /// Warnings, each in a box.
    Notes(Vec<Note>),
}

/// The sign at the head of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Something is complete.
    Done,
    /// The recipient may sign in.
    Enter,
    /// Money comes back.
    Back,
    /// Something is pending.
    Wait,
}

/// A value with its label.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) label: Line,
    pub(super) value: Line,
}

/// A heading with what it introduces; any part may be missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) title: Option<Line>,
    pub(super) lines: Vec<Line>,
    /// Links on one line, with the words before them.
    pub(super) links: Option<(Line, Vec<Link>)>,
    pub(super) buttons: Vec<Button>,
}

/// A named address.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) name: Line,
    pub(super) address: String,
}

/// A link styled as a button.
#[derive(Clone, Debug)]
pub(super) struct Button {
    pub(super) link: Link,
    /// Whether it is the letter's main action; other buttons are less prominent.
    pub(super) loud: bool,
}

/// A text in a box.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) title: Line,
    pub(super) lines: Vec<Line>,
}

impl Draft {
    /// A letter with only its head.
    pub(super) fn opened(
        envelope: &Envelope<'_>,
        sign: Sign,
        opening: &Opening,
        why: &str,
        values: &Values<'_>,
    ) -> Result<Self, LetterError> {
        let say = |text: &str| Line::sentence(envelope.language, text, values);
        let head = Block::Head { sign, title: say(&opening.title)?, intro: say(&opening.intro)? };
        Ok(Self {
            subject: plain_in(envelope.language, &opening.subject, values)?,
            preview: say(&opening.preview)?,
            blocks: vec![head],
            why: say(why)?,
            pictures: vec![],
        })
    }
}

impl Fact {
    pub(super) fn new(label: &str, value: Line) -> Self {
        Self { label: Line::words(label), value }
    }
}

impl Link {
    pub(super) fn new(name: &str, address: &str) -> Self {
        Self { name: Line::words(name), address: address.to_owned() }
    }
}

impl Button {
    pub(super) fn loud(name: &str, address: &str) -> Self {
        Self { link: Link::new(name, address), loud: true }
    }

    pub(super) fn quiet(name: &str, address: &str) -> Self {
        Self { link: Link::new(name, address), loud: false }
    }
}

impl Note {
    pub(super) fn new(title: &str, lines: Vec<Line>) -> Self {
        Self { title: Line::words(title), lines }
    }
}
