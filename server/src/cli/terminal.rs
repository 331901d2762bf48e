//! Input and output at the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use onefare_core::email::Email;
use serde::Serialize;

use crate::serve::StartError;

/// The exit code of a command that found nothing, or something to repair.
pub(super) const NOTHING_OR_WRONG: ExitCode = ExitCode::FAILURE;

/// Asks a question; only `y` or `yes` means yes.
pub(super) fn agrees(question: &str) -> Result<bool, StartError> {
    if !io::stdin().is_terminal() {
        return Err("nobody is there to agree: look at what is said above and add --yes".into());
    }
    print!("{question} [y/N] ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Prints lines. A reader that closes the pipe early, such as `head`, is not an error.
pub(super) fn print(text: &str) -> Result<(), StartError> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Prints one JSON document.
pub(super) fn print_json(document: &impl Serialize) -> Result<(), StartError> {
    print(&format!("{}\n", serde_json::to_string_pretty(document)?))
}

/// Parses a typed e-mail address.
pub(super) fn typed_address(typed: &str) -> Result<Email, StartError> {
    Email::parse(typed).map_err(|_problem| format!("{} is not an e-mail address", plain(typed)).into())
}

/// A text made safe for one line of a terminal: no control sequence takes effect, no direction mark reorders it, and a
/// no-break space becomes the plain one that people type when they search.
pub(super) fn plain(text: &str) -> String {
    let obeyed = |character: char| {
        character.is_control()
            || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    let shown = |character: char| match character {
        '\u{A0}' | '\u{202F}' => ' ',
        character if obeyed(character) => '\u{FFFD}',
        character => character,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn nothing_a_terminal_obeys_gets_through() {
        assert_eq!(plain("Ünï\u{a0}7K3M-92PD"), "Ünï 7K3M-92PD");
        assert_eq!(plain("a\u{1b}[2Jb\r\nc\u{202e}d\u{9b}"), "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c\u{FFFD}d\u{FFFD}");
    }
}
