//! SQLite's file, watched while it is open. An open file outlives its name: after the data folder was deleted or
//! replaced, SQLite would go on taking orders into a file that nothing leads to.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::StoreError;

/// A file's path, and the file's identity when it was opened.
#[derive(Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    is: (u64, u64),
}

impl DatabaseFile {
    /// Remembers which file is there now.
    pub(super) fn at(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { path: path.to_owned(), is: identity(&std::fs::metadata(path)?) })
    }

    /// Fails if that file is no longer there. One look at a name: microseconds.
    pub(super) fn must_be_in_place(&self) -> Result<(), StoreError> {
        match found(&self.path)? {
            Some(found) if identity(&found) == self.is => Ok(()),
            _ => Err(StoreError::Displaced(self.path.clone())),
        }
    }
}

/// Fails if there is no such file.
pub(super) fn must_exist(path: &Path) -> Result<(), StoreError> {
    found(path)?.map(drop).ok_or_else(|| StoreError::Missing(path.to_owned()))
}

fn found(path: &Path) -> Result<Option<Metadata>, StoreError> {
    match std::fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}
