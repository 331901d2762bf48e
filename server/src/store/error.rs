//! Why a call of the store failed.

use std::error::Error;
use std::path::PathBuf;

use sqlx::migrate::MigrateError;

/// Why a call of the store failed. Absence is never an error, but `None`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// `DATABASE_URL` names nothing that can be opened. The address itself may hold a password and is not repeated.
    #[error("DATABASE_URL: {0}")]
    Address(&'static str),
    /// The folder or file of the SQLite database could not be made.
    #[error("the database file cannot be made: {0}")]
    File(#[from] std::io::Error),
    /// The tables could not be brought up to date.
    #[error("the tables cannot be brought up to date: {0}")]
    Migration(#[from] MigrateError),
    /// A newer program has changed the tables.
    #[error(
        "a newer onefare has brought the database to step {found}, and this one, version {version}, knows the steps up to \
         {known}: start the newer program"
    )]
    Newer {
        /// The newest step in the database.
        found: i64,
        /// The newest step of this program.
        known: i64,
        /// The version of this program.
        version: &'static str,
    },
    /// The database refused, failed, or cannot be reached.
    #[error("the database did not do it: {0}")]
    Database(#[from] sqlx::Error),
    /// The server that `DATABASE_URL` names does not answer, or refuses us.
    #[error("DATABASE_URL: the database server cannot be used: {0}")]
    Unreachable(String),
    /// The file that `DATABASE_URL` names holds something else, or is damaged from its first page on.
    #[error("DATABASE_URL: the file is no SQLite database: {0}")]
    NoDatabase(sqlx::Error),
    /// There is no such SQLite file, and the caller needs one that exists.
    #[error(
        "there is no database file {0}: run the command in the folder and with the settings of the server \
         (DATABASE_URL, ONEFARE_DATA_DIR), or make a new database with `onefare migrate`"
    )]
    Missing(PathBuf),
    /// SQLite's file was deleted, moved or replaced while it was open. What would be written now would be lost.
    #[error("the database file {0} was deleted or replaced while it was open: put it back, or restart the shop")]
    Displaced(PathBuf),
    /// A stored value our types refuse: damaged, or written by something else.
    #[error("table {table}, column {column}, row {row}: the stored value cannot be read")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's key.
        row: String,
    },
    /// A row that this transaction has just written is not there.
    #[error("a row just written to {0} is not there")]
    Gone(&'static str),
    /// A value of ours that JSON cannot hold.
    #[error("a document cannot be written: {0}")]
    Document(#[from] serde_json::Error),
}

impl StoreError {
    /// Whether a row with the same unique value exists already. On PostgreSQL the transaction is lost with it.
    #[must_use]
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, Self::Database(error) if error.as_database_error().is_some_and(|error| error.is_unique_violation()))
    }

    /// Whether a retry may help once the cause is gone: the database is busy, restarting or out of reach, its disk is
    /// full or fails, its file is gone. Nothing was written.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Database(error) => passes(error),
            Self::Displaced(_) | Self::Unreachable(_) | Self::File(_) => true,
            _ => false,
        }
    }
}

/// Whether what failed, or what made it fail, is a database that cannot be used now but may be later.
#[must_use]
pub fn is_temporary(error: &(dyn Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| (*error).source());
    causes.any(|cause| {
        cause.downcast_ref::<StoreError>().is_some_and(StoreError::is_temporary)
            // A transparent error hides the store's own: its source is the error behind that one.
            || cause.downcast_ref::<sqlx::Error>().is_some_and(passes)
    })
}

/// The error of opening a database: `Ok` when trying again at once may help, because two processes that create one file
/// find it half made.
///
/// # Errors
/// An error that does not pass by itself.
pub(super) fn of_opening(dialect: super::Dialect, error: sqlx::Error) -> Result<StoreError, StoreError> {
    let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
    if dialect == super::Dialect::Sqlite && code == SQLITE_NOT_A_DATABASE {
        return Err(StoreError::NoDatabase(error));
    }
    Ok(StoreError::Database(error))
}

fn passes(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_passing_code(&code)),
        _ => false,
    }
}

/// PostgreSQL's codes have five characters; SQLite's are numbers whose lowest byte is the kind of error.
fn is_passing_code(code: &str) -> bool {
    if code.len() == POSTGRES_CODE {
        return POSTGRES_PASSING.contains(&code)
            || POSTGRES_PASSING_CLASSES.iter().any(|class| code.starts_with(class));
    }
    code.parse::<u32>().is_ok_and(|code| SQLITE_PASSING.contains(&(code & 0xff)))
}

const SQLITE_NOT_A_DATABASE: &str = "26";

/// Busy, locked, out of memory, read-only (a file system that was remounted), input or output failed, full, cannot be
/// opened, lost the race for the log.
const SQLITE_PASSING: [u32; 8] = [5, 6, 7, 8, 10, 13, 14, 15];

const POSTGRES_CODE: usize = 5;

/// Serialization failure, deadlock, lock not available, statement timed out, read-only (a standby), refused by a server
/// that is shutting down or starting.
const POSTGRES_PASSING: [&str; 8] = ["40001", "40P01", "55P03", "57014", "25006", "57P01", "57P02", "57P03"];

/// Connection lost, resources used up (among them the disk), the system around the server failed.
const POSTGRES_PASSING_CLASSES: [&str; 3] = ["08", "53", "58"];

#[cfg(test)]
mod tests {
    use super::is_passing_code;

    #[test]
    fn codes_of_both_databases_are_told_apart() {
        for code in
            ["5", "6", "261", "517", "13", "10", "778", "1034", "1544", "14", "40001", "53100", "08006", "58030"]
        {
            assert!(is_passing_code(code), "{code}");
        }
        // Broken constraints, damage, and a PostgreSQL code whose number would be SQLite's for busy.
        for code in ["19", "2067", "11", "26", "23505", "XX001", "42601", "22021", ""] {
            assert!(!is_passing_code(code), "{code}");
        }
    }
}
