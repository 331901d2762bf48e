//! `onefare catalogue check | apply | export`: what they do, apart from reading the command line.

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::{Catalogue, CatalogueError, current, difference, parse};
use crate::store::Store;

/// Why a command did not do what it says. `Display` is what to print; the exit status is then not 0.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The file cannot be read, or the terminal cannot be written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// The file has faults.
    #[error("{}: nothing was changed, because of{}", .path.display(), .faults.iter().map(|fault| format!("\n  {fault}")).collect::<String>())]
    Faults {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        faults: Vec<String>,
    },
    /// Nobody is there to ask.
    #[error("nothing was changed: add --yes to apply without being asked")]
    NeedsYes,
    /// The person said no.
    #[error("nothing was changed")]
    Declined,
    /// The store's.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// What a person says when asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Go on.
    Yes,
    /// Do not.
    No,
    /// Nobody is there.
    Nobody,
}

/// `catalogue check FILE`: one sentence when nothing is wrong.
///
/// # Errors
/// The file cannot be read, or has faults.
pub fn check(path: &Path) -> Result<String, CommandError> {
    let Catalogue { book, codes } = read(path)?;
    Ok(format!("{}: {} plans, {} codes, nothing wrong.", path.display(), book.plans.len(), codes.len()))
}

/// `catalogue apply FILE [--yes]`: writes the differences to `out`, asks unless `yes`, applies; the sentence says what
/// is current now. [`ask`] is the question for a terminal.
///
/// # Errors
/// As [`check`]; nobody to ask; a no; the store's. Nothing changed then.
pub async fn apply(
    store: &Store,
    path: &Path,
    yes: bool,
    now: DateTime<Utc>,
    out: &mut (impl Write + Send),
    ask: impl FnOnce() -> Answer + Send,
) -> Result<String, CommandError> {
    let new = read(path)?;
    let mut conn = store.read().await.map_err(CatalogueError::from)?;
    let old = current(&mut conn).await.map_err(CatalogueError::from)?;
    drop(conn);
    let changes = difference(old.as_ref().map(|(_, old)| old), &new, now);
    if let (true, Some((number, _))) = (changes.is_empty(), old) {
        return Ok(format!("Nothing changes; price book {number} stays."));
    }
    for change in changes {
        writeln!(out, "{change}").map_err(|error| CommandError::File("terminal".into(), error))?;
    }
    match if yes { Answer::Yes } else { ask() } {
        Answer::Yes => {}
        Answer::No => return Err(CommandError::Declined),
        Answer::Nobody => return Err(CommandError::NeedsYes),
    }
    let applied = super::apply(store, &new, now).await.map_err(CatalogueError::from)?;
    Ok(format!("Applied; price book {} is current.", applied.number))
}

/// `catalogue export`: the file to print.
///
/// # Errors
/// Nothing was ever applied; the store's.
pub async fn export(store: &Store) -> Result<String, CommandError> {
    Ok(super::export(store).await?)
}

/// Asks on the terminal; without one, nobody is there.
#[must_use]
pub fn ask() -> Answer {
    if !io::stdin().is_terminal() {
        return Answer::Nobody;
    }
    let mut line = String::new();
    let asked = write!(io::stdout(), "Apply? [y/N] ").and_then(|()| io::stdout().flush());
    match asked.and_then(|()| io::stdin().read_line(&mut line)) {
        Ok(_) if matches!(line.trim(), "y" | "Y" | "yes") => Answer::Yes,
        _ => Answer::No,
    }
}

fn read(path: &Path) -> Result<Catalogue, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| CommandError::File(path.to_owned(), error))?;
    parse(&text).map_err(|faults| CommandError::Faults { path: path.to_owned(), faults })
}
