//! Why the store could not do what it was asked.

use sqlx::migrate::MigrateError;

/// Why the store could not do what it was asked. That something is absent is never an error, but `None`.
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
    /// The database refused, failed, or cannot be reached.
    #[error("the database did not do it: {0}")]
    Database(#[from] sqlx::Error),
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

    /// Whether trying again soon may help: the database is busy, restarting or out of reach. Nothing was written.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        let Self::Database(error) = self else { return false };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| TEMPORARY.contains(&code.as_ref())),
            _ => false,
        }
    }
}

/// SQLite: busy and locked with their extended codes. PostgreSQL: serialization failure, deadlock, lock not available,
/// statement timed out, too many connections, shutting down or starting.
const TEMPORARY: [&str; 14] =
    ["5", "6", "261", "262", "517", "773", "40001", "40P01", "55P03", "57014", "53300", "57P01", "57P02", "57P03"];
