//! The parts a letter is put together of. Each is written once and comes out twice: [`super::page`] makes the page of
//! them, [`super::plain_text`] the plain text.

use super::line::Line;
use super::texts::Opening;
use super::{Envelope, LetterError};
use crate::mail::Picture;
use crate::mail::letters::html::{Values, plain_in};

/// A letter on its way.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) subject: String,
    /// What mail programs show beside the subject.
    pub(super) preview: Line,
    pub(super) blocks: Vec<Block>,
    /// Why the recipient gets the letter.
    pub(super) why: Line,
    pub(super) pictures: Vec<Picture>,
}

/// A part of a letter.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// What the letter is about.
    Head { sign: Sign, title: Line, intro: Line },
    /// The one figure that matters, then what belongs to it.
    Facts { figure: Option<Fact>, rows: Vec<Fact> },
    /// A heading with what it announces.
    Section(Section),
    /// A code of few digits, to be typed in.
    ShortCode(Line),
    /// A picture that travels with the letter, and what it is for. Plain text goes without.
    Picture { title: Line, line: Line, content_id: String, name: Line },
    /// Codes to be copied, each under its name.
    Codes(Vec<Fact>),
    /// The address of a button, for where it cannot be pressed. Plain text has it already.
    ButtonAddress(Fact),
    /// What to do, one after the other.
    Steps { title: Line, steps: Vec<Line> },
    /// What must not be overlooked, each in a box.
    Notes(Vec<Note>),
}

/// The sign at the head of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Something is done.
    Done,
    /// The recipient may sign in.
    Enter,
    /// Something comes back.
    Back,
    /// Something waits.
    Wait,
}

/// A value with its name.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) label: Line,
    pub(super) value: Line,
}

/// A heading with what it announces; any part may be missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) title: Option<Line>,
    pub(super) lines: Vec<Line>,
    /// Links in one line, with the words before them.
    pub(super) links: Option<(Line, Vec<Link>)>,
    pub(super) buttons: Vec<Button>,
}

/// A way to somewhere.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) name: Line,
    pub(super) address: String,
}

/// A link that looks as if it could be pressed.
#[derive(Clone, Debug)]
pub(super) struct Button {
    pub(super) link: Link,
    /// What the letter is for; other buttons stand back.
    pub(super) loud: bool,
}

/// Words in a box.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) title: Line,
    pub(super) lines: Vec<Line>,
}

impl Draft {
    /// A letter with nothing but its head.
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
